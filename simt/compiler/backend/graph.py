"""Control flow of a function: order of blocks, dominators, loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simt.compiler.llvm.ir import Function


class Flow:
    """The control flow of blocks by name; the first is the entry. What the entry does not reach is left out.

    order: reverse postorder, in which the blocks of a loop stand together. dominator: the immediate one of each block.
    depth: loops around each block. header: the innermost loop's header of each block, "" for none.
    """

    def __init__(self, successors: Mapping[str, Sequence[str]]) -> None:
        self.entry = next(iter(successors))
        self.successors = {name: list(dict.fromkeys(found)) for name, found in successors.items()}
        self.order = _postorder(self.successors, self.entry)[::-1]
        self.number = {name: place for place, name in enumerate(self.order)}
        self.predecessors: dict[str, list[str]] = {name: [] for name in self.order}
        for name in self.order:
            for following in self.successors[name]:
                self.predecessors[following].append(name)
        self.dominator = self._dominators()
        self.loops = self._loops()
        self.depth = {name: sum(name in body for body in self.loops.values()) for name in self.order}
        self.header = {
            name: min((head for head in self.loops if name in self.loops[head]), key=lambda head: len(self.loops[head]),
                      default="")
            for name in self.order
        }  # fmt: skip
        self.order = self._laid_out()

    def _dominators(self) -> dict[str, str]:
        found = {self.entry: self.entry}
        is_changed = True
        while is_changed:
            is_changed = False
            for name in self.order[1:]:
                known = [before for before in self.predecessors[name] if before in found]
                best = known[0]
                for other in known[1:]:
                    while best != other:
                        if self.number[best] > self.number[other]:
                            best = found[best]
                        else:
                            other = found[other]
                if found.get(name) != best:
                    found[name] = best
                    is_changed = True
        return found

    def dominates(self, above: str, name: str) -> bool:
        """Tell whether every way from the entry to `name` goes through `above`."""
        while self.number[name] > self.number[above]:
            name = self.dominator[name]
        return name == above

    def _loops(self) -> dict[str, set[str]]:
        """The blocks of each natural loop, by its header."""
        found: dict[str, set[str]] = {}
        for name in self.order:
            for head in self.successors[name]:
                if self.dominates(head, name):
                    body = found.setdefault(head, {head})
                    waiting = [name]
                    while waiting:
                        block = waiting.pop()
                        if block not in body:
                            body.add(block)
                            waiting += self.predecessors[block]
        return found

    def _laid_out(self) -> list[str]:
        """Reverse postorder, with what leaves a loop behind the loop's last block."""
        order = list(self.order)
        for head, body in sorted(self.loops.items(), key=lambda entry: -len(entry[1])):
            first = order.index(head)
            inside = [name for name in order if name in body]
            order = [*order[:first], *inside, *(name for name in order[first:] if name not in body)]
        return order

    def postdominators(self) -> dict[str, str]:
        """The immediate post-dominator of each block, "" where it is the end."""
        reverse: dict[str, list[str]] = {"": []}
        for name in self.order:
            reverse.setdefault(name, [])
        for name in self.order:
            for following in self.successors[name] or [""]:
                reverse[following].append(name)
        flow = Flow(reverse)
        return {name: flow.dominator.get(name, "") for name in self.order}


def flow_of(function: Function) -> Flow:
    """The control flow of a function of LLVM IR."""
    return Flow({block.name: block.instructions[-1].labels for block in function.blocks})


def _postorder(successors: Mapping[str, Sequence[str]], entry: str) -> list[str]:
    found: list[str] = []
    seen = {entry}
    stack = [(entry, iter(successors[entry]))]
    while stack:
        name, rest = stack[-1]
        for following in rest:
            if following not in seen:
                seen.add(following)
                stack.append((following, iter(successors[following])))
                break
        else:
            found.append(name)
            stack.pop()
    return found
