"""The names of the rules of a machine: schedulers, branch policies and so on.

The machine schema accepts the names in the types. The engine numbers a rule by its place in its list, so a new rule is
added at the end. CONTRIBUTING.md lists the other places of a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

SchedulerRule = Literal["paper", "round_robin", "oldest", "greedy_oldest", "fixed_priority", "two_level", "majority"]
DependenceRule = Literal["one_in_flight", "scoreboard"]  # between the instructions of a warp
BranchRule = Literal[
    "first_thread", "mask_stack", "ipdom_stack", "min_pc", "explicit_masks", "its", "its_yield", "warp_formation"
]  # fmt: skip
BranchOrder = Literal["true_first", "false_first", "smaller_first"]
MemoryRule = Literal["none", "simple", "dram"]
CoalescingRule = Literal["segments", "sectors", "half_warp_relaxed", "half_warp_joined", "half_warp_strict"]
ArbiterRule = Literal["frfcfs", "hmgpu"]  # of channels of DRAM
MappingRule = Literal["row_bank_column", "row_column_bank", "bank_row_column"]
PrivatePlace = Literal["auto", "local", "global"]
Organisation = Literal["single", "multiport", "three_banks", "eight_banks", "collectors"]  # of a register file

SCHEDULERS: tuple[str, ...] = get_args(SchedulerRule)
BRANCH_RULES: tuple[str, ...] = get_args(BranchRule)
BRANCH_ORDERS: tuple[str, ...] = get_args(BranchOrder)
MEMORIES: tuple[str, ...] = get_args(MemoryRule)
COALESCERS: tuple[str, ...] = get_args(CoalescingRule)
ORGANISATIONS: tuple[Organisation, ...] = get_args(Organisation)

# The mappings of lines to banks and rows, as descriptions of channels name them (docs/dram.md, section 1).
ADDRESS_MAPPINGS: Mapping[MappingRule, str] = {
    "row_bank_column": "rochrababgco",
    "row_column_bank": "rocorababgch",
    "bank_row_column": "rababgchroco",
}
