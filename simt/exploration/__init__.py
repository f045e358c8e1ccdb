"""Sweeps and searches over variants of machines and kernels, and the resources of a machine (`.silicon`).

docs/sweeps.md and docs/explore.md show their use. Names are imported on first use, so that reading a plan does not load
the engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simt.exploration.errors import SweepError
    from simt.exploration.plans.plan import Sweep
    from simt.exploration.records.results import SweepResults
    from simt.exploration.search.search import Search
    from simt.exploration.sessions.exploring import Exploration, run_search
    from simt.exploration.sessions.running import resume_sweep, run_sweep
    from simt.exploration.sessions.session import Outcome

_EXPORTS = {
    "Exploration": "simt.exploration.sessions.exploring",
    "Outcome": "simt.exploration.sessions.session",
    "Search": "simt.exploration.search.search",
    "Sweep": "simt.exploration.plans.plan",
    "SweepError": "simt.exploration.errors",
    "SweepResults": "simt.exploration.records.results",
    "resume_sweep": "simt.exploration.sessions.running",
    "run_search": "simt.exploration.sessions.exploring",
    "run_sweep": "simt.exploration.sessions.running",
}

__all__ = [
    "Exploration", "Outcome", "Search", "Sweep", "SweepError", "SweepResults", "resume_sweep", "run_search",
    "run_sweep",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'simt.exploration' has no attribute {name!r}")
    return getattr(import_module(_EXPORTS[name]), name)
