"""The timing constraints of DRAM: which command delays which later command, where and how long (docs/dram.md, 4).

The compiled controller is made from this table (simt/core/memory/dram/timing.py). A channel gives the times. In a
channel without bank groups, a time for a group is never longer than the same time for the rank. Rows for refreshes of
single banks are unused if all banks are refreshed together.
"""

from __future__ import annotations

from typing import NamedTuple


class Constraint(NamedTuple):
    """A least number of clocks between an earlier and a later command."""

    level: str  # the later command is to the same `bank`, to a bank of the same `group`, or to any bank of the `rank`
    before: str  # the names of the earlier commands
    after: str  # the names of the later commands
    clocks: str  # a key of `Channel`
    window: int = 1  # which earlier command counts: 1 for the last one, 4 for the fourth last


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
    """Return the commands that constraints at these levels delay."""
    return tuple(dict.fromkeys(name for row in CONSTRAINTS if row.level in levels for name in row.after.split()))
