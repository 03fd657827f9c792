"""Is it good, and if not, at which stage was the document lost."""
