# Everything runs from .venv, which is made from the lock file; the OpenSearch node and the models go to the user's cache.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
NAKHODKA := $(BIN)/nakhodka
READY := .venv/.ready
SERVE ?= 1
export PYTHONDONTWRITEBYTECODE := 1

.DEFAULT_GOAL := help
.PHONY: help setup demo test check lock stop clean

help: ## show this help
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## make .venv with the locked dependencies

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed, '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name one: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "Python's venv module is missing (Debian: apt-get install python3-venv)."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet uv==$$(sed -n 's/^uv==\([^ ]*\).*/\1/p' requirements.lock)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

demo: $(READY) ## index the demo documents, answer a few questions, serve the page until Ctrl-C (SERVE=0: do not)
	$(NAKHODKA) demo
	@test "$(SERVE)" = 0 || exec $(NAKHODKA) ui

test: $(READY) ## lint, types, import layers, unit and integration tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	scripts/install_browser.sh
	$(BIN)/python -m pytest

check: $(READY) ## what is missing on this machine
	$(NAKHODKA) doctor

lock: $(READY) ## write requirements.lock anew from pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --extra dev --python-version 3.11 \
		--no-emit-index-url --no-emit-find-links --no-header -o requirements.lock pyproject.toml

stop: ## stop the local OpenSearch node
	@if test -x $(NAKHODKA); then $(NAKHODKA) engine down; else echo "Nothing was started from here."; fi

clean: stop ## stop the node; remove .venv and what tools left behind (caches of the user stay)
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
