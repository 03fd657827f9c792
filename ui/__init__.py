"""The page on which people search. Only this room imports Streamlit."""
