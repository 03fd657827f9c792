# The search page. The documents' index lives in OpenSearch (docker-compose.yml); models are kept in a volume.
FROM python:3.11-slim-bookworm

RUN useradd --create-home --uid 1000 nakhodka
WORKDIR /app

COPY requirements.lock pyproject.toml README.md ./
RUN pip install --no-cache-dir uv \
    && uv pip install --system --no-cache --require-hashes -r requirements.lock \
    && pip uninstall --yes uv
COPY cli cli
COPY engine engine
COPY eval eval
COPY indexer indexer
COPY language language
COPY mappings mappings
COPY models models
COPY search search
COPY settings settings
COPY ui ui
RUN pip install --no-cache-dir --no-deps --no-build-isolation .
COPY demo demo

RUN mkdir -p /home/nakhodka/.cache/nakhodka && chown -R nakhodka: /home/nakhodka/.cache
USER nakhodka
VOLUME /home/nakhodka/.cache/nakhodka
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
    CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"
CMD ["nakhodka", "ui", "--address", "0.0.0.0"]
