"""A core in one cycle of a run: registers, flags, masks, the stack, local memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.engine.output import Output
from simt.core.state import states

if TYPE_CHECKING:
    from simt.core.state.state import State
    from simt.launch.replay import Replay

# The places of a warp, by its state's number in simt.core.state.states.
PLACES = ("ready", "front end", "unit", "retired", "barrier", "released", "finished", "empty")
_HAS_INSTRUCTION = (states.IN_FRONT, states.IN_UNIT, states.RETIRED, states.WAITING, states.RELEASED)


@dataclass(frozen=True, eq=False, repr=False)
class Snapshot:
    """A core after `done` cycles of a run, that is after cycle `done` - 1. Masks have a bit per lane."""

    done: int
    core: int
    registers: np.ndarray  # uint32 [warps, registers, lanes]
    carry: np.ndarray  # int64 [warps]
    active: np.ndarray  # int64 [warps]
    living: np.ndarray  # int64 [warps]
    pc: np.ndarray  # int64 [warps]: of the instruction in flight, else of the next one
    places: Sequence[str]  # [warps], words of PLACES
    stacks: Sequence[Sequence[tuple[int, int]]]  # [warps]: (mask, program counter) of each entry, the top last
    scalars: np.ndarray  # uint32 [warps, 128]; [0, 128] without explicit masks
    memory: np.ndarray  # uint32 [local words]
    words: np.ndarray | None  # uint32: global memory from byte 0; None on a plain processor

    @classmethod
    def of(cls, state: State, done: int, core: int) -> Snapshot:
        """Return a core of a state."""
        output = Output("cycle_limit", done, None, -1, state, "cycle")
        warps = state.cores.warps[core]
        has_instruction = np.isin(warps["state"], _HAS_INSTRUCTION)
        return cls(
            done=done,
            core=core,
            registers=output.registers[core],
            carry=warps["carry"].copy(),
            active=warps["mask"].copy(),
            living=warps["living"].copy(),
            pc=np.where(has_instruction, warps["issue_pc"], warps["pc"]).astype(np.int64),
            places=[PLACES[place] for place in warps["state"]],
            stacks=_stacks(state, core),
            scalars=output.scalars[core],
            memory=state.cores.memory.words[core].copy(),
            words=output.words,
        )

    def lanes(self, warp: int) -> list[str]:
        """Return the state of each lane of a warp: active, diverged, or ended (a lane without a thread, too)."""
        count = self.registers.shape[2]
        active, living = int(self.active[warp]), int(self.living[warp])
        return [
            "ended" if not living >> lane & 1 else "active" if active >> lane & 1 else "diverged"
            for lane in range(count)
        ]

    def to_dict(self, warps: Sequence[int]) -> dict[str, Any]:
        """Plain values for JSON, of these warps."""
        bits = (1 << self.registers.shape[2]) - 1
        return {
            "core": self.core,
            "warps": [
                {
                    "warp": warp,
                    "pc": int(self.pc[warp]),
                    "place": self.places[warp],
                    "active": int(self.active[warp]) & bits,
                    "living": int(self.living[warp]) & bits,
                    "carry": int(self.carry[warp]) & bits,
                    "stack": [[mask & bits, pc] for mask, pc in self.stacks[warp]],
                    "registers": self.registers[warp].tolist(),
                    **({"scalars": self.scalars[warp].tolist()} if len(self.scalars) else {}),
                }
                for warp in warps
            ],
            "local": self.memory.tolist(),
        }


@dataclass(frozen=True)
class States:
    """The states of a run by cycle, in both directions, each simulated from the nearest kept copy."""

    replay: Replay
    cycles: int

    def after(self, cycle: int, core: int = 0) -> Snapshot:
        """Return a core after a cycle of the run; -1: before its first. Raises `IndexError` outside the run."""
        if not -1 <= cycle < self.cycles:
            raise IndexError(f"the run has the cycles 0 to {self.cycles - 1}, and no cycle {cycle}")
        return Snapshot.of(self.replay.at(cycle + 1), cycle + 1, core)

    def registers(self, cycles: range, core: int = 0) -> Iterator[np.ndarray]:
        """Yield the registers, uint32 [warps, registers, lanes], after each of these cycles; -1: before the first."""
        for state in self.replay.each(range(cycles.start + 1, cycles.stop + 1)):
            yield Output("cycle_limit", 0, None, -1, state, "cycle").registers[core]


def _stacks(state: State, core: int) -> list[list[tuple[int, int]]]:
    divergence, warps = state.cores.divergence, state.cores.warps[core]
    if divergence is None:
        return [[] for _ in warps]
    return [
        [
            (int(divergence.masks[core, w, k]), int(divergence.counters[core, w, k]))
            for k in range(int(warps[w]["depth"]))
        ]
        for w in range(len(warps))
    ]
