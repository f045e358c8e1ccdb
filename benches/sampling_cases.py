"""The launches of `python -m benches.sampling`, chosen by a rule before sampling was tuned, and those it was tuned on.

The rule: fourteen of the shipped kernels that take a launch of any number of work-groups, each of another kind of work,
and two kernels of unlike groups (benches/kernels/unlike.cl), in the order of the alphabet. Each has 2^20 elements, or
fewer if an exact run takes longer than some 20 seconds. Each runs on `gtx280` and on `hd5870`; every second one also on
a plain core, of the two devices and of the FPGA in turn, with an eighth of the elements. Inputs are drawn from seed
2026.

A second set, `drawn`, was drawn by a hash before sampling without a whole run without time was written, and run once,
when nothing more was changed: other sizes, other seeds, and some kernels that the first set lacks. A third set has the
next hashes, and was run once after the constants had been calibrated for the last time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

import simt

UNLIKE = Path(__file__).parent / "kernels" / "unlike.cl"
SEED = 2026
FPGA = {"memory.policy": "simple", "branch.policy": "ipdom_stack", "multiply": True, "read_ports": 3}
CORES: tuple[tuple[str, Mapping[str, object]], ...] = (("gtx280_core", {}), ("hd5870_core", {}), ("fpga16", FPGA))
Words = dict[str, Any]
Generator = np.random.Generator


@dataclass(frozen=True)
class Case:
    """A launch: a kernel on a machine, with what makes its words from a number of elements."""

    kernel: str
    machine: str
    elements: int
    words: Callable[[int, Generator], Words]
    keys: Mapping[str, object] = field(default_factory=dict)
    seed: int = SEED

    @property
    def name(self) -> str:
        """The kernel's name, without its folder."""
        return Path(self.kernel).name

    def launch(self) -> simt.Launch:
        """Return the launch, without an oracle."""
        words = self.words(self.elements, np.random.default_rng(self.seed))
        return simt.Launch(self.kernel, self.machine, set=self.keys, oracle=False, **words)


def _floats(random: Generator, count: int) -> np.ndarray:
    return random.standard_normal(count).astype(np.float32)


def _row(items: int, group: int = 64, **inputs: Any) -> Words:
    """Return the words of a launch of `items` work-items in a row."""
    return {"inputs": inputs, "global_size": items, "local_size": group}


def _square(items: int, local: tuple[int, int], **inputs: Any) -> Words:
    """Return the words of a launch on a picture of `items` elements, twice as wide as high unless it is a square."""
    height = 1 << (items.bit_length() - 1) // 2
    return {"inputs": inputs, "global_size": (items // height, height), "local_size": local}


def _bitonic(n: int, random: Generator) -> Words:
    return _row(n // 2, data=random.integers(-(1 << 31), 1 << 31, n, dtype=np.int32))


def _prices(n: int, random: Generator) -> Words:
    spot, strike, years = (random.uniform(low, high, n).astype(np.float32) for low, high in ((5, 30), (1, 100), (1, 9)))
    room = np.zeros((2, n), np.float32)
    return _row(n, spot=spot, strike=strike, years=years, call=room[0], put=room[1], rate=0.02, volatility=0.3)


def _blur(n: int, random: Generator) -> Words:
    return _square(n, (16, 4), picture=random.integers(0, 256, n, dtype=np.uint8), blurred=np.zeros(n, np.uint8))


def _collatz(n: int, random: Generator) -> Words:
    return _row(n, start=random.integers(1, 200, n, dtype=np.uint32), steps=np.zeros(n, np.uint32))


def _fir(n: int, random: Generator) -> Words:
    return _row(n, x=_floats(random, n + 15), y=np.zeros(n, np.float32))


def _histogram(n: int, random: Generator) -> Words:
    data = np.minimum(random.geometric(0.05, n), 255).astype(np.uint8)
    return _row(n, data=data, bins=np.zeros(64, np.uint32))


def _horner(n: int, random: Generator) -> Words:
    return {**_row(n, 128, c=random.standard_normal(16), x=random.uniform(-1.5, 1.5, n)), "defines": {"n": n}}


def _mandelbrot(n: int, random: Generator) -> Words:
    words = _square(n, (16, 4), steps=np.zeros(n, np.uint32))
    width = words["global_size"][0]
    words["inputs"] |= {"left": -1.9, "top": -1.1, "step": np.float32(2.4 / width), "most": 48}
    return words


def _matrices(local: tuple[int, int], **defines: int) -> Callable[[int, Generator], Words]:
    def words(count: int, random: Generator) -> Words:
        is_power = count & (count - 1) == 0
        n = 1 << count.bit_length() // 2 if is_power else 64 * round(count**0.5 / 64)
        inputs = {name: _floats(random, n * n) for name in ("a", "b")}
        return {"inputs": inputs, "defines": {"n": n, **defines}, "global_size": (n, n), "local_size": local}

    return words


def _bodies(n: int, random: Generator) -> Words:
    room = np.zeros(4 * n, np.float32)
    return _row(n, bodies=_floats(random, 4 * n), acceleration=room, count=24, softening=np.float32(0.01))


def _sums(elements: int) -> Callable[[int, Generator], Words]:
    """elements: of a work-item."""

    def words(n: int, random: Generator) -> Words:
        return {**_row(n // elements, x=_floats(random, n)), "defines": {"n": n, "group": 64}}

    return words


def _reduce(n: int, random: Generator) -> Words:
    return _row(n, x=_floats(random, n), sums=np.zeros(n // 64, np.float32))


def _stencil(n: int, random: Generator) -> Words:
    return _square(n, (16, 4), now=_floats(random, n), next=np.zeros(n, np.float32), speed=np.float32(0.2))


def _added(n: int, random: Generator) -> Words:
    return {**_row(n, y=_floats(random, n), sums=_floats(random, n // 64)), "defines": {"n": n, "group": 64}}


def _saxpy(n: int, random: Generator) -> Words:
    return _row(n, 128, x=_floats(random, n), y=_floats(random, n), a=np.float32(1.5), n=n)


def _triangle(n: int, random: Generator) -> Words:
    return _row(n, x=_floats(random, n), sums=np.zeros(n, np.float32), block=n // 128)


# By kernel: the elements, and the maker of its words.
KERNELS: tuple[tuple[str, int, Callable[[int, Generator], Words]], ...] = (
    ("opencl/bitonic_sort.cl", 1 << 19, _bitonic),
    ("python/black_scholes.py", 1 << 20, _prices),
    ("opencl/blur.cl", 1 << 20, _blur),
    (f"{UNLIKE}::collatz", 1 << 19, _collatz),
    ("opencl/fir.cl", 1 << 20, _fir),
    ("opencl/histogram.cl", 1 << 19, _histogram),
    ("horner_f64", 1 << 19, _horner),
    ("opencl/mandelbrot.cl", 1 << 20, _mandelbrot),
    ("mm_global", 1 << 18, _matrices((64, 1))),
    ("mm_local", 1 << 18, _matrices((8, 8), height=8, width=8)),
    ("opencl/nbody.cl", 1 << 20, _bodies),
    ("pps_br", 1 << 20, _sums(1)),
    ("pps_conf", 1 << 20, _sums(2)),
    ("opencl/reduce.cl", 1 << 20, _reduce),
    ("opencl/stencil.cl", 1 << 20, _stencil),
    (f"{UNLIKE}::triangle", 1 << 20, _triangle),
)


def judged(share: float = 1.0, seed: int = SEED) -> list[Case]:
    """Return the launches by which sampling is judged.

    share: a factor for the numbers of elements. seed: the seed of the inputs.
    """
    cases, cores = [], cycle(CORES)
    for number, (kernel, most, words) in enumerate(KERNELS):
        elements = int(share * most)
        cases += [Case(kernel, device, elements, words, seed=seed) for device in ("gtx280", "hd5870")]
        if number % 2:
            machine, keys = next(cores)
            cases.append(Case(kernel, machine, elements // 8, words, keys, seed))
    return cases


# Kernels of the fresh set alone.
OTHERS: tuple[tuple[str, int, Callable[[int, Generator], Words]], ...] = (
    ("mm_global_rows", 1 << 18, _matrices((64, 1), threads=64)),
    ("opencl/saxpy.cl", 1 << 20, _saxpy),
    ("python/mandelbrot.py", 1 << 20, _mandelbrot),
    ("scan_add", 1 << 20, _added),
)
_FRESH, _GRAIN = 26, 1 << 14  # launches of the fresh set; elements are multiples of the second number


def drawn(turn: int = 0) -> list[Case]:
    """Return launches that nothing was tuned on: those whose names have the lowest hashes, which give the rest.

    A launch has 0.6 to 1.6 times the elements of its kernel in the first set, with a seed of its own. turn: 0 for the
    first launches, 1 for the launches with the next hashes.
    """
    found = []
    for kernel, most, words in (*KERNELS, *OTHERS):
        core = CORES[_hashed(kernel, "core")[0] % len(CORES)]
        for machine, keys, part in (("gtx280", {}, 1), ("hd5870", {}, 1), (*core, 8)):
            digest = _hashed(kernel, machine)
            share = 0.6 + int.from_bytes(digest[4:6], "big") / 65536
            elements = round(share * most / part / _GRAIN) * _GRAIN
            found.append((digest, Case(kernel, machine, elements, words, keys, int.from_bytes(digest[6:9], "big"))))
    return [case for _, case in sorted(found, key=lambda entry: entry[0])][turn * _FRESH : (turn + 1) * _FRESH]


def _hashed(kernel: str, word: str) -> bytes:
    return hashlib.sha256(f"fresh {Path(kernel).name} {word}".encode()).digest()
