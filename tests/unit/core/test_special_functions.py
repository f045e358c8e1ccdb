"""Section 8: the special functions are the single nearest to the true value, a fused multiply-add rounds once."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from numba import njit

import isa
import simt
from benches.special_functions import NAMES, Errors, errors, examine, nearest
from simt.core.jit.compile import OPTIONS
from simt.core.lanes import tables
from simt.core.lanes.routines import fused


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("every", [(1 << 14) + 1, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_result_is_the_nearest_single(name: str, every: int) -> None:
    found = errors(name, every)
    assert found.operands == -(-(1 << 32) // every)
    assert found.wrong == 0
    assert 0.49 < found.units <= 0.5


@pytest.mark.parametrize("name", ["sin.f32", "cos.f32"])
def test_multiples_of_a_right_angle_and_their_neighbours(name: str) -> None:
    """Angles at which nearly all of the product with 2 / pi cancels."""
    with mpmath.workprec(300):
        angles = [mpmath.pi / 2 * turns * 2**power for power in range(0, 126, 3) for turns in range(1, 40, 5)]
        bits = [int(np.float32(float(angle)).view(np.uint32)) for angle in angles if angle < 3e38]
    operands = np.array([place + step for place in bits for step in (-1, 0, 1)], np.uint32).view(np.float32)
    found = Errors()
    examine(name, operands, found)
    assert found.wrong == 0


def test_the_bench_would_see_an_error() -> None:
    assert nearest("sin.f32", 2.0**100) == int(np.float32(-0.872183605418).view(np.uint32))
    assert nearest("exp2.f32", -150.0) == 0
    assert nearest("exp2.f32", math.nextafter(-150.0, 0)) == 1
    assert nearest("exp2.f32", 128.0) == 0x7F80_0000
    assert nearest("log2.f32", 0.0) == 0xFF80_0000
    assert nearest("cos.f32", math.inf) == 0x7FC0_0000


def test_tables_are_true_to_two_doubles() -> None:
    with mpmath.workprec(400):
        step = mpmath.pi / 32
        for k in range(64):
            assert abs(mpmath.mpf(tables.SINE[k]) + tables.SINE_REST[k] - mpmath.sin(k * step)) < 2.0**-105
            slope = mpmath.cos(k * step) * step / 2**26
            assert abs(mpmath.mpf(tables.SLOPE[k]) + tables.SLOPE_REST[k] - slope) < 2.0**-105
            inverse = -mpmath.log(tables.INVERSE[k], 2)
            assert abs(mpmath.mpf(tables.LOGARITHM[k]) + tables.LOGARITHM_REST[k] - inverse) < 2.0**-97
        for k in range(32):
            power = mpmath.mpf(2) ** (mpmath.mpf(k) / 32)
            assert abs(mpmath.mpf(tables.POWER[k]) + tables.POWER_REST[k] - power) < 2.0**-104
        places = int(mpmath.floor(2 / mpmath.pi * 2**288))
        assert tables.WORDS[:10].tolist() == [0, *(places >> 32 * (8 - k) & 0xFFFF_FFFF for k in range(9))]


@njit(**OPTIONS)
def _all_fused(x: np.ndarray, y: np.ndarray, z: np.ndarray, found: np.ndarray) -> None:
    for k in range(len(x)):
        found[k] = fused(x[k], y[k], z[k])


def _nearest_sum(x: float, y: float, z: float) -> float:
    """x * y + z, rounded once."""
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if exact == 0:
        return x * y + z  # its sign
    place = max(math.frexp(float(exact) or 2.0**-1074)[1] - 24, -149)
    unit = Fraction(2) ** place
    rounded = round(exact / unit) * unit  # ties to even
    return math.copysign(math.inf, exact) if abs(rounded) >= 2**128 else math.copysign(float(rounded), exact)


@np.errstate(over="ignore", under="ignore")
def test_a_fused_multiply_add_rounds_once() -> None:
    """Words of all kinds, and sums next to the middle of two singles."""
    rng = random.Random(5)
    triples = []
    for _ in range(3000):
        x, y = (np.float32(rng.uniform(-2, 2) * 2.0 ** rng.randint(-75, 63)) for _ in range(2))
        product = float(x) * float(y)
        z = np.float32(-product) if rng.random() < 0.5 else np.float32(np.ldexp(product, rng.randint(-30, 30)))
        triples.append((x, y, z))
        triples.append((x, y, np.float32(np.ldexp(float(np.float32(product)), 24) * rng.choice((-1, 1)))))
    for k in range(1, 200):  # nearly a tie, and one once it is a double
        step = k * 2.0**-23
        triples.append((np.float32(1 + step), np.float32(1 - step), np.float32(2**24 + 4 * k + 2)))
    words = np.array([[rng.getrandbits(32) for _ in range(3)] for _ in range(3000)], np.uint32).view(np.float32)
    triples += [tuple(row) for row in words if np.isfinite(row).all()]
    x, y, z = (np.array(column, np.float32) for column in zip(*triples, strict=True))
    kept = np.isfinite(z)
    x, y, z = x[kept], y[kept], z[kept]
    found = np.empty(len(x), np.float32)
    _all_fused(x, y, z, found)
    expected = np.array([_nearest_sum(float(a), float(b), float(c)) for a, b, c in zip(x, y, z, strict=True)])
    np.testing.assert_array_equal(found.view(np.uint32), expected.astype(np.float32).view(np.uint32))
    assert (found != x * y + z).mean() > 0.1  # the cases are ones on which it matters
    assert (found != (x.astype(np.float64) * y + z).astype(np.float32)).sum() > 100  # nor is a sum of doubles enough


KEYS = ("count_bits", "permute", "round", "fused", "divide")


@pytest.mark.parametrize(
    ("line", "keys", "words"),
    [
        ("popc.b32 r1, r2", {"options.count_bits": True}, "counts bits (options.count_bits)"),
        ("floor.f32 r1, r2", {"options.round": True}, "rounds floats to integers (options.round)"),
        ("perm.b32 r1, r2, r3, r4", {"options.permute": True, "options.read_ports": 3}, "options.permute"),
        ("fma.f32 r1, r2, r3, r4", {"options.fused": True, "options.read_ports": 3}, "options.fused"),
        ("div.s32 r1, r2, r3", {"options.divide": True, "sfu.count": 1}, "options.divide"),
        ("sin.f32 r1, r2", {"sfu.count": 1}, "sfu.count"),
        ("select_nz.b32 r1, r2, r3, r4", {"options.read_ports": 3}, "options.read_ports = 3"),
    ],
)
def test_a_machine_that_lacks_one_key_says_so(line: str, keys: dict[str, object], words: str) -> None:
    program = isa.assemble(f".threads 4\n{line}\nret")
    every = {f"options.{name}": True for name in KEYS} | {"options.read_ports": 3, "sfu.count": 1}
    assert simt.run(program, "fpga4", set=keys).completed
    for missing in keys:
        lacking = {"sfu.count": 0, "options.read_ports": 2}.get(missing, False)
        less = simt.Machine.load("fpga4", every | {missing: lacking})
        with pytest.raises(simt.SimtError, match="E0502") as caught:
            simt.run(program, less)
        assert words in str(caught.value)


def test_a_division_takes_the_time_of_the_sfu() -> None:
    keys = {"options.divide": True, "sfu.count": 1}
    cycles = [
        simt.run(isa.assemble(f".threads 4\n{line}\nret"), "fpga4", set=keys).cycles
        for line in ("rem.u32 r1, thread_id, 3", "sin.f32 r1, r1", "add.u32 r1, thread_id, 3")
    ]
    assert cycles[0] == cycles[1] == cycles[2] + 16 - 2
