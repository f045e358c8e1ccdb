"""The GPU paper's terms beside the warp ledger: cycles that equations 1, 3, 5, 7 and 12 predict, and cycles of the run.

An instruction's equation covers its issue, front end and latency. The paper covers waits for other warps, such as
`not_selected` and `unit_busy`, by multiplying with the number of batches. The cycles of the ledger that belong to a
term are found in one of two ways: by the instruction to which they are charged (`warp_cycles`), or by their reason
(`PaperTerm.reasons`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from isa.program.program import Program
from isa.reporting.diagnostics import listed
from isa.table.units import COMPUTE_UNITS, UNITS
from simt.core.state.reasons import COMPUTE_WAITS, CORE_WAITS, MEMORY_WAITS, REASONS
from simt.machine import Machine

if TYPE_CHECKING:
    from simt.models.refined import Profile

_OWN = ("issued", "fetch", *CORE_WAITS, "bank_conflict", "barrier")
_COMPUTE = listed((name.upper() for name in COMPUTE_UNITS), "and")


@dataclass(frozen=True, slots=True)
class PaperTerm:
    """A term of the paper in cycles of one batch (equation 12: of a work-group), with its counterpart in the ledger.

    - kind: the kind of the instructions to which the cycles of the counterpart are charged (`warp_cycles`).
    - reasons: the reasons of the cycles of the counterpart.
    - meaning: the meaning of the kind.
    """

    equation: str
    name: str
    kind: str
    reasons: tuple[str, ...]
    meaning: str

    def row(self, values: Mapping[str, float], core_hz: float, simulated: float) -> TermRow:
        """Return the row of a point.

        - values: the paper's terms by name.
        - core_hz: the clock of the cores, in Hz.
        - simulated: the cycles of an average warp in the ledger.

        Equation 3 counts cycles of the clock of GM_L; they are converted to cycles of the cores, as in the ledger.
        """
        predicted = values.get(self.name)
        if self.equation == "3" and (seconds := values.get("time_global_memory/batch")) is not None:
            predicted = seconds * core_hz
        return TermRow(self.equation, self.name, predicted, simulated, self.reasons, self.meaning)


TERMS = (
    PaperTerm(
        "1", "cost_instruction/batch", "instruction", ("issued", "fetch", *COMPUTE_WAITS),
        f"instructions of {_COMPUTE}",
    ),
    PaperTerm(
        "3", "cost_global_memory/batch", "global", MEMORY_WAITS,
        "global accesses: their latency, and the transactions before theirs",
    ),
    PaperTerm(
        "5", "cost_local_memory/batch", "local", (UNITS["lds"].reason, "bank_conflict"),
        "local accesses, conflicts included",
    ),
    PaperTerm(
        "7", "cost_branch/batch", "control", (UNITS["control"].reason, "reconverge"),
        "jumps and mask operations; equation 1 has the paths",
    ),
    PaperTerm("12", "cost_sync/work-group", "barrier", ("barrier",), "waiting at barriers"),
    PaperTerm(
        "", "nothing", "others",
        (
            *("not_selected", "unit_busy", "retire_port", "operand_bank", "memory_fence", "slot_empty"),
            *("scoreboard_full", "interval", "slot_kind"),
        ),
        "waiting for other warps: units, ports, order",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TermRow:
    """A term: cycles of an average warp, as the equation predicts them (or None), and as the warp ledger has them."""

    equation: str
    term: str
    predicted: float | None
    simulated: float
    reasons: tuple[str, ...]
    meaning: str


def warp_cycles(program: Program, ledger: np.ndarray, warps: int) -> dict[str, float]:
    """Return the cycles of an average warp, by kind of the blamed instruction.

    ledger: int64 [instructions + 1, reasons], the sum over all cores. warps: the warps of all work-groups.

    The kinds are instruction, global, local, control and barrier; also `others`, the waits for other warps, and `idle`,
    the cycles of a device's places without a work-group. On a plain core they add up to the cycles of the run. On a
    device the sum is the cycles of the run, times the warps of all places, divided by the warps of all groups.
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


def term_rows(values: Mapping[str, float], cycles_of: Mapping[str, float], machine: Machine | None) -> list[TermRow]:
    """Return the table of one point. values: the paper's terms by name. cycles_of: `warp_cycles` of its run.

    machine: the machine whose clock is used; None only for a point without values.
    """
    core_hz = 0.0 if machine is None else machine.clock_mhz * 1e6
    rows = [term.row(values, core_hz, cycles_of.get(term.kind, 0.0)) for term in TERMS]
    if idle := cycles_of.get("idle"):
        rows.append(TermRow("", "nothing", None, idle, ("idle",), "places for work-groups without one"))
    return rows


def of_all_cores(charges: Mapping[str, float], profile: Profile) -> Mapping[str, float]:
    """Scale the refined model's charges from the busiest core to an average core.

    Charges are assumed to be proportional to the number of a core's work-groups. The average core has fewer groups than
    the busiest core, and is idle after them. So the rest of the predicted cycles is charged to `idle`.
    """
    cores = profile.machine.cores
    share = profile.groups / (cores * -(-profile.groups // cores))
    if share == 1:
        return charges
    scaled = {name: value * share for name, value in charges.items()}
    scaled["idle"] = scaled.get("idle", 0.0) + sum(charges.values()) * (1 - share)
    return scaled
