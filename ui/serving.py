"""The page with, on the same port, the address that completes questions. Streamlit's command runs this file."""

from pathlib import Path

from starlette.routing import Route
from streamlit.starlette import App

from ui.suggestions import PATH, answer

app = App(Path(__file__).with_name("app.py"), routes=[Route(PATH, answer)])
