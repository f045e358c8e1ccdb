"""The possible readings of the paper's equations.

Our copy of the paper lacks parentheses and glyphs, and some equations contradict their own units or limits. Each
equation that can be read in several ways has an enumeration of its readings; `Reading` chooses a member of each.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, get_type_hints

from isa.reporting.diagnostics import did_you_mean, quote
from simt.models.errors import ModelError


class Kernel(StrEnum):
    """The readings of equation 14, the time of the whole kernel."""

    R1 = "R1"  # as printed: N_wg x (b x time_9 + sync) / N_CU; quadratic in the batches, which time_9 includes already
    R2 = "R2"  # time_9 + sync x N_wg / N_CU
    R4 = "R4"  # ceil(N_batch/CU / N_resident) x (N_resident x comp + mem) + sync x N_wg / N_CU


class Transfers(StrEnum):
    """The readings of equation 3, the transfers of one access of a batch."""

    TRANSFERS = "transfers"  # (BS / c) x GM_L
    DIFFERENCE = "difference"  # (BS - c) x GM_L + GM_L
    MEAN = "mean"  # (BS + c) / (2 c) x GM_L


class Rounding(StrEnum):
    """The readings of equations 15 and 16, which need ceilings that are not printed."""

    EXACT = "exact"  # as printed: fractions of batches
    BATCHES = "batches"  # 15 rounded up: a work-group takes whole batches
    CEILINGS = "ceilings"  # 16 too: the busiest core takes whole batches


class GlobalClock(StrEnum):
    """The readings of equation 4: the clock in which GM_L is counted."""

    MEMORY = "memory_clock"  # as printed
    SHADER = "shader_clock"  # as GM_L is usually quoted


class Broadcast(StrEnum):
    """The readings of equation 5 with stride 0."""

    PRINTED = "printed_broadcast"  # gcd(0, L) = L: an L-way conflict
    FREE = "free_broadcast"  # one word for all: no conflict


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of each equation. The defaults agree with the equations' units and limits."""

    kernel: Kernel = Kernel.R2
    transfers: Transfers = Transfers.TRANSFERS
    rounding: Rounding = Rounding.BATCHES
    global_clock: GlobalClock = GlobalClock.MEMORY
    broadcast: Broadcast = Broadcast.PRINTED

    @classmethod
    def parse(cls, text: str) -> Reading:
        """Parse a list of readings such as "R4,mean". An equation with no reading in the list keeps its default.

        Raises `ModelError` E0808 for an unknown name, or two readings of one equation.
        """
        choices = {str(member): (name, member) for name, kind in get_type_hints(cls).items() for member in kind}
        chosen: dict[str, Any] = {}
        for word in (part.strip() for part in text.split(",")):
            if word not in choices:
                advice = did_you_mean(word, choices, f"the readings are {', '.join(choices)}")
                raise ModelError(f"there is no reading {quote(word)}", code="E0808", help=advice)
            name, member = choices[word]
            if chosen.setdefault(name, member) != member:
                raise ModelError(f"`{chosen[name]}` and `{word}` are readings of the same equation", code="E0808")
        return cls(**chosen)

    def __str__(self) -> str:
        return ",".join(str(getattr(self, entry.name)) for entry in fields(self))
