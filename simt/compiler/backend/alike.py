"""Merging of phis that always have the same value, such as the offsets of two arrays that are stepped together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from simt.compiler.backend.ops import Code, Operand, Operation, Phi, Register

_DEEPEST: Final = 4  # operations between a phi and its next value
Ways = dict[str, Operand]  # the word that a phi has on the way from each block before it


def merge_alike(code: Code) -> bool:
    """Merge phis that start with the same value and step alike; return whether any were merged."""
    merged = _Merged(code)
    if merged.same:
        for block in code.blocks.values():
            block.operations = [merged.renamed(op) for op in block.operations if op.result not in merged.same]
            if block.branch.test is not None:
                block.branch.test = merged.renamed(block.branch.test)
        for name, notes in code.notes.items():
            code.notes[name] = [note._replace(words=merged.words(note.words)) for note in notes]
        for name, phis in code.phis.items():
            code.phis[name] = [
                Phi(merged.words(phi.words), {before: merged.words(words) for before, words in phi.ways.items()})
                for phi in phis
            ]
    return bool(merged.same)


class _Merged:
    """The merged phis of a kernel. same: for each replaced unit (virtual register), the unit to read instead."""

    def __init__(self, code: Code) -> None:
        self.same: dict[int, int] = {}
        self.writers: dict[int, Operation | None] = {}  # the operation that writes each unit, if it is the only one
        for operation in code.operations():
            for unit in operation.writes():
                self.writers[unit] = operation if unit not in self.writers else None
        for phis in code.phis.values():
            earlier: dict[object, list[tuple[int, Ways]]] = defaultdict(list)  # by their constants
            for phi in phis:
                for place, word in enumerate(phi.words):
                    if code.widths[code.groups[word.unit]] == 1:
                        ways = {name: words[place] for name, words in phi.ways.items() if words}
                        constants = frozenset(way for way in ways.items() if not isinstance(way[1], Register))
                        self._merge(word.unit, ways, earlier[constants])

    def _merge(self, unit: int, ways: Ways, earlier: list[tuple[int, Ways]]) -> None:
        """Replace a phi by an equal one of the earlier phis of its block, or add it to these."""
        for other, known in earlier:
            pair = {unit: other}
            if known.keys() != ways.keys():
                continue
            if all(self._is_same(ways[name], known[name], pair, _DEEPEST) for name in ways):
                self.same |= pair | {self._source(unit): self._source(other)}
                return
        earlier.append((unit, ways))

    def _source(self, unit: int) -> int:
        """Return the unit to which blocks copy the value of a phi; the phi's own block copies it on."""
        copy = self.writers[unit]
        assert copy is not None
        return next(copy.reads())

    def renamed(self, operation: Operation) -> Operation:
        return replace(operation, sources=self.words(operation.sources))

    def words(self, words: Iterable[Operand | None]) -> tuple[Any, ...]:
        """Return words with the units that hold them now."""
        return tuple(map(self._kept, words))

    def _kept(self, word: Operand | None) -> Operand | None:
        return Register(self.same.get(word.unit, word.unit)) if isinstance(word, Register) else word

    def _is_same(self, one: Operand, other: Operand, pair: dict[int, int], deepest: int) -> bool:
        """Return whether two words are certainly equal if the two phis of `pair` are equal.

        deepest: the number of operations to look back.
        """
        one, other = self.words((one, other))
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
