"""Every knob of Nakhodka, read once and checked at start.

Sources, strongest first: environment variables ``NAKHODKA_*`` (nested names with two underscores:
``NAKHODKA_BM25__BODY_LEMMA__K1=0.9``), the file ``nakhodka.toml`` (in the working directory, or the path in
``NAKHODKA_CONFIG``), the defaults. Secrets come from the environment only.
"""

from settings.errors import NakhodkaError, SettingsError
from settings.model import HASH_MODEL, PACKAGED_MODEL, Bm25, Bm25Fields, Settings
from settings.reading import EffectiveSetting, list_effective_settings, read_settings

__all__ = [
    "HASH_MODEL",
    "PACKAGED_MODEL",
    "Bm25",
    "Bm25Fields",
    "EffectiveSetting",
    "NakhodkaError",
    "Settings",
    "SettingsError",
    "list_effective_settings",
    "read_settings",
]
