"""Dependences between the operations of a straight piece of code.

An edge (i, j, distance) means that j must be at least `distance` bundles after i. A bundle reads all operands before it
writes results. So an operation that reads a register may share a bundle with an operation that overwrites the register:
the distance is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from isa.packing.operations import CARRY, Operation, tied_registers


@dataclass(slots=True)
class Dependences:
    """The dependence graph of a piece of code. An operation is named by its index in `operations`.

    - edges: for each operation, the operations that depend on it, with the distance.
    - true_edges: the edges that no choice of registers removes.
    - sources: the sources of each operation: by register that it reads, the operation that wrote the value, or -1 for a
      value from before the piece.
    - uses: for each operation, the readers of its result.
    - last_write: the last writer of each register.
    - entry_reads: the readers of each register's value from before the piece.
    - tied: the registers that no renaming replaces; `sources`, `uses` and `entry_reads` leave them out.
    """

    operations: Sequence[Operation]
    edges: list[dict[int, int]]
    true_edges: list[dict[int, int]]
    sources: list[dict[int, int]] = field(default_factory=list)
    uses: list[list[int]] = field(default_factory=list)
    last_write: dict[int, int] = field(default_factory=dict)
    entry_reads: dict[int, list[int]] = field(default_factory=dict)
    tied: frozenset[int] = frozenset()


def dependences(operations: Sequence[Operation], live_out: set[int], *, is_renaming: bool) -> Dependences:
    """Return the dependences of a straight piece of code, whose last operation may steer.

    is_renaming: whether results may go to other registers, except the last write of each register in `live_out`.
    Otherwise all reads and writes of a register keep their order. Reads and writes of a tied register keep their order
    in any case.
    """
    count = len(operations)
    graph = Dependences(operations, [{} for _ in range(count)], [{} for _ in range(count)])
    graph.tied = tied_registers(operations)
    _registers(graph, live_out, is_renaming)
    _carry(graph, CARRY in live_out)
    _memory(graph)
    _masks(graph)
    last = count - 1
    if last >= 0 and operations[last].steers:
        for place in range(last):
            _tie(graph, place, last, 0, is_true=True)
    return graph


def _tie(graph: Dependences, before: int, after: int, distance: int, *, is_true: bool) -> None:
    for edges in (graph.edges, graph.true_edges) if is_true else (graph.edges,):
        edges[before][after] = max(distance, edges[before].get(after, 0))


def _registers(graph: Dependences, live_out: set[int], is_renaming: bool) -> None:
    last_write, entry_reads = graph.last_write, graph.entry_reads
    readers: dict[int, list[int]] = {}  # of the present value of a register
    for place, entry in enumerate(graph.operations):
        sources: dict[int, int] = {}
        for number in entry.reads:
            if number == CARRY:
                continue
            writer = last_write.get(number, -1)
            readers.setdefault(number, []).append(place)
            if writer >= 0:
                _tie(graph, writer, place, 1, is_true=True)
            if number in graph.tied:
                continue
            sources[number] = writer
            if writer >= 0:
                graph.uses[writer].append(place)
            else:
                entry_reads.setdefault(number, []).append(place)
        graph.sources.append(sources)
        graph.uses.append([])
        for number in entry.writes:
            if number == CARRY:
                continue
            if not is_renaming or number in graph.tied:
                for reader in readers.get(number, ()):
                    if reader != place:
                        _tie(graph, reader, place, 0, is_true=False)
                if number in last_write:
                    _tie(graph, last_write[number], place, 1, is_true=False)
            readers[number] = []
            last_write[number] = place
    for number, writer in last_write.items():
        if number in live_out:
            for reader in entry_reads.get(number, ()):
                if reader != writer:
                    _tie(graph, reader, writer, 0, is_true=False)


def _carry(graph: Dependences, is_live_out: bool) -> None:
    """Add the edges of the carry flag, so that no other write comes between a write and its reads."""
    writers = [place for place, entry in enumerate(graph.operations) if entry.writes_carry]
    ranges: list[tuple[int, list[int]]] = [(-1, [])]  # the write, its reads
    for place, entry in enumerate(graph.operations):
        if entry.reads_carry:
            ranges[-1][1].append(place)
            if ranges[-1][0] >= 0:
                _tie(graph, ranges[-1][0], place, 1, is_true=True)
        if entry.writes_carry:
            ranges.append((place, []))
    for number, (writer, reads) in enumerate(ranges):
        if not reads and not (is_live_out and number == len(ranges) - 1):
            continue
        for other in writers:
            if other < writer:
                _tie(graph, other, writer, 1, is_true=False)
            elif other > writer:
                for read in reads:
                    if read != other and other > read:
                        _tie(graph, read, other, 0, is_true=False)


def _masks(graph: Dependences) -> None:
    """Add the edges of operations after which the mask may be another. What shares their bundle has the mask before."""
    for place, entry in enumerate(graph.operations):
        if entry.changes_mask:
            for other in range(len(graph.operations)):
                if other < place:
                    _tie(graph, other, place, 0, is_true=True)
                elif other > place:
                    _tie(graph, place, other, 1, is_true=True)


def _memory(graph: Dependences) -> None:
    """Add the edges of accesses that may meet, and of barriers. Loads of words that are never written need none."""
    since: list[int] = []  # the accesses and barriers that are not all held apart by a later barrier
    for place, entry in enumerate(graph.operations):
        if entry.is_ordered:
            for other in since:
                if (distance := graph.operations[other].before(entry)) is not None:
                    _tie(graph, other, place, distance, is_true=True)
            if entry.is_barrier and entry.phases is None:  # nothing passes it, so that it stands for all before it
                since = []
            since.append(place)
