"""The storage manager: its operations, their costs, and its refusals (docs/memory.md).

Every operation makes all its checks before it changes anything.
"""

from __future__ import annotations

import json
from copy import deepcopy
from operator import index
from typing import Any, NamedTuple, Self

from isa.reporting.diagnostics import quote
from simt.core.state.pages import PAGE_BYTES
from simt.files import read_text
from simt.memory.storage.layout import (
    PAGED,
    STAGES,
    Layout,
    Name,
    Span,
    StorageError,
    check_word,
    known_name,
    label,
    pages_of,
)
from simt.memory.storage.saved import GIVEN_BY, dump, restored
from simt.memory.storage.soundness import check
from simt.memory.storage.state import Block, Leak, StagePrograms, State

# Cycles, our own choice: an access to a memory on the chip takes one (docs/memory.md, section 2).
_BLOCK = 1  # reading or writing an index block, or the state of a stage
_SPLICE = 1  # linking a released chain to the tail of the free list


class Answer(NamedTuple):
    """The cycles of an operation, and the memory that it accesses.

    hops: the cycles in which links were followed. spans: the address and the bytes of each piece of memory.
    """

    cycles: int
    hops: int = 0
    spans: tuple[Span, ...] = ()


class Owner(NamedTuple):
    """The object that has a byte, by kind and id, and the offset of the byte in it.

    A block for shader programs has the kind `program` and the id (stage, number of the block).
    """

    kind: str
    id: Name | tuple[str, int]
    offset: int


class StorageManager:
    """Graphics memory in regions: programs, images, textures, and buffer objects and display lists in pages.

    layout: the sizes of the regions, None for the default ones. poison: whether to refuse to read bytes that were never
    written.

    An operation that cannot be done raises `StorageError` and changes nothing; section 2 of docs/memory.md has the
    codes.
    """

    def __init__(self, layout: Layout | None = None, *, poison: bool = True) -> None:
        self.state = State(layout or Layout(), poison=poison)

    @property
    def layout(self) -> Layout:
        """The layout of memory: the sizes and addresses of regions and partitions."""
        return self.state.layout

    # --- objects (sections 3 to 5)

    def create(self, kind: str, name: Name, size: int, parameters: int = 0) -> Answer:
        """Create an object of `size` bytes: in pages from the head of the free list, or in its partition.

        parameters: a word of 32 bits that is kept with the object. Raises `StorageError`.
        """
        state, name, size, parameters = self.state, known_name(kind, name), index(size), index(parameters)
        if size < 1:
            raise StorageError(f"{label(kind, name)} cannot have {size} bytes", code="E0926", help="at least 1")
        if not 0 <= parameters < 1 << 32:
            raise StorageError(f"parameters are a word of 32 bits, not {parameters}", code="E0926")
        if (kind, name) in state.blocks:
            message = f"{label(kind, name)} is in use, with {state.blocks[kind, name].size} bytes"
            raise StorageError(message, code="E0923", help="release it first, or take another id")
        block = Block(size, parameters, state.counters["creates"] + 1)
        pages = 0
        if kind in PAGED:
            pages = pages_of(size)
            if pages > state.pages.free:
                message = f"{label(kind, name)} needs {pages} pages, and {state.pages.free} are free"
                raise StorageError(message, code="E0928", help="release something: leaks() lists what is in use")
            block.first, block.last = state.pages.take(pages)
            state.peak_pages = max(state.peak_pages, self.layout.pages - state.pages.free)
        elif size > (room := self.layout.partitions[kind, name][1]):
            message = f"{label(kind, name)} has a partition of {room} bytes, and {size} do not fit"
            raise StorageError(message, code="E0926")
        state.blocks[kind, name] = block
        state.freed.discard((kind, name))
        return self._done("creates", 2 * _BLOCK + pages, pages, self._spans(kind, name, block, 0, size))

    def release(self, kind: str, name: Name) -> Answer:
        """Release an object, and append its chain of pages to the free list. Raises `StorageError`."""
        state, name = self.state, known_name(kind, name)
        block = self._block(kind, name, "E0925")
        if kind in PAGED:
            state.pages.give_back(block.first, block.last, block.pages)
        del state.blocks[kind, name]
        state.freed.add((kind, name))
        return self._done("releases", 2 * _BLOCK + (_SPLICE if kind in PAGED else 0))

    def write(self, kind: str, name: Name, offset: int, count: int) -> Answer:
        """Return the pieces of memory to which bytes `offset` to `offset + count - 1` of an object are written.

        With `poison` the bytes then count as written.

        Raises `StorageError`.
        """
        offset, count = index(offset), index(count)
        block = self._part(kind, name, offset, count)
        if self.state.poison:
            block.written.add(offset, offset + count)
        return self._reached("writes", kind, name, block, offset, count)

    def read(self, kind: str, name: Name, offset: int, count: int) -> Answer:
        """Return the pieces of memory from which bytes `offset` to `offset + count - 1` of an object are read.

        Raises `StorageError`.
        """
        offset, count = index(offset), index(count)
        block = self._part(kind, name, offset, count)
        if self.state.poison and (missing := block.written.missing(offset, offset + count)) is not None:
            message = f"byte {missing} of {label(kind, name)} is read and was never written"
            raise StorageError(message, code="E0933", help="write it first; poison=False reads whatever is there")
        return self._reached("reads", kind, name, block, offset, count)

    # --- shader programs (section 6)

    def begin_store(self, stage: str, size: int) -> Answer:
        """Begin to store a program of `size` bytes, in the block without the newest program of the stage.

        Raises `StorageError`.
        """
        program = self._stage(stage)
        if size != self.layout.program_bytes:
            message = f"a program of {size} bytes: all have {self.layout.program_bytes}"
            raise StorageError(message, code="E0929", help="fill it up, or cut it")
        chosen = 1 if program.newest == 0 else 0
        if program.storing is not None:
            raise _busy(f"a {stage} program is being stored in block {program.storing}", "end_store ends it")
        if program.loading == chosen:
            raise _busy(f"block {chosen} of the {stage} programs is being loaded", "end_load ends it")
        program.storing = chosen
        return self._done("stores", _BLOCK, 0, (self.layout.program(stage, chosen),))

    def end_store(self, stage: str) -> Answer:
        """End the store of a program, which is now the newest program of the stage. Raises `StorageError`."""
        program = self._stage(stage)
        if program.storing is None:
            raise _busy(f"no {stage} program is being stored", "begin_store begins")
        program.newest, program.storing = program.storing, None
        return self._done(None, _BLOCK)

    def begin_load(self, stage: str) -> Answer:
        """Begin to load the newest program of a stage. Raises `StorageError`."""
        program = self._stage(stage)
        if program.newest is None:
            message = f"a {stage} program is loaded before one is stored"
            raise StorageError(message, code="E0930", help="begin_store and end_store come first")
        if program.loading is not None:
            raise _busy(f"a {stage} program is being loaded from block {program.loading}", "end_load ends it")
        program.loading = program.newest
        return self._done("loads", _BLOCK, 0, (self.layout.program(stage, program.loading),))

    def end_load(self, stage: str) -> Answer:
        """End the load of a program, whose block can then be stored to again. Raises `StorageError`."""
        program = self._stage(stage)
        if program.loading is None:
            raise _busy(f"no {stage} program is being loaded", "begin_load begins")
        program.loading = None
        return self._done(None, _BLOCK)

    # --- questions about it (sections 7 to 9)

    def locate(self, region: str, address: int) -> Owner | None:
        """Return the object that has the byte at `address` in `region`; None if no object has it.

        In the region `programs` the result is a block, even if no program has been stored in it.

        Raises `StorageError`.
        """
        check_word("region", region, self.layout.regions)
        start, size = self.layout.regions[region]
        if not start <= address < start + size:
            holds = (name for name, (first, count) in self.layout.regions.items() if first <= address < first + count)
            message = f"address {address} is outside of the region {quote(region)}, {start} to {start + size - 1}"
            raise StorageError(message, code="E0932", help=f"it is in {next(holds, 'no region at all')}")
        if region == "programs":
            number, offset = divmod(address - start, self.layout.program_bytes)
            return Owner("program", (STAGES[number // 2], number % 2), offset)
        for (kind, name), block in self.state.blocks.items():
            offset = self._offset(kind, name, block, address)
            if 0 <= offset < block.size:
                return Owner(kind, name, offset)
        return None

    def statistics(self) -> dict[str, Any]:
        """Return the counts of operations, cycles and hops, and figures of the free list and of each kind of object."""
        return self.state.statistics()

    def leaks(self) -> list[Leak]:
        """Return the objects in use, oldest first."""
        return [Leak(*key, block.size, block.pages, block.created) for key, block in self.state.blocks.items()]

    def check(self) -> list[str]:
        """Return the faults of the state, a sentence each; none if only the operations of a manager have changed it."""
        return check(self.state)

    def dump(self) -> dict[str, Any]:
        """Return the state as data for JSON."""
        return dump(self.state)

    def copy(self) -> Self:
        """Return an independent manager in the same state."""
        other = type(self).__new__(type(self))
        other.state = deepcopy(self.state, {id(self.layout): self.layout})
        return other

    @classmethod
    def restored(cls, data: object) -> Self:
        """Return the manager that was dumped as `data`. Raises `StorageError` (E0934) for anything else."""
        manager = cls.__new__(cls)
        manager.state = restored(data)
        return manager

    # --- steps

    def _block(self, kind: str, name: Name, if_freed: str = "E0924") -> Block:
        """Return the index block of an object in use.

        if_freed: the code of the error for a released object. Raises `StorageError`.
        """
        name = known_name(kind, name)
        block = self.state.blocks.get((kind, name))
        if block is not None:
            return block
        was_freed = (kind, name) in self.state.freed
        if was_freed and if_freed == "E0925":
            raise StorageError(f"{label(kind, name)} is released twice", code="E0925", help="it is free already")
        message = f"{label(kind, name)} is not in use" + (": it was released" if was_freed else "")
        raise StorageError(message, code="E0924", help="create makes it")

    def _part(self, kind: str, name: Name, offset: int, count: int) -> Block:
        """Return the index block of an object in use. Raises `StorageError` if it has not all of the bytes."""
        block = self._block(kind, name)
        if offset < 0 or count < 1 or offset + count > block.size:
            has = f"{label(kind, name)} has bytes 0 to {block.size - 1}"
            raise StorageError(f"{has}: {count} from {offset} on are not among them", code="E0927")
        return block

    def _stage(self, stage: str) -> StagePrograms:
        check_word("stage", stage, STAGES)
        return self.state.programs[stage]

    def _reached(self, counter: str, kind: str, name: Name, block: Block, offset: int, count: int) -> Answer:
        hops = (offset + count - 1) // PAGE_BYTES if kind in PAGED else 0
        return self._done(counter, _BLOCK + hops, hops, self._spans(kind, name, block, offset, count))

    def _spans(self, kind: str, name: Name, block: Block, offset: int, count: int) -> tuple[Span, ...]:
        """Return the spans of `count` bytes of an object from `offset` on.

        An object in pages has a span for each page, an object in a partition has one.
        """
        if kind not in PAGED:
            return ((self.layout.partitions[kind, name][0] + offset, count),)
        first, end = offset // PAGE_BYTES, offset + count
        spans = []
        chain = self.state.pages.chain(self.state.pages.after(block.first, first), pages_of(end) - first)
        for page in chain:
            within = offset % PAGE_BYTES
            size = min(PAGE_BYTES - within, end - offset)
            spans.append((self.layout.address_of(page) + within, size))
            offset += size
        return tuple(spans)

    def _offset(self, kind: str, name: Name, block: Block, address: int) -> int:
        """Return the offset of an address in an object; for an address outside it, a number that is not an offset."""
        if kind not in PAGED:
            return address - self.layout.partitions[kind, name][0]
        wanted, within = divmod(address - self.layout.regions["user"][0], PAGE_BYTES)
        places = (k for k, page in enumerate(self.state.chain(block)) if page == wanted)
        return next((PAGE_BYTES * k + within for k in places), -1)

    def _done(self, counter: str | None, cycles: int, hops: int = 0, spans: tuple[Span, ...] = ()) -> Answer:
        counters = self.state.counters
        if counter:
            counters[counter] += 1
        counters["cycles"] += cycles
        counters["hops"] += hops
        return Answer(cycles, hops, spans)


def _busy(message: str, advice: str) -> StorageError:
    return StorageError(message, code="E0931", help=advice)


def read_manager(path: str) -> StorageManager:
    """Read a manager that was dumped to a file, or to standard input for `-`.

    Raises `FileError`, and `StorageError` (E0934) if the content is not a manager's state.
    """
    text = read_text(path)
    try:
        return StorageManager.restored(json.loads(text))
    except StorageError as error:
        reason, advice = error.message, error.help
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else f"it is not JSON: {error}"
        reason = f"this is not a state of a storage manager: {why}"
        advice = GIVEN_BY
    raise StorageError(f"{quote(path)}: {reason}", code="E0934", help=advice)
