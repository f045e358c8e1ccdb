"""Every kind of arithmetic instruction of LLVM IR, compiled and run, against numpy."""

from __future__ import annotations

import operator

import numpy as np
import pytest

import simt
from simt.compiler.errors import CompileError
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.unit.compiler.ir_kernels import elementwise

M32 = np.uint64(0xFFFFFFFF)
EDGES = [
    0,
    1,
    2,
    3,
    31,
    32,
    33,
    63,
    127,
    128,
    255,
    256,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x10000,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFE,
    0xFFFFFFFF,
]


def machine(**keys: object) -> Machine:
    return Machine.load("gtx280", {key.replace("__", "."): value for key, value in keys.items()})


def pairs(seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of edge values, and random ones."""
    rng = np.random.default_rng(seed)
    left, right = np.meshgrid(np.array(EDGES, np.uint32), np.array(EDGES, np.uint32))
    more = rng.integers(0, 1 << 32, (2, 112), dtype=np.uint32)
    return np.concatenate([left.ravel(), more[0]]), np.concatenate([right.ravel(), more[1]])


def run(text: str, inputs: dict[str, np.ndarray], size: int, on: Machine | None = None, words: int = 1) -> np.ndarray:
    on = on or machine()
    compiled = compile_kernel(text, "kernel", on)
    given = {f"{name}_in": value for name, value in inputs.items()}
    kind = compiled.program.buffers["out"].type
    given["out"] = np.zeros(size * words, {"f32": np.float32, "f64": np.float64}.get(kind, np.uint32))
    result = simt.run(compiled.program, on, inputs=given, global_size=size, local_size=64, engine="functional")
    assert result.stop is None
    return result.arrays["out"]


def signed(words: np.ndarray) -> np.ndarray:
    return words.astype(np.uint32).view(np.int32).astype(np.int64)


INTEGER = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


@pytest.mark.parametrize("opcode", INTEGER)
def test_integers_of_32_bits(opcode: str) -> None:
    a, b = pairs()
    got = run(elementwise([f"%r = {opcode} i32 %a, %b"], ["i32", "i32"]), {"a": a, "b": b}, len(a))
    np.testing.assert_array_equal(
        got, (INTEGER[opcode](a.astype(np.uint64), b.astype(np.uint64)) & M32).astype(np.uint32)
    )


@pytest.mark.parametrize(("opcode", "meaning"), [
    ("shl", lambda a, n: (a.astype(np.uint64) << n.astype(np.uint64)) & M32),
    ("lshr", lambda a, n: a >> n),
    ("ashr", lambda a, n: signed(a) >> n.astype(np.int64)),
])  # fmt: skip
def test_shifts(opcode: str, meaning: object) -> None:
    a, b = pairs()
    text = elementwise(["%n = and i32 %b, 31", f"%r = {opcode} i32 %a, %n"], ["i32", "i32"])
    got = run(text, {"a": a, "b": b}, len(a))
    np.testing.assert_array_equal(got, meaning(a, b & 31).astype(np.int64).astype(np.uint32))  # type: ignore[operator]


PREDICATES = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "ult": lambda a, b: a < b, "ule": lambda a, b: a <= b,
    "ugt": lambda a, b: a > b, "uge": lambda a, b: a >= b, "slt": lambda a, b: signed(a) < signed(b),
    "sle": lambda a, b: signed(a) <= signed(b), "sgt": lambda a, b: signed(a) > signed(b),
    "sge": lambda a, b: signed(a) >= signed(b),
}  # fmt: skip


@pytest.mark.parametrize("predicate", PREDICATES)
def test_compares_give_numbers_and_choose(predicate: str) -> None:
    a, b = pairs()
    text = elementwise(
        [f"%c = icmp {predicate} i32 %a, %b", "%n = zext i1 %c to i32", "%m = shl i32 %n, 4",
         "%s = select i1 %c, i32 %a, i32 7", "%r = xor i32 %s, %m"],
        ["i32", "i32"],
    )  # fmt: skip
    holds = PREDICATES[predicate](a, b)
    np.testing.assert_array_equal(run(text, {"a": a, "b": b}, len(a)), np.where(holds, a, 7) ^ (holds * 16))


@pytest.mark.parametrize("bits", [8, 16, 7])
def test_numbers_of_fewer_bits_are_extended_where_their_higher_bits_count(bits: int) -> None:
    a, b = pairs()
    text = elementwise(
        [f"%x = trunc i32 %a to i{bits}", f"%y = trunc i32 %b to i{bits}", f"%z = add i{bits} %x, %y",
         f"%c = icmp slt i{bits} %z, %y", f"%h = lshr i{bits} %z, 2", f"%g = ashr i{bits} %z, 1",
         f"%k = sext i{bits} %g to i32", f"%l = zext i{bits} %h to i32", "%m = shl i32 %k, 9", "%n = xor i32 %m, %l",
         "%f = sext i1 %c to i32", "%r = add i32 %n, %f"],
        ["i32", "i32"],
    )  # fmt: skip
    mask, half = (1 << bits) - 1, 1 << (bits - 1)
    z = (a.astype(np.int64) + b) & mask
    low = b.astype(np.int64) & mask
    as_signed = lambda n: n - (((n & half) != 0) << bits)  # noqa: E731
    want = ((as_signed(z) >> 1) << 9) ^ (z >> 2)
    want = want - (as_signed(z) < as_signed(low))
    np.testing.assert_array_equal(run(text, {"a": a, "b": b}, len(a)), want.astype(np.uint32))


@pytest.mark.parametrize("factor", [3, 5, 6, 7, 10, 15, 100, 0xFFFFFFFF, 0xFFFFFFF0, 0x55555555, 12345])
def test_products_with_numbers_need_no_multiplier(factor: int) -> None:
    a, _ = pairs()
    on = machine(options__multiply=False)
    got = run(elementwise([f"%r = mul i32 %a, {factor}"], ["i32"]), {"a": a}, len(a), on)
    np.testing.assert_array_equal(got, (a.astype(np.uint64) * np.uint64(factor) & M32).astype(np.uint32))


NOTHING = {"options__multiply": False, "sfu__count": 0}


@pytest.mark.parametrize(
    "lacks", [{}, {"sfu__count": 0}, {"options__multiply": False}, NOTHING], ids=lambda keys: "-".join(keys)
)
@pytest.mark.parametrize("opcode", ["mul", "udiv", "urem", "sdiv", "srem"])
def test_products_and_divisions_of_variables_on_machines_that_lack_them(opcode: str, lacks: dict[str, object]) -> None:
    a, b = pairs()
    b |= 1
    got = run(elementwise([f"%r = {opcode} i32 %a, %b"], ["i32", "i32"]), {"a": a, "b": b}, len(a), machine(**lacks))
    if opcode == "mul":
        want = a.astype(np.uint64) * b
    else:
        left, right = (signed(a), signed(b)) if opcode[0] == "s" else (a.astype(np.int64), b.astype(np.int64))
        quotient = np.abs(left) // np.abs(right) * np.sign(left) * np.sign(right)
        want = quotient if opcode[1:] == "div" else left - quotient * right
    np.testing.assert_array_equal(got, want.astype(np.uint64).astype(np.uint32))


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_products_of_fewer_bits_need_no_multiplier(kind: type) -> None:
    a, b = (np.resize(words.astype(kind), 128) for words in pairs())
    name = f"i{8 * a.itemsize}"
    inputs = {"a": a.view(np.uint32), "b": b.view(np.uint32)}
    got = run(elementwise([f"%r = mul {name} %a, %b"], [name, name], name), inputs, 128, machine(**NOTHING))
    np.testing.assert_array_equal(got.view(kind)[:128], a * b)


def test_a_product_of_a_parameter_and_a_number_needs_no_multiplier() -> None:
    ir = elementwise(["%r = mul i32 %n_in, 127"], []).replace("%out)", "%out, i32 %n_in)")
    got = run(ir, {"n": np.uint32(5)}, 64, machine(**NOTHING))
    np.testing.assert_array_equal(got, [5 * 127] * 64)


@pytest.mark.parametrize("opcode", ["udiv", "urem", "sdiv", "srem"])
def test_divisions_of_64_bits(opcode: str) -> None:
    a, b = wide()
    b |= np.uint64(1)
    text = elementwise([f"%r = {opcode} i64 %a, %b"], ["i64", "i64"], "i64")
    got = run(text, {"a": a.view(np.uint32), "b": b.view(np.uint32)}, len(a), words=2).view(np.uint64).tolist()
    for x, y, found in zip(a.tolist(), b.tolist(), got, strict=True):
        if opcode[0] == "s":
            x, y = (n - (n >> 63 << 64) for n in (x, y))
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        assert found == (quotient if opcode[1:] == "div" else x - quotient * y) % (1 << 64), (x, y)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_divisions_of_singles_are_within_two_and_a_half_units_in_the_last_place() -> None:
    a, b = floats()
    for lacks in ({}, {"sfu__count": 0}):
        text = elementwise(["%r = fdiv float %a, %b"], ["float", "float"], "float")
        got, want = run(text, {"a": a, "b": b}, len(a), machine(**lacks)), a / b
        same = bits(got) == bits(want)
        near = np.abs(got.astype(np.float64) - a.astype(np.float64) / b) <= 2.5 * np.spacing(np.abs(want))
        assert (same | near).all()


@pytest.mark.parametrize("letter", ["s", "u"])
def test_64_bit_numbers_become_floats_and_back(letter: str) -> None:
    a, _ = wide()
    text = elementwise([f"%r = {letter}itofp i64 %a to float"], ["i64"], "float")
    got = run(text, {"a": a.view(np.uint32)}, len(a))
    want = a.view(np.int64 if letter == "s" else np.uint64).astype(np.float32)
    np.testing.assert_array_equal(got, want)
    whole = np.random.default_rng(5).integers(0, 1 << 62, 64).astype(np.float32)
    text = elementwise([f"%r = fpto{letter}i float %a to i64"], ["float"], "i64")
    back = run(text, {"a": whole}, 64, words=2).view(np.uint64)
    np.testing.assert_array_equal(back, whole.astype(np.uint64))


@pytest.mark.parametrize("divisor", [3, 5, 7, 10, 641, 0x7FFFFFFF, 0x80000001, 0xFFFFFFFF])
@pytest.mark.parametrize("opcode", ["udiv", "urem", "sdiv", "srem"])
def test_divisions_by_numbers_are_products(opcode: str, divisor: int) -> None:
    a, _ = pairs()
    got = run(elementwise([f"%r = {opcode} i32 %a, {divisor}"], ["i32"]), {"a": a}, len(a))
    if opcode[0] == "u":
        want = a // np.uint32(divisor) if opcode == "udiv" else a % np.uint32(divisor)
    else:
        by = int(np.uint32(divisor).view(np.int32))
        quotient = np.abs(signed(a)) // abs(by) * np.sign(signed(a)) * np.sign(by)
        want = (quotient if opcode == "sdiv" else signed(a) - quotient * by).astype(np.uint32)
    np.testing.assert_array_equal(got, want)


def wide(seed: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of 64-bit numbers."""
    edges = np.array([0, 1, 0xFFFFFFFF, 1 << 32, (1 << 32) + 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1], np.uint64)
    left, right = np.meshgrid(edges, edges)
    more = np.random.default_rng(seed).integers(0, 1 << 64, (2, 64), dtype=np.uint64)
    return np.concatenate([left.ravel(), more[0]]), np.concatenate([right.ravel(), more[1]])


@pytest.mark.parametrize("opcode", INTEGER)
def test_integers_of_64_bits(opcode: str) -> None:
    a, b = wide()
    text = elementwise([f"%r = {opcode} i64 %a, %b"], ["i64", "i64"], "i64")
    got = run(text, {"a": a.view(np.uint32), "b": b.view(np.uint32)}, len(a), words=2).view(np.uint64)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(got, INTEGER[opcode](a, b))


@pytest.mark.parametrize("opcode", ["shl", "lshr", "ashr"])
@pytest.mark.parametrize("count", [None, 0, 1, 31, 32, 33, 63])
def test_shifts_of_64_bits(opcode: str, count: int | None) -> None:
    a, b = wide()
    by = ["%n = and i64 %b, 63"] if count is None else [f"%n = add i64 {count}, 0"]
    text = elementwise([*by, f"%r = {opcode} i64 %a, %n"], ["i64", "i64"], "i64")
    got = run(text, {"a": a.view(np.uint32), "b": b.view(np.uint32)}, len(a), words=2).view(np.uint64)
    n = b & np.uint64(63) if count is None else np.full(len(a), count, np.uint64)
    want = {"shl": a << n, "lshr": a >> n, "ashr": (a.view(np.int64) >> n.view(np.int64)).view(np.uint64)}[opcode]
    np.testing.assert_array_equal(got, want)


def longer(seed: int = 3) -> tuple[list[int], list[int], dict[str, np.ndarray]]:
    """Pairs of numbers of 128 bits, which LLVM makes of vectors; and their words."""
    a, b = np.random.default_rng(seed).integers(0, 1 << 32, (2, 64, 4), dtype=np.uint32)
    b[::4], a[1::8], b[1::8] = a[::4], 0xFFFFFFFF, 1
    numbers = [[int.from_bytes(row.tobytes(), "little") for row in each] for each in (a, b)]
    return *numbers, {"a": a.ravel(), "b": b.ravel()}


@pytest.mark.parametrize("size", [96, 127])
@pytest.mark.parametrize("line", ["add _ %x, %y", "sub _ %x, %y", "xor _ %x, %y", *(
    f"{opcode} _ %x, {count}" for opcode in ("shl", "lshr", "ashr") for count in (0, 1, 32, 64, 71, 95)
)])  # fmt: skip
def test_integers_of_more_than_64_bits(line: str, size: int) -> None:
    a, b, inputs = longer()
    opcode, count = line.split()[0], line.split()[-1]
    lines = [f"%x = trunc i128 %a to i{size}", f"%y = trunc i128 %b to i{size}"]
    lines += [f"%z = {line.replace('_', f'i{size}')}", f"%r = sext i{size} %z to i128"]
    got = run(elementwise(lines, ["i128"] * 2, "i128"), inputs, len(a), words=4)
    a, b = ([signed_number(x, size) for x in each] for each in (a, b))
    meaning = {
        "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "xor": lambda x, y: x ^ y,
        "shl": lambda x, _: x << int(count), "lshr": lambda x, _: x % (1 << size) >> int(count),
        "ashr": lambda x, _: x >> int(count),
    }[opcode]  # fmt: skip
    want = [signed_number(meaning(x, y), size) for x, y in zip(a, b, strict=True)]
    assert [int.from_bytes(row.tobytes(), "little", signed=True) for row in got.reshape(-1, 4)] == want


def signed_number(number: int, size: int) -> int:
    """What the lowest bits of a number are as a signed one of so many."""
    low = number % (1 << size)
    return low - (low >> (size - 1) << size)


@pytest.mark.parametrize("predicate", PREDICATES)
def test_compares_of_more_than_64_bits(predicate: str) -> None:
    a, b, inputs = longer()
    text = elementwise([f"%c = icmp {predicate} i128 %a, %b", "%r = zext i1 %c to i32"], ["i128", "i128"])
    got = run(text, inputs, len(a))
    if predicate[0] == "s":
        a, b = ([signed_number(x, 128) for x in each] for each in (a, b))
    meaning = getattr(operator, predicate if predicate in ("eq", "ne") else predicate[1:])
    assert got.tolist() == [meaning(x, y) for x, y in zip(a, b, strict=True)]


@pytest.mark.parametrize("line", ["shl i128 %a, %b", "mul i128 %a, %b", "udiv i128 %a, %b"])
def test_what_is_not_compiled_of_more_than_64_bits(line: str) -> None:
    with pytest.raises(CompileError, match="integers of 128 bits"):
        run(elementwise([f"%r = {line}"], ["i128", "i128"], "i128"), longer()[2], 64, words=4)


@pytest.mark.parametrize("lines", [
    ["%x = trunc i64 %a to i33", "%y = lshr i33 %x, 5", "%r = zext i33 %y to i64"],
    ["%x = trunc i64 %a to i33", "%y = ashr i33 %x, 5", "%r = sext i33 %y to i64"],
    ["%x = trunc i64 %a to i33", "%y = udiv i33 %x, 5", "%r = zext i33 %y to i64"],
    ["%x = trunc i64 %a to i47", "%y = trunc i64 %b to i47", "%c = icmp ult i47 %x, %y", "%r = zext i1 %c to i64"],
    ["%x = trunc i64 %a to i47", "%y = trunc i64 %b to i47", "%c = icmp eq i47 %x, %y", "%r = zext i1 %c to i64"],
    ["%x = trunc i64 %a to i47", "%y = trunc i64 %b to i47", "%c = icmp slt i47 %x, %y", "%r = zext i1 %c to i64"],
])  # fmt: skip
def test_numbers_of_33_to_63_bits_are_extended_where_their_higher_bits_count(lines: list[str]) -> None:
    a, b = wide()
    b[::3] = a[::3] ^ np.uint64(1 << 60)
    inputs = {"a": a.view(np.uint32), "b": b.view(np.uint32)}
    got = run(elementwise(lines, ["i64", "i64"], "i64"), inputs, len(a), words=2)
    size = int(lines[0].rpartition("i")[2])
    unsigned = [[x % (1 << size) for x in each.tolist()] for each in (a, b)]
    signed = [[signed_number(x, size) for x in each] for each in unsigned]
    word = lines[-2].split()[2] if "icmp" not in lines[-2] else lines[-2].split()[3]
    x, y = signed if word in ("ashr", "slt") else unsigned
    meaning = {"lshr": lambda x, _: x >> 5, "ashr": lambda x, _: x >> 5, "udiv": lambda x, _: x // 5,
               "ult": operator.lt, "slt": operator.lt, "eq": operator.eq}[word]  # fmt: skip
    want = [int(meaning(*pair)) % (1 << 64) for pair in zip(x, y, strict=True)]
    assert got.view(np.uint64).tolist() == want


def zeros_at_end(number: int, size: int) -> int:
    return (number & -number).bit_length() - 1 if number else size


@pytest.mark.parametrize("has_counts", [False, True])
@pytest.mark.parametrize("size", [8, 11, 16, 32, 33, 47, 64])
def test_counts_of_bits_of_every_width(size: int, has_counts: bool) -> None:
    """LLVM makes them of loops, on machines too that count no bits, where those of 64 bits were refused."""
    a, _ = wide()
    a[::2] >>= np.uint64(64 - size)
    a[::3] <<= np.uint64(max(0, size - 9))
    names = ("ctpop", "ctlz", "cttz")
    declared = "".join(f"declare i{size} @llvm.{name}.i{size}(i{size}{', i1' * (name != 'ctpop')})\n" for name in names)
    lines = [f"%x = {f'trunc i64 %a to i{size}' if size < 64 else 'add i64 %a, 0'}"]
    lines += [
        f"%{name} = call i{size} @llvm.{name}.i{size}(i{size} %x{', i1 false' * (name != 'ctpop')})" for name in names
    ]
    for name in names:
        lines.append(f"%w_{name} = {f'zext i{size} %{name} to i64' if size < 64 else f'add i64 %{name}, 0'}")
    lines += ["%s = shl i64 %w_ctpop, 16", "%t = shl i64 %w_ctlz, 8", "%u = or i64 %s, %t", "%r = or i64 %u, %w_cttz"]
    text = elementwise(lines, ["i64"], "i64", declared=declared)
    got = run(text, {"a": a.view(np.uint32)}, len(a), machine(options__count_bits=has_counts), words=2).view(np.uint64)
    numbers = [number % (1 << size) for number in a.tolist()]
    want = [x.bit_count() << 16 | size - x.bit_length() << 8 | zeros_at_end(x, size) for x in numbers]
    assert got.tolist() == want


@pytest.mark.parametrize("predicate", PREDICATES)
def test_compares_of_64_bits(predicate: str) -> None:
    a, b = wide()
    text = elementwise([f"%c = icmp {predicate} i64 %a, %b", "%r = zext i1 %c to i32"], ["i64", "i64"])
    got = run(text, {"a": a.view(np.uint32), "b": b.view(np.uint32)}, len(a))
    kind = np.int64 if predicate[0] == "s" else np.uint64
    meaning = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
               "ge": np.greater_equal}[predicate if predicate in ("eq", "ne") else predicate[1:]]  # fmt: skip
    np.testing.assert_array_equal(got, meaning(a.view(kind), b.view(kind)))


def floats() -> tuple[np.ndarray, np.ndarray]:
    edges = np.array([0.0, -0.0, 1.0, -1.5, 3e38, 1e-40, np.inf, -np.inf, np.nan, 0.1], np.float32)
    left, right = np.meshgrid(edges, edges)
    more = np.random.default_rng(3).standard_normal((2, 28)).astype(np.float32)
    return np.concatenate([left.ravel(), more[0]]), np.concatenate([right.ravel(), more[1]])


def bits(numbers: np.ndarray) -> np.ndarray:
    """The bits of singles, with the machine's one NaN."""
    found = numbers.astype(np.float32).view(np.uint32).copy()
    found[np.isnan(numbers)] = 0x7FC00000
    return found


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("lines", "meaning"), [
    (["%r = fadd float %a, %b"], lambda a, b: a + b),
    (["%r = fsub float %a, %b"], lambda a, b: a - b),
    (["%r = fmul float %a, %b"], lambda a, b: a * b),
    (["%m = fmul float %a, %b", "%r = fadd float %m, %a"], lambda a, b: a * b + a),
    (["%m = fmul float %a, %b", "%r = fadd float 1.5, %m"], lambda a, b: np.float32(1.5) + a * b),
    (["%r = fadd float %a, 0x47EFFFFFE0000000"], lambda a, b: a + np.finfo(np.float32).max),
    (["%c = fcmp ogt float %a, %b", "%r = select i1 %c, float %a, float %b"], lambda a, b: np.where(a > b, a, b)),
])  # fmt: skip
def test_singles(lines: list[str], meaning: object) -> None:
    a, b = floats()
    for ports in (2, 3):
        on = machine(options__read_ports=ports)
        got = run(elementwise(lines, ["float", "float"], "float"), {"a": a, "b": b}, len(a), on)
        np.testing.assert_array_equal(bits(got), bits(meaning(a, b)))  # type: ignore[operator]


ORDERED = {"eq": np.equal, "gt": np.greater, "ge": np.greater_equal, "lt": np.less, "le": np.less_equal}


@pytest.mark.parametrize(
    "predicate", ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"]
)
def test_compares_of_singles(predicate: str) -> None:
    a, b = floats()
    has_nan = np.isnan(a) | np.isnan(b)
    if predicate in ("ord", "uno"):
        want = has_nan == (predicate == "uno")
    else:
        want = (a != b) if predicate[1:] == "ne" else ORDERED[predicate[1:]](a, b)
        want = np.where(has_nan, predicate[0] == "u", want)
    lines = [f"%c = fcmp {predicate} float %a, %b", "%n = zext i1 %c to i32", "%r = shl i32 %n, 1"]
    got = run(elementwise(lines, ["float", "float"]), {"a": a, "b": b}, len(a))
    np.testing.assert_array_equal(got, 2 * want.astype(np.uint32))
    lines = [f"%c = fcmp {predicate} float %a, %b", "%r = select i1 %c, i32 5, i32 9"]
    got = run(elementwise(lines, ["float", "float"]), {"a": a, "b": b}, len(a))
    np.testing.assert_array_equal(got, np.where(want, 5, 9))


# LLVM's bits: two kinds of NaN; minus infinity, normal, subnormal, zero; plus zero, subnormal, normal, infinity.
@pytest.mark.parametrize("classes", [3, 516, 504, 264, 8, 144, 96, 64, 1, 2, 1023 - 3, 0x3C1])
@pytest.mark.parametrize("kind", ["float", "double"])
def test_classes_of_floats(kind: str, classes: int) -> None:
    bits, fraction = (32, 23) if kind == "float" else (64, 52)
    infinity, sign = (1 << bits - 1) - (1 << fraction), 1 << bits - 1
    edges = [0, 1, (1 << fraction) - 1, 1 << fraction, 3 << fraction, infinity - 1, infinity, infinity + 1]
    edges += [infinity + (1 << fraction - 1) - 1, infinity + (1 << fraction - 1), sign - 1]
    words = np.array((edges + [edge + sign for edge in edges]) * 3, f"u{bits // 8}")[:64]
    of_edges = [6, 7, 7, 8, 8, 8, 9, 0, 0, 1, 1, 5, 4, 4, 3, 3, 3, 2, 0, 0, 1, 1]
    want = [classes >> of_edges[place % len(of_edges)] & 1 for place in range(64)]
    declared = f"declare i1 @llvm.is.fpclass.f{bits}({kind}, i32)"
    lines = [f"%c = call i1 @llvm.is.fpclass.f{bits}({kind} %a, i32 {classes})", "%r = zext i1 %c to i32"]
    got = run(elementwise(lines, [kind], declared=declared), {"a": words.view(f"f{bits // 8}")}, 64)
    np.testing.assert_array_equal(got, want)


def test_bits_of_parameters_are_numbers_of_any_type() -> None:
    lines = [
        "%x = bitcast float %f to i32", "%i = call i32 @_Z13get_global_idj(i32 0)", "%c = icmp sgt i32 %x, %i",
        "%y = bitcast i32 %n to float", "%s = fadd float %y, 1.0", "%t = bitcast float %s to i32",
        "%r = select i1 %c, i32 %t, i32 0", "%p = getelementptr i32, ptr addrspace(1) %out, i32 %i",
        "store i32 %r, ptr addrspace(1) %p", "ret void",
    ]  # fmt: skip
    head = "define spir_kernel void @kernel(float %f, i32 %n, ptr addrspace(1) %out) {"
    text = "\n".join(["declare i32 @_Z13get_global_idj(i32)", head, *lines, "}"])
    program = compile_kernel(text, "kernel", machine(), types=["float", "uint", "uint*"]).program
    given = {"f": 1.5, "n": 0x40000000, "out": np.zeros(64, np.uint32)}
    result = simt.run(program, machine(), inputs=given, global_size=64, local_size=64, engine="functional")
    np.testing.assert_array_equal(result.arrays["out"].view(np.float32), 3.0)


def test_names_of_what_is_computed_on_the_way_are_new() -> None:
    a, b = pairs()
    lines = ["%s = trunc i32 %a to i16", "%t = trunc i32 %b to i16", "%u = or i16 %t, 1", "%q.1 = mul i16 %s, %t"]
    lines += ["%q = udiv i16 %q.1, %u", "%v = xor i16 %q, %q.1", "%r = zext i16 %v to i32"]
    got = run(elementwise(lines, ["i32", "i32"]), {"a": a, "b": b}, len(a))
    product = a * b & 0xFFFF
    np.testing.assert_array_equal(got, product // (b & 0xFFFF | 1) ^ product)


def test_parts_of_vectors_that_nobody_reads_are_divided_by_anything() -> None:
    a, b = np.array([1.0, 5.0, -7.0, 0.5] * 16), np.array([3.0, 2.0, 4.0, 8.0] * 16)
    lines = []
    for name in "ab":  # LLVM divides one part and copies the quotient
        lines.append(f"%{name}.v = insertelement <3 x double> poison, double %{name}, i32 0")
        lines.append(
            f"%{name}.w = shufflevector <3 x double> %{name}.v, <3 x double> poison, <3 x i32> zeroinitializer"
        )
    lines += ["%q = fdiv <3 x double> %a.w, %b.w", "%c = fcmp ogt <3 x double> %q, zeroinitializer"]
    lines += ["%s = select <3 x i1> %c, <3 x double> %q, <3 x double> <double 1.0, double 2.0, double 3.0>"]
    lines += [f"%s{part} = extractelement <3 x double> %s, i32 {part}" for part in range(3)]
    lines += ["%t = fadd double %s0, %s1", "%r = fadd double %t, %s2"]
    got = run(elementwise(lines, ["double", "double"], "double"), {"a": a, "b": b}, 64)
    np.testing.assert_array_equal(got, np.where(a > 0, a / b + a / b + a / b, 6))


@pytest.mark.parametrize("predicate", ["ord", "uno"])
def test_parts_of_vectors_that_are_known_are_numbers_or_not(predicate: str) -> None:
    a, _ = floats()
    lines = [
        "%v = insertelement <4 x float> <float 1.0, float poison, float poison, float 2.0>, float %a, i32 1",
        "%w = insertelement <4 x float> %v, float %a, i32 2",
        f"%c = fcmp {predicate} <4 x float> %w, <float 2.0, float 3.0, float 0x7FF8000000000000, float 4.0>",
        "%b = select <4 x i1> %c, <4 x i8> <i8 1, i8 2, i8 3, i8 4>, <4 x i8> <i8 5, i8 6, i8 7, i8 8>",
        "%r = bitcast <4 x i8> %b to i32",
    ]
    got = run(elementwise(lines, ["float"]), {"a": a}, len(a)).view(np.uint8).reshape(-1, 4)
    no = np.stack([np.zeros(a.size, bool), np.isnan(a), np.ones(a.size, bool), np.zeros(a.size, bool)], axis=1)
    np.testing.assert_array_equal(got, np.where(no == (predicate == "uno"), [1, 2, 3, 4], [5, 6, 7, 8]))


def test_a_vector_of_bits_is_a_number_of_as_many() -> None:
    """LLVM asks so whether any or all of its bits are set."""
    a = np.random.default_rng(1).integers(0, 4, 64, dtype=np.uint32)
    lines = [
        "%v = insertelement <4 x i32> poison, i32 %a, i32 0",
        "%w = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer",
        "%c = icmp ule <4 x i32> %w, <i32 0, i32 2, i32 1, i32 3>",
        "%n = bitcast <4 x i1> %c to i4",
        "%m = xor i4 %n, 5",
        "%d = bitcast i4 %m to <4 x i1>",
        "%e = extractelement <4 x i1> %d, i32 2",
        "%j = zext i4 %n to i32",
        "%r = select i1 %e, i32 99, i32 %j",
    ]
    bits = (a <= 0) * 1 + (a <= 2) * 2 + (a <= 1) * 4 + 8
    got = run(elementwise(lines, ["i32"]), {"a": a}, len(a))
    np.testing.assert_array_equal(got, np.where((bits ^ 5) & 4, 99, bits))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("lines", "meaning"), [
    (["%r = fadd double %a, %b"], lambda a, b: a + b),
    (["%m = fmul double %a, 0.5", "%r = fsub double %m, %b"], lambda a, b: a * 0.5 - b),
    (["%m = fmul double %a, 0.1", "%r = fadd double %m, %b"], lambda a, b: a * 0.1 + b),
    (["%n = fneg double %a", "%c = fcmp ult double %n, %b", "%r = select i1 %c, double %n, double %b"],
     lambda a, b: np.where(-a < b, -a, b)),
    (["%s = fptrunc double %a to float", "%e = fpext float %s to double", "%r = fmul double %e, %b"],
     lambda a, b: a.astype(np.float32).astype(np.float64) * b),
    (["%k = fptosi double %a to i32", "%u = sitofp i32 %k to double", "%r = fadd double %u, %b"],
     lambda a, b: np.trunc(a) + b),
])  # fmt: skip
def test_doubles(lines: list[str], meaning: object) -> None:
    rng = np.random.default_rng(4)
    a, b = rng.standard_normal((2, 128)) * 1000
    got = run(elementwise(lines, ["double", "double"], "double"), {"a": a, "b": b}, 128, machine(dpu__count=1))
    np.testing.assert_array_equal(got, meaning(a, b))  # type: ignore[operator]


INTRINSICS = {
    "fabs.f32": ("float", 1, np.abs), "copysign.f32": ("float", 2, np.copysign),
    "umin.i32": ("i32", 2, np.minimum), "umax.i32": ("i32", 2, np.maximum),
    "smin.i32": ("i32", 2, lambda a, b: np.minimum(signed(a), signed(b))),
    "smax.i32": ("i32", 2, lambda a, b: np.maximum(signed(a), signed(b))),
    "usub.sat.i32": ("i32", 2, lambda a, b: a - np.minimum(a, b)),
    "uadd.sat.i32": ("i32", 2, lambda a, b: np.minimum(a.astype(np.uint64) + b, M32)),
    "bswap.i32": ("i32", 1, lambda a: a.byteswap()),
    "fshl.i32": ("i32", 2, lambda a, b: ((a.astype(np.uint64) << 32 | a) << (b.astype(np.uint64) & 31)) >> 32),
    "fshr.i32": ("i32", 2, lambda a, b: (a.astype(np.uint64) << 32 | a) >> (b.astype(np.uint64) & 31)),
    "bitreverse.i32": ("i32", 1, lambda a: np.array([int(f"{x:032b}"[::-1], 2) for x in a.tolist()])),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", INTRINSICS)
def test_intrinsic_functions(name: str) -> None:
    kind, count, meaning = INTRINSICS[name]
    values = (floats() if kind == "float" else pairs())[:count]
    given = ["%a", "%b"][:count] if not name.startswith("fsh") else ["%a", "%a", "%b"]
    declared = f"declare {kind} @llvm.{name}({', '.join([kind] * len(given))})"
    call = f"%r = call {kind} @llvm.{name}({', '.join(f'{kind} {each}' for each in given)})"
    got = run(
        elementwise([call], [kind] * count, kind, declared), dict(zip("ab", values, strict=False)), len(values[0])
    )
    want = meaning(*values)
    if kind == "float":
        np.testing.assert_array_equal(got.view(np.uint32), want.astype(np.float32).view(np.uint32))
    else:
        np.testing.assert_array_equal(got, (want.astype(np.int64) & 0xFFFFFFFF).astype(np.uint32))


def rotated(number: int, by: int, size: int) -> int:
    """A number of `size` bits rotated to the left."""
    return (number << by % size | number >> (size - by % size)) % (1 << size)


@pytest.mark.parametrize("size", [8, 16, 64])
@pytest.mark.parametrize("way", ["fshl", "fshr"])
def test_rotations_of_other_sizes(size: int, way: str) -> None:
    a, b = wide()
    kind = f"i{size}"
    declared = f"declare {kind} @llvm.{way}.{kind}({kind}, {kind}, {kind})"
    call = f"%s = call {kind} @llvm.{way}.{kind}({kind} %x, {kind} %x, {kind} %n)"
    narrow = [f"%x = trunc i64 %a to {kind}", f"%n = trunc i64 %b to {kind}", call, f"%r = zext {kind} %s to i64"]
    lines = [call.replace("%s", "%r").replace("%x", "%a").replace("%n", "%b")] if size == 64 else narrow
    text = elementwise(lines, ["i64", "i64"], "i64", declared)
    got = run(text, {"a": a.view(np.uint32), "b": b.view(np.uint32)}, len(a), words=2).view(np.uint64)
    mask = (1 << size) - 1
    turns = [(k & mask if way == "fshl" else -(k & mask)) for k in b.tolist()]
    assert got.tolist() == [rotated(x & mask, by, size) for x, by in zip(a.tolist(), turns, strict=True)]


SATURATED = {
    "sadd.sat": lambda a, b: np.clip(signed(a) + signed(b), -(1 << 31), (1 << 31) - 1),
    "ssub.sat": lambda a, b: np.clip(signed(a) - signed(b), -(1 << 31), (1 << 31) - 1),
    "ucmp": lambda a, b: (a > b).astype(np.int64) - (a < b), "scmp": lambda a, b: np.sign(signed(a) - signed(b)),
}  # fmt: skip


@pytest.mark.parametrize("name", SATURATED)
def test_intrinsic_functions_of_signs(name: str) -> None:
    a, b = pairs()
    kinds = "i32.i32" if name.endswith("cmp") else "i32"
    declared = f"declare i32 @llvm.{name}.{kinds}(i32, i32)"
    call = f"%r = call i32 @llvm.{name}.{kinds}(i32 %a, i32 %b)"
    got = run(elementwise([call], ["i32", "i32"], "i32", declared), {"a": a, "b": b}, len(a))
    np.testing.assert_array_equal(got, (SATURATED[name](a, b) & 0xFFFFFFFF).astype(np.uint32))


@pytest.mark.parametrize("name", ["uadd", "usub", "umul"])
def test_overflows(name: str) -> None:
    a, b = pairs()
    declared = f"declare {{ i32, i1 }} @llvm.{name}.with.overflow.i32(i32, i32)"
    lines = [
        f"%p = call {{ i32, i1 }} @llvm.{name}.with.overflow.i32(i32 %a, i32 %b)",
        "%v = extractvalue { i32, i1 } %p, 0",
        "%o = extractvalue { i32, i1 } %p, 1",
        "%r = select i1 %o, i32 99, i32 %v",
    ]
    got = run(elementwise(lines, ["i32", "i32"], "i32", declared), {"a": a, "b": b}, len(a))
    wide_a, wide_b = a.astype(object), b.astype(object)
    exact = {"uadd": wide_a + wide_b, "usub": wide_a - wide_b, "umul": wide_a * wide_b}[name]
    assert got.tolist() == [n if 0 <= n < 1 << 32 else 99 for n in exact.tolist()]


def test_vectors_are_their_elements_with_wide_accesses() -> None:
    text = elementwise(["%r = add i32 %a, 1"], ["i32"]).replace(
        "i32 %a, 1", "<4 x i32> %a, <i32 1, i32 2, i32 3, i32 4>"
    )
    text = text.replace("getelementptr i32", "getelementptr <4 x i32>").replace("load i32", "load <4 x i32>")
    text = text.replace("store i32", "store <4 x i32>")
    a = np.arange(256, dtype=np.uint32)
    compiled = compile_kernel(text, "kernel", machine())
    assert "ld.global.b128" in compiled.assembly
    assert "st.global.b128" in compiled.assembly
    np.testing.assert_array_equal(run(text, {"a": a}, 64, words=4), a + np.tile([1, 2, 3, 4], 64))
