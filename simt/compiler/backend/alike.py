"""Phis that are always equal, as when two arrays are stepped with one index: only their symbols differ."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Final

from simt.compiler.backend.ops import Code, Operand, Operation, Register

_DEEPEST: Final = 4  # operations between a phi and its next value


def merge_alike(code: Code) -> bool:
    """Replace phis that start equal and step equally by one of them; return whether there are any.

    The steps of the others are dead then.
    """
    phis = _Phis(code)
    if phis.same:
        for block in code.blocks.values():
            block.operations = [phis.renamed(op) for op in block.operations if op.result not in phis.same]
            if block.branch.test is not None:
                block.branch.test = phis.renamed(block.branch.test)
    return bool(phis.same)


class _Phis:
    """The phis of a kernel.

    same: the units to read in place of others, both phis and the units that blocks copy to for them.
    """

    def __init__(self, code: Code) -> None:
        self.same: dict[int, int] = {}
        self.made: dict[int, Operation | None] = {}  # the operation that writes each unit, if it is the only one
        self.given: dict[int, dict[str, Operand]] = defaultdict(dict)  # the copies of blocks to a unit
        for name, block in code.blocks.items():
            for operation in block.operations:
                self._note(name, operation)
        for block in code.blocks.values():
            kept: dict[object, list[Operation]] = defaultdict(list)
            written: set[int] = set()  # by this block: later copies from these units belong to other phis
            for operation in block.operations:
                source = operation.sources[0] if operation.is_copy else None
                is_phi = isinstance(source, Register) and source.unit not in written and self._is_given(source.unit)
                if is_phi and code.widths[code.groups[operation.result]] == 1:
                    self._merge(operation, kept)
                written |= {*operation.writes()}

    def renamed(self, operation: Operation) -> Operation:
        """An operation that reads the kept units."""
        if not any(unit in self.same for unit in operation.reads()):
            return operation
        return replace(operation, sources=tuple(map(self._kept, operation.sources)))

    def _note(self, name: str, operation: Operation) -> None:
        for unit in operation.writes():
            self.made[unit] = operation if unit not in self.made else None
            if operation.name == "mov.b32":
                word = operation.sources[0]
                if isinstance(word, Register):  # a copy of another phi's copy
                    word = self.given.get(word.unit, {}).get(name, word)
                self.given[unit][name] = word

    def _is_given(self, unit: int) -> bool:
        """Return whether blocks copy to a unit, as they do for a phi."""
        return self.made.get(unit, 0) is None and len(self.given[unit]) > 1

    def _merge(self, phi: Operation, kept: dict[object, list[Operation]]) -> None:
        """Keep a phi, or replace it by a kept one."""
        unit = _source(phi)
        words = self.given[unit]
        others = kept[frozenset((name, word) for name, word in words.items() if not isinstance(word, Register))]
        for other in others:
            there = self.given[_source(other)]
            if there.keys() == words.keys():
                pair = {phi.result: other.result}
                if all(self._is_same(words[name], there[name], pair, _DEEPEST) for name in words):
                    self.same |= {phi.result: other.result, unit: _source(other)}
                    return
        others.append(phi)

    def _kept(self, operand: Operand) -> Operand:
        return Register(self.same.get(operand.unit, operand.unit)) if isinstance(operand, Register) else operand

    def _is_same(self, one: Operand, other: Operand, pair: dict[int, int], deepest: int) -> bool:
        """Return whether two words are the same if the two phis of a pair are."""
        one, other = self._kept(one), self._kept(other)
        if one == other:
            return True
        if not isinstance(one, Register) or not isinstance(other, Register):
            return False
        if pair.get(one.unit) == other.unit:
            return True
        ways = self.made.get(one.unit), self.made.get(other.unit)
        left, right = ways
        if not deepest or left is None or right is None or left.name != right.name or not left.is_pure:
            return False
        sources = zip(left.sources, right.sources, strict=True)
        return all(self._is_same(*each, pair, deepest - 1) for each in sources)


def _source(phi: Operation) -> int:
    """The unit that blocks copy to for a phi."""
    (source,) = phi.sources
    assert isinstance(source, Register)
    return source.unit
