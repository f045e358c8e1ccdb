"""Lanes that wait, as results have them.

Commands that run nothing import this module, so the module imports nothing heavy.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WaitingLanes:
    """Lanes of a warp that wait in one place: a mask, and the program counter at which they go on.

    how: "stack", where they are in an entry of the stack; "blocked" at a convergence barrier or at a "barrier" of the
    work-group; else "turn": they could run, and others do.
    """

    mask: int
    pc: int
    how: str
