"""The reasons of the closed list (docs/processor.md, section 11), by the machines that charge them."""

from __future__ import annotations

from isa.table.units import UNITS
from simt.core.state.reasons import MEMORY_WAITS, REASONS
from tests.reference.accounting import OF_MEMORY

NEVER = {"reconverge", "memory_fence"}  # kept for machines that nobody has described yet
OF_DRAM = set(OF_MEMORY)  # which issue slots are not charged for
OF_SCOREBOARDS = {"scoreboard_full", "interval", "slot_kind"}
OF_CORES = set(REASONS) - NEVER - OF_SCOREBOARDS - {"slot_empty", "idle", *MEMORY_WAITS}
OF_DEVICES = set(REASONS) - NEVER - OF_SCOREBOARDS - {"slot_empty", "operand_bank"}
OF_BUNDLES = OF_CORES - {UNITS["dpu"].reason}  # of generated bundles, which have no doubles
