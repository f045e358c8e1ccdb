"""What compiled kernels do not do: mask what is narrow, test truth values again, copy registers in loops."""

from __future__ import annotations

import re

import numpy as np
import pytest

import simt
from benches import samples
from isa.flow.operand_loads import operand_loads
from isa.table.intervals import ANY
from simt.compiler.backend.narrow import Ranges, narrow
from simt.compiler.backend.operands import place_operands
from simt.compiler.backend.ops import ZERO, Block, Code, Immediate, Operation, Register
from simt.compiler.request import Compiled
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.unit.compiler.ir_kernels import HEAD, WORK_ITEM, elementwise

GPU = Machine.load("gtx280", {"branch.own_instruction": False})  # a jump is in the instruction before it
BYTES = np.arange(256, dtype=np.uint8)


def lines(found: Compiled) -> list[str]:
    """The instructions."""
    return [line.strip() for line in found.assembly.split("\n\n", 1)[1].splitlines() if line.startswith("    ")]


def loop(found: Compiled) -> list[str]:
    """The instructions of the one loop."""
    text = found.assembly.split("\n\n", 1)[1]
    back = re.search(r"^(L\d+):\n((?:    .*\n)*?    .*-> \1 if n?z)$", text, re.MULTILINE)
    assert back is not None
    return [line.strip() for line in back[2].splitlines()]


def of_bytes(expression: list[str], inputs: list[str]) -> tuple[Compiled, np.ndarray]:
    """A kernel of bytes, and what it makes of all pairs of some."""
    found = compile_kernel(
        elementwise(expression, inputs), "kernel", GPU, types=["uchar*", "uchar*", "uint*"][-len(inputs) - 1 :]
    )
    arrays = {"a_in": BYTES, "b_in": BYTES[::-1].copy()}
    given = dict(list(arrays.items())[: len(inputs)])
    result = simt.run(found.program, GPU, inputs={**given, "out": np.zeros(256, np.uint32)}, global_size=256,
                      local_size=64, engine="functional")  # fmt: skip
    return found, result.arrays["out"]


def test_what_is_loaded_as_a_byte_is_not_masked() -> None:
    expression = [
        "%x = zext i8 %a to i32", "%y = zext i8 %b to i32", "%s = add i32 %x, %y", "%t = shl i32 %s, 3",
        "%n = trunc i32 %t to i16", "%r = zext i16 %n to i32",
    ]  # fmt: skip
    found, out = of_bytes(expression, ["i8", "i8"])
    assert not any(line.startswith("and") for line in lines(found))
    np.testing.assert_array_equal(out, np.full(256, 255 * 8))


def test_a_product_with_trailing_zeros_is_not_masked() -> None:
    product = Operation("mul.u32", 1, (Register(0), Immediate(24)))
    masks = [Operation("and.b32", unit, (Register(1), Immediate(-(1 << unit) & 0xFFFFFFFF))) for unit in (3, 4)]
    narrow(Code("kernel", {"": Block("", [product, *masks])}, list(range(5))), lambda _name: True)
    assert [mask.name for mask in masks] == ["mov.b32", "and.b32"]


def test_the_result_of_a_truth_table_may_have_any_bits() -> None:
    code = Code("kernel", {"": Block("", [Operation("ternlog.b32", 0, (ZERO, ZERO, ZERO))])}, [0])
    assert Ranges(code).of(Register(0)) == ANY


def test_a_sum_that_leaves_its_bits_is_masked() -> None:
    found, out = of_bytes(["%s = mul i8 %a, 3", "%r = zext i8 %s to i32"], ["i8"])
    assert sum(line.startswith("and") for line in lines(found)) == 1
    np.testing.assert_array_equal(out, BYTES.astype(np.uint32) * 3 & 255)


@pytest.mark.parametrize("bits", [8, 16])
def test_a_sign_is_extended_by_the_load(bits: int) -> None:
    text = elementwise([f"%r = sext i{bits} %a to i32"], [f"i{bits}"])
    found = compile_kernel(text, "kernel", GPU, types=["char*" if bits == 8 else "short*", "uint*"])
    assert not any(line.startswith("sh") and "global_id" not in line for line in lines(found))
    values = np.random.default_rng(1).integers(-1 << bits - 1, 1 << bits - 1, 64).astype(f"i{bits // 8}")
    inputs = {"a_in": values, "out": np.zeros(64, np.uint32)}
    result = simt.run(found.program, GPU, inputs=inputs, global_size=64, local_size=64, engine="functional")
    np.testing.assert_array_equal(result.arrays["out"].view(np.int32), values)


def test_a_byte_that_is_read_both_ways_is_loaded_once() -> None:
    expression = ["%x = sext i8 %a to i32", "%y = zext i8 %a to i32", "%z = shl i32 %y, 16", "%r = xor i32 %x, %z"]
    found, out = of_bytes(expression, ["i8"])
    assert sum(line.startswith("ld.") for line in lines(found)) == 1
    np.testing.assert_array_equal(
        out, BYTES.view(np.int8).astype(np.int32).view(np.uint32) ^ BYTES.astype(np.uint32) << 16
    )


@pytest.mark.parametrize("between", ["", "%t = add i32 %a, %b", "%t = sub i32 %b, %a"])
def test_a_truth_value_is_not_tested_again(between: str) -> None:
    expression = [
        "%c = icmp ult i32 %a, %b", "%z = zext i1 %c to i32", between or "%t = or i32 %a, 1",
        "%s = select i1 %c, i32 %t, i32 %b", "%r = xor i32 %s, %z",
    ]  # fmt: skip
    found = compile_kernel(elementwise(expression, ["i32", "i32"]), "kernel", GPU, types=["uint*"] * 3)
    assert not any(line.startswith("ne.") for line in lines(found))
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, 1 << 32, 64, dtype=np.uint32) for _ in range(2))
    inputs = {"a_in": a, "b_in": b, "out": np.zeros(64, np.uint32)}
    result = simt.run(found.program, GPU, inputs=inputs, global_size=64, local_size=64, engine="functional")
    t = a + b if "add" in between else b - a if between else a | 1
    np.testing.assert_array_equal(result.arrays["out"], np.where(a < b, t, b) ^ (a < b))


def test_a_counter_may_grow_beyond_what_it_starts_with() -> None:
    """What a loop adds up is not narrow because its start is."""
    found, out = counting("%next = add i32 %s, %i\n  %m = and i32 %next, 1023", "%m")
    assert any(line.startswith("and") for line in lines(found))
    np.testing.assert_array_equal(out, np.arange(64) * 100 & 1023)


def test_what_is_loaded_for_the_next_turn_is_loaded_before_a_store() -> None:
    found, out = counting(
        "%place = and i32 %c, 3\n  %slot = getelementptr i32, ptr %kept, i32 %place\n"
        "  %old = load i32, ptr %slot\n  %new = add i32 %s, %i\n  store i32 %new, ptr %slot",
        "%old",
        "%kept = alloca [4 x i32]\n  store [4 x i32] zeroinitializer, ptr %kept",
    )
    assert sum(line.startswith("ld.private") for line in lines(found)) == 1
    kept, s = np.zeros((4, 64), np.uint32), np.zeros(64, np.uint32)
    for turn in range(100):
        kept[turn & 3], s = s + np.arange(64), kept[turn & 3].copy()
    np.testing.assert_array_equal(out, s)


def counting(step: str, value: str, first: str = "") -> tuple[Compiled, np.ndarray]:
    """A kernel that adds up something in a loop of 100 turns, which is not unrolled, and what it gives."""
    text = f"""{HEAD}{WORK_ITEM}
define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %n) {{
entry:
  %i = call spir_func i32 @_Z13get_global_idj(i32 0)
  {first}
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %d, %loop ]
  %s = phi i32 [ 0, %entry ], [ {value}, %loop ]
  {step}
  %d = add i32 %c, 1
  %more = icmp ult i32 %d, %n
  br i1 %more, label %loop, label %end
end:
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 {value}, ptr addrspace(1) %at
  ret void
}}
"""
    found = compile_kernel(text, "kernel", GPU, types=["uint*", "uint"])
    inputs = {"out": np.zeros(64, np.uint32), "n": 100}
    result = simt.run(found.program, GPU, inputs=inputs, global_size=64, local_size=64, engine="functional")
    return found, result.arrays["out"]


def test_no_register_is_copied_for_what_comes_behind_a_loop() -> None:
    found, out = counting("%sum = add i32 %s, %i\n  %m = xor i32 %sum, %c", "%m")
    assert not any(line.startswith("mov") for line in loop(found))
    want = np.zeros(64, np.uint32)
    for turn in range(100):
        want = (want + np.arange(64, dtype=np.uint32)) ^ np.uint32(turn)
    np.testing.assert_array_equal(out, want)


COUNTED = """
define spir_kernel void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %out, i32 %n) {
entry:
  %x = call spir_func i32 @_Z13get_global_idj(i32 0)
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ FIRST, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %next = add nsw i32 %i, 1
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %u = load i32, ptr addrspace(1) %p
  %v = xor i32 %u, %x
  %sum = add i32 %s, %v
  %w = mul i32 %sum, %i
  store i32 %w, ptr addrspace(1) %p
  %done = icmp eq i32 %ASKED, %n
  br i1 %done, label %end, label %loop
end:
  %r = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %r, ptr addrspace(1) %at
  ret void
}
"""


@pytest.mark.parametrize(("first", "asked"), [(0, "next"), (1, "i")])
def test_no_register_is_copied_for_the_next_turn(first: int, asked: str) -> None:
    """Nor where several values begin with one number, one is asked for late, or a bound includes its last number."""
    text = HEAD + WORK_ITEM + COUNTED.replace("FIRST", str(first)).replace("ASKED", asked)
    found = compile_kernel(text, "kernel", GPU, types=["uint*", "uint*", "uint"])
    assert not any(line.startswith("mov") for line in lines(found)[lines(found).index(loop(found)[0]) :])
    a = np.arange(40, dtype=np.uint32) * 7
    inputs = {"a": a, "out": np.zeros(1, np.uint32), "n": 30}
    result = simt.run(found.program, GPU, inputs=inputs, global_size=1, local_size=1, engine="functional")
    want = a.copy()
    want[first : 30 + first] = np.cumsum(a[first : 30 + first]) * np.arange(first, 30 + first)
    np.testing.assert_array_equal(result.arrays["a"], want)
    assert result.arrays["out"][0] == a[first : 30 + first].sum()


PRODUCT = """
define spir_kernel void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) {
entry:
  %x = call spir_func i32 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %j = mul i32 %i, FACTOR
  %k = add i32 %j, %x
  %p = getelementptr i32, ptr addrspace(1) %a, i32 INDEX
  %u = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %b, i32 %k
  %v = load i32, ptr addrspace(1) %q
  %w = xor i32 %u, %v
  %sum = add i32 %s, %w
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop
end:
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %sum, ptr addrspace(1) %at
  ret void
}
"""


@pytest.mark.parametrize(("index", "factor", "length"), [("%i", "%n", 7), ("%i", "1", 7), ("%k", "%n", 6)])
def test_addresses_are_stepped_on_where_that_is_shorter(index: str, factor: str, length: int) -> None:
    """Two arrays at one index share its step."""
    text = HEAD + WORK_ITEM + PRODUCT.replace("INDEX", index).replace("FACTOR", factor)
    found = compile_kernel(text, "kernel", GPU, types=["uint*", "uint*", "uint*", "uint"])
    assert len(loop(found)) <= length
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, 1 << 32, 4096, dtype=np.uint32) for _ in range(2))
    inputs = {"a": a, "b": b, "out": np.zeros(64, np.uint32), "n": 30}
    result = simt.run(found.program, GPU, inputs=inputs, global_size=64, local_size=64, engine="functional")
    i, x = np.arange(30)[:, None], np.arange(64)
    k = i * (30 if factor == "%n" else 1) + x
    np.testing.assert_array_equal(result.arrays["out"], (a[i if index == "%i" else k] ^ b[k]).sum(0, dtype=np.uint32))


NESTED = """
define spir_kernel void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) {
entry:
  %x = call spir_func i32 @_Z13get_global_idj(i32 0)
  br label %rows
rows:
  %j = phi i32 [ 0, %entry ], [ %below, %row ]
  %t = phi i32 [ 0, %entry ], [ %sum, %row ]
  %begin = mul i32 %j, %n
  br label %loop
loop:
  %i = phi i32 [ 0, %rows ], [ %next, %loop ]
  %s = phi i32 [ %t, %rows ], [ %sum, %loop ]
  %k = add i32 %begin, %i
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %k
  %u = load i32, ptr addrspace(1) %p
  %l = mul i32 %i, %n
  %m = add i32 %l, %x
  %q = getelementptr i32, ptr addrspace(1) %b, i32 %m
  %v = load i32, ptr addrspace(1) %q
  %w = xor i32 %u, %v
  %sum = add i32 %s, %w
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %row, label %loop
row:
  %below = add nuw nsw i32 %j, 1
  %last = icmp eq i32 %below, %n
  br i1 %last, label %end, label %rows
end:
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %sum, ptr addrspace(1) %at
  ret void
}
"""


def test_addresses_in_inner_loops_are_stepped_on() -> None:
    found = compile_kernel(HEAD + WORK_ITEM + NESTED, "kernel", GPU, types=["uint*", "uint*", "uint*", "uint"])
    inner = re.search(r"^(L\d+):\n((?:    .*\n)*?    .*-> \1 if n?z)$", found.assembly, re.MULTILINE)
    assert inner is not None
    assert len(inner[2].splitlines()) <= 7
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, 1 << 32, 1024, dtype=np.uint32) for _ in range(2))
    inputs = {"a": a, "b": b, "out": np.zeros(64, np.uint32), "n": 30}
    result = simt.run(found.program, GPU, inputs=inputs, global_size=64, local_size=64, engine="functional")
    j, i, x = np.ogrid[:30, :30, :64]
    want = (a[j * 30 + i] ^ b[i * 30 + x]).sum((0, 1), dtype=np.uint32)
    np.testing.assert_array_equal(result.arrays["out"], want)


@pytest.mark.parametrize("kernel", ["product_one_tile", "product_two_tiles"])
def test_each_multiply_add_takes_an_operand_from_local_memory_where_a_slot_takes_it(kernel: str) -> None:
    program = simt.asm(f"{samples.SOURCE}::{kernel}", "gtx280", defines={"PAD": 0})
    loads = operand_loads(program.instructions)
    users = [program.instructions[address + 1] for address in loads]
    assert [user.spec.name for user in users if user is not None] == ["mad.f32"] * samples.SHORT


@pytest.mark.parametrize(
    ("between", "moves"),
    [
        (Operation("add.u32", 5, (Register(6), Register(6))), True),
        (Operation("ld.global", 5, (Register(6),)), True),
        (Operation("st.local", sources=(Register(6), Register(6))), False),
        (Operation("add.u32", 0, (Register(6), Register(6))), False),
    ],
    ids=["another sum", "another load", "a store", "a new address"],
)
def test_a_local_load_moves_past_what_leaves_its_value(between: Operation, moves: bool) -> None:
    load = Operation("ld.local", 1, (Register(0),))
    user = Operation("add.u32", 2, (Register(1), Register(3)))
    block = Block("entry", [load, between, user])
    place_operands(Code("k", {"entry": block}))
    assert block.operations == ([between, load, user] if moves else [load, between, user])
