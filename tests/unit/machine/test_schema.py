"""The schema: derived keys, immutability, equality, the hash, and that every key is documented."""

from __future__ import annotations

import copy
import pickle

import pytest

from simt.machine import Machine, MachineError
from simt.machine.keys import candidates, keys
from simt.machine.schema import ValidationError


def test_every_key_is_documented() -> None:
    for name, key in keys().items():
        assert key.doc, name
        assert key.unit, name
        assert key.source.startswith(("FPGA paper", "branching article", "ours")), name
        assert (
            key.choices
            or key.type in ("string", "boolean", "array of strings")
            or (key.low is not None and key.high is not None)
        ), name
        assert key.derivation or key.default is not None, name


def test_every_number_that_is_ours_has_its_reason() -> None:
    bare = [name for name, key in keys().items() if key.source == "ours" and name not in ("name", "description")]
    assert bare == []


def test_short_names_are_unambiguous() -> None:
    for key in keys().values():
        for alias in key.aliases:
            assert candidates(alias) == [key.name]


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("warp", "warp_size"),
        ("banks", "local.banks"),
        ("scheduler", "scheduler.policy"),
        ("policy", None),
        ("issue_width", "issue_width"),
        ("read_ports", "options.read_ports"),
        ("latency", None),
        ("local.words", "local.words"),
        ("words", None),
        ("nonsense", None),
    ],
)
def test_names_of_keys(word: str, key: str | None) -> None:
    found = candidates(word)
    assert (found[0] if len(found) == 1 else None) == key


def test_lanes_banks_and_words_follow_the_warp_size() -> None:
    machine = Machine(warp_size=8)
    assert (machine.alu.lanes, machine.fpu.lanes, machine.lds.lanes) == (8, 8, 8)
    assert (machine.local.banks, machine.local.words) == (8, 8192)
    assert Machine.load("fpga4", {"warp_size": 16}).local.words == 16384


def test_a_key_that_is_set_does_not_follow() -> None:
    machine = Machine.load("fpga4", {"local.banks": 8})
    assert machine.local.banks == 8
    assert machine.local.words == 4096
    wider = machine.replace(warp_size=16)
    assert wider.local.banks == 8
    assert wider.local.words == 16384


def test_a_section_of_another_machine_keeps_only_what_was_set() -> None:
    narrow = Machine(warp_size=4, local={"banks": 2})
    wide = Machine(warp_size=16, local=narrow.local)
    assert (wide.local.banks, wide.local.words) == (2, 16384)
    assert (narrow.local.banks, narrow.local.words) == (2, 4096)


def test_the_active_set_is_half_the_warps_rounded_up() -> None:
    assert [Machine(warps=warps).scheduler.active_warps for warps in (1, 2, 3, 16, 64)] == [1, 1, 2, 8, 32]


def test_a_machine_cannot_be_changed() -> None:
    machine = Machine.load("fpga4")
    with pytest.raises(AttributeError, match="Machine cannot be changed: warps"):
        machine.warps = 3
    with pytest.raises(AttributeError, match="LocalMemory cannot be changed: banks"):
        machine.local.banks = 3
    with pytest.raises(AttributeError):
        del machine.warps
    assert machine == Machine.load("fpga4")


def test_equal_machines_are_equal_however_they_were_written() -> None:
    written = Machine(warp_size=4, local={"banks": 4, "words": 4096}, name="custom")
    derived = Machine(warp_size=4)
    assert written == derived
    assert hash(written) == hash(derived)
    assert written.hash == derived.hash


def test_the_hash_is_that_of_the_behaviour() -> None:
    machine = Machine.load("fpga4")
    assert len(machine.hash) == 64
    assert machine.replace(name="other", description="text").hash == machine.hash
    seen = {machine.hash}
    for change in (
        {"warps": 8}, {"registers": 16}, {"scheduler.policy": "oldest"}, {"front_end.stages": 0}, {"alu.latency": 3},
        {"retire.priority": ["fpu", "lds", "alu", "control"]}, {"options.multiply": True}, {"clock_mhz": 50},
    ):  # fmt: skip
        seen.add(machine.replace(**change).hash)
    assert len(seen) == 9


def test_machines_can_be_pickled_and_copied() -> None:
    machine = Machine.load("fpga8", {"retire.ports": 2})
    assert pickle.loads(pickle.dumps(machine)) == machine
    assert copy.deepcopy(machine) == machine
    assert pickle.loads(pickle.dumps(machine)).replace(warp_size=4).local.banks == 4


def test_numpy_numbers_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    machine = Machine.load("fpga4").replace(**{"local.banks": numpy.int64(8), "clock_mhz": numpy.float32(50.0)})
    assert machine.local.banks == 8
    assert type(machine.local.banks) is int
    assert machine.clock_mhz == 50.0
    assert Machine(warp_size=numpy.uint8(8)).warp_size == 8


def test_what_a_machine_has() -> None:
    plain = Machine.load("fpga4")
    rich = plain.replace(multiply=True, read_ports=3)
    assert [plain.has(need) for need in ("", "multiply", "mad", "mask_stack")] == [True, False, False, False]
    assert [rich.has(need) for need in ("", "multiply", "mad", "mask_stack")] == [True, True, True, False]


@pytest.mark.parametrize("value", [True, 4.0, "4", None, [4]])
def test_types_are_strict(value: object) -> None:
    with pytest.raises(ValidationError):
        Machine(warps=value)  # type: ignore[arg-type]


def test_the_class_itself_refuses_contradictions() -> None:
    with pytest.raises(ValidationError, match=r"alu\.lanes = 3 does not divide warp_size = 4; local\.banks = 3"):
        Machine(alu={"lanes": 3}, local={"banks": 3})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"alu.lanes": 3}, "alu.lanes = 3 does not divide warp_size = 4"),
        ({"fpu.lanes": 8}, "fpu.lanes = 8 does not divide warp_size = 4"),
        ({"lds.lanes": 3}, "lds.lanes = 3 does not divide warp_size = 4"),
        ({"local.banks": 5}, "local.banks = 5 does not divide local.words = 4096"),
        ({"local.words": 4098}, "local.banks = 4 does not divide local.words = 4098"),
        (
            {"retire.priority": ["lds", "lds", "alu", "control"]},
            "retire.priority must name each of lds, fpu, alu and control once",
        ),
        (
            {"retire.priority": ["sfu", "lds", "sfu", "fpu", "alu", "control"]},
            "retire.priority must name each of lds, fpu, alu and control once",
        ),
        ({"sfu.count": 1, "sfu.lanes": 3}, "sfu.lanes = 3 does not divide warp_size = 4"),
        ({"dpu.count": 1, "dpu.lanes": 3}, "dpu.lanes = 3 does not divide warp_size = 4"),
        ({"memory": "simple", "memory.lanes": 8}, "memory.lanes = 8 does not divide warp_size = 4"),
        (
            {"scheduler": "two_level", "active_warps": 17},
            "scheduler.active_warps = 17 is more than warps = 16",
        ),
        (
            {"register_file": "single", "vliw": 2},
            "register_file.organisation = single with vliw.slots = 2: one bank serves one instruction and one result "
            "per cycle",
        ),
        (
            {"register_file": "single", "issue_width": 2},
            "register_file.organisation = single with issue_width = 2: one bank serves one instruction and one result "
            "per cycle",
        ),
        (
            {"register_file": "single", "retire.ports": 2},
            "register_file.organisation = single with retire.ports = 2: one bank serves one instruction and one result "
            "per cycle",
        ),
        (
            {"register_file": "eight_banks", "front_end.stages": 0},
            "register_file.organisation = eight_banks with front_end.stages = 0: there is no stage in which operands "
            "wait for a bank",
        ),
        (
            {"dependences": "scoreboard", "entries": 0},
            "issue.entries = 0 with issue.dependences = scoreboard: a scoreboard without entries issues nothing",
        ),
        (
            {"dependences": "scoreboard", "entries": 4, "loads": 8},
            "issue.loads = 8 with issue.entries = 4: every load in flight takes an entry",
        ),
        (
            {"dependences": "scoreboard", "vliw": 2},
            "issue.dependences = scoreboard with vliw.slots = 2: the results of a bundle are written together, and a "
            "warp has one set of registers in which they wait",
        ),
        (
            {"vliw": 3, "issue_width": 2},
            "vliw.slots = 3 with issue_width = 2: a second bundle in a cycle needs the slots a second time, which is a "
            "second core",
        ),
        (
            {"ideal.dependences": True},
            "ideal.dependences with issue.dependences = one_in_flight: a warp waits for the instruction before it, "
            "whatever that writes",
        ),
    ],
)
def test_each_contradiction(overrides: dict[str, object], message: str) -> None:
    with pytest.raises(MachineError) as caught:
        Machine.load("fpga4", overrides)
    assert [(found.code, found.message) for found in caught.value.diagnostics] == [("E0405", message)]


@pytest.mark.parametrize(
    ("overrides", "organisation"),
    [
        ({}, "single"),
        ({"register_file": "auto"}, "single"),
        ({"register_file": "multiport"}, "multiport"),
        ({"retire.ports": 2}, "multiport"),
        ({"issue_width": 2}, "multiport"),
        ({"vliw": 2}, "multiport"),
        ({"vliw": 3, "register_file": "three_banks"}, "three_banks"),
        ({"retire.ports": 2, "register_file": "eight_banks", "front_end.stages": 1}, "eight_banks"),
    ],
)
def test_the_register_file(overrides: dict[str, object], organisation: str) -> None:
    assert Machine.load("fpga4", overrides).register_file_organisation == organisation


def test_what_a_machine_has_of_a_device() -> None:
    plain = Machine.load("fpga4")
    assert not plain.is_device
    assert not plain.has("sfu")
    assert not plain.has("dpu")
    assert not plain.has("global_memory")
    assert plain.unit_counts == {"lds": 1, "fpu": 1, "alu": 1}
    full = plain.replace(**{"sfu.count": 2, "dpu.count": 1, "memory": "simple", "control.route": "own"})
    assert full.is_device
    assert full.has("sfu")
    assert full.has("dpu")
    assert not full.has("dpu_mad")  # it has two read ports
    assert full.replace(**{"options.read_ports": 3}).has("dpu_mad")
    assert full.has("global_memory")
    assert list(full.unit_counts.items()) == [
        ("memory", 1), ("dpu", 1), ("sfu", 2), ("lds", 1), ("fpu", 1), ("alu", 1), ("control", 1),
    ]  # fmt: skip
    named = full.replace(
        **{"retire.priority": ["lds", "fpu", "alu", "sfu", "control", "dpu"], "memory": "none", "cores": 2}
    )
    assert list(named.unit_counts) == ["lds", "fpu", "alu", "sfu", "control", "dpu"]
    assert named.is_device


def test_lanes_of_units_that_are_not_there_do_not_matter() -> None:
    assert Machine.load("fpga4", {"sfu.lanes": 3, "dpu.lanes": 3, "memory.lanes": 64}).memory.lanes == 64


def test_registers_for_work_groups_follow_warps_and_registers() -> None:
    machine = Machine(warps=10, registers=7)
    assert machine.register_file.words == 70
    assert machine.replace(registers=9).register_file.words == 90
    assert machine.replace(**{"register_file.words": 5}).replace(warps=20).register_file.words == 5
    assert keys()["register_file.words"].default_text == "warps x registers"


@pytest.mark.parametrize("policy", ["first_thread", "mask_stack", "ipdom_stack", "min_pc", "explicit_masks"])
def test_branch_policies(policy: str) -> None:
    machine = Machine.load("fpga4", {"branch": policy, "branch.order": "smaller_first"})
    assert machine.branch.policy == policy
    assert machine.has("mask_stack") == (policy == "mask_stack")
    assert machine.has("explicit_masks") == (policy == "explicit_masks")


def test_fixed_priority_is_a_scheduling_rule() -> None:
    assert Machine.load("fpga4", {"scheduler": "fixed_priority"}).scheduler.policy == "fixed_priority"


def test_entries_and_loads_matter_to_a_scoreboard_only() -> None:
    without = Machine.load("fpga4", {"issue.entries": 0, "issue.loads": 32})
    assert (without.issue.entries, without.issue.loads, without.issue.has_scoreboard) == (0, 32, False)
    machine = Machine.load("fpga4", {"issue.dependences": "scoreboard"})
    assert (machine.issue.entries, machine.issue.loads, machine.issue.has_scoreboard) == (8, 0, True)
    assert machine.replace(**{"issue.loads": 8}).issue.loads == 8
    assert machine.hash != without.hash != Machine.load("fpga4").hash


def test_active_warps_matter_to_two_level_only() -> None:
    assert Machine.load("fpga4", {"active_warps": 64}).scheduler.active_warps == 64


def test_keys_that_contradict_others_get_their_defaults() -> None:
    """Kinds of slots need a scoreboard, and an operand interval needs a slot for operands, which is then gone too."""
    keys = {"issue.dependences": "scoreboard", "issue_width": 2, "front_end.stages": 0, "ideal.dependences": True}
    keys |= {"issue.slots": ["any", "operand"], "issue.operand_interval": 3}
    machine = Machine.load("fpga4", keys)
    settings = machine.compatible(**{"issue.dependences": "one_in_flight", "warps": 8})
    assert settings == {
        "issue.dependences": "one_in_flight", "warps": 8, "ideal.dependences": False, "issue.slots": (),
        "issue.operand_interval": 0,
    }  # fmt: skip
    assert not machine.replace(**settings).issue.has_scoreboard
    assert machine.compatible(warps=8) == {"warps": 8}


def test_overrides_that_contradict_each_other_are_left_for_replace_to_report() -> None:
    overrides = {"issue.interval": 2, "issue.dependences": "one_in_flight"}
    settings = Machine.load("fpga4").compatible(**overrides)
    assert settings == overrides
    with pytest.raises(MachineError, match="that needs a scoreboard"):
        Machine.load("fpga4").replace(**settings)
