"""Merging of phis that always have the same value, such as the offsets of two arrays that are stepped together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Final

from simt.compiler.backend.ops import Code, Operand, Operation, Phi, Register

_DEEPEST: Final = 4  # operations between a phi and its next value


def merge_alike(code: Code) -> bool:
    """Merge phis that start with the same value and step alike; return whether any were merged."""
    phis = _Phis(code)
    if phis.same:
        for block in code.blocks.values():
            block.operations = [phis.renamed(op) for op in block.operations if op.result not in phis.same]
            if block.branch.test is not None:
                block.branch.test = phis.renamed(block.branch.test)
        for name, notes in code.notes.items():
            code.notes[name] = [note._replace(words=tuple(map(phis.kept, note.words))) for note in notes]
        for name, joined in code.phis.items():
            code.phis[name] = [phis.joined(phi) for phi in joined]
    return bool(phis.same)


class _Phis:
    """The phis of a kernel.

    same: for each replaced unit (virtual register), the unit to read instead. A phi has two units: the blocks before it
    copy to the first, and its own block copies the first to the second.
    """

    def __init__(self, code: Code) -> None:
        self.same: dict[int, int] = {}
        self.writers: dict[int, Operation | None] = {}  # the operation that writes each unit, if it is the only one
        self.copies: dict[int, dict[str, Operand]] = defaultdict(dict)  # the copies of blocks to a unit
        for name, block in code.blocks.items():
            for operation in block.operations:
                self._note(name, operation)
        for block in code.blocks.values():
            kept: dict[object, list[Operation]] = defaultdict(list)
            written: set[int] = set()  # by this block: later copies from these units belong to other phis
            for operation in block.operations:
                source = operation.sources[0] if operation.is_copy else None
                is_phi = isinstance(source, Register) and source.unit not in written and self._is_copied_to(source.unit)
                if is_phi and code.widths[code.groups[operation.result]] == 1:
                    self._merge(operation, kept)
                written |= {*operation.writes()}

    def renamed(self, operation: Operation) -> Operation:
        if not any(unit in self.same for unit in operation.reads()):
            return operation
        return replace(operation, sources=tuple(self._kept(source) for source in operation.sources))

    def _note(self, name: str, operation: Operation) -> None:
        for unit in operation.writes():
            self.writers[unit] = operation if unit not in self.writers else None
            if operation.name == "mov.b32":
                word = operation.sources[0]
                if isinstance(word, Register):  # a copy of another phi's copy
                    word = self.copies.get(word.unit, {}).get(name, word)
                self.copies[unit][name] = word

    def _is_copied_to(self, unit: int) -> bool:
        """Return whether several blocks copy to a unit, as they do for a phi."""
        return self.writers.get(unit, 0) is None and len(self.copies[unit]) > 1

    def _merge(self, phi: Operation, kept: dict[object, list[Operation]]) -> None:
        """Replace a phi by an equal phi of `kept`, or add it to `kept`.

        kept: the earlier phis of the block, by the constants that are copied to them.
        """
        unit = _source(phi)
        words = self.copies[unit]
        others = kept[frozenset((name, word) for name, word in words.items() if not isinstance(word, Register))]
        for other in others:
            values = self.copies[_source(other)]
            if values.keys() == words.keys():
                pair = {phi.result: other.result}
                if all(self._is_same(words[name], values[name], pair, _DEEPEST) for name in words):
                    self.same |= {phi.result: other.result, unit: _source(other)}
                    return
        others.append(phi)

    def joined(self, phi: Phi) -> Phi:
        """Return a phi with the units that hold its words now."""
        ways = {name: tuple(map(self._kept, words)) for name, words in phi.ways.items()}
        return Phi(tuple(map(self._kept, phi.words)), ways)

    def kept(self, word: Operand | None) -> Operand | None:
        """Return a word of a note with the unit that holds it now."""
        return word and self._kept(word)

    def _kept(self, operand: Operand) -> Operand:
        return Register(self.same.get(operand.unit, operand.unit)) if isinstance(operand, Register) else operand

    def _is_same(self, one: Operand, other: Operand, pair: dict[int, int], deepest: int) -> bool:
        """Return whether two words are certainly equal if the two phis of `pair` are equal.

        deepest: the number of operations to look back.
        """
        one, other = self._kept(one), self._kept(other)
        if one == other:
            return True
        if not isinstance(one, Register) or not isinstance(other, Register):
            return False
        if pair.get(one.unit) == other.unit:
            return True
        left, right = self.writers.get(one.unit), self.writers.get(other.unit)
        if not deepest or left is None or right is None or left.name != right.name or not left.is_pure:
            return False
        sources = zip(left.sources, right.sources, strict=True)
        return all(self._is_same(mine, theirs, pair, deepest - 1) for mine, theirs in sources)


def _source(phi: Operation) -> int:
    """Return the unit to which blocks copy the value of a phi."""
    (source,) = phi.sources
    assert isinstance(source, Register)
    return source.unit
