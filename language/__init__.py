"""How text becomes terms: documents and questions alike."""

from language.analysis import EXPLAIN_COLUMNS, analyze, explain
from language.cleaning import Cleaned, clean
from language.detection import detect_language
from language.fingerprint import build_fingerprint
from language.records import Analysis, Language, Term, TermKind

__all__ = [
    "EXPLAIN_COLUMNS",
    "Analysis",
    "Cleaned",
    "Language",
    "Term",
    "TermKind",
    "analyze",
    "build_fingerprint",
    "clean",
    "detect_language",
    "explain",
]
