"""The script that Streamlit runs for every visitor and every click."""

from ui.page import draw_page

if __name__ == "__main__":  # as it is for Streamlit; an import draws nothing
    draw_page()
