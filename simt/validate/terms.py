"""The paper's terms beside the warp ledger: what equations 1, 3, 5, 7 and 12 stand for, and what they leave out.

The ledger's cycles are sorted by the instruction that they blame. Issue, front end and latency of an instruction are
what its equation prices; waiting for other warps (`not_selected`, `unit_busy`, `retire_port`) is what the paper sums up
by multiplying with the batches instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from isa.program import Program
from simt.core.reasons import REASONS

if TYPE_CHECKING:
    from simt.validate.comparison import Compared

__all__ = ["TermRow", "term_rows", "warp_cycles"]

_OWN = (
    "issued", "fetch", "dep_alu", "dep_fpu", "dep_sfu", "dep_dpu", "dep_local", "bank_conflict", "branch", "barrier",
)  # fmt: skip
_ROWS = (
    # equation, the paper's term, the ledger's kind of instruction
    ("1", "cost_instruction/batch", "instruction", "ALU and FPU instructions"),
    ("3", "cost_global_memory/batch", "global", "global memory: a plain core has none"),
    ("5", "cost_local_memory/batch", "local", "local accesses, conflicts included"),
    ("7", "cost_branch/batch", "control", "jumps and mask operations; equation 1 has the paths"),
    ("12", "cost_sync/work-group", "barrier", "waiting at barriers"),
)


@dataclass(frozen=True, slots=True)
class TermRow:
    """Cycles of one warp, on average: what the equation says (None: the model was not asked), what the ledger holds."""

    equation: str
    term: str
    predicted: float | None
    simulated: float
    what: str


def warp_cycles(program: Program, ledger: np.ndarray, warps: int) -> dict[str, float]:
    """Cycles of one warp by kind of the blamed instruction: instruction, local, control, barrier; and what it spent
    behind other warps, `others`. They add up to the cycles of the run. ledger: int64 [instructions + 1, reasons].
    """
    found = dict.fromkeys(("instruction", "local", "control", "barrier", "others"), 0.0)
    own = [REASONS.index(name) for name in _OWN]
    for pc, instruction in enumerate(program.instructions):
        cycles = float(ledger[pc][own].sum())
        if instruction is None or not cycles:
            continue
        kind = "barrier" if instruction.spec.name == "bar" else _KINDS.get(instruction.spec.unit, "instruction")
        found[kind] += cycles / warps
    found["others"] = float(ledger.sum()) / warps - sum(found.values())
    return found


_KINDS = {"lds": "local", "control": "control"}


def term_rows(compared: Compared, counts: str) -> list[TermRow]:
    """The table of one point."""
    said: Mapping[str, float] = compared.paper.get(counts, {})
    rows = [
        TermRow(equation, term, _value(said, term), compared.warp_terms.get(kind, 0.0), what)
        for equation, term, kind, what in _ROWS
    ]
    rows.append(
        TermRow("", "nothing", None, compared.warp_terms.get("others", 0.0), "behind other warps: units, ports, order")
    )
    return rows


def _value(said: Mapping[str, float], term: str) -> float | None:
    return said.get(term) if said else None
