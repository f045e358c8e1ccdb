"""Exploring variants of machines and kernels: sweeps, searches, and what a machine costs in silicon (`.resources`).

    from simt.explore import Sweep, run_sweep

    sweep = Sweep.of("fft128", {"banks": [2, 4, 8, 16], "machine": ["fpga4", "fpga8"]})
    outcome = run_sweep(sweep, "fft.sqlite")
    for row in outcome.results:
        print(row["machine"], row["local.banks"], row["cycles"])

    from simt.explore import Search, run_search

    found = run_search(Search.of("fft128", {"banks": [2, 4, 8]}, minimise=["time", "slices"]))
    print([design.values for group in found.front for design in group])

Names are imported when they are first used: reading a plan needs no engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simt.explore.errors import SweepError
    from simt.explore.exploring import Exploration, run_search
    from simt.explore.plan import Sweep
    from simt.explore.results import SweepResults
    from simt.explore.running import Outcome, resume_sweep, run_sweep
    from simt.explore.search import Search

_EXPORTS = {
    "Exploration": "simt.explore.exploring",
    "Outcome": "simt.explore.running",
    "Search": "simt.explore.search",
    "Sweep": "simt.explore.plan",
    "SweepError": "simt.explore.errors",
    "SweepResults": "simt.explore.results",
    "resume_sweep": "simt.explore.running",
    "run_search": "simt.explore.exploring",
    "run_sweep": "simt.explore.running",
}

__all__ = [
    "Exploration",
    "Outcome",
    "Search",
    "Sweep",
    "SweepError",
    "SweepResults",
    "resume_sweep",
    "run_search",
    "run_sweep",
]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'simt.explore' has no attribute {name!r}")
    return getattr(import_module(_EXPORTS[name]), name)
