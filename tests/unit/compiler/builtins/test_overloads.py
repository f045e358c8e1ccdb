"""Every function of OpenCL C 1.2 that clang declares, with its mangled names as clang gives them, is in the library."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from llvmlite import binding as llvm

from simt.compiler.builtins.library import definitions, has

_BASE = """
typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned int uint; typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t; typedef __PTRDIFF_TYPE__ ptrdiff_t; typedef uint cl_mem_fence_flags;
typedef __INTPTR_TYPE__ intptr_t; typedef __UINTPTR_TYPE__ uintptr_t;
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define VECTORS(T) VECTOR(T, 2) VECTOR(T, 3) VECTOR(T, 4) VECTOR(T, 8) VECTOR(T, 16)
#define VECTOR(T, N) typedef T T##N __attribute__((ext_vector_type(N)));
VECTORS(char) VECTORS(uchar) VECTORS(short) VECTORS(ushort) VECTORS(int) VECTORS(uint) VECTORS(long) VECTORS(ulong)
VECTORS(float) VECTORS(double)
#define __opencl_c_named_address_space_builtins 1
"""
_OVER_LANES = ("khr_subgroups", *(f"khr_subgroup_{part}" for part in (
    "extended_types", "non_uniform_vote", "ballot", "non_uniform_arithmetic", "shuffle", "shuffle_relative",
)))  # fmt: skip
_BASE += "".join(f"#define cl_{name} 1\n" for name in _OVER_LANES) + "#define __opencl_subgroup_builtins 1\n"


def _words(text: str) -> list[str]:
    return text.split()


_SIGNED = ["char", "short", "int", "long"]
_UNSIGNED = [f"u{t}" for t in _SIGNED]
_INTEGERS = _SIGNED + _UNSIGNED
_FLOATS = ["float", "double"]
_SPACES = ["global", "local", "private"]
_SIZES = ["", "2", "3", "4", "8", "16"]

_UNARY = _words("""acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp exp2
exp10 expm1 fabs floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc
degrees radians sign""")
_UNARY_SINGLE = _words("""half_cos half_exp half_exp2 half_exp10 half_log half_log2 half_log10
half_recip half_rsqrt half_sin half_sqrt half_tan native_cos native_exp native_exp2 native_exp10 native_log native_log2
native_log10 native_recip native_rsqrt native_sin native_sqrt native_tan""")
_BINARY = _words(
    "atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder max min step"
)
_BINARY_SINGLE = ["half_divide", "half_powr", "native_divide", "native_powr"]
_COMPARED = _words("isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered")
_CLASSIFIED = ["isfinite", "isinf", "isnan", "isnormal", "signbit"]
_INTEGER_UNARY = ["abs", "clz", "popcount"]
_INTEGER_BINARY = _words("abs_diff add_sat hadd rhadd max min mul_hi rotate sub_sat")
_INTEGER_TERNARY = ["clamp", "mad_hi", "mad_sat", "bitselect"]


def _calls(sizes: list[str]) -> list[str]:
    """Calls, each with the types of its arguments: NAME(T, T, ...)."""
    calls = []
    for n in sizes:
        for f in _FLOATS:
            t = f + n
            i = ("int" if f == "float" else "long") + n
            calls += [f"{name}({t})" for name in _UNARY + _CLASSIFIED]
            calls += [f"{name}({t}, {t})" for name in _BINARY + _COMPARED]
            calls += [f"{name}({t}, {t}, {t})" for name in ("fma", "mad", "clamp", "mix", "smoothstep", "bitselect")]
            calls += [f"{name}({t}, int{n})" for name in ("ldexp", "pown", "rootn")]
            calls += [f"ilogb({t})", f"nan(u{i})", f"select({t}, {t}, {i})", f"select({t}, {t}, u{i})"]
            for space in _SPACES:
                calls += [f"{name}({t}, {space} {t}*)" for name in ("fract", "modf", "sincos")]
                calls += [f"{name}({t}, {space} int{n}*)" for name in ("frexp", "lgamma_r")]
                calls += [f"remquo({t}, {t}, {space} int{n}*)"]
            if n:
                calls += [f"{name}({t}, {f})" for name in ("fmin", "fmax", "min", "max")]
                calls += [
                    f"clamp({t}, {f}, {f})",
                    f"mix({t}, {t}, {f})",
                    f"step({f}, {t})",
                    f"smoothstep({f}, {f}, {t})",
                ]
                calls += [f"ldexp({t}, int)"]
            if n in ("", "2", "3", "4"):
                calls += [f"dot({t}, {t})", f"distance({t}, {t})", f"length({t})", f"normalize({t})"]
            if n in ("3", "4"):
                calls += [f"cross({t}, {t})"]
        t = f"float{n}"
        calls += [f"{name}({t})" for name in _UNARY_SINGLE] + [f"{name}({t}, {t})" for name in _BINARY_SINGLE]
        if n in ("", "2", "3", "4"):
            calls += [f"fast_distance({t}, {t})", f"fast_length({t})", f"fast_normalize({t})"]
        for e in _INTEGERS:
            t = e + n
            calls += [f"{name}({t})" for name in _INTEGER_UNARY] + [f"{name}({t}, {t})" for name in _INTEGER_BINARY]
            calls += [f"{name}({t}, {t}, {t})" for name in _INTEGER_TERNARY]
            s = e.removeprefix("u")
            calls += [f"select({t}, {t}, {s}{n})", f"select({t}, {t}, u{s}{n})"]
            if n:
                calls += [f"max({t}, {e})", f"min({t}, {e})", f"clamp({t}, {e}, {e})"]
        calls += [f"{name}({t}{n})" for name in ("any", "all") for t in _SIGNED]
        calls += [f"mul24({t}{n}, {t}{n})" for t in ("int", "uint")]
        calls += [f"mad24({t}{n}, {t}{n}, {t}{n})" for t in ("int", "uint")]
        calls += [f"upsample({t}{n}, {u}{n})" for t, u in zip(_INTEGERS, _UNSIGNED * 2, strict=True) if "long" not in t]
    for e in _INTEGERS + _FLOATS:
        for n in sizes[1:]:
            calls += [f"vload{n}(size_t, {s} const {e}*)" for s in [*_SPACES, "constant"]]
            calls += [f"vstore{n}({e}{n}, size_t, {s} {e}*)" for s in _SPACES]
        for n in sizes:
            calls += [
                f"async_work_group_copy({a} {e}{n}*, {b} const {e}{n}*, size_t, event_t)"
                for a, b in (("local", "global"), ("global", "local"))
            ]
            calls += [
                f"async_work_group_strided_copy({a} {e}{n}*, {b} const {e}{n}*, size_t, size_t, event_t)"
                for a, b in (("local", "global"), ("global", "local"))
            ]
            calls += [f"prefetch(global const {e}{n}*, size_t)"]
        mask = {"char": "uchar", "short": "ushort", "int": "uint", "long": "ulong", "float": "uint", "double": "ulong"}
        for n in ("2", "4", "8"):
            calls += [f"shuffle({e}{n}, {mask[e.removeprefix('u')]}{m})" for m in ("2", "4", "16")]
            calls += [f"shuffle2({e}{n}, {e}{n}, {mask[e.removeprefix('u')]}{m})" for m in ("2", "4", "16")]
    for n in sizes:
        for a in ("", "a") if n else ("",):
            calls += [f"vload{a}_half{n}(size_t, {s} const half*)" for s in [*_SPACES, "constant"]]
            calls += [
                f"vstore{a}_half{n}{mode}({f}{n}, size_t, {s} half*)"
                for s in _SPACES
                for f in _FLOATS
                for mode in ("", "_rte", "_rtz", "_rtp", "_rtn")
            ]
    for space in ("global", "local"):
        for e in ("int", "uint"):
            for prefix in ("atomic", "atom"):
                names = ("add", "sub", "xchg", "min", "max", "and", "or", "xor")
                calls += [f"{prefix}_{name}(volatile {space} {e}*, {e})" for name in names]
                calls += [f"{prefix}_{name}(volatile {space} {e}*)" for name in ("inc", "dec")]
                calls += [f"{prefix}_cmpxchg(volatile {space} {e}*, {e}, {e})"]
        calls += [f"atomic_xchg(volatile {space} float*, float)"]
    calls += ["wait_group_events(int, event_t*)"]
    return calls


def _conversions(sizes: list[str]) -> list[str]:
    calls = []
    for n in sizes:
        for target in _INTEGERS + _FLOATS:
            for source in _INTEGERS + _FLOATS:
                for mode in ("", "_rte", "_rtz", "_rtp", "_rtn"):
                    calls.append(f"convert_{target}{n}{mode}({source}{n})")
                    if target not in _FLOATS:
                        calls.append(f"convert_{target}{n}_sat{mode}({source}{n})")
    return calls


def _over_lanes(sizes: list[str]) -> list[str]:
    prefix = "sub_group_non_uniform"
    calls = [f"{name}(int)" for name in ("sub_group_all", "sub_group_any", f"{prefix}_all", f"{prefix}_any")]
    calls += ["sub_group_ballot(int)", "sub_group_inverse_ballot(uint4)", "sub_group_ballot_bit_extract(uint4, uint)"]
    words = ("bit_count", "inclusive_scan", "exclusive_scan", "find_lsb", "find_msb")
    calls += [f"sub_group_ballot_{name}(uint4)" for name in words]
    for way in ("reduce", "scan_inclusive", "scan_exclusive"):
        calls += [f"{prefix}_{way}_logical_{name}(int)" for name in ("and", "or", "xor")]
        for t in _INTEGERS + _FLOATS:
            calls += [f"sub_group_{way}_{name}({t})" for name in ("add", "min", "max")]
            calls += [f"{prefix}_{way}_{name}({t})" for name in ("add", "min", "max", "mul")]
            calls += [f"{prefix}_{way}_{name}({t})" for name in ("and", "or", "xor") if t in _INTEGERS]
    for t in _INTEGERS + _FLOATS:
        calls += [f"sub_group_shuffle{way}({t}, uint)" for way in ("", "_xor", "_up", "_down")]
        calls += [f"sub_group_broadcast_first({t})", f"{prefix}_all_equal({t})"]
        calls += [f"{name}({t}{n}, uint)" for name in ("sub_group_broadcast", f"{prefix}_broadcast") for n in sizes]
    return calls


def _declared(calls: list[str], folder) -> list[str]:
    """The mangled names that clang gives the functions of these calls."""
    folder.joinpath("opencl-c-base.h").write_text(_BASE, encoding="utf-8")
    body = []
    for k, call in enumerate(calls):
        types = re.split(r", ", call[call.index("(") + 1 : -1])
        parameters = ", ".join(f"{t} a{i}" for i, t in enumerate(types))
        body.append(
            f"void f{k}({parameters}) {{ {call.split('(')[0]}({', '.join(f'a{i}' for i in range(len(types)))}); }}"
        )
    clang = subprocess.run(
        [
            *(sys.executable, "-m", "ziglang", "clang", "-x", "cl", "-cl-std=CL1.2", "-target", "spir-unknown-unknown"),
            *("-O0", "-Xclang", "-disable-llvm-passes", f"-I{folder}", "-Wno-unused-value", "-ferror-limit=5"),
            *("-emit-llvm", "-S", "-o", "-", "-"),
        ],
        input="\n".join(body), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert clang.returncode == 0, clang.stderr
    return re.findall(r"^declare .*?@(_Z\w+)\(", clang.stdout, re.MULTILINE)


@pytest.mark.parametrize("sizes", [["", "3"], pytest.param(_SIZES, marks=pytest.mark.nightly)], ids=["some", "all"])
@pytest.mark.parametrize("calls", [_calls, _conversions, _over_lanes])
def test_every_function_of_opencl_is_defined(calls, sizes, tmp_path):
    pytest.importorskip("ziglang")
    names = _declared(calls(sizes), tmp_path)
    assert len(names) > (1000 if calls is not _over_lanes else 300)
    assert [name for name in names if not has(name)] == []
    for first in range(0, len(names), 1500):
        llvm.parse_assembly(definitions(names[first : first + 1500])).verify()
