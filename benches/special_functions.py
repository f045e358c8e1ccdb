"""Print how far the special functions are from the true values: `python -m benches.special_functions [sin.f32 ...]`.

Each function of one operand that docs/processor.md, section 8, calls the nearest single goes through all 2^32 operands
(`--every N`: each N-th), minutes for each. It is compared with the platform's function in double precision; an operand
whose true value lies within 2^-44 of the middle of two singles, where that cannot decide, is computed in 200 bits.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

import click
import mpmath
import numpy as np
from numba import njit

from isa.table.table import opcode
from simt.core.jit.bits import below, bits_of_single, single_of
from simt.core.jit.compile import OPTIONS
from simt.core.jit.vector_memory import load_lanes, store_lanes
from simt.core.jit.vectors import STEP, bits_of_singles, singles_of
from simt.core.lanes.routines import computed
from simt.core.lanes.sfu import sfu_value

__all__ = ["NAMES", "Errors", "errors", "examine", "nearest"]

NAMES = ("rcp.f32", "sqrt.f32", "sin.f32", "cos.f32", "log2.f32", "exp2.f32")
RCP, ROOT, SIN, COS, LOG2 = (opcode(name) for name in NAMES[:5])
DOUBT = 2.0**-44
CHUNK = 1 << 22


@dataclass
class Errors:
    """The operands that were looked at, those in doubt, those whose result is not nearest, and the largest error."""

    operands: int = 0
    doubtful: int = 0
    wrong: int = 0
    units: float = 0.0  # in the last place, of results that are finite


@njit
def _platform(op, x):
    if op == RCP:
        return 1.0 / x if x != 0 else math.copysign(math.inf, x)
    if op == ROOT:
        return math.sqrt(x) if x >= 0 else math.nan
    if op == SIN:
        return math.sin(x) if abs(x) < math.inf else math.nan
    if op == COS:
        return math.cos(x) if abs(x) < math.inf else math.nan
    if op == LOG2:
        return math.log2(x) if x > 0 else -math.inf if x == 0 else math.nan
    return math.pow(2.0, x)


@njit(**OPTIONS)
def _roots(op, operands, results):
    """Fill the results of an instruction of the SFU, a vector of lanes at a time. Both are arrays of bits."""
    for k in range(0, len(operands), STEP):
        count = min(np.int64(STEP), len(operands) - k)
        value = sfu_value(op, singles_of(load_lanes(operands, np.int64(k), np.int64(1), count)))
        store_lanes(results, np.int64(k), bits_of_singles(value), below(count), count)


@njit(**OPTIONS)
def _others(op, operands, results):
    """Fill the results of an instruction of the routine."""
    zero = np.int64(0)
    for k in range(len(operands)):
        results[k] = single_of(computed(op, zero, bits_of_single(operands[k]), zero, zero))


@njit
def _examine(op, operands, results, doubtful):
    """Count and list the doubtful results, and give the largest error of the others, in units."""
    count, largest = 0, 0.0
    for k in range(len(operands)):
        true = _platform(op, np.float64(operands[k]))
        if true != true:
            is_doubtful = results[k] == results[k]
        else:
            low, high = np.float32(true * (1 - DOUBT)), np.float32(true * (1 + DOUBT))
            is_doubtful = low != high or results[k] != low
        if is_doubtful:
            doubtful[count] = k
            count += 1
        elif abs(true) < 2.0**128 and true != 0.0:
            exponent = max(math.frexp(true)[1] - 24, -149)
            largest = max(largest, abs(math.ldexp(np.float64(results[k]) - true, -exponent)))
    return count, largest


def nearest(name: str, x: float) -> int:
    """Bits of the single nearest to the function of a single x, computed in 200 bits."""
    if math.isnan(x) or (math.isinf(x) and name in ("sin.f32", "cos.f32")):
        return 0x7FC0_0000
    with mpmath.workprec(200 + 150):
        if x == 0 and name in ("rcp.f32", "log2.f32"):
            return _single(math.copysign(math.inf, x) if name == "rcp.f32" else -math.inf)
        if x < 0 and name in ("sqrt.f32", "log2.f32"):
            return 0x7FC0_0000
        if math.isinf(x) or x == 0 or (name == "exp2.f32" and abs(x) > 200):
            return _single({"rcp.f32": 1 / x if x else x, "exp2.f32": (x >= 0) * (math.inf if x else 1.0),
                            "cos.f32": 1.0}.get(name, x))  # fmt: skip
        true = {
            "rcp.f32": lambda a: 1 / a, "sqrt.f32": mpmath.sqrt, "sin.f32": mpmath.sin, "cos.f32": mpmath.cos,
            "log2.f32": lambda a: mpmath.log(a, 2), "exp2.f32": lambda a: mpmath.mpf(2) ** a,
        }[name](mpmath.mpf(x))  # fmt: skip
        if true == 0:
            return 0
        place = max(int(mpmath.floor(mpmath.log(abs(true), 2))), -126) - 23
        return _single(math.ldexp(int(mpmath.nint(mpmath.ldexp(true, -place))), place))  # nint: ties to even


def _single(value: float) -> int:
    with np.errstate(over="ignore"):
        return struct.unpack("<I", np.float32(value).tobytes())[0]


def examine(name: str, operands: np.ndarray, found: Errors) -> None:
    """Add to `found` what these operands give."""
    results, doubtful = np.empty(len(operands), np.float32), np.empty(len(operands), np.int64)
    if opcode(name) <= ROOT:
        _roots(opcode(name), operands.view(np.uint32), results.view(np.uint32))
    else:
        _others(opcode(name), operands, results)
    count, units = _examine(opcode(name), operands, results, doubtful)
    found.operands += len(operands)
    found.doubtful += count
    found.units = max(found.units, units)
    for k in doubtful[:count]:
        bits = int(results[k : k + 1].view(np.uint32)[0]) if results[k] == results[k] else 0x7FC0_0000
        found.wrong += bits != nearest(name, float(operands[k]))


def errors(name: str, every: int = 1) -> Errors:
    """The errors of a function over every `every`-th operand."""
    found = Errors()
    for first in range(0, 1 << 32, CHUNK * every):
        operands = np.arange(first, min(first + CHUNK * every, 1 << 32), every, np.int64)
        examine(name, operands.astype(np.uint32).view(np.float32), found)
    return found


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(NAMES))
@click.option("--every", default=1, help="Look at each N-th operand.")
def main(names: tuple[str, ...], every: int) -> None:
    """Print the table."""
    print(f"{'function':10} {'operands':>11} {'in doubt':>9} {'not nearest':>12} {'largest error':>14}")
    for name in names or NAMES:
        found = errors(name, every)
        print(f"{name:10} {found.operands:11} {found.doubtful:9} {found.wrong:12} {found.units:10.7f} ulp", flush=True)


if __name__ == "__main__":
    main()
