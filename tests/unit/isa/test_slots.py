"""Slots of kinds: which slot an operation takes, what is legal, and how source text and files say it."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

import isa
from isa.forms.objfile import dump_program, parse_program
from isa.program.assumptions import Assumptions
from isa.program.bundles import ANY_SLOTS, Slots, are_legal, illegal_operations, misplaced, slots_needed
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.reporting.diagnostics import AssemblyError, ProgramError
from isa.table.slot_kinds import canonical, takes, unknown_name
from isa.table.table import INSTRUCTIONS
from isa.table.units import UNITS

TWO_FPUS = ("lds+memory", "alu+fpu", "alu+fpu+sfu+control")
WORDS = ", ".join(TWO_FPUS)
OF = {
    "alu": "add.u32", "fpu": "mul.f32", "sfu": "rcp.f32", "dpu": "add.f64", "lds": "ld.local", "memory": "ld.global",
    "control": "bar",
}  # fmt: skip


def bundle(*units: str) -> list[Instruction]:
    """Operations of these units as a bundle; none of the others steers."""
    return [Instruction(INSTRUCTIONS[OF[unit]], more=place + 1 < len(units)) for place, unit in enumerate(units)]


def slots_of(slots: Slots, *units: str) -> list[int]:
    return slots.placed(operation.spec for operation in bundle(*units))


def codes(text: str) -> list[tuple[str, str, str, str]]:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(text)
    return [(found.code, found.message, found.label, found.help) for found in caught.value.diagnostics]


def test_a_number_stands_for_a_list() -> None:
    assert Slots.of(1) == Slots.of(("any",))
    assert Slots.of(2) == Slots.of(("lds+memory", "arithmetic+control"))
    assert Slots.of(3) == Slots.of(("memory+lds", "control+alu", "dpu+sfu+fpu"))
    assert Slots.of(3).kinds == ("lds+memory", "alu+control", "fpu+sfu+dpu")
    assert [Slots.of(count).names for count in (1, 2, 3)] == [("every",), ("lds", "compute"), ("lds", "alu", "fpu")]
    assert Slots.of(("lds+memory", "alu+control", "fpu+sfu+dpu")).value == 3
    assert Slots.of(TWO_FPUS).value == TWO_FPUS
    assert Slots.of(("any", "alu", "alu")).names == ("any", "alu", "alu 2")


def test_kinds_name_units() -> None:
    assert takes("any", "memory")
    assert takes("arithmetic+lds", "dpu")
    assert not takes("arithmetic", "lds")
    assert not takes("any", "operand")
    assert takes("lds+operand", "operand")
    assert canonical("control+arithmetic+lds+memory") == "any"
    assert unknown_name(["any", "alu+adder"]) == "adder"
    assert unknown_name(["alu+any"]) == "any"


def test_an_operation_takes_the_lowest_slot_above_the_one_before() -> None:
    slots = Slots.of(TWO_FPUS)
    assert slots_of(slots, "fpu", "fpu") == [1, 2]
    assert slots_of(slots, "lds", "fpu", "alu") == [0, 1, 2]
    assert slots_of(slots, "control") == [2]
    assert slots_of(slots, "sfu", "fpu") == [2]
    assert slots_of(slots, "fpu", "lds") == [1]
    assert misplaced(bundle("fpu", "fpu"), slots) is None
    assert misplaced(bundle("fpu", "fpu", "fpu"), slots) == 2
    assert misplaced(bundle("sfu", "alu"), slots) == 1
    assert misplaced(bundle("dpu"), slots) == 0


def test_private_memory_has_the_slot_of_its_place() -> None:
    slots = ("lds", "alu+control", "memory")
    assert [Slots.of(slots, private).by_unit["private"] for private in ("lds", "memory")] == [(0,), (2,)]


def test_a_matching_finds_slots_if_there_are_some() -> None:
    """Against all ways to put operations into slots; their order by slots is a legal bundle."""
    rng = random.Random(1)
    for _ in range(300):
        kinds = tuple("+".join(rng.sample([*UNITS], rng.randint(1, 3))) for _ in range(rng.randint(1, 5)))
        slots = Slots.of(kinds)
        units = [rng.choice(["alu", "fpu", "lds", "sfu"]) for _ in range(rng.randint(1, 4))]
        is_possible = any(
            all(takes(kinds[slot], unit) for slot, unit in zip(chosen, units, strict=True))
            for chosen in permutations(range(len(kinds)), len(units))
        )
        matched = slots.matched(units)
        assert (None not in matched) == is_possible, (kinds, units)
        taken = [(slot, unit) for slot, unit in zip(matched, units, strict=True) if slot is not None]
        assert len({slot for slot, _ in taken}) == len(taken)
        assert all(takes(kinds[slot], unit) for slot, unit in taken)
        if is_possible:
            assert len(slots_of(slots, *(unit for _, unit in sorted(taken)))) == len(units)
        for unit in units:  # of one unit, the order stays
            own = [slot for slot, other in taken if other == unit]
            assert own == sorted(own)


def test_what_steers() -> None:
    names = ("bar", "ret", "jmp", "vcmp.lt.u32", "vtest.b32", "pop_mask", "mask_nz", "s_mov.b64")
    assert all(Instruction(INSTRUCTIONS[name]).steers for name in names if name in INSTRUCTIONS)
    assert Instruction(INSTRUCTIONS["add.u32"], cond="nz").steers
    assert not any(Instruction(INSTRUCTIONS[name]).steers for name in ("add.u32", "ld.local", "ld.global"))


def test_the_slots_that_a_program_needs() -> None:
    one = [*bundle("alu", "alu"), *bundle("lds", "fpu", "fpu"), *bundle("control")]
    kinds = slots_needed(one)
    assert kinds == ("alu+lds+control", "alu+fpu", "fpu")
    assert are_legal(one, kinds)
    assert slots_needed(bundle("lds", "alu")) == 2
    assert slots_needed(bundle(*["alu"] * 9)) is None
    assert slots_needed([*bundle("alu")[:-1], *bundle("control", "control")]) is None  # two steer
    assert list(illegal_operations([*bundle("lds", "alu"), *bundle("alu", "alu"), *bundle("fpu", "lds")], 3)) == [3, 5]
    assert misplaced(bundle(*["control"]), ANY_SLOTS) is None


TEXT = """\
.kernel k
.vliw lds+memory, alu+fpu, alu+fpu+sfu+control
    { ld.local r1, [r2 + 4] | mul.f32 r3, r4, r5 | add.f32 r6, r7, r8 }
    { add.u32 r2, r2, 1 | ret }
"""


def test_source_names_the_kinds() -> None:
    program = isa.assemble(TEXT)
    assert are_legal(program.instructions, Slots.of(TWO_FPUS))
    text = isa.disassemble(program)
    assert isa.assemble(text).words == program.words
    assert isa.assemble(text).words == isa.assemble(isa.disassemble(isa.assemble(text))).words
    assert isa.assemble(TEXT, slots=TWO_FPUS).words == program.words
    assert isa.assemble(TEXT.replace(", alu+fpu,", ",   fpu+alu,")).words == program.words
    assert isa.assemble(TEXT.replace(".vliw", ";"), slots=TWO_FPUS).words == program.words
    assert codes(f".vliw 3\n{TEXT}")[0][:2] == (
        "E0321",
        ".vliw says 3 slots (lds+memory, alu+fpu, alu+fpu+sfu+control)",
    )


def test_the_order_in_source_is_kept_if_it_is_one_of_slots() -> None:
    def names(operations: str) -> list[str]:
        program = isa.assemble(f".vliw {', '.join(TWO_FPUS)}\n{{ {operations} }}\nret")
        return [entry.spec.name for entry in program.instructions[:-1] if entry is not None]

    assert names("mul.f32 r1, r2, r3 | add.f32 r4, r5, r6") == ["mul.f32", "add.f32"]
    assert names("add.f32 r4, r5, r6 | mul.f32 r1, r2, r3") == ["add.f32", "mul.f32"]
    # Only the last slot takes the reciprocal, so it stands last, and what it would push away stands before it.
    assert names("rcp.f32 r1, r2 | add.f32 r4, r5, r6 | ld.local r7, [r8]") == ["ld.local", "add.f32", "rcp.f32"]


@pytest.mark.parametrize(
    ("operations", "message", "label", "advice"),
    [
        (
            "mul.f32 r1, r2, r3 | add.u32 r4, r4, 1 | add.f32 r5, r6, r7",
            "no slot is left for an operation of fpu in a bundle: it could take alu+fpu and alu+fpu+sfu+control",
            "`mul.f32` and `add.u32` have them already",
            f"with .vliw {WORDS} a bundle has 2 operations of fpu at most: put one into another bundle",
        ),
        (
            "ld.local r1, [r2] | ld.local r3, [r4]",
            "two operations of the slot lds+memory in a bundle",
            "`ld.local` has it already",
            f"with .vliw {WORDS} a bundle has one operation of lds, memory: put one into another bundle",
        ),
        (
            "add.f64 r1, r2, r4 | add.u32 r5, r5, 1",
            "no slot of a bundle takes dpu",
            "",
            f"with .vliw {WORDS} no bundle has an operation of dpu: name dpu in a slot",
        ),
    ],
)  # fmt: skip
def test_an_operation_without_a_slot(operations: str, message: str, label: str, advice: str) -> None:
    found = codes(f".vliw {', '.join(TWO_FPUS)}\n{{ {operations} }}\nret")
    assert found == [("E0222", message, label, advice)]


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ("alu, adder", "`adder` is not a kind of slot"),
        ("alu, fpu alu", "`fpualu` is not a kind of slot"),
        ("any+alu, fpu", "`any+alu` is not a kind of slot"),
        ("alu,, fpu", "`` is not a kind of slot"),
        (", ".join(["alu"] * 9), "a bundle has 1 to 8 slots, not 9"),
    ],
)
def test_mistakes_in_kinds(kinds: str, message: str) -> None:
    assert [found[:2] for found in codes(f".vliw {kinds}\nret")] == [("E0305", message)]


@pytest.mark.parametrize("slots", [99, -1, ("adder",), "lds"])
def test_slots_that_there_are_not_are_refused(slots: Any) -> None:
    with pytest.raises(AssemblyError, match="E0305"):
        isa.assemble(TEXT, slots=slots)


def test_a_file_keeps_the_slots_that_a_program_was_packed_for() -> None:
    program = Program.from_words(isa.assemble(TEXT).words, threads=4)
    packed = replace(program, assumes=Assumptions(TWO_FPUS, 4))
    text = dump_program(packed)
    assert parse_program(text).assumes == Assumptions(TWO_FPUS, 4)
    assert f"packed for 3 slots ({WORDS}) and at most 4 threads" in isa.listing(packed)
    for wrong in ('"adder"', '"fpu+alu"', "[]", "3"):
        with pytest.raises(ProgramError):
            parse_program(text.replace('"alu+fpu"', wrong))
