"""Costs of operations: initiation intervals and latencies by name, which replace the values of the units.

Source: docs/processor.md, section 25.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple

from isa.reporting.diagnostics import quote
from isa.table.table import INSTRUCTIONS
from isa.table.units import PRIVATE, UNITS

LONGEST_INTERVAL = 64
LONGEST_LATENCY = 1024
_COST = re.compile(r"([a-z0-9_.*?]{1,64}):([0-9]{1,4}):([0-9]{1,4})")


class Cost(NamedTuple):
    """The initiation interval and the latency of an operation, in cycles."""

    interval: int
    latency: int


_COSTLY = (PRIVATE, *(name for name, unit in UNITS.items() if unit.is_pipeline))  # units of instructions with a cost


@lru_cache(1024)
def costs_of(costs: tuple[str, ...]) -> tuple[Cost, ...]:
    """Return the costs of all entries of the key `costs`, whether an instruction fits them or not."""
    return tuple(Cost(int(interval), int(latency)) for _, interval, latency in (entry.split(":") for entry in costs))


@lru_cache(1024)
def cost_of(costs: tuple[str, ...], name: str) -> Cost | None:
    """Return the cost that the first fitting entry gives the instruction `name`; None if no entry fits."""
    patterns = (entry.partition(":")[0] for entry in costs)
    return next(
        (cost for pattern, cost in zip(patterns, costs_of(costs), strict=True) if fnmatchcase(name, pattern)), None
    )


def mistakes(costs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the message and a way out for each mistake in the key `costs`."""
    names = [spec.name for spec in INSTRUCTIONS.values() if spec.unit in _COSTLY]
    for entry in costs:
        parts = _COST.fullmatch(entry)
        if parts is None:
            advice = "write PATTERN:INTERVAL:LATENCY, such as mul.u32:4:73"
            yield f"{quote(entry)} is not a cost of operations", advice
            continue
        pattern, interval, latency = parts[1], int(parts[2]), int(parts[3])
        if not 1 <= interval <= LONGEST_INTERVAL or not 1 <= latency <= LONGEST_LATENCY:
            message = f"the cost {quote(entry)} has an interval of {interval} and a latency of {latency}"
            yield message, f"set the interval to 1 to {LONGEST_INTERVAL}, the latency to 1 to {LONGEST_LATENCY}"
        elif not any(fnmatchcase(name, pattern) for name in names):
            advice = "name instructions of the ALU, FPU, SFU, DPU or LDS; `simt isa` lists them"
            yield f"the cost {quote(entry)} fits no instruction", advice
