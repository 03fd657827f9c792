"""What the index looks like: field names, entries, `_meta`, index body. Both the indexer and the search read it."""
