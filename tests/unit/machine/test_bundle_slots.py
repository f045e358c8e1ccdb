"""The slots of a machine's bundles as kinds: what they take, which instances serve them, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from simt.machine import Machine
from simt.machine.bundle_slots import mistakes, slots_of_instances
from simt.machine.description import Description
from simt.machine.keys import keys
from simt.machine.schema import json_schema
from simt.machine.settings import MachineError, parse_value

FIVE = ("lds", "alu+fpu", "alu+fpu", "sfu", "control+alu")


def described(slots: Any, **keys: Any) -> Description:
    values: dict[str, Any] = {"vliw": {"slots": slots}, "name": "m"}
    for name, value in keys.items():
        section, _, leaf = name.partition("__")
        if leaf:
            values.setdefault(section, {})[leaf] = value
        else:
            values[section] = value
    return Description.model_validate(values)


def found(slots: Any, **keys: Any) -> list[tuple[str, str]]:
    return [(message, advice) for _, message, advice in mistakes(described(slots, **keys))]


def test_a_value_is_a_number_or_an_array() -> None:
    assert described(2).vliw.count == 2
    assert described(list(FIVE)).vliw.slots == FIVE
    assert described(FIVE).vliw.count == 5
    assert described(FIVE).issue_slots == 5
    key = keys()["vliw.slots"]
    assert (key.type, key.bounds, key.default_text) == ("integer or array of strings", "1 to 3, or an array", "1")
    entry = json_schema(Machine)["$defs"]["Vliw"]["properties"]["slots"]
    assert entry["anyOf"] == [
        {"maximum": 3, "minimum": 1, "type": "integer"}, {"items": {"type": "string"}, "type": "array"},
    ]  # fmt: skip
    assert json.dumps(entry)


def test_a_text_is_read_as_one_or_the_other() -> None:
    assert parse_value("vliw.slots", "3") == 3
    assert parse_value("vliw.slots", "lds, alu+fpu") == ["lds", "alu+fpu"]
    assert parse_value("vliw.slots", '["lds", "alu"]') == ["lds", "alu"]
    assert parse_value("vliw.slots", "1.5") == 1.5


@pytest.mark.parametrize(
    ("value", "code", "message"),
    [
        (4, "E0403", "`vliw.slots` is 1 to 3, or an array, not `4`"),
        (1.5, "E0402", "`vliw.slots` is a whole number, or an array of strings, not `1.5`"),
        ([1, 2], "E0402", "`vliw.slots` is a whole number, or an array of strings, not `[1, 2]`"),
        (["alu", "adder"], "E0405", "`adder` is not a kind of slot that can be joined"),
        ([], "E0405", "vliw.slots names 0 slots"),
        (["alu"] * 9, "E0405", "vliw.slots names 9 slots"),
    ],
)
def test_bad_values(value: object, code: str, message: str) -> None:
    with pytest.raises(MachineError) as caught:
        Machine.load("fpga4", {"vliw.slots": value})
    first = caught.value.diagnostics[0]
    assert (first.code, first.message) == (code, message)


def test_slots_that_are_right() -> None:
    assert found(3) == []
    assert found(FIVE, alu__count=3, fpu__count=2, sfu__count=1) == []
    assert found(["any"]) == []
    assert found(["lds", "arithmetic+control"], sfu__count=1, dpu__count=1) == []
    assert found(["lds+memory", "alu+fpu+control"], memory__policy="simple") == []


@pytest.mark.parametrize(
    ("slots", "keys", "message", "advice"),
    [
        (["lds", "alu"], {}, "no slot of vliw.slots takes instructions of fpu or control", "as in lds+fpu"),
        (["lds", "alu+fpu+control"], {"memory__policy": "simple"}, "takes instructions of memory", "lds+memory"),
        (["lds", "alu+fpu+control", "sfu"], {}, "vliw.slots names sfu, and m has no such unit", "set sfu.count to 1"),
        (["lds+memory", "alu+fpu+control"], {}, "vliw.slots names memory, and m has no", "memory.policy to simple"),
        (["lds", "fpu", "alu", "control"], {}, "takes control instructions, which the ALU executes", "add alu"),
        (["lds", "fpu", "alu+control", "alu"], {}, "2 slots of vliw.slots take alu, and there is 1 of it",
         "set alu.count to 2, or let one slot take alu"),
        (["lds", "fpu", "alu+control", "alu"], {"alu__count": 3},
         "2 slots of vliw.slots take alu, and 3 instances cannot be shared out equally",
         "set alu.count to 2, or let 3 slots or fewer take alu"),
        (["lds", "lds+fpu", "alu+control"], {}, "2 slots of vliw.slots take lds, and there is 1 of it",
         "let one slot take lds"),
        (["any", "any"], {"alu__count": 2, "fpu__count": 2}, "2 slots of vliw.slots take lds", "let one slot take lds"),
        (["lds", "fpu+control", "alu+control"], {"control__route": "own"},
         "2 slots of vliw.slots take control, and there is 1 of it", "set control.count to 2"),
    ],
)  # fmt: skip
def test_slots_that_are_refused(slots: list[str], keys: dict[str, Any], message: str, advice: str) -> None:
    mistake = [pair for pair in found(slots, **keys) if message in pair[0]]
    assert mistake, found(slots, **keys)
    assert advice in mistake[0][1]


def test_instances_are_dealt_to_the_slots() -> None:
    machine = described(FIVE, alu__count=6, fpu__count=2, sfu__count=1)
    assert slots_of_instances(machine, "alu") == [1, 2, 4, 1, 2, 4]
    assert slots_of_instances(machine, "fpu") == [1, 2]
    assert slots_of_instances(machine, "lds") == [0]
    assert slots_of_instances(machine, "dpu") == []
    assert slots_of_instances(described(3, alu__count=2), "alu") == [1, 1]


def test_private_memory_has_the_slot_of_its_place() -> None:
    kinds = ["lds", "alu+fpu+control", "memory"]
    for place, slot in (("local", 0), ("global", 2)):
        machine = described(kinds, memory__policy="simple", private__place=place)
        assert machine.bundle_slots.by_unit["private"] == (slot,)
