"""Control flow of a function: order of blocks, dominators, loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from isa.flow.graphs import immediate_dominators, postorder, reach
from simt.compiler.llvm.ir import Function


class Flow:
    """The control flow of blocks by name; the first is the entry. Unreachable blocks are only in `successors`.

    number: the number of each block in reverse postorder.
    """

    def __init__(self, successors: Mapping[str, Sequence[str]]) -> None:
        self.entry = next(iter(successors))
        self.successors = {name: list(dict.fromkeys(targets)) for name, targets in successors.items()}
        order = postorder(self.entry, self.successors.__getitem__)[::-1]
        self.number = {name: place for place, name in enumerate(order)}
        self.predecessors: dict[str, list[str]] = {name: [] for name in self.number}
        for name in self.number:
            for following in self.successors[name]:
                self.predecessors[following].append(name)

    @cached_property
    def dominator(self) -> dict[str, str]:
        """The immediate dominator of each block; the entry's is the entry itself."""
        names = list(self.number)
        numbers = [[self.number[following] for following in self.successors[name]] for name in names]
        return {name: names[max(above, 0)] for name, above in zip(names, immediate_dominators(0, numbers), strict=True)}

    def dominates(self, above: str, name: str) -> bool:
        """Return whether every path from the entry to `name` goes through `above`."""
        while self.number[name] > self.number[above]:
            name = self.dominator[name]
        return name == above

    @cached_property
    def loops(self) -> dict[str, set[str]]:
        """The blocks of each natural loop, by its header."""
        loops: dict[str, set[str]] = {}
        for name in self.number:
            for head in self.successors[name]:
                if self.dominates(head, name):
                    loops.setdefault(head, {head}).update(reach([name], self.predecessors.__getitem__, {head}))
        return loops

    @cached_property
    def depth(self) -> dict[str, int]:
        """The number of loops around each block."""
        return dict.fromkeys(self.number, 0) | Counter(name for body in self.loops.values() for name in body)

    @cached_property
    def header(self) -> dict[str, str]:
        """The header of the innermost loop of each block, "" for none."""
        inner_last = sorted(self.loops.items(), key=lambda entry: -len(entry[1]))
        return dict.fromkeys(self.number, "") | {name: head for head, body in inner_last for name in body}

    @property
    def are_left_in_steps(self) -> bool:
        """Return whether each inner loop exits only to blocks of the loop around it, never to blocks after both."""
        for body in self.loops.values():
            around = min((other for other in self.loops.values() if other > body), key=len, default=None)
            if around is not None and not {to for name in body for to in self.successors[name]} <= around:
                return False
        return True

    @cached_property
    def order(self) -> list[str]:
        """Reverse postorder, with the exits of a loop after its last block."""
        order = list(self.number)
        for head, body in sorted(self.loops.items(), key=lambda entry: -len(entry[1])):
            first = order.index(head)
            inside = [name for name in order if name in body]
            order = [*order[:first], *inside, *(name for name in order[first:] if name not in body)]
        return order

    def postdominators(self) -> dict[str, str]:
        """Return the immediate post-dominator of each block; "" if it is the end, or if no path leads to the end."""
        reverse: dict[str, list[str]] = {name: [] for name in ("", *self.number)}
        for name in self.number:
            for following in self.successors[name] or [""]:
                reverse[following].append(name)
        flow = Flow(reverse)
        return {name: flow.dominator.get(name, "") for name in self.number}


def flow_of(function: Function) -> Flow:
    """Return the control flow of a function of LLVM IR."""
    return Flow({block.name: block.instructions[-1].labels for block in function.blocks})
