"""Files are parsed, cut and analysed in processes of their own, so that a bad file costs itself only."""

from indexer.workers.choosing import Preparing, PreparingHere, choose_workers, open_preparing
from indexer.workers.pool import PoolLimits, PreparingPool

__all__ = ["PoolLimits", "Preparing", "PreparingHere", "PreparingPool", "choose_workers", "open_preparing"]
