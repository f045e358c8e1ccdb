"""Work-groups of a run without time on several threads of the host, with the results of one thread, bit for bit.

On one thread the groups run in the order of their numbers. A *phase* runs a number of groups on all threads. A thread
takes the next group when its last one has ended, so the groups of one thread are in order. It notes which words of
global memory it reads and writes. Nothing else passes from group to group: registers and local memory begin anew.

The work of a phase is kept if no thread has written a word that another thread has read or written. Then all reads gave
the same values as on one thread. Besides, no group may have trapped or be too long, and the limit of the run must not
be reached. Otherwise global memory is put back as it was before the phase, and one thread does all the rest.

At first, reads are noted by buffer, because most buffers are read or written, not both. If a thread has read a buffer
in which another thread has written, the phase is undone and done again. From then on, reads of this buffer are noted by
word.

Programs with atomics on global memory, or with private memory that lies there, run on one thread, and so do runs that
are checked. The launch's last group is never part of a phase, because the result of the run shows its registers.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np

from simt.core.engine.entry import call, load
from simt.core.jit.packed import pack
from simt.core.loops.accesses import BUFFERS, BY_WORD, READ, WAS_READ, WRITTEN
from simt.core.loops.functional import TAKEN
from simt.core.state import kinds, states
from simt.core.state.accesses import PRIVATE
from simt.core.state.cores import repeated
from simt.core.state.state import State

_LONGEST = 20_000_000  # instructions of a thread in a phase, at most: about a second, before which nobody hears Ctrl-C


def may_share(state: State) -> bool:
    """Return whether the work-groups of a run without time may run on several threads."""
    if state.device is None or state.cores.shadow is not None:
        return False
    code = state.cores.code[0]
    is_private = np.isin(code["kind"], (kinds.LOAD_GLOBAL, kinds.STORE_GLOBAL)) & (code["table"] & PRIVATE != 0)
    return not (is_private.any() or (code["kind"] == kinds.ATOMIC).any())


class Shares:
    """The threads of a run without time, each with a core. state: the state of a run that `may_share`."""

    def __init__(self, state: State, threads: int) -> None:
        self._state, self._threads = state, threads
        assert state.device is not None
        self._words = state.device.words
        self._before = self._words.copy()  # global memory before the phase
        self._begun = -1  # the instruction at which it was like that
        buffers = state.cores.link.buffers[0]
        rows = max(len(self._words) // 64 + 1, len(buffers))
        self._parts = [_bits(int(first) // 4, -(-int(end) // 4), rows) for first, end in buffers]
        self._by_word = np.zeros(len(buffers), np.int64)  # BY_WORD for buffers that are read and written
        cores = repeated(state.cores, threads)
        self._cores = cores._replace(link=cores.link._replace(seen=np.zeros((threads, 3, rows), np.int64)))
        self._arguments = pack(self._cores, state.device)
        self.is_over = False  # a phase has failed

    @property
    def can_go_on(self) -> bool:
        """Return whether a phase may follow: none has failed, and groups are left for it."""
        far, launch = self._state.device.fars[0], self._state.cores.link.launches[0, 0]  # type: ignore[union-attr]
        return not self.is_over and int(far["ended"]) + 2 < int(launch["groups"])

    def advance(self, instructions: int, limit: int) -> tuple[float, int]:
        """Run a phase of about a number of instructions; return (the seconds that it took, its threads).

        If a group is half done, one thread goes on with this group. limit: the number of instructions at which the run
        ends.
        """
        begin = time.perf_counter()
        device: Any = self._state.device
        if self._state.cores.link.units[0, 0]["resident"]:
            device.crew[0]["end"] = device.fars[0]["ended"] + 1
            until = min(limit, int(self._state.cores.run[0]["sequence"]) + instructions)
            return call("groups", pack(self._state.cores, device), until, 0), 1
        far, run, crew = device.fars[0], self._state.cores.run[0], device.crew[0]
        ended, last = int(far["ended"]), int(self._state.cores.link.launches[0, 0]["groups"]) - 1
        own = max(1, int(run["sequence"]) // max(1, ended))  # instructions of a group
        end = min(last, ended + max(2 * self._threads, instructions // own))
        crew["threads"], crew["end"] = self._threads, end
        if self._begun != run["sequence"]:
            self._before[:] = self._words
        is_kept = False
        try:
            self._run(ended, min(_LONGEST, limit))
            while self._learn():
                self._words[:] = self._before
                self._run(ended, min(_LONGEST, limit))
            is_kept = self._is_good(end, limit)
        finally:
            crew["threads"] = 1
            if is_kept:
                self._keep(end)
            else:
                self._words[:] = self._before
                self.is_over = True
        return time.perf_counter() - begin, self._threads

    def _prepare(self, ended: int) -> None:
        cores, device = self._cores, self._state.device
        assert device is not None
        device.signals[TAKEN] = ended
        for name in ("sequence", "trap", "waiting"):
            cores.run[name] = 0
        cores.run["status"] = states.RUNNING
        cores.link.units["resident"] = 0
        cores.link.seen[:] = 0
        cores.link.seen[:, BUFFERS, : len(self._by_word)] = self._by_word
        cores.ledgers.stats.view(np.int64)[:] = 0
        cores.ledgers.widths[:] = 0

    def _run(self, ended: int, until: int) -> None:
        """Run the phase on all threads, this one included. ended: its first group."""
        self._prepare(ended)
        load("groups", self._arguments, 2)
        others = [
            threading.Thread(target=call, args=("groups", self._arguments, until, number), daemon=True)
            for number in range(1, self._threads)
        ]
        for other in others:
            other.start()
        try:
            call("groups", self._arguments, until, 0)
        finally:
            for other in others:
                other.join()

    def _learn(self) -> bool:
        """Return whether the reads of more buffers than before have to be noted by word."""
        seen, news = self._cores.link.seen, False
        for k, part in enumerate(self._parts):
            readers = seen[:, BUFFERS, k] & WAS_READ != 0
            for reader in np.flatnonzero(readers if self._by_word[k] == 0 else []):
                if (np.delete(seen[:, WRITTEN], reader, axis=0) & part).any():
                    self._by_word[k], news = BY_WORD, True
        return news

    def _is_good(self, end: int, limit: int) -> bool:
        """Return whether the phase, of the groups below `end`, has left what one thread would have left."""
        cores, device = self._cores, self._state.device
        is_whole = device is not None and device.signals[TAKEN] >= end and not cores.link.units["resident"].any()
        is_whole = is_whole and (cores.run["status"] == states.RUNNING).all()
        if not is_whole or int(self._state.cores.run[0]["sequence"]) + int(cores.run["sequence"].sum()) >= limit:
            return False
        seen = cores.link.seen
        for writer in range(self._threads):
            for other in range(self._threads):
                if other != writer and (seen[writer, WRITTEN] & (seen[other, READ] | seen[other, WRITTEN])).any():
                    return False
        return True

    def _keep(self, end: int) -> None:
        """Take over what the phase has done: the groups below `end` have run."""
        own, cores = self._state.cores, self._cores
        own.run[0]["sequence"] += cores.run["sequence"].sum()
        own.ledgers.stats.view(np.int64)[0] += cores.ledgers.stats.view(np.int64).sum(axis=0)
        own.ledgers.widths[0] += cores.ledgers.widths.sum(axis=0)
        self._state.device.fars[0]["ended"] = end  # type: ignore[union-attr]
        written = np.bitwise_or.reduce(cores.link.seen[:, WRITTEN])
        rows = np.flatnonzero(written)
        places = (rows[:, None] * 64 + np.arange(64)).ravel()
        places = places[places < len(self._words)]
        self._before[places] = self._words[places]
        self._begun = int(own.run[0]["sequence"])


def _bits(first: int, end: int, rows: int) -> np.ndarray:
    """Return int64 [rows] with the bits of the words from `first` to before `end`."""
    is_inside = np.zeros(64 * rows, np.uint8)
    is_inside[first:end] = 1
    return np.packbits(is_inside, bitorder="little").view(np.int64)
