"""W0304: what is read and no path from the start has written."""

from __future__ import annotations

from pathlib import Path

import pytest

import isa
from isa.program.encoding import encode
from isa.reporting.diagnostics import render
from tests.paths import ROOT

KERNELS = sorted(ROOT.joinpath("programs").rglob("*.s"))


def told(text: str, **options: int) -> list[tuple[int, str]]:
    """Line and names of every W0304."""
    found = [entry for entry in isa.assemble(text, **options).warnings if entry.code == "W0304"]
    return [(entry.line, entry.message.split(" is read")[0].split(" are read")[0]) for entry in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add.u32 r1, r2, 1\nret", [(1, "r2")]),
        ("add.u32 r1, r3, r2\nret", [(1, "r2 and r3")]),
        ("add.u32 r1, r1, 1\nret", [(1, "r1")]),
        ("mov r2, 5\nadd.u32 r1, r2, 1\nret", []),
        ("add.u32 r1, thread_id, 1\nret", []),
        (".at_launch r2, lane_id\nadd.u32 r1, r2, r3\nret", [(2, "r3")]),
        (".counts_on zero_registers\nadd.u32 r1, r2, r3\nret", []),
        # once for each name, where it stands first
        ("add.u32 r1, r2, 1\nadd.u32 r1, r2, r3\nadd.u32 r1, r2, r3\nret", [(1, "r2"), (2, "r3")]),
        # an address and what is stored are reads
        ("st.local [r1], r2\nret", [(1, "r1 and r2")]),
        ("ld.local r1, [r1 + 4]\nret", [(1, "r1")]),
        # two and four words, doubles
        (".buffer x, f32, 8\nst.global.b128 [lane_id + x], r4\nret", [(2, "r4, r5, r6 and r7")]),
        (
            ".buffer x, f32, 8\nld.global.b64 r4, [lane_id + x]\nadd.u32 r1, r4, r5\nadd.u32 r1, r1, r6\nret",
            [(4, "r6")],
        ),
        ("mov r2, 5\nadd.f64 r4, r2, r2\nadd.f64 r6, r4, r4\nret", [(2, "r3")]),
    ],
)
def test_registers(text: str, expected: list[tuple[int, str]]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("addc.u32 r1, lane_id, 1\nret", [(1, "the carry flag")]),
        ("select.b32 r1, lane_id, 1\nret", [(1, "the carry flag")]),
        ("mov r1, 1 -> end if c\nend: ret", [(1, "the carry flag")]),
        ("sub.u32 r1, lane_id, 1 -> end if c\nend: ret", []),
        ("lt.u32 r1, lane_id, 1\nselect.b32 r1, lane_id, 1\nret", []),
        # zeros are counted on in registers, not in the flag
        (".counts_on zero_registers\naddc.u32 r1, r2, 1\nret", [(2, "the carry flag")]),
    ],
)
def test_the_carry_flag(text: str, expected: list[tuple[int, str]]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add.u32 r1, s4, lane_id\nret", [(1, "s4")]),
        (".at_launch s4, group_id\nadd.u32 r1, s4, lane_id\nret", []),
        (".at_launch r4, lane_id\nadd.u32 r1, s4, lane_id\nret", [(2, "s4")]),
        ("s_mov.b64 s[0:1], exec\ns_and.b64 s[2:3], s[0:1], s[4:5]\nret", [(2, "s4 and s5")]),
        ("s_branch.scc0 end\nend: ret", [(1, "SCC")]),
        ("s_and.b64 s[2:3], exec, 1\ns_branch.scc0 end\nend: ret", []),
        ("s_mov.b64 s[2:3], exec\ns_branch.scc0 end\nend: ret", [(2, "SCC")]),
        ("s_branch.vccz end\nend: ret", [(1, "s106 and s107")]),
        ("vcmp.lt.u32 vcc, lane_id, 4\ns_branch.vccz end\nend: ret", []),
        ("s_branch.execz end\nend: ret", []),
        # a write under a mask counts for all lanes
        ("vcmp.lt.u32 exec, lane_id, 4\nmov r1, 1\ns_mov.b64 exec, -1\nadd.u32 r2, r1, 1\nret", []),
        # a table of which the operand c changes nothing
        ("mov r1, 1\nternlog.b32 r2, r1, r1, r3, 0xc0\nternlog.b32 r2, r1, r1, r3, 0x80\nret", [(3, "r3")]),
    ],
)
def test_scalar_registers_and_masks(text: str, expected: list[tuple[int, str]]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # one of two paths is enough
        ("and.b32 r1, lane_id, 1 -> on if z\nmov r2, 5\non: add.u32 r1, r2, 1\nret", []),
        # a write behind, and one on another path
        ("and.b32 r1, lane_id, 1 -> b if z\nmov r2, 5\nret\nb: add.u32 r1, r2, 1\nmov r2, 5\nret", [(4, "r2")]),
        # in a later turn it is written
        ("mov r1, 9\na: add.u32 r2, r3, r4\nmov r3, 5\nsub.u32 r1, r1, 1 -> a if nz\nret", [(2, "r4")]),
        # nothing comes to it
        ("ret\nadd.u32 r1, r2, 1\nret", []),
        # out of the program, on from a word that is not an instruction
        ("add.u32 r1, r2, 1", [(1, "r2")]),
        ("jmp 7\nadd.u32 r1, r2, 1", []),
        (".word 0\nadd.u32 r1, r2, 1\nret", []),
    ],
)
def test_paths(text: str, expected: list[tuple[int, str]]) -> None:
    assert told(text) == expected


def test_lanes_that_pop_a_mask_may_have_been_anywhere() -> None:
    text = "push_mask on\nmov r1, 1\nmov r2, 1\nmask_nz r1\npop_mask\non: add.u32 r3, r2, r4\nret"
    assert told(text) == [(6, "r4")]


def test_the_sides_of_a_br_push_do_not_write_for_each_other() -> None:
    text = (
        "lt.u32 r1, lane_id, 2\nbr_push r1, other, both\nmov r2, 1\npop_mask\n"
        "other: add.u32 r3, r2, 1\npop_mask\nboth: add.u32 r4, r2, r3\nret"
    )
    assert told(text) == [(5, "r2")]


def test_the_operations_of_a_bundle_read_before_they_write() -> None:
    assert told("{ add.u32 r1, r2, 1 | mul.f32 r2, r3, 2.0 }\nadd.u32 r4, r1, r2\nret", slots=3) == [
        (1, "r2"),
        (1, "r3"),
    ]


def test_a_raw_word_reads_and_writes_as_its_instruction() -> None:
    add = next(each for each in isa.assemble("add.u32 r1, r2, r3\nret").instructions if each is not None)
    assert told(f".word {encode(add):#x}\nadd.u32 r4, r1, 1\nret") == [(1, "r2 and r3")]


def test_it_is_rendered_with_the_call_of_a_macro() -> None:
    text = ".macro twice a\n  add.u32 r1, \\a, \\a\n.endm\n twice r7\nret"
    assert render(isa.assemble(text, filename="k.s").warnings) == (
        "warning[W0304]: r7 is read and nothing has written it\n"
        " --> k.s:2:3\n"
        "  |\n"
        "2 |   add.u32 r1, \\a, \\a\n"
        "  |   ^^^^^^^^^^^^^^^^^^ 0 at launch here, and anything elsewhere\n"
        "  = note: it reads `add.u32 r1, r7, r7`\n"
        "  = note: in the macro `twice`, called at k.s:4\n"
        "  = help: write it first, give a value with `.at_launch`, or say `.counts_on zero_registers`"
    )


def test_a_register_is_named_as_it_is_written() -> None:
    assert told("add.u32 r1, r2.x, r3\nret") == [(1, "r3 and r2.x (r8)")]
    assert told(".dialect gcn\nv_add_u32 v1, v2, v3\ns_endpgm")[0][1] == "v2 (r2) and v3 (r3)"


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("add.u32 r1, r2, 1", "write it first, give a value with `.at_launch`, or say `.counts_on zero_registers`"),
        ("add.u32 r1, s2, lane_id", "write it first, or give a value with `.at_launch`"),
        ("addc.u32 r1, lane_id, 1", "write it first"),
        ("addc.u32 r1, r2, 1", "write them first"),
    ],
)
def test_the_advice_is_what_is_allowed(line: str, advice: str) -> None:
    (entry,) = isa.assemble(f"{line}\nret").warnings
    assert (entry.code, entry.help) == ("W0304", advice)


@pytest.mark.parametrize("path", KERNELS, ids=[path.stem for path in KERNELS])
def test_shipped_kernels_read_nothing_that_is_not_written(path: Path) -> None:
    assert isa.assemble_file(path).warnings == ()


def test_there_are_shipped_kernels() -> None:
    assert len(KERNELS) > 40
