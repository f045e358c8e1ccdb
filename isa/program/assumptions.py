"""The assumptions about a launch under which a packed program computes the same as the scalar program."""

from __future__ import annotations

from dataclasses import dataclass

from isa.program.bundles import SlotsValue


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The packer's assumptions about the launch. If they do not hold, the packed program may compute something else.

    - slots: the slots of the machine for which the program was packed, in the form of `vliw.slots`.
    - threads: the largest number of threads of a work-group, 0 for any number.
    - is_exact: whether work-groups have exactly `threads` threads. A kernel that reads `group_size` needs this.
    - in_bounds: whether accesses stay in their arrays even without proof (`assume_in_bounds` of `isa.pack`).
    - stay_together: whether the lanes of a warp do not part at jumps (`isa.pack` without `may_part`).
    """

    slots: SlotsValue
    threads: int = 0
    is_exact: bool = False
    in_bounds: bool = False
    stay_together: bool = True

    def allows(self, threads: int) -> bool:
        """Return whether a launch may have this number of threads."""
        return self.threads in (0, threads) or (threads < self.threads and not self.is_exact)
