"""What is made when a kernel calls it: functions of vectors, and those that differ by their types alone."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from simt.compiler.builtins.library import definitions
from tests.unit.compiler.builtins.host import Function, compiled

RNG = np.random.default_rng(11)


def _floats(width: int, number: int = 40) -> np.ndarray:
    return RNG.uniform(-3, 3, (number, width)).astype(np.float32)


@pytest.mark.parametrize("width", [2, 4, 8, 16])
def test_a_function_of_a_vector_is_that_of_its_elements(width):
    x, y = _floats(width), _floats(width)
    got = Function(f"_Z5atan2Dv{width}_fS_")(x, y)
    np.testing.assert_array_equal(got, Function("_Z5atan2ff")(x, y))
    np.testing.assert_array_equal(Function(f"_Z3maxDv{width}_ff")(x, y[:, 0]), np.maximum(x, y[:, :1]).ravel())
    sine, cosine = Function(f"_Z6sincosDv{width}_fPU3AS1S_")(x)
    np.testing.assert_array_equal(sine, Function("_Z3sinf")(x))
    np.testing.assert_array_equal(cosine, Function("_Z3cosf")(x))


def test_vectors_of_three_take_the_place_of_four():
    x = _floats(4)
    got = Function("_Z4sqrtDv3_f")(np.abs(x)).reshape(-1, 4)
    np.testing.assert_array_equal(got[:, :3], np.sqrt(np.abs(x))[:, :3])


def test_what_is_true_of_a_vector_has_all_bits():
    x, y = _floats(4), _floats(4)
    np.testing.assert_array_equal(Function("_Z6islessDv4_fS_")(x, y), -(x < y).astype(np.int32).ravel())
    assert Function("_Z6islessff")(x, y).tolist() == (x < y).astype(int).ravel().tolist()
    z = x.astype(np.float64)
    assert Function("_Z7isequalDv2_dS_")(z, z).tolist() == [-1] * z.size
    masks = RNG.integers(-5, 5, (50, 4)).astype(np.int32)
    np.testing.assert_array_equal(Function("_Z3anyDv4_i")(masks), (masks < 0).any(1))
    np.testing.assert_array_equal(Function("_Z3allDv4_i")(masks), (masks < 0).all(1))
    a, b = (RNG.integers(0, 99, (50, 4)).astype(np.int32) for _ in "ab")
    np.testing.assert_array_equal(Function("_Z6selectDv4_iS_S_")(a, b, masks), np.where(masks < 0, b, a).ravel())
    flat = [v.ravel() for v in (a, b, masks)]
    np.testing.assert_array_equal(Function("_Z6selectiii")(*flat), np.where(flat[2] != 0, flat[1], flat[0]))


def test_shuffles_take_the_low_bits_of_a_mask():
    a, b = _floats(4), _floats(4)
    mask = RNG.integers(0, 2**32, (len(a), 8), dtype=np.uint32)
    got = Function("_Z7shuffleDv4_fDv8_j")(a, mask).reshape(-1, 8)
    np.testing.assert_array_equal(got, np.take_along_axis(a, (mask % 4).astype(int), 1))
    got = Function("_Z8shuffle2Dv4_fS_Dv8_j")(a, b, mask).reshape(-1, 8)
    np.testing.assert_array_equal(got, np.take_along_axis(np.hstack([a, b]), (mask % 8).astype(int), 1))


@pytest.mark.parametrize(("code", "item"), [("f", np.float32), ("d", np.float64)])
def test_geometry(code, item):
    a, b = (RNG.uniform(-3, 3, (30, 4)).astype(item) for _ in "ab")
    close = {"rtol": 1e-6 if code == "f" else 1e-14, "atol": 1e-6 if code == "f" else 1e-14}
    np.testing.assert_allclose(Function(f"_Z3dotDv4_{code}S_")(a, b), (a * b).sum(1), **close)
    np.testing.assert_allclose(Function(f"_Z6lengthDv4_{code}")(a), np.linalg.norm(a, axis=1), **close)
    np.testing.assert_allclose(Function(f"_Z8distanceDv4_{code}S_")(a, b), np.linalg.norm(a - b, axis=1), **close)
    unit = a / np.linalg.norm(a, axis=1, keepdims=True)
    np.testing.assert_allclose(Function(f"_Z9normalizeDv4_{code}")(a).reshape(-1, 4), unit, **close)
    got = Function(f"_Z5crossDv4_{code}S_")(a, b).reshape(-1, 4)
    np.testing.assert_allclose(got[:, :3], np.cross(a[:, :3], b[:, :3]), **close)
    large, small = np.finfo(item).max / 4, np.finfo(item).tiny * 8
    ends = np.array([[large, large, 0, 0], [small, 0, 0, small], [np.inf, 1, np.nan, 0]], item)
    expected = [large * np.sqrt(item(2)), small * np.sqrt(item(2)), np.inf]
    np.testing.assert_allclose(Function(f"_Z6lengthDv4_{code}")(ends), expected, rtol=1e-6)


def _call(names: list[str], more: str, arrays: list[np.ndarray]) -> None:
    """Run `@run` of some IR, with the library's functions, on arrays."""
    engine = compiled(definitions(names), more)
    pointers = [ctypes.c_void_p] * len(arrays)
    ctypes.CFUNCTYPE(None, *pointers)(engine.get_function_address("run"))(*(a.ctypes.data for a in arrays))


def test_vectors_are_loaded_and_stored_without_alignment():
    source, target = np.arange(20, dtype=np.uint16), np.zeros(20, np.uint16)
    text = """
        define void @run(ptr %from, ptr %to) {
          %a = addrspacecast ptr %from to ptr addrspace(1)
          %p = getelementptr i16, ptr addrspace(1) %a, i32 1
          %b = addrspacecast ptr %to to ptr addrspace(3)
          %v = call spir_func <3 x i16> @_Z6vload3jPU3AS1Kt(i32 2, ptr addrspace(1) %p)
          call spir_func void @_Z7vstore3Dv3_tjPU3AS3t(<3 x i16> %v, i32 1, ptr addrspace(3) %b)
          ret void
        }"""
    _call(["_Z6vload3jPU3AS1Kt", "_Z7vstore3Dv3_tjPU3AS3t"], text, [source, target])
    assert target.tolist() == [0, 0, 0, 7, 8, 9] + [0] * 14


def test_vectors_of_three_halves_take_the_place_of_four_where_they_are_aligned():
    source, target = np.arange(16, dtype=np.float16), np.zeros(16, np.float16)
    text = """
        define void @run(ptr %from, ptr %to) {
          %a = addrspacecast ptr %from to ptr addrspace(1)
          %b = addrspacecast ptr %to to ptr addrspace(1)
          %v = call spir_func <3 x float> @_Z12vloada_half3jPU3AS1KDh(i32 1, ptr addrspace(1) %a)
          %d = fadd <3 x float> %v, <float 0.25, float 0.25, float 0x3F50000000000000>
          call spir_func void @_Z16vstore_half3_rtpDv3_fjPU3AS1Dh(<3 x float> %d, i32 2, ptr addrspace(1) %b)
          ret void
        }"""
    _call(["_Z12vloada_half3jPU3AS1KDh", "_Z16vstore_half3_rtpDv3_fjPU3AS1Dh"], text, [source, target])
    assert target.tolist() == [0] * 6 + [4.25, 5.25, float(np.nextafter(np.float16(6), np.float16(7)))] + [0] * 7


@pytest.mark.parametrize(
    ("name", "code", "old", "operand", "new"),
    [
        ("add", "i", 5, 7, 12), ("sub", "i", 5, 7, -2), ("xchg", "j", 5, 7, 7), ("min", "i", 5, -7, -7),
        ("max", "i", -5, 7, 7), ("min", "j", 5, 0xFFFFFFF9, 5), ("max", "j", 5, 0xFFFFFFF9, 0xFFFFFFF9),
        ("and", "j", 6, 3, 2), ("or", "j", 6, 3, 7), ("xor", "j", 6, 3, 5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("prefix", ["atomic_", "atom_"])
def test_atomic_operations(prefix, name, code, old, operand, new):
    word = np.array([old, 0], np.int64).astype(np.uint32)
    symbol = f"_Z{len(prefix + name)}{prefix}{name}PU3AS1V{code}{code}"
    text = f"""
        define void @run(ptr %at) {{
          %a = addrspacecast ptr %at to ptr addrspace(1)
          %r = call spir_func i32 @{symbol}(ptr addrspace(1) %a, i32 {np.int64(operand).astype(np.int32)})
          %p = getelementptr i32, ptr %at, i32 1
          store i32 %r, ptr %p
          ret void
        }}"""
    _call([symbol], text, [word])
    assert word.tolist() == [new % 2**32, old % 2**32]


def test_a_word_is_exchanged_where_it_is_the_expected_one():
    words = np.array([5, 5], np.uint32)
    text = """
        define void @run(ptr %at) {
          %a = addrspacecast ptr %at to ptr addrspace(3)
          %b = getelementptr i32, ptr addrspace(3) %a, i32 1
          %r = call spir_func i32 @_Z14atomic_cmpxchgPU3AS3Viii(ptr addrspace(3) %a, i32 5, i32 9)
          %s = call spir_func i32 @_Z14atomic_cmpxchgPU3AS3Viii(ptr addrspace(3) %b, i32 6, i32 9)
          %t = call spir_func i32 @_Z8atom_incPU3AS3Vi(ptr addrspace(3) %b)
          ret void
        }"""
    _call(["_Z14atomic_cmpxchgPU3AS3Viii", "_Z8atom_incPU3AS3Vi"], text, [words])
    assert words.tolist() == [9, 6]


def test_work_items_share_a_copy_and_keep_its_stride():
    source, target, item = np.arange(40, dtype=np.float32), np.zeros((6, 4), np.float32), np.zeros(1, np.uint32)
    copy = "_Z29async_work_group_strided_copyPU3AS3Dv2_fPU3AS1KS_jj9ocl_event"
    text = f"""
        @item = global i32 0
        define spir_func i32 @_Z12get_local_idj(i32 %d) {{
          %i = load i32, ptr @item
          %first = icmp eq i32 %d, 0
          %r = select i1 %first, i32 %i, i32 0
          ret i32 %r
        }}
        define spir_func i32 @_Z14get_local_sizej(i32 %d) {{
          %first = icmp eq i32 %d, 0
          %r = select i1 %first, i32 3, i32 1
          ret i32 %r
        }}
        define void @run(ptr %item, ptr %from, ptr %to) {{
          %i = load i32, ptr %item
          store i32 %i, ptr @item
          %a = addrspacecast ptr %from to ptr addrspace(1)
          %b = addrspacecast ptr %to to ptr addrspace(3)
          %e = call target("spirv.Event") @{copy}(ptr addrspace(3) %b, ptr addrspace(1) %a, i32 7, i32 3,
            target("spirv.Event") zeroinitializer)
          ret void
        }}"""
    engine_text = definitions([copy])
    engine_text = "\n".join(
        line for line in engine_text.splitlines() if not line.startswith("declare spir_func i32 @_Z1")
    )
    engine = compiled(engine_text + "\n", text.replace("call target", "call spir_func target"))
    run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(engine.get_function_address("run"))
    for k in (2, 0):  # two of the three work-items
        item[0] = k
        run(item.ctypes.data, source.ctypes.data, target.ctypes.data)
    pairs = target.reshape(-1, 2)
    assert [pairs[k].tolist() for k in range(7)] == [[6.0 * k, 6.0 * k + 1] if k % 3 != 1 else [0, 0] for k in range(7)]
