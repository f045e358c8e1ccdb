"""Random kernels whose lanes part: loops left and gone on with in several places, switches, conditions with effects.

Every loop has fuel, so that all of them end; what jumps ask for is made anew by a random number of each lane.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

_HEAD = "kernel void {}(global const uint* x, global uint* out)"
_WORDS = ("a", "b", "c", "s")
_FUELS = (7, 12, 20)  # rounds of a loop outside of others, and within one or two


def random_parting(seed: int) -> str:
    """A kernel `r<seed>` of the parameters of `partings.cl`."""
    return _Kernel(seed).text()


class _Kernel:
    def __init__(self, seed: int) -> None:
        self.name = f"r{seed}"
        self.rng = random.Random(seed)
        self.loops: list[str] = []  # around the statement, with "switch" for those
        self.fuels = 0
        self.left = self.rng.randint(12, 30)  # statements

    def text(self) -> str:
        body = "\n".join(self._block(1, 2))
        fuels = "".join(f", f{place} = 0" for place in range(self.fuels))
        return f"""{_HEAD.format(self.name)}
{{
    uint me = get_global_id(0), a = x[me], b = x[me + 64] % 100, c = me, s = a ^ 0x9e3779b9, t = 0{fuels};
{body}
end:
    out[me] = a + 3 * b + 5 * c + 7 * t;
}}
"""

    def _word(self) -> str:
        return self.rng.choice(_WORDS)

    def _drawn(self) -> str:
        """A random number of the lane's."""
        return "(s = s * 1664525 + 1013904223) >> 16"

    def _test(self, depth: int = 0) -> str:
        rng, kind = self.rng, self.rng.randrange(8)
        if depth < 2 and kind < 2:
            return f"({self._test(depth + 1)} {rng.choice(('&&', '||'))} {self._test(depth + 1)})"
        if kind == 2:
            return f"(t += {rng.randint(1, 9)}) % {rng.randint(2, 5)} == 1"
        if kind == 3:
            return f"{self._word()} > {self._word()}"
        if kind == 4:
            return f"x[{self._word()} & 255] & {rng.choice((1, 2, 3, 7))}"
        return f"({self._drawn()}) % {rng.choice((2, 3, 4, 8, 20))} {rng.choice(('==', '!=', '=='))} 0"

    def _simple(self) -> str:
        rng = self.rng
        one, other = self._word(), self._word()
        return rng.choice((
            f"{one} = {one} * {rng.choice((3, 5, 9))} + {other};", f"{one} ^= {other} >> {rng.randint(1, 9)};",
            f"{one} += x[{other} & 255];", f"t += {one} & 15;", f"{one} = ({self._drawn()}) + {other};",
            f"if ({self._test(2)}) {one} += {rng.randint(1, 99)};",
        ))  # fmt: skip

    def _block(self, depth: int, least: int = 1) -> list[str]:
        pad = "    " * depth
        found: list[str] = []
        for _ in range(self.rng.randint(least, 4)):
            self.left -= 1
            found += (
                pad + line for line in (self._compound(depth) if self.left > 0 and depth < 6 else [self._simple()])
            )
        if not self.loops and self.left > 6 and depth == 1:
            found += (pad + line for line in self._loop(depth))
        return found

    def _compound(self, depth: int) -> Iterator[str]:
        kind = self.rng.randrange(12)
        real = [each for each in self.loops if each != "switch"]
        if kind < 3 and len(real) < 3:
            yield from self._loop(depth)
        elif kind < 5:
            yield from self._if(depth)
        elif kind == 5 and depth < 5:
            yield from self._switch(depth)
        elif kind < 9 and self.loops:
            yield self._jump(real)
        else:
            yield self._simple()

    def _jump(self, loops: list[str]) -> str:
        """A way out of a loop, or back to its head, under a condition."""
        rng = self.rng
        kind = rng.randrange(10)
        if loops and kind < 5:
            what = "continue;"
        elif kind < 8:
            what = "break;"
        elif kind == 8:
            what = "goto end;"
        else:
            what = "{ out[me] = t; return; }"
        rare = f"({self._drawn()}) % {rng.choice((16, 50, 100))} == 0"
        return f"if ({self._test() if kind < 7 else rare}) {what}"

    def _if(self, depth: int) -> Iterator[str]:
        yield f"if ({self._test()}) {{"
        yield from self._inner(depth)
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            yield f"}} else if ({self._test()}) {{"
            yield from self._inner(depth)
        if self.rng.random() < 0.4:
            yield "} else {"
            yield from self._inner(depth)
        yield "}"

    def _inner(self, depth: int) -> Iterator[str]:
        """A block within one, as lines that are indented with it."""
        pad = "    " * depth
        return (line.removeprefix(pad) for line in self._block(depth + 1))

    def _loop(self, depth: int) -> Iterator[str]:
        fuel = f"f{self.fuels}"
        self.fuels += 1
        within = sum(each != "switch" for each in self.loops)
        most = f"{fuel}++ < {_FUELS[-1 - min(within, 2)]}"
        kind = self.rng.choice(("while", "for", "do", "ever"))
        self.loops.append(kind)
        yield f"{fuel} = 0;"
        yield {
            "while": f"while ({most} && {self._test()}) {{", "do": "do {", "ever": "while (true) {",
            "for": f"for (uint i{depth} = ({self._drawn()}) % 5; {most} && i{depth} < 40; i{depth} += 1 + (a & 3)) {{",
        }[kind]  # fmt: skip
        if kind == "ever":
            yield f"    if (!({most})) break;"
        yield from self._inner(depth)
        yield f"}} while ({most} && {self._test()});" if kind == "do" else "}"
        self.loops.pop()

    def _switch(self, depth: int) -> Iterator[str]:
        count = self.rng.randint(2, 5)
        self.loops.append("switch")
        yield f"switch (({self._drawn()}) % {count + 1}) {{"
        for case in range(count):
            yield f"case {case}: {{"
            yield from self._inner(depth)
            yield "}"
            if self.rng.random() < 0.7:
                yield "    break;"
        if self.rng.random() < 0.5:
            yield f"default: {self._simple()}"
        yield "}"
        self.loops.pop()
