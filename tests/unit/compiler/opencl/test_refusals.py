"""What the front end of OpenCL C refuses: every mistake with its place, what is not supported, and hostile sources."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from isa.reporting.source import split_source
from simt.compiler.clang.installed import MissingLibraryError
from simt.compiler.kernel import KernelNameError, TranslationError
from simt.compiler.opencl import parsing, translate
from tests.compiler.kernels import read_unit

pytest.importorskip("clang")

NAMES = ("even", "odd")
KERNEL = "__kernel void k(__global int *p, int i) {{ {} }}\n"


def refused(text: str, path: Path | None = None, **options: object) -> TranslationError:
    with pytest.raises(TranslationError) as error:
        translate(split_source("k.cl", text, path), **options)  # type: ignore[arg-type]
    return error.value


def codes(error: TranslationError) -> list[str]:
    return [entry.code for entry in error.diagnostics]


def test_clang_has_what_is_called_and_nothing_else() -> None:
    told = ("expect", "assume", "unreachable", "bswap32", "popcountll", "astype", "add_overflow", "memcpy", "fmaf")
    lacking = ("trap", "frame_address", "shufflevector", "alloca", "nothing_of_the_kind")
    text = "".join(f"#if !__has_builtin(__builtin_{name})\n#error {name}\n#endif\n" for name in told)
    text += "".join(f"#if __has_builtin(__builtin_{name})\n#error {name}\n#endif\n" for name in lacking)
    assert not translate(split_source("k.cl", text + KERNEL.format("p[0] = i;"))).warnings


def test_a_function_of_the_compiler_that_there_is_not() -> None:
    (found,) = refused(KERNEL.format("p[0] = i; __builtin_trap();")).diagnostics
    assert (found.code, found.column) == ("E0951", 53)
    assert found.message == "the function `__builtin_trap` is not defined"


@pytest.mark.parametrize(
    "call", ["atom_add(x, a)", "atom_inc(x)", "atom_cmpxchg(x, a, 3ul)", "atomic_max(x, a)", "atomic_xchg(x, a)"]
)
def test_an_atomic_function_of_64_bits(call: str) -> None:
    (found,) = refused(f"__kernel void k(volatile __global ulong *x, ulong a) {{ {call}; }}").diagnostics
    assert (found.code, found.column) == ("E0950", 56)
    assert "no machine has any of 64 bits" in found.help


def test_a_choice_without_its_middle_is_for_numbers() -> None:
    (found,) = refused("__kernel void k(__global int4 *x) { x[0] = x[1] ?: x[2]; }").diagnostics
    assert (found.code, found.column, found.help) == ("E0951", 44, "write `a ? a : b`")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("get_global_idx", "get_global_id"),
        ("rsqrtf", "rsqrt"),
        ("barier", "barrier"),
        ("get_sub_group_sise", "get_sub_group_size"),
    ],
)
def test_a_function_that_is_misspelt(name: str, meant: str) -> None:
    (found,) = refused(f"__kernel void k(__global int *x) {{ x[0] = {name}(0); }}").diagnostics
    assert (found.code, found.help) == ("E0950", f"did you mean `{meant}`?")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("__global__ void k(__global int *x) {}", "OpenCL C writes `kernel`"),
        ("__kernel void k(__global int *x) { x[threadIdx.x] = 1; }", "OpenCL C writes `get_local_id(0)`"),
        ("__kernel void k(__global int *x) { __syncthreads(); }", "OpenCL C writes `barrier(CLK_LOCAL_MEM_FENCE)`"),
        ("__kernel void k(__global int *x) { atomicAdd(x, 1); }", "OpenCL C writes `atomic_add(p, x)`"),
        ("__device__ int f(int x) { return x; }", "OpenCL C writes nothing: a plain function"),
        ("__kernel void k(__global foo *x) {}", ""),
    ],
)
def test_words_of_cuda_have_a_way_out(text: str, words: str) -> None:
    assert refused(text).diagnostics[0].help == words


def test_every_mistake_is_reported_with_its_place_and_clangs_notes() -> None:
    error = refused(
        "__kernel void k(__global int *p) {\n  int é = q;\n  p[0] = é + r;\n}\nvoid f(int);\nvoid f(float);\n"
    )
    assert str(error) == (
        "error[E0950]: use of undeclared identifier 'q'\n"
        " --> k.cl:2:11\n"
        "  |\n"
        "2 |   int é = q;\n"
        "  |           ^\n"
        "\n"
        "error[E0950]: use of undeclared identifier 'r'\n"
        " --> k.cl:3:14\n"
        "  |\n"
        "3 |   p[0] = é + r;\n"
        "  |              ^\n"
        "\n"
        "error[E0950]: conflicting types for 'f'\n"
        " --> k.cl:6:6\n"
        "  |\n"
        "6 | void f(float);\n"
        "  |      ^\n"
        "  = note: previous declaration is here (k.cl:5:6)"
    )


def test_warnings_are_kept_and_stop_nothing() -> None:
    unit = translate(split_source("k.cl", KERNEL.format("int j; p[0] = i == 1 == 2; p[j] = 2;")))
    assert [(entry.code, entry.severity, entry.line) for entry in unit.warnings] == [("W0950", "warning", 1)] * len(
        unit.warnings
    )
    assert unit.warnings


def test_a_macro_of_the_command_that_the_source_defines_again_has_no_effect() -> None:
    text = "#define TILE 8\n" + KERNEL.format("p[0] = TILE;")
    (warning,) = translate(split_source("k.cl", text), {"TILE": "16"}).warnings
    assert (warning.code, warning.severity, warning.line, warning.notes) == ("W0950", "warning", 1, ())
    assert warning.message == "the source defines `TILE`, and -D TILE=16 has no effect"
    assert warning.help == "write `#ifndef TILE` above this line, and `#endif` below it"
    names = {"TILES": "16", "n": "3"}
    unknown = translate(split_source("k.cl", text.replace("TILE", "TILE_SIZE")), names).warnings
    assert [entry.message for entry in unknown] == [
        "k.cl has no macro `TILES`, and -D TILES=16 has no effect",
        "k.cl has no macro `n`, and -D n=3 has no effect",
    ]
    assert [(entry.code, entry.help) for entry in unknown] == [("W0951", "did you mean `TILE_SIZE`?"), ("W0951", "")]
    pasted = split_source("k.cl", "#define of(x) TILE##x\n" + KERNEL.format("p[0] = of(S);"))
    assert translate(pasted, {"TILES": "i"}).warnings == ()
    (again,) = translate(split_source("k.cl", "#define TILE 4\n" + text)).warnings
    assert again.message == "'TILE' macro redefined"
    assert again.notes == ("previous definition is here (k.cl:1:9)",)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("__kernel void k(read_only image2d_t im) {}", "`__read_only image2d_t` is not supported", 37),
        ("__kernel void k(sampler_t s) {}", "`sampler_t` is not supported", 27),
        ("int f(int);" + KERNEL.format("p[0] = f(i);"), "the function `f` is not defined", 61),
        (KERNEL.format('__asm__("nop");'), "this expression is not supported", 43),
        (KERNEL.format("p[0] = _Generic(i, int: 1);"), "_Generic is not OpenCL C 1.2", 50),
        (KERNEL.format("p[0] = __builtin_shufflevector((int2)i, (int2)i, 0, 3).y;"), "not OpenCL C 1.2", 50),
        ("__kernel void _Z7barrierj() {}", "this name is one of a builtin function", 15),
    ],
)
def test_what_no_machine_has_is_refused_with_its_place(text: str, message: str, column: int) -> None:
    error = refused(text)
    assert codes(error)[0] == "E0951"
    assert message in error.diagnostics[0].message
    assert (error.diagnostics[0].line, error.diagnostics[0].column) == (1, column)
    assert error.diagnostics[0].help


def test_all_that_is_refused_is_told_at_once() -> None:
    text = KERNEL.format(
        "__builtin_trap();\nif (i) undefined(i);\nint q = __builtin_shufflevector((int2)i, (int2)i, 0, 3).y;"
    )
    errors = [entry for entry in refused("void undefined(int);" + text).diagnostics if entry.severity == "error"]
    assert [entry.line for entry in errors] == [1, 2, 3]


def test_a_kernel_is_refused_without_the_others_of_its_file() -> None:
    text = (
        "__constant sampler_t s = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;\n"
        "int told(int i) { __builtin_trap(); return i; }\n"
        + KERNEL.format("p[0] = i;").replace("void k", "void good")
        + KERNEL.format("p[0] = told(i);").replace("void k", "void talking")
        + "__kernel void reading(read_only image2d_t m, __global float4 *p) { p[0] = read_imagef(m, s, (int2)(0)); }\n"
    )
    unit = translate(split_source("k.cl", text))
    assert unit.kernel("good").line == 3
    assert "define spir_kernel void @good(" in unit.ir
    assert "@user.told(" not in unit.ir
    wrong = (("talking", 2, "`__builtin_trap` is not"), ("reading", 5, "`__read_only image2d_t` is not"))
    for name, line, message in wrong:
        with pytest.raises(TranslationError, match=message) as error:
            unit.kernel(name)
        assert error.value.diagnostics[0].line == line
    with pytest.raises(KernelNameError) as unnamed:
        unit.kernel()
    assert unnamed.value.help == "name one, as in k.cl::good; the kernels are `good`, `talking`, `reading`"


def test_recursion_is_refused_where_a_function_calls_itself() -> None:
    even, odd = (f"int {name}(int n) {{ return n ? {other}(n - 1) : 1; }}\n" for name, other in (NAMES, NAMES[::-1]))
    text = f"int odd(int);\n{even}{odd}"
    error = refused(text + KERNEL.format("p[0] = even(i);"))
    assert codes(error) == ["E0953"]
    assert error.diagnostics[0].message == "`even` calls itself"
    assert error.diagnostics[0].line == 3


def test_a_kernel_is_found_by_name_or_alone() -> None:
    unit = translate(split_source("k.cl", "__kernel void scale() {}\n__kernel void sum() {}\n"))
    assert unit.kernel("sum").line == 2
    with pytest.raises(KernelNameError, match="there are 2 kernels") as error:
        unit.kernel()
    assert error.value.code == "E0952"
    assert error.value.help == "name one, as in k.cl::scale; the kernels are `scale`, `sum`"
    with pytest.raises(KernelNameError, match="no kernel `sume`") as error:
        unit.kernel("sume")
    assert error.value.help == "did you mean `sum`?"
    with pytest.raises(KernelNameError, match=r"no kernel in k\.cl"):
        translate(split_source("k.cl", "void f() {}")).kernel()


def test_without_libclang_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingLibraryError) as error:
        translate(split_source("k.cl", ""))
    assert (error.value.code, error.value.help) == ("E0956", "pip install 'simt[opencl]'")


# --- included files ---------------------------------------------------------------------------------------------------


def test_files_are_included_from_the_sources_folder_and_those_given(tmp_path: Path) -> None:
    for folder in ("kernels/lib", "more"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "kernels/k.cl").write_text(
        '#include "lib/a.h"\n#include <c.h>\n#define B "b.h"\n#include B\n' + KERNEL.format("p[A] = B1 + C;")
    )
    (tmp_path / "kernels/lib/a.h").write_text('#include "inner.h"\n')
    (tmp_path / "kernels/lib/inner.h").write_text("#define A 1\n")
    (tmp_path / "kernels/b.h").write_text("#define B1 2\n")
    (tmp_path / "more/c.h").write_text("#define C 3\n")
    unit = read_unit(tmp_path / "kernels/k.cl", folders=[tmp_path / "more"])
    assert "k" in unit.kernels


def test_clang_asks_for_no_file_that_a_source_names(tmp_path: Path) -> None:
    """It begins anew for every file that it asks for: a source of many files would take its square of time."""
    lines = "".join(f"int f_{{0}}_{line}(int x) {{{{ return x + {line}; }}}}\n" for line in range(60))
    for number in range(100):
        (tmp_path / f"{number}.h").write_text(f'#include "{number + 1}.h"\n{lines.format(number)}')
    (tmp_path / "100.h").write_text("")
    text = '# include <0.h>\n#if 0\n#include "nowhere.h"\n#endif\n' + KERNEL.format("p[0] = f_99_7(i);")
    parsed = parsing.parse(split_source("k.cl", text, tmp_path / "k.cl"), {}, ())
    assert parsed.asked == ()
    assert len({file.name for file in parsed.read}) == 102


def test_files_of_one_name_in_several_folders(tmp_path: Path) -> None:
    text = ""
    for number, folder in enumerate(("one", "two", "three")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "own.h").write_text(f"#undef A\n#define A {number}\n")
        (tmp_path / folder / "all.h").write_text('#include "own.h"\n')
        text += f'#include "{folder}/all.h"\n#if A != {number}\n#error of another folder\n#endif\n'
    (tmp_path / "k.cl").write_text(text + KERNEL.format("p[0] = A;"))
    assert "k" in read_unit(tmp_path / "k.cl").kernels


def test_mistakes_in_an_included_file_are_told_there(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text("int f() { return x; }\n")
    error = refused('#include "a.h"\n', tmp_path / "k.cl")
    assert (error.diagnostics[0].file, error.diagnostics[0].source_line) == (
        str(tmp_path / "a.h"),
        "int f() { return x; }",
    )


@pytest.mark.parametrize("how", ['#include "{}"', "#include <{}>", '#define F "{}"\n#include F', '#import "{}"'])
def test_a_file_outside_is_neither_opened_nor_quoted(tmp_path: Path, how: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("passphrase\n")
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels/link").symlink_to(secret)
    for name in (str(secret), "../secret", "link", "sub/../../secret"):
        (tmp_path / "kernels/sub").mkdir(exist_ok=True)
        error = refused(how.format(name), tmp_path / "kernels/k.cl")
        assert codes(error)[-1] == "E0954"
        assert "outside" in error.diagnostics[-1].message
        assert "passphrase" not in str(error)


def test_what_is_no_regular_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.h")
    (tmp_path / "large.h").write_bytes(b"/" * (1 << 23))
    (tmp_path / "binary.h").write_bytes(b"\xff\xfe/\0")
    for name, why in {
        "pipe.h": "there is no such file",
        "/dev/zero": "there is no such file",
        "large.h": "large.h: it is larger than 4194304 bytes: it has 8388608",
        "binary.h": "binary.h is not text: a NUL character in line 1",
        "sub\\0.h": "there is no such file",
    }.items():
        error = refused(f'#include "{name}"\n', tmp_path / "k.cl")
        assert codes(error) == ["E0954"]
        assert why in error.diagnostics[0].message


def test_other_ways_to_a_file_find_none() -> None:
    condition = '__has_include("/etc/passwd") || __has_include("/dev/zero")'
    text = f'#if {condition}\n#error found\n#endif\n#line 9 "/etc/passwd"\nint x;'
    error = refused(text)
    assert [entry.message for entry in error.diagnostics] == [
        "program scope variable must reside in constant address space"
    ]
    assert (error.diagnostics[0].file, error.diagnostics[0].line) == ("k.cl", 5)


def test_a_file_that_includes_itself_ends() -> None:
    assert codes(refused("#include __FILE__\n")) == ["E0950"]


def test_an_error_without_a_text_says_what_it_is() -> None:
    (found,) = refused("#error\n").diagnostics
    assert (found.code, found.message, found.line, found.column) == ("E0950", "`#error` without a text", 1, 2)


@pytest.mark.parametrize("kind", ["struct S{0} {{ struct S{1} m; }};", "typedef T{1} T{0}[1];", "typedef S{1} S{0};"])
@pytest.mark.parametrize("count", [90, 300, 3000])
def test_types_inside_of_each_other(kind: str, count: int) -> None:
    first = "struct S0 { int x; };\ntypedef int T0[1];\n"
    types = first.replace("struct S0 { int x; }", "typedef int S0") if "S{1} S{0};" in kind else first
    types += "".join(kind.format(number, number - 1) + "\n" for number in range(1, count))
    name = f"{'struct S' if 'struct' in kind else 'T' if 'T{' in kind else 'S'}{count - 1}"
    text = f"{types}__kernel void k(__global int *p, __global {name} *q) {{ {name} own = *q; p[0] = sizeof(own); }}\n"
    if "[1]" in kind:
        text = text.replace("own = *q", "own")
    if count == 90 or "S{1} S{0};" in kind:
        assert translate(split_source("k.cl", text)).kernels
    else:
        found = refused(text).diagnostics[0]
        assert found.code == "E0955"
        assert found.help


# --- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        KERNEL.format("p[0] = " + "- " * 50_000 + "i;"),
        KERNEL.format("p[0] = " + "- " * 1500 + "i;"),
        KERNEL.format("p[0] = " + "i ? 1 : " * 1000 + "1;"),
        KERNEL.format("if (i) " * 1000 + ";"),
        "".join(f"#define A{n + 1} A{n} A{n}\n" for n in range(15))
        + "#define A0 1 +\n"
        + KERNEL.format("p[0] = A15 i;"),
        "__constant int t[1 << 28] = {1};" + KERNEL.format("p[0] = t[i];"),
        KERNEL.format("int t[1 << 28]; p[0] = t[i];"),
        KERNEL.format("int t[1 << 20] = {1}; p[0] = t[i];"),
    ],
    ids=["crash", "deep", "choices", "ifs", "macros", "constant", "variable", "initialised"],
)
def test_what_is_too_deep_or_large_is_refused(text: str) -> None:
    assert codes(refused(text))[0] == "E0955"


def test_rows_of_operators_and_choices_are_not_deep() -> None:
    rows = (
        "p[0] = "
        + " + ".join(["p[i]"] * 400)
        + ";"
        + "".join(f"if (i == {n}) p[{n}] = 1; else " for n in range(300))
        + ";"
    )
    cases = "switch (i) {" + "".join(f"case {n}:" for n in range(300)) + "p[1] = 2; }"
    assert translate(split_source("k.cl", KERNEL.format(rows + cases))).ir.count(" add i32 ") == 399


def test_the_tree_of_all_functions_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = "".join(f"int f{n}(int i) {{ return {' + '.join(['i'] * 100)}; }}\n" for n in range(4))
    text = functions + KERNEL.format("p[0] = f0(i) + f1(i) + f2(i) + f3(i);")
    assert translate(split_source("k.cl", text)).kernels
    monkeypatch.setattr(parsing, "_NODES", 1000)
    (found,) = refused(text).diagnostics
    assert (found.code, found.message) == ("E0955", "it is too large")
    assert found.line in range(1, 5)


def test_parsing_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "_SECONDS", 1)
    monkeypatch.setattr(parsing, "_BYTES", 8 << 30)  # which a quick processor would fill before
    text = "#define A0 x\n" + "".join(f"#define A{n + 1} A{n} A{n}\n" for n in range(40)) + "A40\n"
    error = refused(text)
    assert codes(error) == ["E0955"]
    assert "takes longer than" in error.diagnostics[0].message


def test_clang_warns_of_what_is_not_set_and_of_constant_indices() -> None:
    body = "float a, b, c[4]; if (i) b = 1; p[0] = a; p[1] = b; p[2] = c[4]; c[0] = p[3];"
    unit = translate(split_source("k.cl", KERNEL.format(body)))
    told = [entry.message.split(" (")[0] for entry in unit.warnings]
    assert "variable 'a' is uninitialized when used here" in told
    assert "variable 'b' is used uninitialized whenever 'if' condition is false" in told
    assert "array index 4 is past the end of the array" in told
