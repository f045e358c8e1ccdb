from __future__ import annotations

import re
from pathlib import Path

import pytest

import isa
from isa.reporting.diagnostics import Diagnostic, SimtError, quote, render, suggest
from isa.reporting.foreign import INSTEAD
from isa.table.table import MNEMONICS


def report(text: str, **options: object) -> str:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(text, filename="k.s", **options)  # type: ignore[arg-type]
    return str(caught.value)


def codes(text: str) -> list[str]:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(text)
    return [entry.code for entry in caught.value.diagnostics]


def test_unknown_instruction() -> None:
    assert report("start:\n    mull.f32 r1, r2, r3\n    ret") == (
        "error[E0201]: unknown instruction `mull.f32`\n"
        " --> k.s:2:5\n"
        "  |\n"
        "2 |     mull.f32 r1, r2, r3\n"
        "  |     ^^^^^^^^ not an instruction\n"
        "  = help: did you mean `mul.f32`?"
    )


def test_a_missing_type_suffix() -> None:
    assert "= help: add a type: `add.u32` or `add.s32` or `add.f32`" in report("add r1, r2, r3")


def test_of_equally_near_instructions_the_one_that_begins_alike() -> None:
    assert "= help: did you mean `add.u32`?" in report("ad.u32 r1, r2, r3")
    assert suggest("su.f32", ["mul.f32", "sub.f32"]) == "sub.f32"


def test_there_is_no_division_of_floats() -> None:
    assert "= help: floats have no division: multiply by `rcp.f32`" in report("div.f32 r1, r2, r3")


def test_two_constants() -> None:
    assert report("st.local [r1 + 4], 9\nret") == (
        "error[E0208]: `st.local` has 2 constants, an instruction has room for one\n"
        " --> k.s:1:20\n"
        "  |\n"
        "1 | st.local [r1 + 4], 9\n"
        "  |                    ^ one constant too many\n"
        "  = help: move one of them into a register first"
    )


def test_an_integer_for_a_float() -> None:
    assert report("add.f32 r1, r2, 2") == (
        "error[E0205]: 2 is an integer, but the operand is a float (f32)\n"
        " --> k.s:1:17\n"
        "  |\n"
        "1 | add.f32 r1, r2, 2\n"
        "  |                 ^ expected f32\n"
        "  = help: write 2.0, or u(2) for the bits"
    )


def test_a_value_that_does_not_fit() -> None:
    assert report("lt.s32 r1, r2, 0x80000000") == (
        "error[E0204]: 2147483648 does not fit s32\n"
        " --> k.s:1:16\n"
        "  |\n"
        "1 | lt.s32 r1, r2, 0x80000000\n"
        "  |                ^^^^^^^^^^ out of range\n"
        "  = help: s32 is -2147483648 to 2147483647, or u(0x80000000) for the bits"
    )


def test_a_label_used_twice_and_an_undefined_one() -> None:
    assert report("loop: bar\nloop: jmp lop\nret") == (
        "error[E0302]: `loop` is defined twice\n"
        " --> k.s:2:1\n"
        "  |\n"
        "2 | loop: jmp lop\n"
        "  | ^^^^ defined again here\n"
        "  = help: it is a label in k.s:1\n"
        "\n"
        "error[E0324]: there is no label `lop`\n"
        " --> k.s:2:11\n"
        "  |\n"
        "2 | loop: jmp lop\n"
        "  |           ^^^ not defined\n"
        "  = help: did you mean `loop`?"
    )


def test_an_error_inside_a_macro_shows_the_body_and_the_call() -> None:
    assert report(".macro m r\n  add.u32 \\r, \\r, sie\n.endm\n.equ size 1\n\n m r1\nret") == (
        "error[E0301]: unknown symbol `sie`\n"
        " --> k.s:2:19\n"
        "  |\n"
        "2 |   add.u32 \\r, \\r, sie\n"
        "  |                   ^^^ not defined\n"
        "  = note: it reads `add.u32 r1, r1, sie`\n"
        "  = note: in the macro `m`, called at k.s:6\n"
        "  = help: did you mean `size`?"
    )


def test_a_name_that_is_like_no_other_has_a_way_out() -> None:
    assert report("mov.b32 r1, frobnicate\nret") == (
        "error[E0301]: unknown symbol `frobnicate`\n"
        " --> k.s:1:13\n"
        "  |\n"
        "1 | mov.b32 r1, frobnicate\n"
        "  |             ^^^^^^^^^^ not defined\n"
        "  = help: define it as a label, or by .equ, .local, .const, .param or .buffer: `simt explain E0301`"
    )


def test_an_error_in_a_repetition_is_reported_once() -> None:
    assert codes(".rept 8, i\nmov r1, nope\n.endr\nret") == ["E0301"]


def test_an_argument_in_error_is_marked_where_it_is_put_in() -> None:
    text = report(".macro m r\n  mov \\r, 5\n.endm\nm r200\nret")
    assert "2 |   mov \\r, 5\n  |       ^^ out of range" in text


@pytest.mark.parametrize(
    ("text", "code", "fragment"),
    [
        ("add.u32 r1, r2", "E0202", "`add.u32` takes 3 operands, not 2"),
        ("ret r1", "E0202", "`ret` takes no operands, not 1"),
        ("mov 5, r1", "E0203", "must be a register, not a constant"),
        ("mov lane_id, r1", "E0203", "special sources can only be read"),
        ("mov r1, [r2]", "E0203", "cannot be an address"),
        ("mov r1, r2 + 4", "E0203", "cannot be part of a calculation"),
        ("add.u32 r0, r0 1", "E0107", "a comma is missing between `r0` and `1`"),
        ("add.f32 r0, 1.0 r2", "E0107", "a comma is missing between `1.0` and `r2`"),
        ("ld.local r1, r2", "E0203", "write [r2]"),
        ("st.local r1, [r2]", "E0203", "the address comes first, as in `st.local [r2 + 4], r1`"),
        (".local x f32[8]\nld.local r1, x[r2]", "E0203", "write [register + x]"),
        ("cmp r1, r2", "E0201", "a compare gives 1 or 0"),
        ("BRA x", "E0201", "`jmp label` always jumps"),
        ("jnz x", "E0201", "`-> label if nz` after an instruction jumps on its result"),
        ("call x", "E0201", "there are no calls"),
        ("idiv r1, r2, r3", "E0201", "`div.u32`, `div.s32`, `rem.u32` and `rem.s32` divide integers"),
        ("mask_nz 5", "E0203", "takes no constant"),
        ("jmp r1", "E0203", "a jump goes to a label, not to a register"),
        (".equ n 5\njmp n", "E0203", "`n` is an .equ symbol"),
        ("mov r1, laneid", "E0301", "did you mean `lane_id`?"),
        ("mov r1, R5", "E0301", "did you mean `r5`?"),
        ("mov r1, r5.v", "E0207", "the components are .x .y .z .w"),
        ("mov r1, r28.x", "E0207", "there is no register `r28.x`"),
        ("mov r1, r99999999999", "E0207", "registers are r0 to r111"),
        ("mov r1, 1.0", "E0206", "write 1, or f(1.0) for the bits"),
        ("mov.f32 r1, 1e39", "E0204", "does not fit f32"),
        ("mov r1, u(-1)", "E0204", "-1 does not fit u32"),
        ("mov r1, 1e999", "E0309", "too large"),
        ("loop: add.u32 r1, r1, 1 -> loop if ne", "E0210", "did you mean `nz`?"),
        ("loop: st.local [r1], r2 -> loop if z", "E0209", "`st.local` has no result"),
        ("loop: bar -> loop if z", "E0209", "`bar` has no result"),
        ("loop: add.u32 r1, r1, 1 -> loop", "E0107", "needs a condition"),
        ("loop: add.u32 r1, r1, 1 -> loop if", "E0107", "condition is missing"),
        ("mov r1, 5 5", "E0108", "expected an operator"),
        ("mov r1, ,", "E0107", "an operand is missing"),
        ("mov r1,", "E0107", "an operand is missing"),
        ("ld.local r1, [r2", "E0107", "this `[` is not closed"),
        ("ld.local r1, [r2 + r3]", "E0214", "at most one register"),
        ("ld.local r1, [4 - r2]", "E0214", "subtracted here"),
        ("ld.local r1, [r2 * 4]", "E0214", "can only be added"),
        ("ld.local r1, [r2 + 4 << 1]", "E0214", "put the constant in parentheses"),
        ("ld.local r1, []", "E0214", "an address is missing"),
        (".param p f32 = 1.0\nld.local r1, [r2 + p]", "E0212", "`p` is f32, but an address is an integer"),
        (".param p u32 = 1\nmov r1, p + 1", "E0216", "a word of constant memory, not a number"),
        (".const t u32 = 1\nmov r1, t[1]", "E0215", "its words are 0 to 0"),
        (".local t u32[4]\nmov r1, t[1]", "E0215", "`t` is an array, which has no index"),
        ("mov r1, 1 / 0", "E0307", "division by zero"),
        ("mov r1, 1.5 % 0", "E0307", "division by zero"),
        ("mov r1, 1 << 64", "E0308", "shift by 64"),
        ("mov r1, 1 << -1", "E0308", "shift by -1"),
        ("mov r1, 1 << (1 << 62)", "E0308", "a shift count is 0 to 63"),
        ("mov r1, (1 << 63) * (1 << 63)", "E0309", "too large"),
        ("mov r1, log2(0)", "E0309", "`log2` has no value here"),
        ("mov r1, int(nan)", "E0309", "`int` has no value here"),
        ("mov r1, sine(1)", "E0108", "unknown function `sine`"),
        ("mov r1, u(1) + 1", "E0108", "must be a whole operand"),
        ("mov r1, 1.5 | 1", "E0206", "`|` needs integers"),
        (".thread 5\nret", "E0304", "did you mean `.threads`?"),
        (".threads 0\nret", "E0305", "must be an integer from 1"),
        (".threads 1.5\nret", "E0305", "must be an integer from 1"),
        (".param a, f32\nret", "E0306", "no comma between name and type"),
        (".local a float[4]\nret", "E0306", "did you mean `f32`?"),
        (".local a f32 4\nret", "E0305", "expected the length in brackets"),
        (".local a f32[4] pad 2\nret", "E0305", "only `align n` may follow"),
        (".param n u32\nret", "E0305", "write .param n u32 = 1"),
        (".param n u32 = 1, 2\nret", "E0305", "a parameter is one word"),
        (".const r1 u32 = 1\nret", "E0109", "cannot be a name: it is a register"),
        (".equ pi 3\nret", "E0109", "cannot be a name: it is a number"),
        (".local a u32[1 << 20]\n.local b u32[1]\nret", "E0316", "1048577 words"),
        (".word 1 << 63 | 1.0\nret", "E0206", "needs integers"),
        (".word -1\nret", "E0204", "is not a 64-bit word"),
        (".if 1\nret", "E0317", "this .if has no .endif"),
        (".rept 2\nret", "E0317", "this .rept has no .endr"),
        (".macro m\nret", "E0317", "this .macro has no .endm"),
        (".rept 1.5\n.endr\nret", "E0305", "cannot repeat 1.5 times"),
        (".rept -1\n.endr\nret", "E0305", "cannot repeat -1 times"),
        (".equ i 1\n.rept 2, i\n.endr\nret", "E0302", "give the counter another name"),
        (".rept 2, i\n.rept 2, i\n.endr\n.endr\nret", "E0302", "counts an outer .rept already"),
        (".include foo\nret", "E0305", "expected a file name in quotes"),
        ('.include "not there.s"\nret', "E0310", "cannot find the file `not there.s`"),
        ("mov r1, @", "E0101", "unexpected character `@`"),
        ("mov r1, 0b12", "E0102", "`0b12` is not a number"),
        ("mov r1, \\x", "E0110", "is not an argument here"),
        ('.include "x', "E0104", "this string does not end"),
        (".assert 1 == 1\nret", "E0305", 'write .assert n % 4 == 0, "n must be a multiple of 4"'),
        ('.assert "n"\nret', "E0305", "expected an expression and a message"),
        ('.assert 1 "n"\nret', "E0305", "expected an expression and a message"),
        ('.assert 1, " "\nret', "E0305", "`.assert` needs a message in quotes"),
        ('.assert 1, "n" 2\nret', "E0305", "nothing more is expected"),
        ('.assert min(1, 0), "no"\nret', "E0326", "no"),
        ('.assert n, "no"\nret', "E0301", "`n`"),
        (".region\nret\n.endregion", "E0305", "expected the region's name"),
        (".region a b\nret\n.endregion", "E0305", "nothing more is expected"),
        (".region a\nret", "E0317", "the region `a` has no .endregion"),
        (".region a\n.region b\nret\n.endregion", "E0321", "end `a` with .endregion first"),
        (".endregion\nret", "E0318", "no .region is open"),
        (".region a\nret\n.endregion a", "E0305", "nothing more is expected"),
        (".error\nret", "E0305", "`.error` needs a message in quotes"),
        ('.error "one" "two"\nret', "E0305", "nothing more is expected"),
        ("5 r1", "E0107", "expected an instruction"),
        ("é: ret", "E0101", "unexpected character `é`"),
        ("a.b: ret", "E0109", "`a.b` cannot be a name"),
        ("mov r1, 1\x00", "E0103", "NUL"),
        ("x" * 262_145, "E0105", "more than 262144 characters"),
    ],
)
def test_other_mistakes(text: str, code: str, fragment: str) -> None:
    assert codes(text) == [code]
    assert fragment in report(text)


def test_up_to_twenty_errors_then_a_count() -> None:
    text = report("\n".join(["xyzzy r1"] * 25))
    assert text.count("error[E0201]") == 20
    assert text.endswith("\n\nand 5 more errors")
    assert report("\n".join(["xyzzy r1"] * 21)).endswith("and 1 more error")


def test_errors_come_in_the_order_of_the_source() -> None:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble("jmp nowhere\nxyzzy\nmov r1, 1.5\n.thread 3\nret")
    assert [entry.line for entry in caught.value.diagnostics] == [1, 2, 3, 4]


def test_a_definition_in_error_does_not_cause_more_errors() -> None:
    assert codes(".equ n 1 / 0\n.local a u32[n]\n.equ m n\n.if m\n.endif\nmov r1, n\nld.local r1, [a]\nret") == [
        "E0307"
    ]


def test_a_name_defined_later_is_said_so() -> None:
    assert "error[E0303]: `n` is used before it is defined" in report(".local a u32[n]\n.equ n 4\nret")
    assert "it is defined in k.s:2" in report(".local a u32[n]\n.equ n 4\nret")


SIZED = """.equ n 64
.equ m 4
.assert (n & (n - 1)) == 0, "n must be a power of two"
.assert n % m == 0, "n must be a multiple of m, with a comma; and more"
.if m > 8
.error "m is at most 8"
.endif
.rept log2(n)
    add.u32 r1, thread_id, 1
.endr
    ret
"""


def test_a_program_says_which_values_it_takes() -> None:
    assert isa.assemble(SIZED).warnings == ()
    assert report(SIZED, defines={"n": 100}) == (
        "error[E0326]: n must be a power of two\n"
        " --> k.s:3:9\n"
        "  |\n"
        '3 | .assert (n & (n - 1)) == 0, "n must be a power of two"\n'
        "  |         ^^^^^^^^^^^^^^^^^^ n is 100"
    )


def test_everything_that_a_program_refuses_is_said_and_nothing_that_follows_from_it() -> None:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(SIZED, defines={"n": 100, "m": 9, "k": 1})
    assert [(entry.code, entry.line, entry.label) for entry in caught.value.diagnostics] == [
        ("E0326", 3, "n is 100"),
        ("E0326", 4, "n is 100, m is 9"),
        ("E0326", 6, ""),
        ("E0320", 0, ""),
    ]
    assert codes('mull r1\n.error "no"\nmull r1\nret') == ["E0201", "E0326"]


def test_defines_must_meet_an_equ() -> None:
    text = report(".equ size 4\nret", defines={"sise": 5})
    assert text == "error[E0320]: there is no .equ `sise` to replace\n --> k.s\n  = help: did you mean `size`?"
    assert "the value of the define `n` is not a number" in report(".equ n 4\nret", defines={"n": "4 +"})


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "vendor.s"
    path.write_bytes(b"; \xa9 1999, \xfc\xff\n.threads 4 // M\xfcller\nret\n")
    program = isa.assemble_file(path)
    assert len(program.words) == 1
    assert isa.listing(program).encode()
    including = tmp_path / "main.s"
    including.write_text('.include "vendor.s"\n', encoding="utf-8")
    assert isa.assemble_file(including).words == program.words
    path.write_bytes(b"ret\nmov.b32 r1, \xe9\n")
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble_file(path)
    (found,) = caught.value.diagnostics
    assert (found.code, found.line, found.column) == ("E0101", 2, 13)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name, data, code in [
        ("nul.s", b"ret\0", "E0103"),
        ("long.s", b" " * (1 << 20) + b"ret", "E0105"),
        ("missing.s", None, "E0106"),
    ]:
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(isa.AssemblyError) as caught:
            isa.assemble_file(path)
        assert [entry.code for entry in caught.value.diagnostics] == [code]
        including = tmp_path / "main.s"
        including.write_text(f'.include "{name}"\nret\n', encoding="utf-8")
        with pytest.raises(isa.AssemblyError) as caught:
            isa.assemble_file(including)
        assert [entry.code for entry in caught.value.diagnostics] == ["E0310" if data is None else code]
        assert caught.value.diagnostics[0].line == 1


def test_a_recursive_include(tmp_path: Path) -> None:
    (tmp_path / "a.s").write_text('.include "b.s"\nret\n', encoding="utf-8")
    (tmp_path / "b.s").write_text('bar\n.include "a.s"\n', encoding="utf-8")
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble_file(tmp_path / "a.s")
    (entry,) = caught.value.diagnostics
    assert entry.code == "E0311"
    assert Path(entry.file).name == "b.s"
    assert entry.notes[0].startswith("included from")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("mov r1, 5", ["W0301"]),
        ("loop: sub.u32 r1, r1, 1 -> loop if nz", ["W0301"]),
        ("ret\nbar\nbar\nret", ["W0302"]),
        ("jmp 2\nbar\nret", ["W0302"]),
        ("jmp end\nret\nend:", ["W0303", "W0302"]),
        ("loop: jmp loop", []),
        ("unused: ret", []),
        ("push_mask a\nmask_nz lane_id\npop_mask\na: ret", []),
        ("add.u32 r1, r2, 1\nret", ["W0304"]),
    ],
)
def test_warnings(text: str, codes: list[str]) -> None:
    assert [entry.code for entry in isa.assemble(text).warnings] == codes


def test_a_warning_is_rendered_like_an_error() -> None:
    assert render(isa.assemble("mov r1, 5", filename="k.s").warnings) == (
        "warning[W0301]: execution can run past the last instruction\n"
        " --> k.s:1:1\n"
        "  |\n"
        "1 | mov r1, 5\n"
        "  | ^^^^^^^^^ nothing follows\n"
        "  = help: end the kernel with `ret`"
    )


def test_carets_stand_under_their_text_whatever_is_before_them() -> None:
    text = report('\t/**/ "\x1b[31m')
    assert "\x1b" not in text
    entry = Diagnostic("E0101", "error", "m", "k.s", 1, 4, 5, "\t漢é!x", label="here")
    shown, carets = render([entry]).split("\n")[3:5]
    assert shown == "1 |     漢é!x"
    assert carets == "  | " + " " * (4 + 2 + 1) + "^ here"


def test_a_long_line_is_cut_around_the_carets() -> None:
    line = "a" * 1000 + "!" + "b" * 1000
    shown = render([Diagnostic("E0101", "error", "m", "k.s", 1, 1001, 1002, line)]).split("\n")
    assert len(shown[3]) < 160
    assert shown[3][shown[4].index("^")] == "!"


def test_color() -> None:
    text = render([Diagnostic("E0101", "error", "m", "k.s", 1, 1, 2, "x", help="h")], color=True)
    assert text.startswith("\x1b[1;31merror[E0101]\x1b[0m")


def test_suggestions() -> None:
    assert suggest("MOV", ["mov", "mul"]) == "mov"
    assert suggest("lop", ["loop", "end"]) == "loop"
    assert suggest("zzz", ["loop", "end"]) is None
    assert suggest("x" * 1000, ["x" * 999]) is None


def test_messages_do_not_repeat_endless_or_unprintable_text() -> None:
    assert quote("a" * 100) == "`" + "a" * 57 + "...`"
    assert quote("\x1b\ud800") == "`\\x1b\\ud800`"


def test_errors_carry_code_and_exit_status() -> None:
    assert isa.AssemblyError([]).exit_status == 3
    assert str(SimtError("m", code="E9999", help="h")) == "error[E9999]: m\n  = help: h"


def test_words_of_other_languages_are_no_instructions_here() -> None:
    assert not INSTEAD.keys() & MNEMONICS.keys()


def test_texts_fit_a_width_and_a_label_without_room_is_below_the_carets() -> None:
    source = "    if (l < d) { uint a = o * (2 * l + 1) - 1, b = o * (2 * l + 2) - 1; t[b] += t[a]; }"
    entry = Diagnostic(
        "C003", "error", "race on t[5]: two lanes of a warp, in two instructions without a barrier between them",
        "k.cl", 10, 73, 80, source, label="loads: work-group 0, warp 0, lane 1 (thread 1)",
        help="use an atomic function, or give each work-item elements of its own, as the page says", notes=("short",),
    )  # fmt: skip
    assert render([entry], width=80).split("\n") == [
        "error[C003]: race on t[5]: two lanes of a warp, in two instructions without a",
        "  barrier between them",
        "  --> k.cl:10:73",
        "   |",
        "10 | ...int a = o * (2 * l + 1) - 1, b = o * (2 * l + 2) - 1; t[b] += t[a]; }",
        "   | " + " " * 57 + "^^^^^^^",
        "   | " + " " * 29 + "loads: work-group 0, warp 0, lane 1 (thread 1)",
        "   = note: short",
        "   = help: use an atomic function, or give each work-item elements of its own,",
        "     as the page says",
    ]
    assert render([entry]) == render([entry], width=200)
    for width in (40, 60, 79, 80):
        assert all(len(line) <= width for line in render([entry], width=width).split("\n"))
        painted = render([entry], color=True, width=width)
        assert re.sub("\x1b\\[[0-9;]*m", "", painted) == render([entry], width=width)
