"""The kinds of issue slots: what is refused, which loads are operands, and the bound that follows."""

from __future__ import annotations

import pytest

import simt
from isa.flow.operand_loads import operand_counts, operand_loads
from simt.machine import Machine, MachineError
from simt.machine.slot_kinds import rounds, slots_by_unit

SCOREBOARD: dict[str, object] = {"issue.dependences": "scoreboard", "issue_width": 2}


def loads_of(source: str) -> set[int]:
    return set(operand_loads(simt.assemble(source).instructions))


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"issue.slots": ["any", "fetch"]}, "`fetch` is not a kind of slot that can be joined"),
        ({"issue.slots": ["any+lds", "any"]}, "`any` is not a kind of slot that can be joined"),
        ({"issue.slots": ["any"]}, "issue.slots names 1 slots with issue_width = 2"),
        ({"issue.slots": ["arithmetic", "lds"]}, "no slot of issue.slots takes instructions of control"),
        ({"issue.slots": ["any", "operand"], "issue.dependences": "one_in_flight"}, "kinds of slots need a scoreboard"),
        (
            {"issue.slots": ["any", "operand"], "issue.interval": 4, "issue.operand_interval": 3},
            "issue.operand_interval = 3 with issue.interval = 4: a turn after an operand is no earlier than others",
        ),
        (
            {"issue.operand_interval": 6},
            "issue.operand_interval = 6 without a slot for operands: only loads of kind operand make a turn wait",
        ),
        (
            {"issue.slots": ["any", "arithmetic"], "issue.operand_interval": 6},
            "issue.operand_interval = 6 without a slot for operands: only loads of kind operand make a turn wait",
        ),
    ],
)
def test_slots_that_contradict_other_keys_are_refused(keys: dict[str, object], message: str) -> None:
    with pytest.raises(MachineError) as caught:
        Machine.load("fpga4", {**SCOREBOARD, **keys})
    assert message in str(caught.value)
    assert "help:" in str(caught.value)


@pytest.mark.parametrize("kind", ["operand", "lds+operand"])
@pytest.mark.parametrize("interval", [0, 4, 6])
def test_an_interval_after_operands_that_a_machine_can_have(kind: str, interval: int) -> None:
    keys = {**SCOREBOARD, "issue.slots": ["any", kind], "issue.interval": 4, "issue.operand_interval": interval}
    assert Machine.load("fpga4", keys).issue.operand_interval == interval


def test_which_slots_take_what() -> None:
    taken = slots_by_unit(("arithmetic+control", "lds", "operand"))
    assert taken["fpu"] == taken["control"] == {0}
    assert taken["lds"] == {1}
    assert taken["operand"] == {2}
    assert slots_by_unit(("any", "lds"))["operand"] == {0, 1}, "without a slot for operands they are loads like others"


def test_operand_loads() -> None:
    assert loads_of("ld.local r1, [r8]\nadd.u32 r2, r1, 1\nret\n") == {0}
    assert loads_of("ld.local r1, [r8]\nld.local r2, [r9]\nmad.f32 r3, r1, r2, r3\nret\n") == {1}


def test_counts_of_operand_loads() -> None:
    """The sum in 1 follows the operand load in 0; of the two loads before the product in 4 only one is its operand."""
    source = "ld.local r1, [r8]\nadd.u32 r2, r1, 1\nld.local r1, [r8]\nld.local r2, [r9]\nmad.f32 r3, r1, r2, r3\nret\n"
    assert loads_of(source) == {0, 3}
    assert operand_loads([]) == frozenset()
    assert operand_counts([5, 4, 0, 3, 2, 1], {0, 3}) == (5 + 3, 4 + 2)
    assert operand_counts([5], ()) == (0, 0)


@pytest.mark.parametrize(
    "source",
    [
        "ld.local r1, [r8]\nmul.f32 r2, r1, r1\nret\n",
        "ld.local r1, [r8]\nadd.u32 r2, r3, 1\nret\n",
        "ld.local r1, [r8]\nst.local [r8], r1\nret\n",
        "ld.local.u8 r1, [r8]\nadd.u32 r2, r1, 1\nret\n",
        "again: ld.local r1, [r8]\nuse: sub.u32 r2, r1, 1 -> use if nz\nret\n",
    ],
    ids=["twice", "another register", "a store", "a byte", "a target"],
)
def test_loads_that_are_no_operands(source: str) -> None:
    assert not loads_of(source)


def test_the_bound_of_issue_is_the_part_of_the_slots_that_needs_longest() -> None:
    machine = Machine.load("gtx280")
    issued = {"alu": 5, "fpu": 10, "lds": 20, "control": 1}
    assert rounds(machine, issued, 20) == 20, "all loads are operands, for one slot"
    assert rounds(machine, issued, 4) == 32, "5 + 10 + 16 + 1 others"
    assert rounds(machine, issued) == 18, "36 instructions in two slots"
    assert rounds(Machine.load("hd5870"), issued) == 0
