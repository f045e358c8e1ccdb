"""The paper's terms beside the warp ledger: the meaning of equations 1, 3, 5, 7 and 12, and what they leave out.

The ledger's cycles are sorted by the instruction that they blame. The equation of an instruction prices its issue,
front end and latency; the paper accounts for waiting for other warps (`not_selected`, `unit_busy`, `retire_port`) by a
multiplication with the batches. On a device the ledger is for all cores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from isa.program.program import Program
from isa.reporting.diagnostics import listed
from isa.table.units import COMPUTE_UNITS
from simt.core.state.reasons import CORE_WAITS, MEMORY_WAITS, REASONS
from simt.machine import Machine

_OWN = ("issued", "fetch", *CORE_WAITS, "bank_conflict", "barrier")
_COMPUTE = listed((name.upper() for name in COMPUTE_UNITS), "and")
_ROWS = (
    # equation, the paper's term, the ledger's kind of instruction
    ("1", "cost_instruction/batch", "instruction", f"instructions of {_COMPUTE}"),
    ("3", "cost_global_memory/batch", "global", "global accesses: their latency, and the transactions before theirs"),
    ("5", "cost_local_memory/batch", "local", "local accesses, conflicts included"),
    ("7", "cost_branch/batch", "control", "jumps and mask operations; equation 1 has the paths"),
    ("12", "cost_sync/work-group", "barrier", "waiting at barriers"),
)


@dataclass(frozen=True, slots=True)
class TermRow:
    """A term in average cycles per warp: by the model's equation (None: no value from the model) and by the ledger."""

    equation: str
    term: str
    predicted: float | None
    simulated: float
    what: str


def warp_cycles(program: Program, ledger: np.ndarray, warps: int) -> dict[str, float]:
    """Return the cycles of one warp by kind of the blamed instruction.

    The kinds are instruction, global, local, control, barrier; `others`, cycles that it waited for other warps; and, of
    a device, `idle`, cycles of places that no work-group was in. They add up to the cycles of the run, on a device
    times the warps of all places over the warps of all groups. ledger: int64 [instructions + 1, reasons]. warps: of all
    work-groups.
    """
    cycles_of = dict.fromkeys(("instruction", "global", "local", "control", "barrier", "others", "idle"), 0.0)
    own = [REASONS.index(name) for name in _OWN]
    own_global = [*own, *(REASONS.index(name) for name in MEMORY_WAITS)]
    for pc, instruction in enumerate(program.instructions):
        if instruction is None:
            continue
        kind = "barrier" if instruction.spec.name == "bar" else _KINDS.get(instruction.spec.unit, "control")
        cycles_of[kind] += float(ledger[pc][own_global if kind == "global" else own].sum()) / warps
    cycles_of["idle"] = float(ledger[:, REASONS.index("idle")].sum()) / warps
    cycles_of["others"] = float(ledger.sum()) / warps - sum(cycles_of.values())
    return cycles_of


_KINDS = {"lds": "local", "memory": "global"} | dict.fromkeys(COMPUTE_UNITS, "instruction")


def term_rows(said: Mapping[str, float], spent: Mapping[str, float], machine: Machine | None) -> list[TermRow]:
    """Return the table of one point. said: the paper's terms by name. spent: `warp_cycles` of its run."""
    rows = [
        TermRow(equation, term, _value(said, term, machine), spent.get(kind, 0.0), what)
        for equation, term, kind, what in _ROWS
    ]
    rows.append(TermRow("", "nothing", None, spent.get("others", 0.0), "waiting for other warps: units, ports, order"))
    if spent.get("idle"):
        rows.append(TermRow("", "nothing", None, spent["idle"], "places for work-groups without one"))
    return rows


def _value(said: Mapping[str, float], term: str, machine: Machine | None) -> float | None:
    if term == "cost_global_memory/batch" and machine is not None and "time_global_memory/batch" in said:
        # Equation 3 counts cycles of GM_L's clock; here they are the core's, as in the ledger.
        return said["time_global_memory/batch"] * machine.clock_mhz * 1e6
    return said.get(term)
