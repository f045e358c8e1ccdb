"""The closed list of reasons, and the kinds of trap: the words that ledgers, events and reports are written in.

docs/processor.md, sections 9 and 11, defines each. The order is the encoding used inside the engine; it is part of the
fingerprint under which compiled code is cached.
"""

from __future__ import annotations

from isa.units import UNITS

REASON_HELP: dict[str, str] = {
    "issued": "an instruction was issued",
    "not_selected": "ready and not chosen",
    "fetch": "on its way through the front end",
    "branch": UNITS["control"].waiting,
    "barrier": "waiting for the other warps of the work-group",
    "reconverge": "waiting for the other side of a branch",
    "memory_fence": "waiting for earlier memory accesses",
    **{unit.reason: unit.waiting for unit in UNITS.values()},
    "operand_bank": "two operands in one register bank",
    "unit_busy": "the unit is occupied",
    "bank_conflict": "several words of one local-memory bank, served one by one",
    "memory_queue": "the memory queue is full",
    "retire_port": "a finished result waits for the retire port",
    "slot_empty": "an unused slot of a bundle",
    "drain": "no instructions left to issue",
    "idle": "nothing is launched",
}

REASONS: tuple[str, ...] = tuple(REASON_HELP)

TRAP_KINDS: tuple[str, ...] = (
    "none",
    "program_counter",
    "illegal_instruction",
    "local_address",
    "deadlock",
    "stack_overflow",
    "stack_underflow",
    "divergent_barrier",
    "global_address",
)

LANE_KINDS: tuple[str, ...] = ("active", "diverged", "finished", "tail")
