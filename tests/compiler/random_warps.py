"""Random kernels whose lanes part and read one another, and what they compute, warp by warp with masks.

A kernel is a tree of statements. Which lanes take part in a call is what the source says: those of a side, those that
are still in a loop.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from tests.compiler.subgroups import combined, in_order, moved

Array = np.ndarray[Any, Any]
_MOST_DEEP: Final = 3
_PREFIX: Final = "sub_group_non_uniform"


class Lanes(NamedTuple):
    """The variables of a warp: by name, a value for each lane."""

    values: dict[str, Array]
    size: int


class _Loop(NamedTuple):
    ended: Array  # lanes that have left it
    skipped: Array  # lanes that have left its round


Run = Callable[[Lanes, Array, "_Loop | None"], None]


class RandomWarps:
    """A kernel of a seed: its text in OpenCL C, and `run`, its meaning for one warp.

    has_late_calls: calls may stand between the condition of a `break` and the `break`.
    is_defined: what OpenCL leaves open, words of lanes that do not take part, does not occur: a lane keeps its own.
    """

    def __init__(self, seed: int, *, has_late_calls: bool = False, is_defined: bool = False) -> None:
        self.random = Random(seed)
        self.has_late_calls = has_late_calls
        self.loops = 0
        text, self._run = self._block(0, in_loop=False, most=4)
        if is_defined:
            text = text.replace("sub_group_shuffle", "defined_shuffle")
        head = "kernel void k(global int *a, global int *out)\n{\n    uint i = get_global_id(0);"
        head += "\n    int lane = get_sub_group_local_id(), s = a[i], t = a[i] >> 3;\n"
        self.text = f"{head}{text}    out[i] = s ^ t * 3;\n}}\n"

    def run(self, a: Array, with_thread: Array) -> Array:
        """Return `out` of a warp's lanes."""
        lanes = Lanes({"s": a.copy(), "t": a >> 3, "lane": np.arange(a.size, dtype=np.int32)}, a.size)
        with np.errstate(all="ignore"):
            self._run(lanes, with_thread.copy(), None)
            return lanes.values["s"] ^ lanes.values["t"] * np.int32(3)

    # --- statements -----------------------------------------------------------------------------------------------

    def _block(self, depth: int, *, in_loop: bool, most: int) -> tuple[str, Run]:
        parts = [self._statement(depth, in_loop=in_loop) for _ in range(self.random.randint(1, most))]

        def run(lanes: Lanes, active: Array, loop: _Loop | None) -> None:
            for _, part in parts:
                if loop is not None:
                    active = active & ~loop.ended & ~loop.skipped
                if active.any():
                    part(lanes, active, loop)

        return "".join(text for text, _ in parts), run

    def _statement(self, depth: int, *, in_loop: bool) -> tuple[str, Run]:
        kinds = [self._across, self._across, self._plain]
        if depth < _MOST_DEEP:
            kinds += [lambda: self._choice(depth, in_loop=in_loop), lambda: self._loop(depth)]
        if in_loop:
            kinds.append(self._leave)
        return self.random.choice(kinds)()

    def _plain(self) -> tuple[str, Run]:
        name, other = self.random.choice([("s", "t"), ("t", "s"), ("s", "lane")])
        number = self.random.randint(1, 9)
        sign = self.random.choice("+^-")

        def run(lanes: Lanes, active: Array, _: _Loop | None) -> None:
            change = lanes.values[other] * np.int32(number)
            old = lanes.values[name]
            new = {"+": old + change, "^": old ^ change, "-": old - change}[sign]
            old[active] = new[active]

        return f"    {name} = {name} {sign} {other} * {number};\n", run

    def _condition(self) -> tuple[str, Callable[[Lanes], Array]]:
        name, bits, number = self.random.choice(["s", "t", "lane"]), self.random.choice([1, 3, 7]), 0
        number = self.random.randint(0, bits)
        one = f"({name} & {bits}) > {number}"
        test = lambda lanes: (lanes.values[name] & bits) > number  # noqa: E731
        if self.random.random() < 0.35:
            more, other = self._condition()
            if self.random.random() < 0.5:
                return f"{one} && {more}", lambda lanes: test(lanes) & other(lanes)
            return f"({one} || ({more}))", lambda lanes: test(lanes) | other(lanes)
        return one, test

    def _choice(self, depth: int, *, in_loop: bool) -> tuple[str, Run]:
        condition, test = self._condition()
        yes, then = self._block(depth + 1, in_loop=in_loop, most=3)
        no, otherwise = self._block(depth + 1, in_loop=in_loop, most=3) if self.random.random() < 0.6 else ("", None)

        def run(lanes: Lanes, active: Array, loop: _Loop | None) -> None:
            taken = test(lanes)
            then(lanes, active & taken, loop) if (active & taken).any() else None
            if otherwise is not None and (active & ~taken).any():
                otherwise(lanes, active & ~taken, loop)

        return f"    if ({condition}) {{\n{yes}    }}" + (f" else {{\n{no}    }}\n" if no else "\n"), run

    def _leave(self) -> tuple[str, Run]:
        condition, test = self._condition()
        word = self.random.choice(["break", "continue"])
        before = [self._across()] if self.has_late_calls and self.random.random() < 0.5 else []

        def run(lanes: Lanes, active: Array, loop: _Loop | None) -> None:
            assert loop is not None
            leaving = active & test(lanes)
            for _, part in before:
                part(lanes, leaving, loop) if leaving.any() else None
            (loop.ended if word == "break" else loop.skipped)[leaving] = True

        return f"    if ({condition}) {{\n{''.join(text for text, _ in before)}    {word};\n    }}\n", run

    def _loop(self, depth: int) -> tuple[str, Run]:
        name, self.loops = f"k{self.loops}", self.loops + 1
        limit, bits = self.random.choice([("s", 3), ("lane", 3), ("t", 7)])
        body, turn = self._block(depth + 1, in_loop=True, most=3)

        def run(lanes: Lanes, active: Array, _: _Loop | None) -> None:
            most = lanes.values[limit] & bits
            ended, number = np.zeros(lanes.size, bool), 0
            while (inside := active & ~ended & (number < most)).any():
                turn(lanes, inside, _Loop(ended, np.zeros(lanes.size, bool)))
                number += 1

        head = f"    int m{name} = {limit} & {bits};\n    for (int {name} = 0; {name} < m{name}; {name}++) {{\n"
        return f"    {{\n{head}{body}    }}\n    }}\n", run

    def _across(self) -> tuple[str, Run]:
        name, to = self.random.choice(["s", "t"]), self.random.choice(["s", "t"])
        text, meaning = self.random.choice(_CALLS)

        def run(lanes: Lanes, active: Array, _: _Loop | None) -> None:
            got = meaning(lanes.values[name], active).astype(np.int32)
            new = lanes.values[to] + got
            lanes.values[to][active] = new[active]

        return f"    {to} += {text.format(name)};\n", run


def _first(active: Array) -> int:
    return int(np.flatnonzero(active)[0])


def _scan(x: Array, active: Array) -> Array:
    sums = np.cumsum(np.where(active, x, 0), dtype=np.int32)
    return sums - x


_CALLS: Final[list[tuple[str, Callable[[Array, Array], Array]]]] = [
    (f"{_PREFIX}_reduce_add({{}})", lambda x, active: np.full(x.size, combined("add", x[active]))),
    (f"{_PREFIX}_reduce_max({{}})", lambda x, active: np.full(x.size, in_order("max", x, active))),
    (f"{_PREFIX}_scan_exclusive_add({{}})", _scan),
    ("sub_group_shuffle_xor({}, 1)", lambda x, active: moved(x, active, np.arange(x.size) ^ 1)),
    ("sub_group_shuffle_up({}, 2)", lambda x, active: moved(x, active, np.arange(x.size) - 2)),
    ("sub_group_shuffle({}, lane * 5 & 7)", lambda x, active: moved(x, active, np.arange(x.size) * 5 & 7)),
    ("sub_group_broadcast_first({})", lambda x, active: moved(x, active, np.full(x.size, _first(active)))),
    ("sub_group_elect() * ({} | 1)", lambda x, active: (np.arange(x.size) == _first(active)) * (x | 1)),
    (f"{_PREFIX}_any({{}} & 2)", lambda x, active: np.full(x.size, (x[active] & 2).any())),
    (f"{_PREFIX}_all({{}} & 1)", lambda x, active: np.full(x.size, (x[active] & 1).all())),
    ("sub_group_ballot_bit_count(sub_group_ballot({} & 1))",
     lambda x, active: np.full(x.size, (x[active] & 1).sum())),
]  # fmt: skip
