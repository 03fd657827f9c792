"""Files become documents: text, blocks with their headings, and what the file says of itself."""

from indexer.errors import ParseError
from indexer.parsing.registry import PARSING_VERSION, Parser, parse_file

__all__ = ["PARSING_VERSION", "ParseError", "Parser", "parse_file"]
