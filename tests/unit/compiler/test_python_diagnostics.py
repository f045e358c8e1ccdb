"""What kernels in Python cannot say is refused at its place, everything of a file at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isa.reporting.source import SourceFile
from simt.compiler.kernel import TranslationError, Unit
from simt.compiler.python.front_end import compile_file
from simt.launch.languages import of_file
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel

HEAD = """from simt.lang import *

N = 4 * 16

@device
def again(x):
    return again(x) + 1

@kernel
def kernel_name(x: Global[f32], n: u32, c: Constant[s32]):
"""


def compiled(text: str) -> Unit:
    return compile_file(SourceFile("kernels.py", text, tuple(text.split("\n"))))


def refused(*lines: str) -> TranslationError:
    with pytest.raises(TranslationError) as raised:
        compiled(HEAD + "".join(f"    {line}\n" for line in lines))
    return raised.value


# a line, the columns of the caret, words of the message, words of the advice
CASES = [
    ("x[0] = [1, 2]", "[1, 2]", "no lists", "private(s32, 3)"),
    ("k = n + -1", "n + -1", "-1 does not fit u32", "u32(-1) wraps"),
    ("c[0] = 3", "c[0]", "only read", "Global"),
    ("w = sub_group_barrier()", "sub_group_barrier()", "`w` cannot hold this", ""),
    ("x[sub_group_barrier()] = 1.0", "sub_group_barrier()", "is not a number", ""),
    ("x[0] = n[0]", "n", "is not an array", ""),
    ("for a in x: pass", "for a in x: pass", "over a range", "for i in range"),
    ("x.y += 1", "x.y", "cannot ask for `.y`", ""),
    ("n = f32(2)", "f32(2)", "`n` is u32, and this is f32", "f32(...)"),
    ("w = undefined + 1", "undefined", "`undefined` is not known", "simt.lang"),
    ("w = global_idd(0)", "global_idd", "is not known", "`global_id`"),
    ('w = "text"', '"text"', "no str", ""),
    ("print(3)", "print", "no `print`", ""),
    ("x[-1] = 0", "-1", "is not an index from 0 on", ""),
    ("w = global_id(3)", "global_id(3)", "0, 1 or 2", ""),
    ("x[0] = again(1)", "again(x)", "calls itself", "loop"),
    ("w = sqrt(1, 2)", "sqrt(1, 2)", "1 argument, not 2", ""),
    ("w = local(f32)", "local(f32)", "a type and a length", "local(f32, 64)"),
    ("w = n % 1.5", "n % 1.5", "for integers", "fmod"),
    ("w = x[1.5]", "1.5", "is not an index from 0 on", ""),
    ("with n: pass", "with n: pass", "no `with`", ""),
    ("return 3", "return 3", "returns nothing", "Global"),
    ("w = 1 // 0", "1 // 0", "has no value", ""),
    ("atomic_and(x, 0, 1)", "x", "s32 or u32", ""),
    ("atomic_compare_exchange(x, 0, 1, 2)", "x", "s32 or u32", ""),
    ("atomic_add(c, 0, 1)", "c", "s32, u32 or f32 in global or local memory", ""),
    ("w = local(u32, 4); atomic_min(w, 0, c[0])", "c[0]", "this is s32, and u32 is needed", "u32(...)"),
    ("w = local(u32, 4); atomic_add(w, 0, 1.5)", "1.5", "is not of type u32", ""),
    ("w = sub_group_shuffle(n)", "sub_group_shuffle(n)", "takes 2 arguments, not 1", ""),
    ("w = sub_group_shuffle(n, 1.5)", "1.5", "takes a lane, an integer, and this is f32", ""),
    ("w = sub_group_shuffle_up(f32x4(1), 1)", "f32x4(1)", "f32x4 is not a number", "components"),
    ("w = sub_group_non_uniform_reduce_and(x[0])", "x[0]", "is for integers", ""),
    ("w = sub_group_elect(1)", "sub_group_elect(1)", "takes 0 arguments, not 1", ""),
    ("w = sub_group_size(0)", "sub_group_size(0)", "takes 0 arguments, not 1", ""),
    ("x[0, 1] = 1", "x[0, 1]", "has 1 dimension, not 2", "Global[f32, 2]"),
    ("w = x.length", "x.length", "cannot ask for `.length`", ""),
    ("w = len(n)", "len(n)", "an array or a tuple has a length", ""),
    ("w, v = n", "n", "not a tuple, and 2 names", ""),
    ("w, v = 1, 2, 3", "1, 2, 3", "3 values for 2 names", ""),
    ("w = (1, 2)[n]", "n", "known here, from 0 to 1", ""),
    ("w = (1, 2) + 1", "(1, 2)", "a tuple is not a number", ""),
    ("x[0] = n << -1", "n << -1", "a shift by -1 bits", ""),
    ("for k in range(0, 9, 0): pass", "range(0, 9, 0)", "the step of a range is not 0", ""),
    ("for k in range(0, 9, x[0]): pass", "range(0, 9, x[0])", "a range is of integers", ""),
    ("w = mul_hi(n, c[0])", "mul_hi(n, c[0])", "with a sign or numbers without one", "u32(...)"),
    ("w = f32x4(1, 2)", "f32x4(1, 2)", "takes 1 or 4 numbers, not 2", ""),
    ("w = f32x4(1); w.x = 2", "w.x", "can be given values", "f32x4(v.x, 0, 0, 1)"),
    ("w = f32x4(1); w[0] = 2", "w[0]", "only elements of arrays", ""),
    ("w = f32x4(1).q", "f32x4(1).q", "f32x4 has no `.q`", "x, y, z, w"),
    ("w = f32x4(1).xyz", "f32x4(1).xyz", "f32x4 has no `.xyz`", "x, y, z, w"),
    ("w = f32x4(1)[4]", "4", "known here, from 0 to 3", ""),
    ("w = f32x4(1)[n]", "n", "known here, from 0 to 3", ""),
    ("w = f32x4(1) + f32x2(1)", "f32x4(1) + f32x2(1)", "not as many components", ""),
    ("w = f32x4(1) < 2", "f32x4(1)", "f32x4 is not a number", "v.x"),
    ("w = sqrt(f32x4(1))", "f32x4(1)", "f32x4 is not a number", "v.x"),
    ("x[0] = f32x4(1)", "f32x4(1)", "this is f32x4, and f32 is needed", ""),
    ("w = f32x4(1); w = 1", "1", "1 is not of type f32x4", ""),
    ("w = f32x4(1) if n else 1", "f32x4(1) if n else 1", "f32x4 or the number 1", ""),
    ("w = f32x4(1) % 2", "f32x4(1) % 2", "for integers", "fmod"),
    ("w = f32x4", "f32x4", "cannot hold this", ""),
    ("if f32x4(1): pass", "f32x4(1)", "f32x4 is not a number", ""),
    ("w = f32x4(1); x[w] = 1", "w", "f32x4 is not a number", ""),
    ("break", "break", "`break` stands in no loop", "`return` ends"),
    ("if n: continue", "continue", "`continue` stands in no loop", "`return` ends"),
    ("w = 0x" + 40 * "f", "0x" + 40 * "f", "at most 128 bits", "64 bits"),
    ("w = np.sqrt(x[0])", "np", "`np` is not known", "from simt.lang import sqrt"),
    ("ü = n; w = ü + é", "é", "`é` is not known", ""),
]


@pytest.mark.parametrize(("line", "caret", "message", "advice"), CASES, ids=[case[0] for case in CASES])
def test_a_statement_that_is_refused(line: str, caret: str, message: str, advice: str) -> None:
    error = refused(line)
    (found,) = error.diagnostics
    assert message in found.message
    assert advice in found.help
    assert found.source_line[found.column - 1 : found.end_column - 1] == caret
    assert error.exit_status == 3


def test_all_that_is_wrong_is_told_and_nothing_twice() -> None:
    error = refused(
        "a = undefined",
        "b = a + 1",
        "x[0] = b",
        "b: f32 = 1",
        "try:",
        "    pass",
        "finally:",
        "    pass",
        "x[0] = other",
    )
    assert [re.sub(r"^.*(`\w+`).*$", r"\1", found.message) for found in error.diagnostics] == [
        "`undefined`",
        "`try`",
        "`other`",
    ]


def test_a_value_on_some_ways_only() -> None:
    (found,) = refused("if n > 3:", "    a = 1", "x[0] = a").diagnostics
    assert "on some ways only" in found.message
    unit = compiled(HEAD + "    if n > 3:\n        a = 1.5\n    else:\n        a = x[0]\n    x[1] = a\n")
    assert list(unit.kernels) == ["kernel_name"]


@pytest.mark.parametrize(
    "parameter",
    [
        "x",
        "x: str",
        "x: Global",
        "x: Global[int]",
        "x: Global[f32, 4]",
        "x: Global[f32, 0]",
        "x: Global[f32, 1, 1]",
        "x: Local[f32, 2]",
        "x: Global[()]",
        "*x",
        "x: Unknown[f32]",
        "x: '1 +'",
    ],
)
def test_parameters_that_have_no_type(parameter: str) -> None:
    with pytest.raises(TranslationError, match="parameter"):
        compiled(f"from simt.lang import *\n@kernel\ndef f({parameter}): pass\n")


def test_a_default_of_a_kernels_parameter_is_refused() -> None:
    with pytest.raises(TranslationError) as raised:
        compiled("from simt.lang import *\n@kernel\ndef f(x: Global[f32], n: s32 = 4): pass\n")
    (found,) = raised.value.diagnostics
    assert (found.line, found.column, found.end_column) == (3, 32, 33)
    assert found.message == "a parameter of a kernel has no default: every launch gives it a value"
    assert found.help == "delete ` = 4`, and give the value with --in n=4, in Python inputs={'n': 4}"


@pytest.mark.parametrize(
    "text", ["def f(:\n", "x = (" * 300, "\0", "if 1:\n" + "".join(" " * i + "if 1:\n" for i in range(1, 130))]
)
def test_what_is_no_python(text: str) -> None:
    with pytest.raises(TranslationError, match="E0980"):
        compiled(text)


def test_deep_expressions() -> None:
    (found,) = refused("x[0] = " + "-" * 150 + "n").diagnostics
    assert "deep" in found.message


def test_a_long_chain_of_branches() -> None:
    (found,) = refused("if n == 0: pass", *(f"elif n == {i}: pass" for i in range(1, 1500))).diagnostics
    assert "nested too deeply" in found.message


def test_functions_that_call_each_other_twice() -> None:
    """33 million calls, of 25 functions of a line."""
    lines = "".join(f"@device\ndef f{i}(a): return f{i + 1}(a) + f{i + 1}(a)\n" for i in range(25))
    with pytest.raises(TranslationError, match="more than 50000 parts"):
        compiled(
            f"from simt.lang import *\n{lines}@device\ndef f25(a): return a\n"
            "@kernel\ndef f(x: Global[s32]):\n    x[0] = f0(x[1])\n"
        )


@pytest.mark.parametrize("constant", ["+".join(["1"] * 2500), "a" + ".b" * 2500, "a" + "[0]" * 2500, "-" * 2500 + "1"])
def test_numbers_of_the_file_that_are_nested_too_deeply(constant: str) -> None:
    with pytest.raises(TranslationError, match="`A` is not known"):
        compiled(f"from simt.lang import *\nA = {constant}\n@kernel\ndef f(x: Global[s32]):\n    x[0] = A\n")


@pytest.mark.parametrize(
    ("head", "advice"),
    [
        ("from simt.lang import kernel, u32", "`Global` is not known here: from simt.lang import Global"),
        ("from simt.lang import Global, kernel", "`u32` is not known here: from simt.lang import u32"),
        ("from simt.lang import *\nfrom numpy import int32 as s3", "did you mean `s32`?"),
    ],
)
def test_a_type_that_is_not_imported(head: str, advice: str) -> None:
    element = "s3" if "s3" in advice else "u32"
    with pytest.raises(TranslationError, match="`x` has no type") as raised:
        compiled(f"{head}\n@kernel\ndef f(x: Global[{element}]): pass\n")
    assert raised.value.diagnostics[0].help == advice


def test_a_file_is_never_run() -> None:
    """Names are read off its text; what would have to be run is not known."""
    text = "import os\nos.abort()\nN = os.getpid()\nfrom simt.lang import *\n"
    text += "@kernel\ndef f(x: Global[u32]):\n    x[0] = {}\n"
    assert "define spir_kernel void @" in compiled(text.format("3")).ir
    with pytest.raises(TranslationError, match="`N` is not known"):
        compiled(text.format("N"))


@pytest.mark.parametrize("group", ["GONE", "1e999", "0", "-1", "2.5", "True", "(1, 2, 3, 4)", "()", "'64'", "f(1)"])
def test_a_group_that_is_no_size(group: str) -> None:
    with pytest.raises(TranslationError) as raised:
        compiled(f"from simt.lang import *\n@kernel(local_size={group})\ndef f(x: Global[s32]): pass\n")
    (found,) = raised.value.diagnostics
    assert found.source_line[found.column - 1 : found.end_column - 1] == group


@pytest.mark.parametrize("text", [b"\0", b"x = '\xff'", b"\xff\xfe"])
def test_a_file_that_is_no_text(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "k.py"
    path.write_bytes(b"from simt.lang import *\n@kernel\ndef f(x: Global[s32]): pass\n" + text)
    with pytest.raises(TranslationError, match="not"):
        of_file(path)


def test_numbers_of_the_file_are_constants() -> None:
    text = "import simt.lang as sl\nA = B = 1 << 4\nC = A * -2 + 0x10 // 3\n"
    text += "@sl.kernel(local_size=(A, 2))\ndef f(x: sl.Global[sl.s32]):\n    x[0] = C\n"
    unit = compiled(text)
    assert "store i32 -27" in unit.ir
    assert unit.kernels["f"].required_size == (16, 2, 1)


@pytest.mark.parametrize("constant", ["1 << 10 ** 9", "10 ** 10 ** 10", "7 ** 9999999", "-1 << -1", "2.0 ** 9999"])
def test_numbers_that_would_take_all_memory_are_not_known(constant: str) -> None:
    with pytest.raises(TranslationError, match="`A` is not known"):
        compiled(f"from simt.lang import *\nA = {constant}\n@kernel\ndef f(x: Global[s32]):\n    x[0] = A\n")


def test_a_tuple_of_tuples_is_counted() -> None:
    doubled = [f"t{number} = (t{number - 1}, t{number - 1})" for number in range(1, 40)]
    (found,) = refused("t0 = (n, n)", *doubled).diagnostics
    assert (found.code, found.help) == ("E0981", "a tuple of tuples has all their values")
    assert "more than 50000 parts" in found.message


def test_more_parameters_than_constants() -> None:
    names = ", ".join(f"a{number}: u32" for number in range(1025))
    with pytest.raises(TranslationError) as raised:
        compiled(f"from simt.lang import *\n@kernel\ndef f({names}):\n    a0 = a1\n")
    (found,) = raised.value.diagnostics
    assert (found.code, found.message) == ("E0981", "a kernel has at most 1024 parameters")
    assert found.source_line[found.column - 1 :].startswith("a1024")


def test_a_column_that_llvm_does_not_have() -> None:
    wide = compiled(f"{HEAD}    x[0] ={' ' * 70_000}n + n\n")
    made = compile_kernel(wide.ir, "kernel_name", Machine.load("gtx280"), sources=dict(wide.sources))
    assert 65535 in {location.column for location in made.program.locations}


def test_a_file_of_too_many_words() -> None:
    with pytest.raises(TranslationError) as raised:
        compiled("a;" * 125_000 + "a")
    (found,) = raised.value.diagnostics
    assert (found.code, found.message) == ("E0980", "the file has more than 250000 words, signs and lines")


def test_mistakes_end_at_a_hundred() -> None:
    found = refused(*[f"a{number} = b{number}" for number in range(1000)]).diagnostics
    assert len(found) == 101
    assert found[-1].message == "there are 100 mistakes: the rest is not looked at"
