"""Accesses to every kind of memory, compiled and run, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.compiler.errors import CompileError
from simt.compiler.request import Compiled
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.unit.compiler.ir_kernels import HEAD, WORK_ITEM

GPU = Machine.load("gtx280")
WORDS = np.arange(1000, 1064, dtype=np.uint32)


def compiled(body: str, parameters: str, types: list[str], head: str = "", **lengths: int) -> Compiled:
    """A kernel whose work-item's number is %i."""
    text = (
        f"{HEAD}{WORK_ITEM}\ndeclare void @_Z7barrierj(i32) convergent\n{head}\n"
        f"define spir_kernel void @kernel({parameters}) {{\nentry:\n"
        f"  %i = call spir_func i32 @_Z13get_global_idj(i32 0)\n{body}\n}}\n"
    )
    return compile_kernel(text, "kernel", GPU, types=types, lengths=lengths)


def run(found: Compiled, **inputs: object) -> dict[str, np.ndarray]:
    result = simt.run(found.program, GPU, inputs=inputs, global_size=64, local_size=64, engine="functional")
    assert result.stop is None
    return result.arrays


OUT = "ptr addrspace(1) %out"
STORE = "%at = getelementptr i32, ptr addrspace(1) %out, i32 %i\nstore i32 %r, ptr addrspace(1) %at\nret void"


def zeros(count: int = 64) -> np.ndarray:
    return np.zeros(count, np.uint32)


@pytest.mark.parametrize(("operation", "start", "want"), [
    ("add", 5, 5 + sum(range(64))), ("sub", 5000, 5000 - sum(range(64))), ("umax", 3, 63), ("umin", 3, 0),
])  # fmt: skip
def test_atomics_of_all_lanes_on_one_word(operation: str, start: int, want: int) -> None:
    found = compiled(f"%r = atomicrmw {operation} ptr addrspace(1) %out, i32 %i seq_cst\nret void", OUT, ["uint*"])
    assert run(found, out=np.array([start], np.uint32))["out"][0] == want


def test_an_atomic_gives_the_word_as_it_was() -> None:
    body = "%r = atomicrmw xchg ptr addrspace(1) %one, i32 %i seq_cst\n" + STORE
    found = run(compiled(body, f"ptr addrspace(1) %one, {OUT}", ["uint*", "uint*"]), one=zeros(1) + 99, out=zeros())
    assert sorted([*found["out"], *found["one"]]) == sorted([99, *range(64)])


@pytest.mark.parametrize("space", [1, 3])
def test_compare_and_exchange(space: int) -> None:
    head = "@cell = internal addrspace(3) global [64 x i32] undef"
    cell = "%cell" if space == 1 else "@cell"
    body = f"""
  %p = getelementptr i32, ptr addrspace({space}) {cell}, i32 %i
  store i32 %i, ptr addrspace({space}) %p
  %odd = or i32 %i, 1
  %pair = cmpxchg ptr addrspace({space}) %p, i32 %odd, i32 777 seq_cst seq_cst
  %old = extractvalue {{ i32, i1 }} %pair, 0
  %did = extractvalue {{ i32, i1 }} %pair, 1
  %now = load i32, ptr addrspace({space}) %p
  %more = select i1 %did, i32 %now, i32 5
  %high = shl i32 %more, 8
  %r = or i32 %high, %old
  {STORE}"""
    found = run(compiled(body, f"ptr addrspace(1) %cell, {OUT}", ["uint*", "uint*"], head), cell=zeros(), out=zeros())
    i = np.arange(64)
    np.testing.assert_array_equal(found["out"], np.where(i & 1, 777, 5) << 8 | i)


def test_a_switch_is_compares() -> None:
    body = f"""
  %k = urem i32 %i, 5
  switch i32 %k, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 3, label %a
  ]
a:
  br label %end
b:
  br label %end
other:
  br label %end
end:
  %r = phi i32 [ 11, %a ], [ 22, %b ], [ 33, %other ]
  {STORE}"""
    want = np.array([11, 22, 33, 11, 33])[np.arange(64) % 5]
    np.testing.assert_array_equal(run(compiled(body, OUT, ["uint*"]), out=zeros())["out"], want)


def test_a_table_of_constants_is_a_buffer_with_contents() -> None:
    head = "@table = internal addrspace(2) constant [4 x float] [float 1.5, float -2.0, float 0.25, float 8.0]"
    body = """
  %k = and i32 %i, 3
  %p = getelementptr [4 x float], ptr addrspace(2) @table, i32 0, i32 %k
  %r = load float, ptr addrspace(2) %p
  %at = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %r, ptr addrspace(1) %at
  ret void"""
    found = run(compiled(body, OUT, ["float*"], head), out=np.zeros(64, np.float32))
    np.testing.assert_array_equal(found["out"], np.tile(np.float32([1.5, -2, 0.25, 8]), 16))


def test_a_table_may_have_the_64_kib_that_opencl_grants() -> None:
    table = np.random.default_rng(1).integers(0, 1 << 32, 1 << 14, dtype=np.uint32)
    words = ", ".join(f"i32 {word}" for word in table)
    body = f"""
  %k = mul i32 %i, 255
  %p = getelementptr i32, ptr addrspace(2) @table, i32 %k
  %r = load i32, ptr addrspace(2) %p
  {STORE}"""
    head = f"@table = internal addrspace(2) constant [{len(table)} x i32] [{words}]"
    found = run(compiled(body, OUT, ["uint*"], head), out=zeros())
    np.testing.assert_array_equal(found["out"], table[np.arange(64) * 255])


@pytest.mark.parametrize("index", ["1", "%k"])
def test_structs_by_value_are_parameters_word_by_word(index: str) -> None:
    head = "%S = type { i32, [3 x i32] }"
    body = f"""
  %k = and i32 %i, 1
  %p = getelementptr %S, ptr %s, i32 0, i32 1, i32 {index}
  %v = load i32, ptr %p
  %f = load i32, ptr %s
  %r = sub i32 %v, %f
  {STORE}"""
    found = compiled(body, f"ptr byval(%S) %s, {OUT}", ["struct S", "uint*"], head)
    got = run(found, s_0=3, s_1=10, s_2=20, s_3=30, out=zeros())["out"]
    np.testing.assert_array_equal(got, np.where(np.arange(64) & 1 if index == "%k" else 1, 17, 7))


def test_wide_parameters_are_words() -> None:
    body = f"""
  %low = trunc i64 %n to i32
  %top = lshr i64 %n, 32
  %high = trunc i64 %top to i32
  %e = extractelement <2 x i32> %v, i32 1
  %x = xor i32 %low, %high
  %r = add i32 %x, %e
  {STORE}"""
    found = compiled(body, f"i64 %n, <2 x i32> %v, {OUT}", ["long", "uint2", "uint*"])
    got = run(found, n_0=6, n_1=9, v_0=1, v_1=100, out=zeros())["out"]
    np.testing.assert_array_equal(got, (6 ^ 9) + 100)


def test_a_pointer_that_may_be_one_of_two_buffers() -> None:
    body = f"""
  %c = icmp ult i32 %i, 20
  %base = select i1 %c, ptr addrspace(1) %x, ptr addrspace(1) %y
  %p = getelementptr i32, ptr addrspace(1) %base, i32 %i
  %r = load i32, ptr addrspace(1) %p
  {STORE}"""
    found = compiled(body, f"ptr addrspace(1) %x, ptr addrspace(1) %y, {OUT}", ["uint*"] * 3)
    got = run(found, x=WORDS, y=WORDS + 500, out=zeros())["out"]
    np.testing.assert_array_equal(got, np.where(np.arange(64) < 20, WORDS, WORDS + 500))


def test_four_bytes_of_a_word_are_one_access() -> None:
    body = """
  %p = getelementptr <4 x i8>, ptr addrspace(1) %x, i32 %i
  %v = load <4 x i8>, ptr addrspace(1) %p, align 4
  %w = add <4 x i8> %v, <i8 1, i8 2, i8 3, i8 255>
  %at = getelementptr <4 x i8>, ptr addrspace(1) %out, i32 %i
  store <4 x i8> %w, ptr addrspace(1) %at, align 4
  ret void"""
    x = np.random.default_rng(1).integers(0, 256, 256, dtype=np.uint8)
    found = compiled(body, f"ptr addrspace(1) %x, {OUT}", ["uchar4*", "uchar4*"])
    assert "u8 " not in found.assembly.split("\n\n", 1)[1]
    got = run(found, x=x, out=np.zeros(256, np.uint8))["out"]
    np.testing.assert_array_equal(got, x + np.tile(np.uint8([1, 2, 3, 255]), 64))


@pytest.mark.parametrize(("bits", "extend"), [(8, "sext"), (8, "zext"), (16, "sext"), (16, "zext")])
@pytest.mark.parametrize("is_local", [False, True])
def test_parts_of_words(bits: int, extend: str, is_local: bool) -> None:
    head = f"@tile = internal addrspace(3) global [64 x i{bits}] undef"
    space, name = (3, "@tile") if is_local else (1, "%t")
    body = f"""
  %m = mul i32 %i, 40503
  %n = trunc i32 %m to i{bits}
  %p = getelementptr i{bits}, ptr addrspace({space}) {name}, i32 %i
  store i{bits} %n, ptr addrspace({space}) %p
  call void @_Z7barrierj(i32 1)
  %o = xor i32 %i, 1
  %q = getelementptr i{bits}, ptr addrspace({space}) {name}, i32 %o
  %v = load i{bits}, ptr addrspace({space}) %q
  %r = {extend} i{bits} %v to i32
  {STORE}"""
    kind = {8: np.int8, 16: np.int16}[bits]
    found = compiled(body, f"ptr addrspace(1) %t, {OUT}", [{8: "char*", 16: "short*"}[bits], "uint*"], head)
    got = run(found, t=np.zeros(64, kind), out=zeros())["out"]
    values = ((np.arange(64) ^ 1) * 40503).astype(kind if extend == "sext" else f"u{np.dtype(kind).name}")
    np.testing.assert_array_equal(got, values.astype(np.int64).astype(np.uint32))


@pytest.mark.parametrize("align", [1, 2])
@pytest.mark.parametrize("is_local", [False, True])
def test_words_of_packed_structs_are_read_and_written_in_parts(align: int, is_local: bool) -> None:
    head = "@tile = internal addrspace(3) global [64 x <{ i16, i32 }>] undef"
    space, name = (3, "@tile") if is_local else (1, "%t")
    body = f"""
  %m = mul i32 %i, 123456789
  %p = getelementptr <{{ i16, i32 }}>, ptr addrspace({space}) {name}, i32 %i, i32 1
  store i32 %m, ptr addrspace({space}) %p, align {align}
  call void @_Z7barrierj(i32 1)
  %o = xor i32 %i, 1
  %q = getelementptr <{{ i16, i32 }}>, ptr addrspace({space}) {name}, i32 %o, i32 1
  %r = load i32, ptr addrspace({space}) %q, align {align}
  {STORE}"""
    found = compiled(body, f"ptr addrspace(1) %t, {OUT}", ["char*", "uint*"], head)
    got = run(found, t=np.zeros(384, np.int8), out=zeros())["out"]
    np.testing.assert_array_equal(got, ((np.arange(64) ^ 1) * 123456789).astype(np.uint32))


def test_arrays_with_a_computed_index_are_private_memory() -> None:
    lines = ["%a = alloca [8 x i32]"]
    for place in range(8):
        lines += [f"%p{place} = getelementptr i32, ptr %a, i32 {place}", f"%v{place} = mul i32 %i, {place + 3}",
                  f"store i32 %v{place}, ptr %p{place}"]  # fmt: skip
    lines += ["%k = and i32 %i, 7", "%q = getelementptr i32, ptr %a, i32 %k", "%r = load i32, ptr %q", STORE]
    found = compiled("\n".join(lines), OUT, ["uint*"])
    assert ".private a u32[8]" in found.assembly
    i = np.arange(64)
    np.testing.assert_array_equal(run(found, out=zeros())["out"], i * (i % 8 + 3))


@pytest.mark.parametrize(("body", "message"), [
    ("call void @_Z6printfPU3AS2Kcz()\nret void", "cannot print"),
    ("call void @_Z7unknownv()\nret void", "`unknown` is not compiled"),
    ("%x = load i32, ptr addrspace(1) %out\n%h = bitcast i32 %x to <2 x half>\n"
     "%s = fadd <2 x half> %h, %h\nstore <2 x half> %s, ptr addrspace(1) %out\nret void", "`half` is not"),
])  # fmt: skip
def test_what_cannot_be_compiled_is_refused_in_words(body: str, message: str) -> None:
    head = "declare void @_Z7unknownv()\ndeclare void @_Z6printfPU3AS2Kcz()"
    with pytest.raises(CompileError, match=message):
        compiled(body, OUT, ["uint*"], head)


POOL = "@pool = internal addrspace(3) global [256 x i32] undef"
FILLED = """
  %own = getelementptr [256 x i32], ptr addrspace(3) @pool, i32 0, i32 %i
  store i32 %i, ptr addrspace(3) %own
  call void @_Z7barrierj(i32 1)
  %j = lshr i32 %i, 2"""


@pytest.mark.parametrize(("first", "second"), [(6, 2), (3, 1), (2, -6), (9, 3), (1, 7), (10, 2)])
def test_distances_of_bytes_whose_sum_is_words(first: int, second: int) -> None:
    body = f"""{FILLED}
  %a = mul i32 %j, {first}
  %b = mul i32 %j, {second}
  %p = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @pool, i32 70), i32 %a
  %q = getelementptr i8, ptr addrspace(3) %p, i32 %b
  %t = getelementptr i8, ptr addrspace(3) %q, i32 2
  %r = load i32, ptr addrspace(3) %t, align 4
  {STORE}"""
    found = run(compiled(body, OUT, ["uint*"], POOL), out=zeros())["out"]
    np.testing.assert_array_equal(found, 18 + np.arange(64) // 4 * (first + second) // 4)


def test_a_distance_of_bytes_that_is_words_by_what_is_known_of_it() -> None:
    body = f"""{FILLED}
  %a = shl i32 %j, 1
  %p = getelementptr [3 x i16], ptr addrspace(3) @pool, i32 %a
  %r = load i32, ptr addrspace(3) %p, align 4
  {STORE}"""
    found = compiled(body, OUT, ["uint*"], POOL)
    np.testing.assert_array_equal(run(found, out=zeros())["out"], np.arange(64) // 4 * 3)
    assert "4 * pool" not in found.assembly


def test_addresses_that_are_numbers_keep_their_bytes() -> None:
    body = f"""{FILLED}
  %base = ptrtoint ptr addrspace(3) @pool to i32
  %off = shl i32 %j, 2
  %odd = or i32 %off, 1
  %sum = add i32 %base, %odd
  %odd_one = inttoptr i32 %sum to ptr addrspace(3)
  %p = getelementptr i8, ptr addrspace(3) %odd_one, i32 3
  %r = load i32, ptr addrspace(3) %p, align 4
  {STORE}"""
    found = run(compiled(body, OUT, ["uint*"], POOL), out=zeros())["out"]
    np.testing.assert_array_equal(found, np.arange(64) // 4 + 1)


def test_an_address_that_is_kept_in_memory_is_read_as_a_number() -> None:
    body = f"""{FILLED}
  %p = getelementptr i32, ptr addrspace(3) @pool, i32 %i
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store ptr addrspace(3) %p, ptr addrspace(1) %at
  call void @_Z7barrierj(i32 2)
  %base = ptrtoint ptr addrspace(3) @pool to i32
  %now = load volatile i32, ptr addrspace(1) %at
  %r = sub i32 %now, %base
  store i32 %r, ptr addrspace(1) %at
  ret void"""
    found = run(compiled(body, OUT, ["uint*"], POOL), out=zeros())["out"]
    np.testing.assert_array_equal(found, 4 * np.arange(64))


def test_a_copy_of_parts_of_words_in_local_memory_ends_where_it_ends() -> None:
    head = (
        f"{POOL}\n@some = internal addrspace(3) global [128 x i32] undef\n"
        "declare void @llvm.memcpy.p3.p3.i32(ptr addrspace(3), ptr addrspace(3), i32, i1)"
    )
    body = f"""{FILLED}
  %p = getelementptr <2 x i32>, ptr addrspace(3) @some, i32 %i
  store <2 x i32> <i32 -1, i32 -1>, ptr addrspace(3) %p
  call void @llvm.memcpy.p3.p3.i32(ptr addrspace(3) align 4 %p, ptr addrspace(3) align 4 %own, i32 6, i1 false)
  %h = getelementptr i32, ptr addrspace(3) %p, i32 1
  %r = load i32, ptr addrspace(3) %h
  {STORE}"""
    found = run(compiled(body, OUT, ["uint*"], head), out=zeros())["out"]
    np.testing.assert_array_equal(found, (np.arange(64) + 1) % 64 | 0xFFFF0000)


@pytest.mark.parametrize("chosen", ["select i1 %odd, ptr %x, ptr %y", "phi ptr [ %x, %entry ], [ %y, %other ]"])
def test_a_place_that_is_chosen_in_a_struct_by_value(chosen: str) -> None:
    """Its words have no address until they are copied to private memory."""
    body = f"""  %m = and i32 %i, 3
  %x = getelementptr i8, ptr %s, i32 %m
  %y = getelementptr i8, ptr %s, i32 5
  %bit = and i32 %i, 4
  %odd = icmp ne i32 %bit, 0
  br i1 %odd, label %after, label %other
other:
  br label %after
after:
  %p = {chosen}
  %byte = load i8, ptr %p, align 1
  %r = zext i8 %byte to i32
  {STORE}"""
    found = compiled(body, f"ptr byval([8 x i8]) align 4 %s, {OUT}", ["struct Eight", "uint*"])
    i = np.arange(64)
    arrays = run(found, s_0=0x03020100, s_1=0x07060504, out=zeros())
    np.testing.assert_array_equal(arrays["out"], np.where(i & 4, i & 3, 5))
