"""Published cycles of kernels on machines (`published.toml`), for comparison with runs."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simt.machine import Machine, presets

if TYPE_CHECKING:
    from isa.program.program import Program


@dataclass(frozen=True, slots=True)
class Published:
    """A published number of cycles. deviation: the relative difference of a run's cycles from it."""

    cycles: int
    source: str
    deviation: float


@cache
def _figures() -> list[dict[str, Any]]:
    figures: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["figure"]
    return figures


def published(program: Program, machine: Machine, threads: int, cycles: int) -> Published | None:
    """Return the published figure for a run of `cycles` cycles; None if there is no figure, or for a functional run."""
    for figure in _figures() if cycles else ():
        if _belongs(figure, program, machine, threads):
            return Published(figure["cycles"], figure["source"], cycles / figure["cycles"] - 1)
    return None


def _belongs(figure: dict[str, Any], program: Program, machine: Machine, threads: int) -> bool:
    if figure["program"] != program.name or threads != program.threads:
        return False
    if any(program.equ.get(name) != value for name, value in figure["equ"].items()):
        return False
    if figure["machine"] not in presets():
        return False
    return Machine.load(figure["machine"], overrides=figure.get("set", {})).hash == machine.hash
