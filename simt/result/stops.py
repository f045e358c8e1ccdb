"""The stops of runs before their ends (docs/processor.md, section 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simt.core.engine.lanes import WaitingLanes

STOP_CODES = {
    "program_counter": "T001",
    "illegal_instruction": "T002",
    "local_address": "T003",
    "deadlock": "T004",
    "cycle_limit": "T005",
    "interrupted": "T007",
    "stack_overflow": "T008",
    "stack_underflow": "T009",
    "divergent_barrier": "T010",
    "global_address": "T011",
    "other_core": "T012",
    "private_address": "T013",
}
DISAGREEMENT = "T006"


@dataclass(frozen=True, slots=True)
class WarpAtStop:
    """A warp that had not ended when a run was stopped.

    - core, warp: as in `Stop`; core 0 on a plain processor.
    - mask: its active lanes. pc: the address of the active lanes.
    - waiting: its other living lanes.
    - stack: the entries of its stack, (mask, address), the top last.
    """

    core: int
    warp: int
    mask: int
    pc: int
    waiting: tuple[WaitingLanes, ...] = ()
    stack: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop of a run before its end (docs/processor.md, section 9).

    It is a trap, a deadlock, the cycle limit, Ctrl-C or, for the result of one core, a stop of another core.

    - kind: a key of `STOP_CODES`.
    - cycle: the cycle of the stop; in a functional run, the number of executed instructions.
    - warp: the number of the warp that caused the stop in its core (place x warps of a group + number in the group); -1
      if no warp did.
    - lanes: a bit for each lane at fault.
    - pc: the instruction's address, -1 if there is none.
    - value: the wrong address, if any.
    - waiting: in a deadlock, (warp, program counter, since cycle) of each waiting warp.
    - finished: the warps that had ended.
    - core, group: the core and the group of the warp on a device, else -1.
    - buffer, offset: after a `global_address`, the buffer that was meant, and the bytes from its start.
    - warps: at the cycle limit or after Ctrl-C, the warps that had not ended; only on a machine whose lanes may part.
    - pending: after a trap on a machine with a scoreboard, the registers of the warp that a load was about to write.
    """

    kind: str
    cycle: int
    warp: int = -1
    lanes: int = 0
    pc: int = -1
    value: int = 0
    waiting: tuple[tuple[int, int, int], ...] = ()
    finished: tuple[int, ...] = ()
    core: int = -1
    group: int = -1
    buffer: str = ""
    offset: int = 0
    pending: tuple[int, ...] = ()
    warps: tuple[WarpAtStop, ...] = ()

    @property
    def code(self) -> str:
        """The code that `simt explain` knows."""
        return STOP_CODES[self.kind]

    @property
    def lane_numbers(self) -> list[int]:
        """The numbers of the lanes at fault."""
        return [lane for lane in range(64) if self.lanes >> lane & 1]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        is_placed = self.core >= 0 or self.group >= 0
        return {
            "kind": self.kind,
            "code": self.code,
            "cycle": self.cycle,
            "warp": self.warp,
            "lanes": self.lane_numbers,
            "pc": self.pc,
            "value": self.value,
            "waiting": [{"warp": warp, "pc": pc, "since": since} for warp, pc, since in self.waiting],
            "finished": list(self.finished),
            **({"core": self.core, "group": self.group} if is_placed else {}),
            **({"pending": list(self.pending)} if self.pending else {}),
            **({"buffer": self.buffer, "offset": self.offset} if is_placed and self.kind == "global_address" else {}),
        }
