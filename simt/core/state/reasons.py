"""The complete list of reasons: the words that ledgers, events and reports use.

docs/processor.md, section 11, defines each. The order is the encoding used inside the engine; it is part of the
fingerprint under which compiled code is cached.
"""

from __future__ import annotations

from isa.table.units import COMPUTE_UNITS, UNITS

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
    "uncoalesced": "the coalescer sends an access as several transactions, one by one",
    "memory_queue": "the memory queue is full",
    "memory_grant": "transactions wait for the memory's arbiter",
    "memory_bank": "requests wait in the memory's controller for their banks",
    "memory_bus": "data is on its way out of the memory",
    "retire_port": "a finished result waits for the retire port",
    "slot_empty": "an unused slot of a bundle",
    "drain": "no instructions left to issue",
    "idle": "nothing is launched",
    "scoreboard_full": "no entry of the warp's scoreboard is free",
    "interval": "not the scheduler's turn",
    "slot_kind": "no ready warp's instruction fits the slot",
}

REASONS: tuple[str, ...] = tuple(REASON_HELP)

# Waits by what holds a warp up: the result of an instruction that computes, or of anything in its own core, jumps
# included; and an access to global memory, in the coalescer, in its queue, before the arbiter, in the banks and on the
# bus.
COMPUTE_WAITS: tuple[str, ...] = tuple(UNITS[name].reason for name in COMPUTE_UNITS)
CORE_WAITS: tuple[str, ...] = tuple(unit.reason for name, unit in UNITS.items() if name != "memory")
MEMORY_WAITS: tuple[str, ...] = (
    UNITS["memory"].reason, "uncoalesced", "memory_queue", "memory_grant", "memory_bank", "memory_bus",
)  # fmt: skip

LANE_KINDS: tuple[str, ...] = ("active", "diverged", "finished", "tail")
LOST_LANES = LANE_KINDS[1:]

# Reasons that the engine charges, so that compiled code compares with constants. A unit's reasons are in its CODE
# records.
ISSUED, NOT_SELECTED, FETCH, BARRIER = map(REASONS.index, ("issued", "not_selected", "fetch", "barrier"))
OPERAND_BANK, UNIT_BUSY, BANK_CONFLICT = map(REASONS.index, ("operand_bank", "unit_busy", "bank_conflict"))
DEP_GLOBAL, UNCOALESCED, MEMORY_QUEUE = map(REASONS.index, ("dep_global", "uncoalesced", "memory_queue"))
MEMORY_GRANT, MEMORY_BANK, MEMORY_BUS = map(REASONS.index, ("memory_grant", "memory_bank", "memory_bus"))
RETIRE_PORT, SLOT_EMPTY, DRAIN, IDLE = map(REASONS.index, ("retire_port", "slot_empty", "drain", "idle"))
SCOREBOARD_FULL, INTERVAL, SLOT_KIND = map(REASONS.index, ("scoreboard_full", "interval", "slot_kind"))

assert len(REASONS) < 128, "reasons are stored as int8"
