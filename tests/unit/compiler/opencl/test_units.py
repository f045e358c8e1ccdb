"""What the front end of OpenCL C tells of a source, parameters, attributes, places, and what IR it gives."""

from __future__ import annotations

import re

import pytest

from isa.reporting.source import split_source
from simt.compiler.kernel import Parameter, Unit
from simt.compiler.llvm.ir import CONSTANT, GLOBAL, LOCAL
from simt.compiler.opencl import translate
from simt.compiler.opencl.pairing import lanes_named
from tests.compiler.host import verified

pytest.importorskip("clang")


def unit_of(text: str, **definitions: str) -> Unit:
    unit = translate(split_source("k.cl", text), definitions)
    verified(unit.ir)
    return unit


def test_parameters_are_told_with_their_types_and_sizes() -> None:
    unit = unit_of(
        "typedef struct { float4 v; char c; } Wide;\ntypedef short3 Three;\n"
        "__kernel void k(__global const float4 *restrict a, __local volatile uint *b, __constant Wide *c, double d,\n"
        "                Wide w, Three s, __global void *v, __global const int rows[4][2]) {}\n"
    )
    assert unit.kernel().parameters == (
        Parameter("a", "float4*", 4, 4, GLOBAL, element_size=16),
        Parameter("b", "uint*", 4, 4, LOCAL, element_size=4),
        Parameter("c", "struct Wide*", 4, 4, CONSTANT, element_size=32),
        Parameter("d", "double", 8, 8),
        Parameter("w", "struct Wide", 32, 16),
        Parameter("s", "short3", 8, 8),
        Parameter("v", "void*", 4, 4, GLOBAL, element_size=0),
        Parameter("rows", "int[2]*", 4, 4, GLOBAL, element_size=8),
    )
    assert "ptr addrspace(1) noalias %a" in unit.ir
    words = ("float4*", "uint*", "struct Wide*", "double", "struct Wide", "short3", "void*", "int[2]*")
    quoted = ", ".join(f'!"{word}"' for word in words)
    assert f"!{{{quoted}}}" in unit.ir
    assert "ptr byval([32 x i8]) align 16 %w" in unit.ir


def test_attributes_and_definitions_are_evaluated() -> None:
    text = (
        "#define TWICE (2 * N)\n"
        "__kernel __attribute__((reqd_work_group_size(N, TWICE, 1))) __attribute__((vec_type_hint(float4)))\n"
        "void a() {}\n"
        "kernel __attribute__((work_group_size_hint(8, 1, 1))) void b() {}\n"
    )
    unit = unit_of(text, N="16")
    assert unit.kernel("a").required_size == (16, 32, 1)
    assert (unit.kernel("b").required_size, unit.kernel("b").line) == (None, 4)
    assert "!reqd_work_group_size" in unit.ir
    assert unit.sources == {"k.cl": text}


def test_instructions_have_the_line_of_the_source() -> None:
    unit = unit_of(
        "#define SUM(x, y) \\\n  ((x) + (y))\n__kernel void k(__global int *p) {\n  p[0] =\n    SUM(p[1], 3);\n}\n"
    )
    addition = re.search(r" add i32 .*!dbg (!\d+)", unit.ir)
    assert addition is not None
    assert re.search(rf"^{addition[1]} = !DILocation\(line: 5, column: 5,", unit.ir, re.MULTILINE)
    assert '!DISubprogram(name: "k"' in unit.ir
    assert '!DIFile(filename: "k.cl"' in unit.ir


def test_sums_and_products_of_integers_wrap() -> None:
    unit = unit_of("__kernel void k(__global int *p) { p[0] = p[1] * 3 + (p[2] << 31) - p[3]; p[4]++; p[5] += 7; }")
    assert len(re.findall(r" = (?:add|sub|mul) i32 ", unit.ir)) == 5
    assert "nsw" not in unit.ir


def test_names_of_the_source_do_not_meet_those_of_llvm() -> None:
    unit = unit_of(
        "float sqrtf(float v1) { return v1; }\nvoid memset(__global int *entry, int result) { entry[0] = result; }\n"
        "__kernel void k(__global int *entry, float v, int loop) {\n"
        "  for (;;) { memset(entry, sqrtf(v) + loop); break; } }\n"
    )
    assert "@user.sqrtf(" in unit.ir
    assert "@user.memset(" in unit.ir


def test_memory_is_where_it_is_said_to_be() -> None:
    unit = unit_of(
        "__constant int t[2] = {1, 2};\n__constant float half_one = 0.5f;\n"
        "__kernel void k(__global float *p) { __local char c[3]; __local int n; __constant short s = 7;\n"
        "  c[0] = n = t[p[0] > half_one] + s; p[1] = c[0]; }\n"
    )
    for definition in (
        "@t = internal unnamed_addr addrspace(2) constant [2 x i32] [i32 1, i32 2], align 4",
        "@half_one = internal unnamed_addr addrspace(2) constant [1 x i32] [i32 1056964608], align 4",
        "@k.s = internal unnamed_addr addrspace(2) constant [2 x i8] [i8 7, i8 0], align 4",
        "@k.c = internal addrspace(3) global [3 x i8] undef, align 4",
        "@k.n = internal addrspace(3) global i32 undef, align 4",
    ):
        assert definition in unit.ir


def test_a_warning_of_the_command_line_costs_no_lines() -> None:
    unit = unit_of("__kernel void k(__global int *p) { p[0] = 1; }", M_PI="3")  # which is defined already
    (warning,) = unit.warnings
    assert (warning.message, warning.help) == ("OpenCL C defines `M_PI`, and -D M_PI=3 has no effect", "")
    assert re.findall('!DIFile.filename: "(.*?)"', unit.ir) == ["k.cl"]


def test_what_no_kernel_uses_is_not_translated() -> None:
    unit = unit_of(
        'void unused() { printf("no"); }\n__constant int table[1 << 22] = {1};\n__constant int used = 5;\n'
        "int deep() { return used; }\nint f() { return deep(); }\n__kernel void k(__global int *p) { p[0] = f(); }\n"
    )
    assert re.findall(r"^define .*@([\w.]+)\(", unit.ir, re.MULTILINE) == ["user.deep", "user.f", "k"]
    assert "@table" not in unit.ir


def test_a_part_of_a_vector_is_written_alone() -> None:
    unit = unit_of("__kernel void k(__global float4 *p) { p[3].y = 1; p->xw = p[1].zz; }")
    stores = [line.split(",")[0].split()[1] for line in unit.ir.splitlines() if " store " in line]
    assert stores == ["ptr", "float", "float", "float"]  # the parameter, then y, x, w


def test_hints_to_unroll_stay_with_their_loops() -> None:
    unit = unit_of(
        "__kernel void k(__global int *p, int n) {\n#pragma unroll 3\n for (int i = 0; i < n; i++) p[i] = 0;\n"
        " while (n--) p[n] = 1;\n#pragma nounroll\n do p[n]--; while (n++ < 4);\n"
        " __attribute__((opencl_unroll_hint)) while (n--) p[n]++; }\n"
    )
    branches = re.findall(r"br .*!llvm\.loop (!\d+)", unit.ir)
    hints = [re.search(rf"^{loop} = distinct !{{{loop}, (!\d+)}}", unit.ir, re.MULTILINE) for loop in branches]
    texts = [re.search(rf"^{hint[1]} = (.*)$", unit.ir, re.MULTILINE)[1] for hint in hints if hint]  # type: ignore[index]
    assert texts == [
        '!{!"llvm.loop.unroll.count", i32 3}',
        '!{!"llvm.loop.unroll.disable"}',
        '!{!"llvm.loop.unroll.enable"}',
    ]


@pytest.mark.parametrize(
    ("name", "count", "lanes"),
    [
        ("x", 2, (0,)), ("wzyx", 4, (3, 2, 1, 0)), ("z", 2, None), ("lo", 3, (0, 1)), ("hi", 3, (2, 3)),
        ("odd", 8, (1, 3, 5, 7)), ("sF0a", 16, (15, 0, 10)), ("s4", 4, None), ("rgba", 4, (0, 1, 2, 3)), ("q", 4, None),
    ],
)  # fmt: skip
def test_parts_of_vectors_by_name(name: str, count: int, lanes: tuple[int, ...] | None) -> None:
    assert lanes_named(name, count) == lanes
