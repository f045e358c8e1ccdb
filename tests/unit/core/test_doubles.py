"""Double precision: the specification's arithmetic against exact fractions, the engines' against numpy's."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

import isa
import simt
from isa.forms.objfile import dump_program, parse_program
from isa.reporting.diagnostics import SimtError
from tests.generators.words import DOUBLES
from tests.reference import values

MACHINE = simt.Machine.load("fpga16", {"dpu.count": 1, "options.read_ports": 3})
THREADS = 256

ARITHMETIC: dict[str, Callable[..., Fraction]] = {
    "add.f64": lambda a, b: a + b,
    "sub.f64": lambda a, b: a - b,
    "mul.f64": lambda a, b: a * b,
}
NUMPY: dict[str, Callable[..., np.ndarray]] = {
    "add.f64": lambda a, b: a + b,
    "sub.f64": lambda a, b: a - b,
    "mul.f64": lambda a, b: a * b,
    "mad.f64": lambda a, b: a * b + b,
    "min.f64": np.fmin,
    "max.f64": np.fmax,
}
COMPARES = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater}
COMPARES["ge"] = np.greater_equal


def random_double_bits(rng: random.Random) -> int:
    """Any bits, or numbers of like exponents, or subnormals, or interesting ones."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.getrandbits(64)
    if kind == 1:
        return rng.getrandbits(1) << 63 | rng.randint(1010, 1040) << 52 | rng.getrandbits(52)
    if kind == 2:
        return rng.getrandbits(1) << 63 | rng.getrandbits(53)
    return rng.choice(DOUBLES)


@pytest.mark.parametrize("name", ARITHMETIC)
def test_the_specification_rounds_once_to_nearest_even(name: str) -> None:
    rng = random.Random(name)
    for _ in range(3000):
        a, b = random_double_bits(rng), random_double_bits(rng)
        x, y = values.to_double(a), values.to_double(b)
        if not np.isfinite([x, y]).all():
            continue
        exact = ARITHMETIC[name](Fraction(x), Fraction(y))
        try:
            nearest = float(exact)  # of a fraction: rounded once, ties to even
        except OverflowError:
            nearest = float("inf") if exact > 0 else float("-inf")
        found = values.to_double(values.OPERATIONS[name](a, b))
        assert found == nearest, (hex(a), hex(b))


def test_a_multiply_add_rounds_twice() -> None:
    a = values.from_double(1 + 2.0**-52)
    once = float(Fraction(1 + 2.0**-52) ** 2 - 1)
    twice = values.to_double(values.OPERATIONS["mad.f64"](a, a, values.from_double(-1.0)))
    assert (once, twice) == (2.0**-51 + 2.0**-104, 2.0**-51)


def operands() -> tuple[np.ndarray, np.ndarray]:
    """float64 [THREADS], twice: the interesting ones and random ones."""
    rng = random.Random("operands")
    bits = [[random_double_bits(rng) for _ in range(THREADS)] for _ in range(2)]
    for place, (a, b) in enumerate((a, b) for a in DOUBLES[:11] for b in DOUBLES[:11]):
        bits[0][place], bits[1][place] = a, b
    first, second = (np.array(row, np.uint64).view(np.float64) for row in bits)
    return first, second


def run(body: str, engine: str, **inputs: np.ndarray) -> np.ndarray:
    """uint32 [THREADS, 2]: what a kernel leaves in r6 and r7 of each thread; its operands are r2, r3 and r4, r5."""
    source = f"""
.threads {THREADS}
.local a b32[{2 * THREADS}]
.local b b32[{2 * THREADS}]
.local c b32[{2 * THREADS}]
    shl.b32  r1, thread_id, 1
    ld.local r2, [r1 + a]
    ld.local r4, [r1 + b]
    add.u32  r8, r1, 1
    ld.local r3, [r8 + a]
    ld.local r5, [r8 + b]
{body}
    st.local [r1 + c], r6
    st.local [r8 + c], r7
    ret
"""
    given = {name: value.view(np.uint32) for name, value in inputs.items()}
    result = simt.run(isa.assemble(source), MACHINE, inputs=given, engine=engine)
    return result.arrays["c"].reshape(THREADS, 2)


@pytest.mark.parametrize("engine", ["cycle", "functional"])
def test_the_engines_compute_what_numpy_does(engine: str) -> None:
    a, b = operands()
    with np.errstate(all="ignore"):
        for name, compute in NUMPY.items():
            third = ", r4" if name == "mad.f64" else ""
            found = run(f"    {name} r6, r2, r4{third}", engine, a=a, b=b).copy().view(np.uint64).reshape(-1)
            wanted = compute(a, b)
            bits = np.where(np.isnan(wanted), np.uint64(values.DOUBLE_NAN), wanted.view(np.uint64))
            if name[:3] in ("min", "max"):  # numpy leaves the sign of zero open
                both = (a == 0) & (b == 0)
                bits[both] = (np.bitwise_or if name == "min.f64" else np.bitwise_and)(
                    *(x.view(np.uint64) for x in (a, b))
                )[both]
            assert np.array_equal(found, bits), name
        for name, compare in COMPARES.items():
            found = run(f"    {name}.f64 r6, r2, r4", engine, a=a, b=b)[:, 0]
            assert np.array_equal(found, compare(a, b)), name
        singles = a.astype(np.float32)
        found = run("    cvt.f32.f64 r6, r2\n    cvt.s32.f64 r7, r2", engine, a=a, b=b)
        assert np.array_equal(found[:, 0], np.where(np.isnan(a), np.uint32(values.NAN), singles.view(np.uint32)))
        whole = np.clip(np.nan_to_num(np.trunc(a), nan=0.0), -(2.0**31), 2.0**31 - 1).astype(np.int64)
        assert np.array_equal(found[:, 1].view(np.int32), whole)
        found = run("    cvt.f64.f32 r6, r2", engine, a=a, b=b).copy().view(np.uint64).reshape(-1)
        widened = a.view(np.float32)[::2].astype(np.float64)
        assert np.array_equal(found, np.where(np.isnan(widened), np.uint64(values.DOUBLE_NAN), widened.view(np.uint64)))


def error_of(text: str) -> tuple[str, str, str]:
    with pytest.raises(SimtError) as caught:
        isa.assemble(text)
    found = caught.value.diagnostics[0]
    return found.code, found.message, found.help or ""


def test_what_the_assembler_says_about_doubles() -> None:
    assert error_of("add.f64 r2, r4, 0.1") == (
        "E0204",
        "0.1 is not a float32, and a constant of a double is one",
        "move the words 0x9999999a and 0x3fb99999 into a pair of registers, or write f(0.1) for the nearest float32",
    )
    assert error_of("add.f64 r2, r4, 1e300")[2] == ("move the words 0x8800759c and 0x7e37e43c into a pair of registers")
    assert error_of("add.f64 r111, r2, r4") == (
        "E0207",
        "the destination of `add.f64` is a double, two registers, from the one that is named on",
        "the last that may be named is r110",
    )
    assert error_of("lt.f64 r1, lane_id, r4")[:2] == (
        "E0207",
        "the first source of `lt.f64` is a double, two registers, from the one that is named on",
    )
    assert error_of("add.f64 r2, r4, s1")[0] == "E0207"
    assert error_of("add.f64 r2, r4, 1")[0] == "E0205"
    assert error_of("add.f64 r2, r4, r6 -> next if z\nnext: ret")[0] == "E0209"
    assert isa.assemble("lt.f64 r1, r4, r6 -> next if c\nnext: ret").words


def test_the_disassembler_writes_constants_that_assemble_again() -> None:
    program = isa.assemble(".param a f32 = 0.1\nmul.f64 r2, r4, a\nadd.f64 r2, r2, f(0.1)\nsub.f64 r2, r2, 0.5\nret\n")
    text = isa.disassemble(program)
    assert "add.f64 r2, r2, f(0.1)" in text
    assert "sub.f64 r2, r2, 0.5" in text
    again = isa.assemble(text)
    assert (again.words, again.constants) == (program.words, program.constants)


BUFFERS = """
.kernel halves
.buffer x, f64
.buffer y, f64, 8
    shl.b32       r0, global_id, 3
    ld.global.b64 r2, [r0 + x]
    mul.f64       r2, r2, 0.5
    st.global.b64 [r0 + y], r2
    ret
"""
DEVICE = simt.Machine.load("fpga8", {"dpu.count": 1, "memory": "simple"})


@pytest.mark.parametrize("engine", ["cycle", "functional"])
def test_buffers_of_doubles_take_and_give_float64(engine: str) -> None:
    x = np.arange(8) / 3
    result = simt.run(isa.assemble(BUFFERS), DEVICE, inputs={"x": x}, global_size=8, local_size=4, engine=engine)
    assert result.buffers["y"].dtype == np.float64
    assert np.array_equal(result.buffers["y"], x / 2)
    assert np.array_equal(result.buffers["x"], x)


def test_buffers_of_doubles_have_two_words_for_each_element() -> None:
    program = isa.assemble(BUFFERS)
    assert [entry.words for entry in program.buffers.values()] == [0, 16]
    placed = program.with_buffers({"x": 1000})  # 8000 bytes from 4096 on
    assert [placed.constants[entry.index] for entry in placed.buffers.values()] == [4096, 16384]
    again = isa.assemble(isa.disassemble(program))
    assert again.buffers == program.buffers
    assert parse_program(dump_program(program)).buffers == program.buffers
    result = simt.run(program, DEVICE, inputs={"x": np.zeros(4)}, global_size=8, local_size=4)
    assert result.stop is not None
    assert (result.stop.kind, result.stop.buffer, result.stop.offset) == ("global_address", "x", 32)


def test_f64_is_no_type_of_constants() -> None:
    for text in (".const x f64 = 1.0", ".param x f64 = 1.0"):
        assert error_of(f"{text}\nret") == (
            "E0306",
            "expected a type, found `f64`",
            "only arrays in memory have elements of f64",
        )
