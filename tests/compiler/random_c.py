"""Random expressions of OpenCL C without undefined behaviour, as kernels that write each result."""

from __future__ import annotations

import random

INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
REALS = ("float", "double")
_VECTORS = ("int4", "uint4", "float4", "short4", "char2", "ulong2")
_MASKS = {"int4": "int4", "uint4": "int4", "float4": "int4", "short4": "short4", "char2": "char2", "ulong2": "long2"}


class _Expressions:
    """Draws expressions of a type, ever shorter ones."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def any_type(self) -> str:
        return self.random.choice((*INTEGERS, *INTEGERS, *REALS))

    def whole(self, depth: int) -> str:
        """An integer of some type."""
        draw = self.random
        if depth <= 0:
            name = f"{draw.choice(INTEGERS)}_{draw.choice('abc')}"
            return draw.choice((name, name, f"({draw.randint(-300, 300)})", "70000u"))
        left, right = self.whole(depth - 1), self.whole(depth - 2)
        form = draw.randrange(12)
        if form < 2:
            return f"({left} {draw.choice(('&', '|', '^', '<<', '>>'))} {right})"
        if form < 4:  # where a sum, difference or product of signed numbers could overflow, one is unsigned
            return f"({draw.choice(INTEGERS)})(({draw.choice(('uint', 'ulong'))}){left} {draw.choice('+-*')} {right})"
        if form == 4:
            return f"({left} {draw.choice('/%')} (({right} & 15) + 1))"
        if form == 5:
            return f"({self.number(depth - 1)} {draw.choice(('<', '>', '<=', '>=', '==', '!='))} {right})"
        if form == 6:
            return f"({left} {draw.choice(('&&', '||'))} {right})"
        if form == 7:
            return f"({self.whole(depth - 2)} ? {left} : {right})"
        if form == 8:
            return f"({draw.choice(INTEGERS)}){left}"
        if form == 9:
            return f"({draw.choice(('-(ulong)', '~', '!', '+'))}{left})"
        if form == 10:
            return f"(int){draw.choice(REALS)}_{draw.choice('abc')}"
        return f"({draw.choice(('j++', '--j', 'j += 300'))}, {left})"  # in whatever order

    def number(self, depth: int) -> str:
        """A number of some type."""
        draw = self.random
        if draw.random() < 0.5:
            return self.whole(depth)
        if depth <= 0:
            return draw.choice((f"{draw.choice(REALS)}_{draw.choice('abc')}", "0.25f", "3.0", "1e-3f"))
        left, right = self.number(depth - 1), self.number(depth - 2)
        form = draw.randrange(5)
        if form < 2:
            return f"(({draw.choice(REALS)}){left} {draw.choice('+-*')} {right})"
        if form == 2:
            return f"({draw.choice(REALS)}){left}"
        if form == 3:
            return f"({self.whole(depth - 2)} ? {left} : {right})"
        return "(double_a / 3.0)"  # the quotient of floats may be another on each machine

    def vector(self, kind: str, depth: int) -> str:
        """A vector of a type."""
        draw = self.random
        count = int(kind[-1])
        if depth <= 0:
            letters = "".join(draw.choice("xyzw"[:count]) for _ in range(count))
            return draw.choice((f"{kind}_a", f"{kind}_b.{letters}", f"({kind})({draw.randint(-9, 9)})"))
        left, right = self.vector(kind, depth - 1), self.vector(kind, depth - 2)
        form = draw.randrange(6)
        if form < 2:
            return f"({left} {draw.choice('+-*')} {right})"
        if form == 2 and kind != "float4":
            return f"({left} {draw.choice(('&', '|', '^', '<<', '>>'))} {right})"
        if form == 3:
            return f"({self.mask(kind, depth - 1)} ? {left} : {right})"
        if form == 4:
            half = "2" if count == 4 else ""
            return f"({kind})({left}.{'lo' if half else 'x'}, {right}.{'odd' if half else 'y'})"
        return f"(-{left})" if draw.random() < 0.5 else f"({left} + {'1.5f' if kind == 'float4' else '(char)3'})"

    def mask(self, kind: str, depth: int) -> str:
        """What a comparison of two vectors gives."""
        operator = self.random.choice(("<", ">=", "==", "!=", "&&", "||"))
        return f"({self.vector(kind, depth - 1)} {operator} {self.vector(kind, depth - 2)})"


def kernel_of(seed: int, count: int = 24) -> str:
    """A kernel that writes the values of random expressions to `out`, `d` and `bytes`."""
    draw = _Expressions(seed)
    lines = ["int i = get_global_id(0); uchar j = 100; ushort u16 = 9; char c8 = 3;"]
    for kind in INTEGERS:
        lines.append(f"{kind} {kind}_a = w[i], {kind}_b = w[i + 8] * 77, {kind}_c = -w[i + 16];")
    for kind in REALS:
        lines.append(f"{kind} {kind}_a = f[i], {kind}_b = f[i + 8] * 3, {kind}_c = -f[i + 16];")
    for number, kind in enumerate(_VECTORS):
        parts = ", ".join(f"w[i + {number + part}]" for part in range(int(kind[-1])))
        lines.append(f"{kind} {kind}_a = ({kind})({parts}), {kind}_b = {kind}_a * ({kind})(w[{number}]);")
    for number in range(count):
        place = f"[(i * {count} + {number}) & 63]"
        lines.append(f"out{place} ^= (ulong){draw.whole(4)} * 31 + out{place};")
        lines.append(f"u16 {draw.random.choice(('-=', '<<=', '^=', '*='))} (uint){draw.whole(2)}; c8 += u16 + j;")
        lines.append(f"out{place} ^= c8 * 1000 + u16;")
        lines.append(f"{{ double r = {draw.number(4)}; d{place} += r == r ? r : 1; }}")
        kind = draw.random.choice(_VECTORS)
        row = 256 * _VECTORS.index(kind)  # of a type its own: bits of an integer may be no number of a float
        lines.append(f"*(__global {kind} *)(bytes + {row} + 16 * ((i * 3 + {number}) & 7)) += {draw.vector(kind, 3)};")
        mask = _MASKS[kind]
        lines.append(f"*(__global {mask} *)(bytes + {row + 128} + 16 * ((i + {number}) & 7)) ^= {draw.mask(kind, 3)};")
    body = "\n  ".join(lines)
    arguments = "__global long *out, __global double *d, __global float16 *wide, __global int *w, __global float *f"
    return f"__kernel void k({arguments}) {{\n  __global char *bytes = (__global char *)wide;\n  {body}\n}}\n"
