"""A check of a storage manager's state for contradictions (docs/memory.md, section 9)."""

from __future__ import annotations

from itertools import pairwise

from simt.memory.storage.layout import PAGED, Key, label, pages_of
from simt.memory.storage.pages import NONE
from simt.memory.storage.state import Block, StagePrograms, State


def check(state: State) -> list[str]:
    """Return the faults of a state, a sentence each; none for a sound state."""
    seen = bytearray(state.layout.pages)
    pages = state.pages
    problems = _followed(state, seen, "the free list", pages.head, pages.tail, pages.free)
    for key, block in state.blocks.items():
        if key[0] in PAGED:
            problems += _followed(state, seen, label(*key), block.first, block.last, pages_of(block.size))
        problems += _of_block(state, key, block)
    if lost := seen.count(0):
        problems.append(f"pages on no list: {lost}, the first is {seen.index(0)}")
    for stage, program in state.programs.items():
        problems += _of_program(stage, program)
    return problems + _of_counters(state)


def _followed(state: State, seen: bytearray, name: str, first: int, last: int, count: int) -> list[str]:
    """Return the faults of a list of `count` pages, and mark its pages in `seen`."""
    page, end = first, NONE
    for k in range(count):
        if not 0 <= page < len(seen):
            return [f"{name} leads after {k} links to {page}, which is not a page"]
        if seen[page]:
            return [f"{name} leads after {k} links to page {page}, which is on a list already"]
        seen[page] = 1
        end, page = page, state.pages.links[page]
    if end != last or (not count and first != NONE):
        return [f"{name} of {count} pages leads from {first} to {end}, and its last page is said to be {last}"]
    return []


def _of_block(state: State, key: Key, block: Block) -> list[str]:
    name = label(*key)
    problems = []
    if not 1 <= block.size <= state.layout.taken(*key, block.size):
        problems.append(f"{name} has {block.size} bytes, which its place does not hold")
    if key in state.freed:
        problems.append(f"{name} is in use and counts as released")
    if not 0 <= block.parameters < 1 << 32:
        problems.append(f"{name} has parameters of more than 32 bits")
    bounds = [bound for pair in zip(block.written.starts, block.written.ends, strict=True) for bound in pair]
    if bounds and (bounds[0] < 0 or bounds[-1] > block.size or any(low >= high for low, high in pairwise(bounds))):
        problems.append(f"{name} was written where it has no bytes, or twice")
    return problems


def _of_program(stage: str, program: StagePrograms) -> list[str]:
    blocks = (program.newest, program.storing, program.loading)
    if any(block not in (None, 0, 1) for block in blocks):
        return [f"a block of the {stage} programs is neither 0 nor 1"]
    problems = []
    if program.storing is not None and program.storing in (program.newest, program.loading):
        problems.append(f"the block of the {stage} programs that is being stored can be loaded")
    if program.newest is None and program.loading is not None:
        problems.append(f"a {stage} program is being loaded and none is complete")
    return problems


def _of_counters(state: State) -> list[str]:
    problems = []
    counters = state.counters
    if counters["creates"] - counters["releases"] != len(state.blocks):
        problems.append(f"objects in use are not those created less those released: {len(state.blocks)}")
    created = [block.created for block in state.blocks.values()]
    if created and (created[0] < 1 or created[-1] > counters["creates"]):
        problems.append("an object was created before the first or after the last")
    if any(earlier >= later for earlier, later in pairwise(created)):
        problems.append("objects in use are not in the order in which they were created")
    if not state.layout.pages - state.pages.free <= state.peak_pages <= state.layout.pages:
        problems.append(f"the most pages in use, {state.peak_pages}, is not what it can be")
    if counters["hops"] > counters["cycles"] or min(counters.values()) < 0:
        problems.append("counters contradict each other")
    return problems
