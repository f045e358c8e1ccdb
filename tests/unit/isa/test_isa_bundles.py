"""Bundles in source text: order, encoding, round trips through text and program files, mistakes, ways on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isa
from isa.flow.cfg import control_flow
from isa.flow.flow import bundle_exits, reachable
from isa.forms.objfile import dump_program, parse_program
from isa.program.bundles import Slots, bundle_ranges, misplaced, slots_needed
from isa.program.encoding import Instruction, encode
from isa.program.program import Program
from isa.table.table import INSTRUCTIONS
from tests.examples import examples
from tests.unit.isa.isa_strategies import instructions

LOOP = """\
.kernel k
.vliw 3
loop:
    { ld.local r1, [r2 + 4] | sub.u32 r5, r5, 1 -> loop if nz | mul.f32 r3, r4, r5 }
    { st.local [r2], r3 | bar }
    ret
"""
NATIVE = [spec for spec in INSTRUCTIONS.values() if not spec.requires]


def errors(text: str, **options: int) -> list[tuple[str, int, str]]:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(text, **options)  # type: ignore[arg-type]
    return [(entry.code, entry.column, entry.label) for entry in caught.value.diagnostics]


def names(program: Program) -> list[str]:
    return [entry.spec.name + "|" * entry.more for entry in program.instructions if entry is not None]


def test_the_assembler_sorts_the_operations_into_slot_order() -> None:
    program = isa.assemble(".vliw 3\n{ mul.f32 r3, r4, r5 | add.u32 r6, r6, 1 | ld.local r1, [r2 + 4] }\nret")
    assert names(program) == ["ld.local|", "add.u32|", "mul.f32", "ret"]
    assert [entry.column for entry in program.locations[:3]] == [44, 24, 3]


def test_the_number_of_slots_may_come_from_outside() -> None:
    text = "{ mul.f32 r3, r4, r5 | ld.local r1, [r2] }\nret"
    assert names(isa.assemble(text, slots=2)) == ["ld.local|", "mul.f32", "ret"]
    assert errors(text)[0][0] == "E0221"
    assert errors(f".vliw 3\n{text}", slots=2)[0][0] == "E0321"


def test_a_bundle_of_one_operation_is_an_instruction() -> None:
    assert isa.assemble(".vliw 2\n{ add.u32 r1, r1, 1 }\nret").words == isa.assemble("add.u32 r1, r1, 1\nret").words


def test_operators_in_a_bundle_stand_in_parentheses_or_brackets() -> None:
    program = isa.assemble(".vliw 2\n{ add.u32 r1, r1, (1 | 4) | ld.local r2, [r1 + (2 | 8)] }\nret")
    assert sorted(program.constants) == [5, 10]
    assert errors(".vliw 2\n{ add.u32 r1, r1, 1 | 4 }\nret") == [("E0220", 23, "expected an operation")]


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        (".vliw 3\n{ add.u32 r1, r1, 1 | xor.b32 r2, r2, r2 }\nret", "E0222", 23),
        (".vliw 2\n{ add.u32 r1, r1, 1 | mul.f32 r2, r2, r2 }\nret", "E0222", 23),
        (".vliw 1\n{ add.u32 r1, r1, 1 | ld.local r2, [r2] }\nret", "E0222", 23),
        (".vliw 3\n{ mul.f32 r1, r1, r2 -> 0 if nz | ret }", "E0222", 35),
        (".vliw 3\n{ }\nret", "E0220", 1),
        (".vliw 3\n{ add.u32 r1, r1, 1 | }\nret", "E0220", 23),
        (".vliw 3\n{ add.u32 r1, r1, 1\nret", "E0220", 1),
        (".vliw 3\n{ add.u32 r1, r1, 1 } ret", "E0220", 23),
        (".vliw 3\n{ add.u32 r1, r1, 1 | there: mul.f32 r2, r2, r2 }\nret", "E0223", 23),
        (".vliw 3\n{ add.u32 r1, r1, 1 | mul.f32 r2, r2, r2 }\njmp 1", "E0223", 1),
        (".vliw 3\nx: { add.u32 r1, r1, 1 | mul.f32 r2, r2, r2 }\nsub.u32 r1, r1, 1 -> x + 1 if nz\nret", "E0223", 19),
        (".vliw 3\n{ add.u32 r1, r1, 1 | nonsense r2 }\nret", "E0201", 23),
        (".vliw 4\nret", "E0305", 7),
    ],
)
def test_mistakes(text: str, code: str, column: int) -> None:
    found = errors(text)
    assert [entry[:2] for entry in found] == [(code, column)]


def test_the_second_steering_operation_is_reported_with_help() -> None:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(".vliw 3\n{ ld.local r1, [r2] -> 0 if z | bar }\nret")
    assert caught.value.diagnostics[0].label == "`ld.local` does already"
    assert "at most one of" in caught.value.diagnostics[0].help


def test_text_and_program_file_come_back() -> None:
    program = isa.assemble(LOOP)
    assert isa.disassemble(program) == LOOP
    assert parse_program(dump_program(program)).words == program.words


def test_the_listing_ties_the_words_of_a_bundle() -> None:
    lines = isa.listing(isa.assemble(LOOP)).splitlines()
    assert [line[24] for line in lines if len(line) > 24 and line[6:22].isalnum()] == ["/", "|", "\\", "/", "\\", " "]


def test_blocks_never_split_a_bundle() -> None:
    program = isa.assemble(LOOP)
    graph = control_flow(program)
    assert [(block.first, block.end) for block in graph.blocks] == [(0, 3), (3, 6)]
    assert [edge.target for edge in graph.blocks[0].successors] == [1, 0]
    assert bundle_exits(program.instructions, range(3)) == (("fallthrough", 3), ("taken", 0))
    assert reachable(program.instructions) == set(range(6))
    assert graph.jump_at(0) == 1
    assert graph.jump_at(1) is None


def test_what_is_behind_a_bundle_that_ends_cannot_be_reached() -> None:
    program = isa.assemble(".vliw 2\n{ ret | st.local [0], lane_id }\nmov.b32 r1, 1\nret")
    assert [(entry.code, entry.line) for entry in program.warnings] == [("W0302", 3)]


@st.composite
def bundles(draw: st.DrawFn, slots: int) -> list[Instruction]:
    """A legal bundle, in the order of the slots."""
    found: list[Instruction] = []
    for slot in sorted(draw(st.sets(st.integers(0, slots - 1), min_size=1))):
        specs = [spec for spec in NATIVE if Slots.of(slots).after(spec.unit, -1) == slot]
        operation = draw(instructions(targets=1, constants=4, more=False, specs=specs))
        if not (operation.steers and any(other.steers for other in found)):
            found.append(operation)
    return found


@given(st.data())
@settings(max_examples=examples(200), deadline=None)
def test_any_program_of_legal_bundles_survives_text_and_file(data: st.DataObject) -> None:
    slots = data.draw(st.sampled_from([2, 3]))
    found = [bundle for bundle in data.draw(st.lists(bundles(slots), min_size=1, max_size=6)) if bundle]
    words = [
        encode(replace(operation, more=place + 1 < len(bundle)))
        for bundle in found
        for place, operation in enumerate(bundle)
    ]
    program = Program.from_words(words, [1, 2, 3, 4], threads=4)
    assert [len(bundle) for bundle in bundle_ranges(program.instructions)] == [len(bundle) for bundle in found]
    needed = slots_needed(program.instructions)
    assert isinstance(needed, int)
    assert needed <= slots
    text = isa.disassemble(program)
    assert isa.assemble(text).words == program.words
    assert parse_program(dump_program(program)).words == program.words
    # However the operations of a bundle are written, it is the same bundle.
    lines = [
        f"{{ {' | '.join(reversed(line.strip('{} ').split(' | ')))} }}" if "{" in line else line
        for line in text.splitlines()
    ]
    assert isa.assemble("\n".join(lines)).words == program.words


def test_what_stands_wrong_is_named() -> None:
    add = Instruction(INSTRUCTIONS["add.u32"], more=True)
    load = Instruction(INSTRUCTIONS["ld.local"])
    assert misplaced([add, load], 3) == 1
    assert misplaced([add], 3) == 0
    assert misplaced([None], 3) == 0
    assert [len(Slots.of(count)) for count in (1, 2, 3)] == [1, 2, 3]
