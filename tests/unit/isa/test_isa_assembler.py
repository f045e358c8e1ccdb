from __future__ import annotations

import math
from pathlib import Path

import pytest

import isa
from isa.program.encoding import Instruction
from isa.program.program import LocalArray, Parameter
from isa.table.values import float_to_bits


def first(text: str) -> Instruction:
    instruction = isa.assemble(text).instructions[0]
    assert instruction is not None
    return instruction


def constant(text: str) -> int:
    """The constant of the first instruction."""
    program = isa.assemble(text)
    instruction = program.instructions[0]
    assert instruction is not None
    assert instruction.csel != "none"
    return program.constants[instruction.const]


def test_a_whole_program() -> None:
    program = isa.assemble(
        """
        .kernel demo
        .equ n 128
        .threads n / 2 + 32
        .local re f32[n]
        .local im f32[n / 2] align 100
        .local tail u32[1]
        .const table u32 = 1, 2, 0xff
        .param scale f32 = 1.5
start:  and.b32  r1, thread_id, 63   ; a comment
        ld.local r2, [r1 + im]       // another
        mul.f32  r2, r2, scale
        sub.u32  r4, r4, table[0] -> start if nz
        ret
""",
        filename="demo.s",
    )
    assert program.name == "demo"
    assert program.threads == 96
    assert program.locals == {
        "re": LocalArray("re", "f32", 0, 128),
        "im": LocalArray("im", "f32", 200, 64),
        "tail": LocalArray("tail", "u32", 264, 1),
    }
    assert program.local_words == 265
    assert program.params == {"scale": Parameter("scale", "f32", 3, 0x3FC00000)}
    assert program.constants == (1, 2, 0xFF, 0x3FC00000, 63, 200)
    assert program.labels == {"start": 0}
    assert program.equ == {"n": 128}
    assert program.registers == 5
    assert [entry.line for entry in program.locations] == [10, 11, 12, 13, 14]
    assert program.locations[0].column == 9
    assert program.locations[0].file == "demo.s"
    assert list(program.sources) == ["demo.s"]
    assert program.warnings == ()


@pytest.mark.parametrize(
    ("operand", "number"),
    [
        ("r0", 0),
        ("r111", 111),
        ("r0.x", 0),
        ("r0.w", 3),
        ("r27.w", 111),
        ("r1.y", 5),
        ("lane_id", 112),
        ("global_id", 119),
    ],
)
def test_registers_and_special_sources(operand: str, number: int) -> None:
    assert first(f"mov r1, {operand}").ra == number


@pytest.mark.parametrize(
    ("address", "ra", "csel", "value"),
    [
        ("[r1]", 1, "none", None),
        ("[r1 + 0]", 1, "none", None),
        ("[0 + r1]", 1, "none", None),
        ("[r1 - 0]", 1, "none", None),
        ("[r1 + 4]", 1, "c", 4),
        ("[4 + r1]", 1, "c", 4),
        ("[r1 - 4]", 1, "c", 2**32 - 4),
        ("[-4 + r1]", 1, "c", 2**32 - 4),
        ("[a + r1 + 4]", 1, "c", 12),
        ("[a - 2 + r1 - 4 + 1]", 1, "c", 3),
        ("[thread_id + a + 4]", 113, "c", 12),
        ("[r1 + (1 << 4)]", 1, "c", 16),
        ("[r1 + a * 2]", 1, "c", 16),
        ("[r1 + zero]", 1, "c", 0),
        ("[r1 + u(0)]", 1, "c", 0),
        ("[4]", 0, "a", 4),
        ("[0]", 0, "a", 0),
        ("[a]", 0, "a", 8),
        ("[a << 1]", 0, "a", 16),
        ("[r1 + p]", 1, "c", 77),
        ("[p + r1]", 1, "c", 77),
        ("[p]", 0, "a", 77),
        ("[r1 + t[1]]", 1, "c", 6),
        ("[t[1] + r1]", 1, "c", 6),
        ("[t[0]]", 0, "a", 5),
    ],
)
def test_addresses(address: str, ra: int, csel: str, value: int | None) -> None:
    program = isa.assemble(
        f".local zero u32[8]\n.local a u32[8]\n.param p u32 = 77\n.const t u32 = 5, 6\nld.local r9, {address}\nret"
    )
    load = program.instructions[0]
    assert load is not None
    assert (load.ra, load.csel) == (ra, csel)
    assert value is None or program.constants[load.const] == value


def test_store_takes_a_constant_in_three_places() -> None:
    assert first("st.local [r1], 5").csel == "b"
    assert first("st.local [5], r1").csel == "a"
    assert first("st.local [r1 + 5], r1").csel == "c"


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("mov r1, 5", 5),
        ("mov r1, -1", 0xFFFFFFFF),
        ("mov r1, 0xffff_ffff", 0xFFFFFFFF),
        ("mov r1, i(-1)", 0xFFFFFFFF),
        ("mov r1, f(1.0)", 0x3F800000),
        ("mov r1, f(1)", 0x3F800000),
        ("mov.f32 r1, u(1)", 1),
        ("mov.f32 r1, 1.0", 0x3F800000),
        ("mov.f32 r1, -0.0", 0x80000000),
        ("mov.f32 r1, inf", 0x7F800000),
        ("mov.f32 r1, -inf", 0xFF800000),
        ("mov.f32 r1, nan", 0x7FC00000),
        ("mov.f32 r1, 1e-45", 1),
        ("mov.f32 r1, .5", 0x3F000000),
        ("mov.f32 r1, 2.", 0x40000000),
        ("lt.s32 r1, r2, -5", 0xFFFFFFFB),
        ("lt.s32 r1, r2, u(0x80000000)", 0x80000000),
    ],
)
def test_immediates(text: str, bits: int) -> None:
    assert constant(text) == bits


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 / 2", 3),
        ("-7 / 2", -4),
        ("-7 % 4", 1),
        ("7 / 2.0", 3.5),
        ("1 << 4 | 1", 17),
        ("6 & 3 == 2", 1),
        ("~0 & 0xff", 255),
        ("- - 3", 3),
        ("-~3", 4),
        ("5 ^ 1", 4),
        ("2 - 1 - 1", 0),
        ("256 >> 4 >> 2", 4),
        ("1 < 2", 1),
        ("2 <= 1", 0),
        ("3 != 3", 0),
        ("log2(128)", 7),
        ("log2(3.0)", math.log2(3.0)),
        ("min(3, 1, 2)", 1),
        ("max(1, 2.5)", 2.5),
        ("abs(-3)", 3),
        ("int(2.9)", 2),
        ("float(3)", 3.0),
        ("sqrt(16)", 4.0),
        ("cos(0)", 1.0),
        ("0b101 + 0x10 + 1_000", 1021),
        ("1 << 63", 1 << 63),
        ("n * 2", 16),
        ("array + 1", 3),
    ],
)
def test_expressions(expression: str, value: float) -> None:
    program = isa.assemble(f".equ n 8\n.local pad u32[2]\n.local array u32[2]\n.equ result {expression}\nret")
    assert program.equ["result"] == value
    assert type(program.equ["result"]) is type(value)


def test_immediates_share_words_with_each_other_and_with_const_but_not_with_param() -> None:
    program = isa.assemble(
        ".param p u32 = 5\n.const c u32 = 7, 7\n"
        "mov r1, 5\nmov r1, 7\nmov r1, u(5)\nmov.f32 r1, f(1)\nmov r1, 0x3f800000\nret"
    )
    assert program.constants == (5, 7, 7, 5, 0x3F800000)
    assert [entry.const for entry in program.instructions if entry is not None and entry.csel != "none"] == [
        3,
        1,
        3,
        4,
        4,
    ]


def test_the_mask_stack_syntax_of_the_article() -> None:
    program = isa.assemble(
        """
            mov r0.x, lane_id        ; uint lane_id = get_lane_id();
            push_mask BRANCH_END
            and r0.y, r0.x, u(1)
            mask_nz r0.y
            pop_mask                 ; pop mask and reconverge
        BRANCH_END:
            lt.u32 r0.y, r0.x, u(16)
            br_push r0.y, ELSE, CONVERGE
        THEN:
            ; // Do smth
            pop_mask
        ELSE: OTHER:
            add.u32 r0.x, r0.x, u(1)
            pop_mask
        CONVERGE:
            ret
        """
    )
    names = [entry.spec.name for entry in program.instructions if entry is not None]
    assert names[:5] == ["mov.b32", "push_mask", "and.b32", "mask_nz", "pop_mask"]
    push, branch = program.instructions[1], program.instructions[6]
    assert push is not None
    assert branch is not None
    assert push.target == 5
    assert (branch.ra, branch.otherwise, branch.target) == (1, 8, 10)
    assert program.labels["ELSE"] == program.labels["OTHER"] == 8


def test_macros_repetition_and_conditions() -> None:
    program = isa.assemble(
        """
        .macro twice r, by
        again\\@: add.u32 \\r, \\r, \\by
            sub.u32 \\r, \\r, 1 -> again\\@ if nz
        .endm
        .equ big 1
        .rept 3, k
        L\\k: twice r\\k, 2 * k
          .if k == 1
            bar
          .else
            .if big
            mov r9, k
            .endif
          .endif
        .endr
            ret
        """
    )
    text = [line.strip() for line in isa.disassemble(program).splitlines() if line.startswith("    ")]
    assert text == [
        "add.u32 r0, r0, 0",
        "sub.u32 r0, r0, 1 -> L0 if nz",
        "mov.b32 r9, 0",
        "add.u32 r1, r1, 2",
        "sub.u32 r1, r1, 1 -> L1 if nz",
        "bar",
        "add.u32 r2, r2, 4",
        "sub.u32 r2, r2, 1 -> L2 if nz",
        "mov.b32 r9, 2",
        "ret",
    ]
    assert program.labels["L0"] == program.labels["again2"] == 0
    assert program.labels["L2"] == 6
    assert program.locations[0].line == 3
    assert program.locations[0].text.strip() == "again\\@: add.u32 \\r, \\r, \\by"


def test_include_from_the_own_folder_and_from_the_search_path(tmp_path: Path) -> None:
    (tmp_path / "near.s").write_text('bar\n.include "far.s"\n', encoding="utf-8")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "far.s").write_text("mov r1, 1\n", encoding="utf-8")
    main = tmp_path / "main.s"
    main.write_text('.include "near.s"\nret\n', encoding="utf-8")
    program = isa.assemble_file(main, include_paths=[tmp_path / "lib"])
    assert [Path(entry.file).name for entry in program.locations] == ["near.s", "far.s", "main.s"]
    assert [Path(name).name for name in program.sources] == ["main.s", "near.s", "far.s"]
    assert program.name == "main"


@pytest.mark.parametrize(
    ("given", "value"), [(256, 256), ("256", 256), ("1 << 4", 16), ("0x10", 16), (2.5, 2.5), ("sqrt(4)", 2.0)]
)
def test_defines_replace_equ(given: float | str, value: float) -> None:
    program = isa.assemble(".equ n 128\n.equ twice n * 2\nret", defines={"n": given})
    assert program.equ == {"n": value, "twice": value * 2}


def test_a_define_of_a_float_symbol_stays_a_float() -> None:
    program = isa.assemble(".equ scale 1.0\nmov.f32 r1, scale\nret", defines={"scale": 2})
    assert program.equ["scale"] == 2.0
    assert program.constants == (float_to_bits(2.0),)


def test_raw_words_and_numeric_targets() -> None:
    program = isa.assemble(".word 0xffffffffffffffff\njmp 0\nret")
    assert program.words[0] == 2**64 - 1
    assert program.instructions[0] is None


def test_carriage_returns_and_a_byte_order_mark_are_no_matter() -> None:
    assert isa.assemble("\ufeffmov r1, 5\r\nret\r\n").words == isa.assemble("mov r1, 5\nret").words


def test_labels_may_be_used_before_and_in_calculations() -> None:
    program = isa.assemble("mov r1, last - first\nfirst: jmp last\nlast: ret")
    assert program.constants == (1,)


def test_with_params() -> None:
    program = isa.assemble(".param scale f32 = 1.0\n.param n s32 = 5\nmul.f32 r1, r1, scale\nadd.u32 r1, r1, n\nret")
    changed = program.with_params(scale=2, n=-1)
    assert changed.constants == (0x40000000, 0xFFFFFFFF)
    assert changed.hash != program.hash
    assert program.constants == (0x3F800000, 5)


@pytest.mark.parametrize(
    ("values", "code", "message"),
    [
        ({"scle": 1.0}, "E0330", "did you mean `scale`?"),
        ({"n": 2**31}, "E0331", "does not fit the parameter `n` of type s32"),
        ({"n": 1.5}, "E0331", "is not a value for the parameter `n`"),
        ({"scale": 1e39}, "E0331", "does not fit the parameter `scale` of type f32"),
        ({"scale": "x"}, "E0331", "is not a value for the parameter `scale`"),
    ],
)
def test_with_params_refuses(values: dict[str, float], code: str, message: str) -> None:
    program = isa.assemble(".param scale f32 = 1.0\n.param n s32 = 5\nret")
    with pytest.raises(isa.ProgramError) as caught:
        program.with_params(**values)
    assert caught.value.code == code
    assert message in str(caught.value)


def test_the_hash_follows_what_decides_a_run() -> None:
    base = isa.assemble("mov r1, 5\nret")
    assert base.hash == isa.assemble("; other text\n mov r1, 5\n ret", filename="x").hash
    assert base.hash != isa.assemble(".threads 4\nmov r1, 5\nret").hash
    assert base.hash != isa.assemble("mov r1, 6\nret").hash
    assert base.hash != isa.assemble(".local a u32[1]\nmov r1, 5\nret").hash


def test_the_listing_shows_addresses_words_and_source() -> None:
    text = isa.listing(isa.assemble(".threads 4\n.macro m r\n mov \\r, 5\n.endm\nstart: m r1\nret", filename="k.s"))
    assert text == (
        "; k: 4 threads, 2 instructions, 2 registers, 1 constant, 0 words of local memory\n"
        "\n"
        "constants\n"
        "   0  00000005            5\n"
        "\n"
        "addr  word              source\n"
        "; k.s\n"
        "                        start:\n"
        "   0  0101000002000000      3  mov \\r, 5    ; mov.b32 r1, 5\n"
        "   1  6200000000000000      6  ret\n"
    )


def test_the_listing_of_raw_words_is_their_disassembly() -> None:
    assert "   0  6200000000000000  ret" in isa.listing(isa.Program.from_words([0x62 << 56]))
