"""Settings of the property tests."""

from __future__ import annotations

from hypothesis import settings

# The first example loads the dictionaries; how long that takes is no property of the analysis.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
