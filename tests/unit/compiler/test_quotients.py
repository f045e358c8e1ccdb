"""Divisions by variables on a machine with a reciprocal and a multiplier: short, without a loop, and exact."""

from __future__ import annotations

import numpy as np
import pytest

import isa
import simt
from isa.program.program import Program
from simt.compiler.request import Compiled
from simt.launch.programs import find_program
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.compiler.straight import left_by
from tests.unit.compiler.ir_kernels import elementwise
from tests.unit.compiler.test_quality import lines

GPU = Machine.load("gtx280_core")
#: Instructions of a division on GPU.
LENGTHS = {"udiv": 17, "urem": 15, "sdiv": 25, "srem": 22}
RANDOM = 100_000_000  # pairs in the nightly run
_CHUNK = 1 << 19


def compiled(opcode: str, machine: Machine = GPU) -> Compiled:
    """The kernel out[i] = a[i] / b[i], or of another operation."""
    text = elementwise([f"%r = {opcode} i32 %a, %b"], ["i32", "i32"])
    return compile_kernel(text, "kernel", machine, types=["uint*"] * 3)


def exact(opcode: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The words of the results. By 0 a quotient without sign has all bits 1, and the remainder is the number."""
    is_signed = opcode[0] == "s"
    left, right = (words.view(np.int32).astype(np.int64) if is_signed else words.astype(np.int64) for words in (a, b))
    one, other = np.abs(left), np.abs(right)
    quotient = np.where(other == 0, 0xFFFF_FFFF, one // np.maximum(other, 1))
    rest = np.where(other == 0, one, one - quotient * other)
    if opcode.endswith("div"):
        return np.where((left < 0) != (right < 0), -quotient, quotient).astype(np.uint32)
    return np.where(left < 0, -rest, rest).astype(np.uint32)


def edges() -> np.ndarray:
    """Words next to powers of two and to quotients of 2^32, where floats are rounded up, and the first few."""
    powers = 1 << np.arange(32)
    near = [*(power + np.arange(-1, 2) for power in powers), *(2**32 - power - np.arange(2) for power in powers)]
    near += [2**32 // np.arange(1, 20), np.arange(20), 2**24 + np.arange(-3, 4), 2**25 + np.arange(-5, 6)]
    near += [2**32 - 2**8 * np.arange(1, 4) + 2**7]
    return np.unique(np.concatenate(near)).astype(np.uint32)


def drawn(rng: np.random.Generator, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of words, the second of all lengths; in half of them the first is next to a multiple of the second."""
    a, b = rng.integers(0, 1 << 32, (2, size), np.uint32)
    b >>= rng.integers(0, 32, size, np.uint32)
    near = size // 2
    multiple = a[:near] - a[:near] % np.maximum(b[:near], 1)
    a[:near] = multiple + rng.integers(-1, 2, near).astype(np.uint32)
    return a, b


def check(opcode: str, a: np.ndarray, b: np.ndarray, machine: Machine = GPU) -> None:
    """Compare the compiled instructions with the exact results, on any number of pairs."""
    program = compiled(opcode, machine).program
    for first in range(0, len(a), _CHUNK):
        part = slice(first, first + _CHUNK)
        found, want = left_by(program, [a[part], b[part]]), exact(opcode, a[part], b[part])
        wrong = np.flatnonzero(found != want)
        assert not wrong.size, [(int(each[part][wrong[0]])) for each in (a, b)]


@pytest.mark.parametrize(("opcode", "length"), LENGTHS.items())
def test_a_division_takes_a_few_instructions_and_no_jump(opcode: str, length: int) -> None:
    others = len(lines(compiled("add"))) - 1
    found = compiled(opcode)
    assert len(lines(found)) - others <= length
    assert "->" not in found.assembly


@pytest.mark.parametrize(("key", "value"), [("sfu.count", 0), ("options.multiply", False)])
@pytest.mark.parametrize("opcode", LENGTHS)
def test_without_a_reciprocal_or_a_multiplier_a_loop_gives_the_same(opcode: str, key: str, value: object) -> None:
    machine = Machine.load("gtx280_core", {key: value})
    found = compiled(opcode, machine)
    assert sum("-> L1 if nz" in line for line in lines(found)) == 1
    assert "rcp" not in found.assembly
    a, b = (each.ravel() for each in np.meshgrid(edges(), edges()))
    a, b = (each[: len(each) // 64 * 64] for each in (a, b))
    (left,) = run(found.program, a, b, "out", machine=machine)
    np.testing.assert_array_equal(left, exact(opcode, a, b))


def test_a_divider_is_used_if_there_is_one() -> None:
    assert "div.u32" in compiled("udiv", Machine.load("gtx280_core", {"options.divide": True})).assembly


def test_quotient_and_remainder_share_their_instructions() -> None:
    expression = ["%q = udiv i32 %a, %b", "%m = urem i32 %a, %b", "%r = xor i32 %q, %m"]
    found = compile_kernel(elementwise(expression, ["i32", "i32"]), "kernel", GPU, types=["uint*"] * 3)
    assert sum(line.startswith("rcp") for line in lines(found)) == 1
    assert len(lines(found)) <= len(lines(compiled("udiv"))) + 3  # to correct the remainder, and for the result


def test_cycles_of_a_quotient() -> None:
    """One warp, whose next instruction waits for the one before: 24 cycles for each instruction, 45 for `rcp`.

    A turn of the loop that divides bit by bit has 12 instructions, one of them its jump.
    """
    keys = {"issue.dependences": "one_in_flight", "issue.interval": 1, "issue.slots": [], "issue.operand_interval": 0}
    alone = GPU.replace(**keys, costs=[], memory="simple")

    def cycles(opcode: str, machine: Machine = alone) -> int:
        words = np.arange(1, 33, dtype=np.uint32)
        given = {"a_in": words, "b_in": words, "out": np.zeros_like(words)}
        program = compiled(opcode, machine).program
        return simt.run(program, machine, inputs=given, global_size=32, local_size=32).cycles

    others = cycles("add") - 24
    assert cycles("udiv") - others == 16 * 24 + 45
    assert cycles("sdiv") - others == 24 * 24 + 45
    bit_by_bit = alone.replace(**{"sfu.count": 0})
    assert cycles("udiv", bit_by_bit) - others == (2 + 32 * 12) * 24


def tried() -> tuple[np.ndarray, np.ndarray]:
    """All pairs of edges, and drawn ones: 2^17 in all."""
    some = edges()
    left, right = (each.ravel() for each in np.meshgrid(some, some))
    a, b = drawn(np.random.default_rng(7), (1 << 17) - len(left))
    return np.concatenate([left, a]), np.concatenate([right, b])


def run(program: Program, a: np.ndarray, b: np.ndarray, *outputs: str, machine: Machine = GPU) -> list[np.ndarray]:
    """The words that a program leaves in its arrays of output."""
    given = {"a_in": a, "b_in": b, **{name: np.zeros_like(a) for name in outputs}}
    result = simt.run(program, machine, inputs=given, global_size=len(a), local_size=64, engine="functional")
    return [result.arrays[name] for name in outputs]


@pytest.mark.parametrize("ports", [3, 2])
@pytest.mark.parametrize("opcode", LENGTHS)
def test_compiled_kernels_divide_exactly(opcode: str, ports: int) -> None:
    machine = Machine.load("gtx280_core", {"options.read_ports": ports})
    a, b = tried()
    (found,) = run(compiled(opcode, machine).program, a, b, "out", machine=machine)
    np.testing.assert_array_equal(found, exact(opcode, a, b))
    check(opcode, a, b, machine)


MACRO = """
.include "division_rcp.inc"
.buffer a_in, u32
.buffer b_in, u32
.buffer quotient, u32
.buffer rest, u32
    shl.b32 r0, global_id, 2
    ld.global r1, [r0 + a_in]
    ld.global r2, [r0 + b_in]
    CALL
    st.global [r0 + quotient], r1
    st.global [r0 + rest], r3
    ret
"""


@pytest.mark.parametrize(("sign", "more"), [("u", ""), ("s", ", r6, r7")])
def test_the_macros_divide_as_the_instructions_do(sign: str, more: str) -> None:
    a, b = tried()
    text = MACRO.replace("CALL", f"divide_rcp_{sign}32 r1, r3, r2, r4, r5{more}")
    program = isa.assemble(text, include_paths=[find_program("dot").parent])
    quotient, rest = run(program, a, b, "quotient", "rest")
    want = np.where(b == 0, np.uint32(0xFFFF_FFFF), exact(f"{sign}div", a, b))  # of a signed division too
    np.testing.assert_array_equal(quotient, want)
    np.testing.assert_array_equal(rest, exact(f"{sign}rem", a, b))


@pytest.mark.nightly
@pytest.mark.parametrize("opcode", LENGTHS)
def test_many_pairs_are_divided_exactly(opcode: str) -> None:
    """65536 words with each edge, on either side, and 10^8 pairs."""
    rng = np.random.default_rng(11)
    low, high = np.arange(1 << 14, dtype=np.uint32), ~np.arange(1 << 14, dtype=np.uint32)
    words = np.concatenate([low, high, *drawn(rng, 1 << 14)])
    assert len(words) == 1 << 16
    for edge in edges():
        check(opcode, words, np.full_like(words, edge))
        check(opcode, np.full_like(words, edge), words)
    for _ in range(-(-RANDOM // _CHUNK)):
        check(opcode, *drawn(rng, _CHUNK))
