"""Random kernels in Python, by number: signs that meet, loops in both directions, clamped indices, choices.

`python -m tests.compiler.random_python 0 100` runs the kernels of these numbers; one alone is shown if it differs.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.compiler.twins import twins

ITEMS = 32
HEAD = """from simt.lang import *


@device
def clamped(value, low, high):
    return min(max(value, low), high)


@device
def split(value, by):
    if by == 0:
        return s32(value), s32(7)
    return s32(value // by), s32(value % by)


@kernel
def made(x: Global[s32], y: Global[u32], z: Global[f32], out: Global[s64], sums: Global[f32], n: u32, m: s32):
    i = global_id()
    a = x[i]
    b = y[i]
    c = z[i]
    d = 0
    e = u32(3)
    f = 0.5
    k = 0
    l = 0
"""
KINDS = {"a": "s32", "b": "u32", "c": "f32", "d": "s32", "e": "u32", "f": "f32"}
ENDS = [0, 1, -1, 2, 5, -7, 31, 2**31 - 1, -(2**31)]


class Generator:
    """What writes one kernel."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.loops = 0

    def literal(self) -> str:
        """A number that fits every integer type, most of the time a small one."""
        return str(self.rng.choice([0, 1, 2, 3, 5, 7, 31, 255, self.rng.randrange(2**31)]))

    def whole(self, depth: int) -> str:
        """An integer of any type."""
        rng = self.rng
        if depth <= 0:
            return rng.choice(
                ["a", "b", "d", "e", "k", "l", "i", "n", "m", "n", "global_size()", f"s32({self.literal()})"]
            )
        one, other = self.whole(depth - 1 - rng.randrange(2)), self.whole(depth - 1 - rng.randrange(2))
        match rng.randrange(16):
            case 0 | 1 | 2 | 3:
                return f"({one} {rng.choice('+-*&|^')} {other})"
            case 4:
                return f"({one} {rng.choice('+-*&|^')} {self.literal()})"
            case 5:
                return f"({one} {rng.choice(['//', '%'])} ({other} | 1))"
            case 6:
                return f"({one} {rng.choice(['//', '%'])} {rng.choice([1, 2, 3, 8, 10, 64])})"
            case 7:
                return f"({one} {rng.choice(['<<', '>>'])} ({other} & {rng.choice([7, 31, 63])}))"
            case 8 | 9:
                return f"{rng.choice(['min', 'max'])}({one}, {rng.choice([other, self.literal()])})"
            case 10:
                return f"max({one} - {rng.choice(['1', '3', other])}, 0)"
            case 11:
                return f"clamped({one}, {rng.choice(['0', 's32(-5)'])}, {other})"
            case 12:
                return rng.choice([f"abs({one})", f"(-{one})", f"(~{one})", f"s32({one} < {other})"])
            case 13:
                return f"{rng.choice(['x', 'y'])}[{self.index(depth - 1)}]"
            case 14:
                kind = rng.choice(["s32", "u32"])
                return f"({kind}({one}) if {self.truth(depth - 1)} else {kind}({other}))"
            case _:
                kind = rng.choice(["s32", "u32", "s8", "u8", "s16", "u16", "int"])
                return f"{kind}({rng.choice([one, self.real(depth - 1)])})"

    def index(self, depth: int) -> str:
        return f"max(min({self.whole(depth)}, {ITEMS - 1}), 0)"

    def real(self, depth: int) -> str:
        """A float; quotients and functions have an error, and are not here."""
        rng = self.rng
        if depth <= 0:
            return rng.choice(["c", "f", "0.25", "1.5", "f32(m)"])
        one, other = self.real(depth - 1), self.real(depth - 1)
        match rng.randrange(6):
            case 0 | 1:
                return f"({one} {rng.choice('+-*')} {other})"
            case 2:
                return f"({one} {rng.choice('+-*')} {self.whole(depth - 1)})"
            case 3:
                return f"{rng.choice(['min', 'max'])}({one}, {other})"
            case 4:
                return f"f32({self.whole(depth - 1)})"
            case _:
                return rng.choice([f"abs({one})", f"(-{one})", f"z[{self.index(depth - 1)}]"])

    def truth(self, depth: int) -> str:
        rng = self.rng
        both = [self.whole(depth - 1), self.whole(depth - 1)]
        if rng.random() < 0.2:
            both = [self.real(depth - 1), rng.choice(both)]
        made = f"{both[0]} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {both[1]}"
        if rng.random() < 0.2:
            return f"(not {made})"
        return (
            f"({made} {rng.choice(['and', 'or'])} {self.truth(depth - 1)})"
            if depth > 0 and rng.random() < 0.3
            else made
        )

    def statements(self, depth: int, indent: str, in_loop: bool) -> list[str]:
        """Some statements, with others in them."""
        rng, lines = self.rng, []
        for _ in range(rng.randrange(1, 4)):
            name = rng.choice(list(KINDS))
            value = self.real(2) if KINDS[name] == "f32" else self.whole(rng.randrange(1, 4))
            kind = rng.randrange(9 if depth else 4)
            if kind <= 2:
                lines.append(f"{name} = {KINDS[name]}({value})")
            elif kind == 3:
                name = rng.choice("ad")
                lines.append(f"{name} {rng.choice(['+', '-', '*', '^'])}= s32({self.whole(2)})")
            elif kind == 4:
                lines += [f"if {self.truth(2)}:", *self.statements(depth - 1, "    ", in_loop)]
                if rng.random() < 0.5:
                    lines += ["else:", *self.statements(depth - 1, "    ", in_loop)]
            elif kind <= 6 and self.loops < 3:
                self.loops += 1
                variable = rng.choice("kl")
                step = rng.choice(
                    ["", ", 2", ", -1", ", -3", f", ({self.whole(1)}) % 3 + 1", f", s32({self.truth(1)}) * 4 - 2"]
                )
                ends = f"s32({self.whole(1)}) % 6 - 2, s32({self.whole(1)}) % 9 - 3"
                if rng.random() < 0.2:
                    ends = rng.choice(["2147483640, 2147483647", "-2147483640, s32(-2147483648)"])
                    step = ", -5" if ends.startswith("-") else ", 3"
                lines += [f"for {variable} in range({ends}{step}):", *self.statements(depth - 1, "    ", True)]
                if rng.random() < 0.4:
                    lines += [
                        f"    if {self.truth(1)}:",
                        f"        {rng.choice(['break', 'continue'])}",
                        f"    d += {variable}",
                    ]
            elif kind == 7:
                lines.append(f"d, a = split({self.whole(1)}, {rng.choice(['m', 'n', 's32(e)'])})")
            else:
                lines.append(f"out[i + {ITEMS} * {rng.randrange(4)}] = {self.whole(3)}")
        return [indent + line for line in lines]


def random_kernel(seed: int) -> str:
    """The text of a kernel `made`."""
    generator = Generator(seed)
    body = [line for _ in range(4) for line in generator.statements(2, "    ", in_loop=False)]
    ends = [f"    out[i + {ITEMS * (4 + at)}] = {name}" for at, name in enumerate("abdekl")]
    ends += [f"    sums[i + {ITEMS * at}] = {name}" for at, name in enumerate("cf")]
    return HEAD + "\n".join([*body, *ends]) + "\n"


def random_arrays(seed: int) -> dict[str, Any]:
    """The arguments of a kernel, many of them at the ends of their types."""
    rng = np.random.default_rng(seed)
    x = np.where(rng.random(ITEMS) < 0.5, rng.choice(ENDS, ITEMS), rng.integers(-50, 50, ITEMS)).astype(np.int32)
    y = np.where(rng.random(ITEMS) < 0.3, rng.choice(ENDS, ITEMS), rng.integers(0, 90, ITEMS)).astype(np.uint32)
    z = rng.choice(np.array([0.0, -0.0, 1.5, -2.25, 3e9, np.nan, np.inf, -np.inf, 0.1], np.float32), ITEMS)
    return {
        "x": x, "y": y, "z": z, "out": np.zeros(ITEMS * 10, np.int64), "sums": np.zeros(ITEMS * 2, np.float32),
        "n": int(rng.integers(1, 40)), "m": int(rng.integers(-9, 9)),
    }  # fmt: skip


def differs(folder: Path, seed: int, machine: dict[str, Any] | None = None) -> str:
    """What a kernel gives on the machine and not in plain Python, or nothing."""
    found, plain = twins(folder, random_kernel(seed), "made", random_arrays(seed), ITEMS, ITEMS, machine)
    for name, array in plain.items():
        wrong = np.flatnonzero(~((found[name] == array) | ((found[name] != found[name]) & (array != array))))
        if wrong.size:
            at = wrong[0]
            return f"kernel {seed}: {name}[{at}] is {found[name][at]}, in plain Python {array[at]}"
    return ""


def main(first: int, end: int) -> int:
    """Run kernels by number; how many differ."""
    count = 0
    for seed in range(first, end):
        with tempfile.TemporaryDirectory() as folder:
            found = differs(Path(folder), seed)
        if found:
            count += 1
            sys.stdout.write(f"{found}\n")
            if end - first == 1:
                sys.stdout.write(random_kernel(seed))
    sys.stdout.write(f"{count} of {end - first} differ\n")
    return count


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])) > 0)
