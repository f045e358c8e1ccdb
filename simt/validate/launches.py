"""The suite's launches of kernels with global memory: sizes drawn by the names of kernel and machine.

Each pair gets `LAUNCHES` sizes. The first has, if possible, more work-groups than the device has places for; the second
is any other size that fits. Large devices have more than eight cores (the presets of whole GPUs) and get larger sizes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from isa.program.program import Program
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.launch.programs import load_program
from simt.machine import Machine

LAUNCHES = 2  # of each pair
_LARGE = 8  # a large device has more cores


@dataclass(frozen=True, slots=True)
class LaunchSetup:
    """The sizes of a launch.

    defines: values of symbols. threads: the threads of a work-group in x; None if symbols give them.
    """

    defines: tuple[tuple[str, int], ...] = ()
    threads: int | None = None

    def __str__(self) -> str:
        parts = [f"{name}={value}" for name, value in self.defines]
        return " ".join([*parts, *([f"groups of {self.threads}"] if self.threads else [])])


def _products(is_large: bool) -> list[tuple[LaunchSetup, Grid]]:
    pairs = [(n, part) for n in ((64, 96, 128) if is_large else (16, 24, 32, 48))
             for part in ((32, 64) if is_large else (n, n // 2, n // 4)) if n % part == 0]  # fmt: skip
    return [(LaunchSetup((("n", n),), part), Grid((n, n), (part, 1))) for n, part in pairs]


def _tiles(is_large: bool) -> list[tuple[LaunchSetup, Grid]]:
    sides = (8, 16) if is_large else (4, 8, 16)
    return [
        (LaunchSetup((("n", n), ("height", height), ("width", width))), Grid((n, n), (width, height)))
        for n in ((64, 96, 128) if is_large else (32, 48, 64))
        for height in sides
        for width in sides
    ]


def _scans(is_large: bool, elements: int) -> list[tuple[LaunchSetup, Grid]]:
    return [
        (LaunchSetup((("n", n), ("group", group))), Grid((n // elements, 1), (group, 1)))
        for n in ((16384, 32768, 65536) if is_large else (1024, 2048, 4096))
        for group in ((64, 128, 256) if is_large else (32, 64, 128, 256))
    ]


def _maps(is_large: bool) -> list[tuple[LaunchSetup, Grid]]:
    return [
        (LaunchSetup((("n", n),), group), Grid((n, 1), (group, 1)))
        for n in ((8192, 16384) if is_large else (512, 1024, 2048))
        for group in ((64, 128, 256) if is_large else (32, 64, 128, 256))
    ]


_MENUS: dict[str, Callable[[bool], list[tuple[LaunchSetup, Grid]]]] = {
    "mm_global": _products,
    "mm_global_rows": _products,
    "mm_local": _tiles,
    "pps_br": lambda is_large: _scans(is_large, 1),
    "pps_conf": lambda is_large: _scans(is_large, 2),
    "horner_f64": _maps,
}
LAUNCHED = tuple(_MENUS)


@cache
def drawn_launches(kernel: str, name: str, machine: Machine) -> tuple[LaunchSetup, ...]:
    """Return up to `LAUNCHES` launches of a kernel on a machine that fit it, drawn by the two names.

    Raises `KeyError` for a kernel that is not in `LAUNCHED`.
    """
    rng = random.Random(f"simt launch {kernel} {name}")
    fitting, many = [], []
    for launch, grid in _MENUS[kernel](machine.cores > _LARGE):
        places = Placed(_program(kernel, launch.defines), machine, grid).places
        if places >= 1:
            fitting.append(launch)
            if grid.groups > machine.cores * places:
                many.append(launch)
    drawn: list[LaunchSetup] = []
    for choice in [many or fitting, *[fitting] * (LAUNCHES - 1)]:
        left = [launch for launch in choice if launch not in drawn]
        if left:
            drawn.append(rng.choice(left))
    return tuple(drawn)


@cache
def _program(kernel: str, defines: tuple[tuple[str, int], ...]) -> Program:
    return load_program(kernel, defines=dict(defines))
