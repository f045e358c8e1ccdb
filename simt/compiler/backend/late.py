"""Late steps of loop values, after the last use of the old value: both values may then share a register."""

from __future__ import annotations

from collections import defaultdict

from simt.compiler.backend.ops import Block, Code, Operation, Register


def compute_late(code: Code) -> None:
    """Move the computation of a phi's next value in a loop to just before the first use of this value.

    This is done if the block reads the phi's old value in between, and if no result changes. Then the old and the new
    value need not be alive at the same time.
    """
    replaced: dict[str, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for phis in code.phis.values():
        for phi in phis:
            for name, words in phi.ways.items():
                for word, old in zip(words, phi.words, strict=False):
                    if isinstance(word, Register):
                        replaced[name][word.unit].add(old.unit)
    for name, block in code.blocks.items():
        if block.depth:
            _move(block, replaced[name])


def _move(block: Block, replaced: dict[int, set[int]]) -> None:
    """Move operations of a block where possible, from its end on.

    replaced: for each unit that becomes the value of phis after the block, the units with their old values.
    """
    for operation in reversed(block.operations):
        if operation.result not in replaced or operation.is_copy or not operation.is_pure:
            continue
        every = block.all()
        place = next(place for place, op in enumerate(every) if op is operation)
        after = every[place + 1 :]
        until = next((place for place, op in enumerate(after) if operation.result in op.reads()), 0)
        between = after[:until]
        read = {unit for op in between for unit in op.reads()}
        if replaced[operation.result] & read and not _is_in_the_way(operation, between, after[until:]):
            del block.operations[place]
            block.operations.insert(place + until, operation)


def _is_in_the_way(operation: Operation, between: list[Operation], after: list[Operation]) -> bool:
    """Return whether an operation, moved after others, would read wrong values or change a carry that is read.

    between: the operations that it would pass. after: the operations that would follow it.
    """
    sources = {*operation.reads()}
    if any(sources & {*op.writes()} for op in between):
        return True
    if not operation.spec.writes_carry:
        return False
    for op in between:
        if op.spec.reads_carry:
            return True
        if op.spec.writes_carry:
            break
    reader = next((op for op in after if op.spec.reads_carry or op.spec.writes_carry), None)
    return reader is not None and reader.spec.reads_carry
