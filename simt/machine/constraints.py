"""The timing of DRAM as a table: which command makes which later one wait, where, how long (docs/dram.md, section 4).

The compiled controller is made from it (simt/core/memory/dram/timing.py). A standard is this table with the times of a
channel. Without bank groups the times for a group are the times for the rank; without refreshes of single banks the
rows for them are not used.
"""

from __future__ import annotations

from typing import NamedTuple


class Constraint(NamedTuple):
    """A constraint: a later command goes at least a number of clocks after an earlier one."""

    level: str  # where the later one is counted: in the same `bank`, in a bank of the same `group`, in the whole `rank`
    before: str  # commands, by their names
    after: str
    clocks: str  # a key of `Channel`
    window: int = 1  # counted back from the last earlier command: 4 is the fourth last


CONSTRAINTS = (
    Constraint("bank", "activate", "read write", "act_to_col"),
    Constraint("bank", "activate", "precharge", "tRAS"),
    Constraint("bank", "activate", "activate", "tRC"),
    Constraint("group", "activate refresh_bank", "activate", "tRRD_L"),
    Constraint("rank", "activate refresh_bank", "activate", "tRRD"),
    Constraint("rank", "activate refresh_bank", "activate", "tFAW", 4),
    Constraint("bank", "precharge", "activate refresh", "tRP"),
    Constraint("group", "read", "read", "col_to_col_L"),
    Constraint("rank", "read", "read", "col_to_col"),
    Constraint("rank", "read", "write", "rd_to_wr"),
    Constraint("bank", "read", "precharge", "rd_to_pre"),
    Constraint("group", "write", "write", "col_to_col_L"),
    Constraint("rank", "write", "write", "col_to_col"),
    Constraint("group", "write", "read", "wr_to_rd_L"),
    Constraint("rank", "write", "read", "wr_to_rd"),
    Constraint("bank", "write", "precharge", "wr_to_pre"),
    Constraint("rank", "refresh", "activate refresh", "tRFC"),
    Constraint("bank", "refresh_bank", "activate", "tRFCpb"),
    Constraint("rank", "refresh_bank", "refresh", "tRFCpb"),
)

# The commands whose constraints delay a command. The refresh of a bank opens its rows, as an activate does.
WAITS_AS = {
    "activate": ("activate",), "read": ("read",), "write": ("write",), "precharge": ("precharge",),
    "refresh": ("refresh",), "refresh_bank": ("activate", "refresh"),
}  # fmt: skip

TIMES = tuple(dict.fromkeys(row.clocks for row in CONSTRAINTS))
(WINDOW,) = {row.window for row in CONSTRAINTS} - {1}


def waiting(*levels: str) -> tuple[str, ...]:
    """Return the commands that rows of these levels make wait."""
    return tuple(dict.fromkeys(name for row in CONSTRAINTS if row.level in levels for name in row.after.split()))
