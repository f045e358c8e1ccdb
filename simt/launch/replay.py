"""The state of a launch in any of its cycles, and of a core: registers, flags, masks, the stack, local memory.

A launch is simulated forwards only. Copies of its state are kept on the way. An earlier cycle is simulated from the
last copy before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.core.engine.output import Output
from simt.core.engine.run import Running
from simt.core.engine.waiting import STACKS, stack_entries, waiting_lanes
from simt.core.state import layout, states
from simt.core.state.layout import mapped
from simt.core.state.state import State

_SPAN = 1024  # cycles between two checkpoints, at first; half of them go whenever there are too many
_MOST = 64
_BYTES = 256 << 20
# The places of a warp, by its state's number in simt.core.state.states.
PLACES = ("ready", "front end", "unit", "retired", "barrier", "released", "blocked", "finished", "empty")
_HAS_INSTRUCTION = (states.IN_FRONT, states.IN_UNIT, states.RETIRED, states.WAITING, states.RELEASED)


class States:
    """The states of a run by cycle. Each state is simulated from the last copy that was kept before it.

    state: the state before cycle 0, which is not changed. cycles: the number of cycles of the run.
    """

    def __init__(self, state: State, cycles: int) -> None:
        self.cycles = cycles
        self._checkpoints = {0: state}
        self._span = -(-_SPAN // state.lag) * state.lag
        self.is_device = state.device is not None
        self.size = max(1, _bytes(state.cores) + _bytes(state.device))  # bytes of a state
        self._most = max(2, min(_MOST, _BYTES // self.size))

    def at(self, cycle: int) -> State:
        """Return a copy of the state after `cycle` cycles, or at the end of a shorter run."""
        base = self._checkpoint(cycle)
        state = copied(self._checkpoints[base])
        if cycle > 0:  # from a copy of this cycle too, whose cores may be at earlier ones
            Running(state).advance(cycle, cycle)
        return state

    def each(self, cycles: range) -> Iterator[State]:
        """Yield the state after each of these numbers of cycles. A state is valid until the next is yielded."""
        state = copied(self._checkpoints[self._checkpoint(cycles.start)])
        if state.device is None:
            running = Running(state)
            for cycle in cycles:
                running.advance(cycle, layout.NEVER)
                yield state
            return
        # The cores of a device run many cycles each before they meet: every one of these begins where they last met.
        before = state
        for cycle in cycles:
            while int(state.clock["cycle"]) < cycle and state.clock["status"] == states.RUNNING:
                before = copied(state)
                Running(state).advance(int(state.clock["cycle"]) + state.lag, layout.NEVER)
            exact = copied(before)
            Running(exact).advance(cycle, cycle)
            yield exact

    def after(self, cycle: int, core: int = 0) -> Snapshot:
        """Return a core after cycle `cycle`; -1 is before cycle 0. Raises `IndexError` for a cycle outside the run."""
        if not -1 <= cycle < self.cycles:
            raise IndexError(f"the run has the cycles 0 to {self.cycles - 1}, and no cycle {cycle}")
        return Snapshot.of(self.at(cycle + 1), cycle + 1, core)

    def registers(self, cycles: range, core: int = 0) -> Iterator[np.ndarray]:
        """Yield a core's registers, uint32 [warps, registers, lanes], after each cycle; -1 is before cycle 0."""
        for state in self.each(range(cycles.start + 1, cycles.stop + 1)):
            yield Output("cycle_limit", 0, None, -1, state).registers[core]

    def _checkpoint(self, cycle: int) -> int:
        """Return the cycle of the last checkpoint up to `cycle`, after making the missing checkpoints on the way."""
        while True:
            places = sorted(self._checkpoints)
            base = places[bisect_right(places, cycle) - 1]
            following = base + self._span
            if following > cycle or base != places[-1]:
                return base
            state = copied(self._checkpoints[base])
            Running(state).advance(following, layout.NEVER)
            if state.clock["status"] != states.RUNNING:
                return base
            # A device skips still cycles at once, and may be further than asked.
            self._checkpoints[int(state.clock["cycle"])] = state
            if len(self._checkpoints) > self._most:
                for place in places[1::2]:
                    del self._checkpoints[place]
                self._span *= 2


def copied(state: State) -> State:
    """Return a copy that can be run without changing the original. Both share the program and the machine."""
    cores = mapped(state.cores, np.copy)
    operands = cores.operands._replace(floats=cores.operands.words.view(np.float32))
    cores = cores._replace(spec=state.cores.spec, code=state.cores.code, operands=operands)
    return State(state.file, cores, mapped(state.device, np.copy))


def _bytes(group: Any) -> int:
    if isinstance(group, tuple):
        return sum(_bytes(member) for member in group)
    return 0 if group is None else int(group.nbytes)


# --- a core -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Snapshot:
    """The state of a core after the first `done` cycles of a run. Masks have a bit per lane."""

    done: int
    core: int
    registers: np.ndarray  # uint32 [warps, registers, lanes]
    carry: np.ndarray  # int64 [warps]
    active: np.ndarray  # int64 [warps]
    living: np.ndarray  # int64 [warps]
    pc: np.ndarray  # int64 [warps]: of the instruction in flight, else (with a scoreboard always) of the next
    places: Sequence[str]  # [warps], words of PLACES
    # [warps]: (mask, program counter) of each entry, the top last; without a stack of the waiting lanes of each counter
    stacks: Sequence[Sequence[tuple[int, int]]]
    scalars: np.ndarray  # uint32 [warps, 128]; [0, 128] without explicit masks
    memory: np.ndarray  # uint32 [local words]
    words: np.ndarray | None  # uint32: global memory from byte 0; None on a plain processor
    # With a scoreboard, of each warp: (program counter, word of PLACES) of what is in flight, the oldest first.
    flights: Sequence[Sequence[tuple[int, str]]] | None = None

    @classmethod
    def of(cls, state: State, done: int, core: int) -> Snapshot:
        """Return the snapshot of a core in a state of the launch. done: the number of cycles that are done."""
        output = Output("cycle_limit", done, None, -1, state)
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
            flights=_flights(state, core),
        )

    def lanes(self, warp: int) -> list[str]:
        """Return the state of each lane of a warp: active, diverged or ended. A lane without a thread is ended."""
        count = self.registers.shape[2]
        active, living = int(self.active[warp]), int(self.living[warp])
        return [
            "ended" if not living >> lane & 1 else "active" if active >> lane & 1 else "diverged"
            for lane in range(count)
        ]

    def to_dict(self, warps: Sequence[int]) -> dict[str, Any]:
        """Return plain values for JSON: the state of these warps, and the whole local memory."""
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
                    **({} if self.flights is None else {"flights": _listed(self.flights[warp])}),
                    **({"scalars": self.scalars[warp].tolist()} if len(self.scalars) else {}),
                }
                for warp in warps
            ],
            "local": self.memory.tolist(),
        }


def _stacks(state: State, core: int) -> list[list[tuple[int, int]]]:
    warps = range(len(state.cores.warps[core]))
    if int(state.cores.spec["branch_policy"][0]) in STACKS:
        return [stack_entries(state, core, w) for w in warps]
    return [[(group.mask, group.pc) for group in reversed(waiting_lanes(state, core, w))] for w in warps]


def _flights(state: State, core: int) -> list[list[tuple[int, str]]] | None:
    if state.cores.flights is None:
        return None
    boards, rows = state.cores.flights.boards[core], state.cores.flights.flights[core]
    entries = len(rows) // len(boards)
    found = []
    for warp, board in enumerate(boards):
        live = [rows[warp * entries + place] for place in range(entries) if int(board["live"]) >> place & 1]
        live.sort(key=lambda row: int(row["sequence"]))
        found.append([(int(row["issue_pc"]), _place_of(row)) for row in live])
    return found


def _place_of(flight: np.void) -> str:
    """Return where an instruction in flight is."""
    if flight["retire_cycle"] >= 0:
        return "retired"
    return "unit" if flight["enter_cycle"] >= 0 else "front end"


def _listed(flights: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"pc": pc, "place": place} for pc, place in flights]
