"""A launch in any of its cycles: run forth, and back from copies of its state that are kept on the way."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import numpy as np

from simt.core.engine.run import advance
from simt.core.state import layout, states
from simt.core.state.layout import mapped
from simt.core.state.state import State

_SPAN = 1024  # cycles between two checkpoints, at first; half of them go whenever there are too many
_MOST = 64
_BYTES = 256 << 20


class Replay:
    """A launch by cycle. state: before cycle 0; it is never written to."""

    def __init__(self, state: State) -> None:
        self._checkpoints = {0: state}
        self._span = -(-_SPAN // state.lag) * state.lag
        self.is_device = state.device is not None
        self.size = max(1, _bytes(state.cores) + _bytes(state.device))  # bytes of a state
        self._most = max(2, min(_MOST, _BYTES // self.size))

    @property
    def kept(self) -> int:
        """Return the number of kept copies of the state."""
        return len(self._checkpoints)

    def at(self, cycle: int) -> State:
        """Return a copy of the state after `cycle` cycles, or after the last one, as a limit would leave it."""
        base = self._checkpoint(cycle)
        state = copied(self._checkpoints[base])
        if base < cycle:
            advance(state, "cycle", cycle, cycle)
        return state

    def each(self, cycles: range) -> Iterator[State]:
        """Yield the state after each of these cycles, in order; it is valid until the next one is asked for."""
        state = copied(self._checkpoints[self._checkpoint(cycles.start)])
        if state.device is None:
            for cycle in cycles:
                advance(state, "cycle", cycle, layout.NEVER)
                yield state
            return
        # The cores of a device run many cycles each before they meet: every one of these begins where they last met.
        before = state
        for cycle in cycles:
            while int(state.clock["cycle"]) < cycle and state.clock["status"] == states.RUNNING:
                before = copied(state)
                advance(state, "cycle", int(state.clock["cycle"]) + state.lag, layout.NEVER)
            found = copied(before)
            advance(found, "cycle", cycle, cycle)
            yield found

    def _checkpoint(self, cycle: int) -> int:
        """Return the last checkpoint at or before a cycle; checkpoints on the way are made."""
        while True:
            places = sorted(self._checkpoints)
            base = places[bisect_right(places, cycle) - 1]
            following = base + self._span
            if following > cycle or base != places[-1]:
                return base
            state = copied(self._checkpoints[base])
            advance(state, "cycle", following, layout.NEVER)
            if state.clock["status"] != states.RUNNING:
                return base
            # A device skips still cycles at once, and may be further than asked.
            self._checkpoints[int(state.clock["cycle"])] = state
            if len(self._checkpoints) > self._most:
                for place in places[1::2]:
                    del self._checkpoints[place]
                self._span *= 2


def copied(state: State) -> State:
    """Return a copy that can be run without changing the original; program and machine are shared."""
    cores = mapped(state.cores, np.copy)
    operands = cores.operands._replace(floats=cores.operands.words.view(np.float32))
    cores = cores._replace(spec=state.cores.spec, code=state.cores.code, operands=operands)
    return State(state.file, state.units, cores, mapped(state.device, np.copy))


def _bytes(group: Any) -> int:
    """Return the size of all arrays of a group."""
    if isinstance(group, tuple):
        return sum(_bytes(member) for member in group)
    return 0 if group is None else int(group.nbytes)
