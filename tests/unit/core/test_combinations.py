"""Keys that meet (sections 16, 17 and 31): their pins without time, and which kinds of engine they need."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import isa
import simt
from simt.core.engine.kinds import KINDS, kind_of_launch
from simt.core.engine.names import CORELESS, groups_in
from simt.core.state.grid import Grid
from simt.core.state.groups import KIND_GROUPS, OPTIONAL, groups_of
from simt.core.state.placed import Placed
from simt.core.state.state import State
from simt.machine import Machine
from simt.machine.rules import BRANCH_RULES
from tests.engines import fast
from tests.pins.combinations import COMBINATIONS_PINS
from tests.pins.pin import Pin, assemble_bundles


@pytest.mark.parametrize("pin", COMBINATIONS_PINS, ids=lambda pin: pin.name)
def test_pin_without_time(pin: Pin) -> None:
    """Section 12: the same stop and the same values."""
    found = simt.run(pin.program(), pin.machine(), threads=pin.threads, engine="functional", strict=False)
    timed = simt.run(pin.program(), pin.machine(), threads=pin.threads, strict=False)
    assert (found.registers == timed.registers).all()
    assert (found.memory == timed.memory).all()
    if timed.stop is None:
        assert found.stop is None
    else:
        assert found.stop is not None
        for name in ("kind", "warp", "lanes", "pc", "value"):
            assert getattr(found.stop, name) == getattr(timed.stop, name)


# Both accesses of a bundle, of which one, the other or both trap. Local word 1 << 20 is outside, and so is byte 0.
BOTH = "mov r2, {near}\nmov r3, {far}\nmov r5, 9\n{{ {first} | {second} }}\nret\n"
NEAR, FAR = "st.local [r2], r5", "st.global [r3], r5"
BUFFER = ".buffer x, u32\n"


@pytest.mark.parametrize("engine", ["cycle", "functional"])
@pytest.mark.parametrize("is_near_first", [True, False])
@pytest.mark.parametrize(("near", "far"), [("1 << 20", "x"), ("1", "0"), ("1 << 20", "0")])
def test_traps_of_two_accesses(near: str, far: str, is_near_first: bool, engine: str) -> None:
    """Section 16: the lower slot's trap is reported; beside it the local access takes effect, the other does not."""
    slots = ["lds", "memory", "alu+fpu+control"] if is_near_first else ["memory", "lds", "alu+fpu+control"]
    machine = Machine.load("fpga4", {"vliw.slots": slots, "memory.policy": "simple", "sfu.count": 0})
    first, second = (NEAR, FAR) if is_near_first else (FAR, NEAR)
    source = BUFFER + BOTH.format(near=near.replace("1 << 20", str(1 << 20)), far=far, first=first, second=second)
    result = simt.run(
        assemble_bundles(source), machine, threads=4, inputs={"x": np.zeros(4, np.uint32)}, engine=engine, strict=False
    )
    is_near_bad, is_far_bad = near != "1", far != "x"
    assert result.stop is not None
    is_near_reported = is_near_bad and (is_near_first or not is_far_bad)
    assert result.stop.kind == ("local_address" if is_near_reported else "global_address")
    assert result.stop.pc == (3 if is_near_reported == is_near_first else 4)
    assert result.memory[1] == (0 if is_near_bad else 9)
    assert result.buffers["x"].tolist() == [0] * 4


def test_a_jump_into_a_bundle_gives_its_words_other_slots() -> None:
    """Section 16: a bundle begins where a jump leads, and its first word is in the lowest slot that takes it."""
    source = "jmp 3\n{ mov r1, 1 | mov r2, 2 | mov r3, 3 }\nret\n"
    machine = Machine.load("fpga4", {"vliw.slots": ["alu+control", "alu", "alu", "lds+fpu"], "alu.count": 3})
    result = fast(assemble_bundles(source), machine, threads=4, max_cycles=100)
    assert [(event.pc, event.slot) for event in result.events] == [(0, 0), (3, 0), (4, 0)]
    assert [int(result.registers[0, number, 0]) for number in range(4)] == [0, 0, 0, 3]


# --- Kinds of engine -------------------------------------------------------------------------------------------------


def test_there_are_no_more_kinds_than_before() -> None:
    assert len(KINDS) - len(CORELESS) <= 23
    assert all(set(groups) <= set(OPTIONAL) for kinds in KIND_GROUPS.values() for groups in kinds)


@pytest.mark.parametrize("engine", KIND_GROUPS)
def test_a_machine_gets_the_kind_with_the_fewest_groups(engine: str) -> None:
    sizes = [len(groups) for groups in KIND_GROUPS[engine]]
    assert sizes == sorted(sizes)
    keys: dict[str, Any] = {"vliw.slots": 3, "branch.policy": "min_pc"}
    if engine in ("device", "groups", "check_groups"):
        keys["memory.policy"] = "simple"
    assert groups_of(Machine.load("fpga4", keys), engine) >= {"divergence", "bundles"}


@pytest.mark.parametrize("memory", ["none", "simple", "dram"])
def test_a_machine_has_the_groups_of_its_kind(memory: str) -> None:
    """Otherwise a run compiles what `simt warm` does not, and says that it compiles another kind."""
    for keys in ({}, *(KINDS[name].keys for name in ("bundles", "scoreboard", "full-scoreboard", "collectors"))):
        for policy in BRANCH_RULES:
            machine = Machine.load("fpga4", {**keys, "branch.policy": policy, "memory.policy": memory})
            kind = kind_of_launch(machine)
            state = State.build(Placed(isa.assemble("ret\n"), machine, Grid.of(4)))
            assert tuple(groups_in(kind.engine, (state.cores, state.device))) == kind.groups, (kind.name, keys, policy)


@pytest.mark.parametrize("keys", [{}, {"issue_width": 2, "retire.ports": 2}, {"branch.policy": "ipdom_stack"}])
def test_groups_that_a_machine_does_not_need_change_nothing(
    keys: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kind with every group that a plain machine may have does what the plain kind does, recorded too."""
    program = isa.assemble(
        ".threads 32\nmov r1, thread_id\nloop: add.f32 r2, r2, r1\nst.local [r1], r2\nbar\n"
        "sub.u32 r3, lane_id, 2 -> over if c\nadd.u32 r4, r1, r1\nover: add.u32 r5, r5, 1\n"
        "sub.u32 r6, r5, 3 -> loop if c\nret\n"
    )
    machine = Machine.load("fpga8", keys)
    plain = fast(program, machine, threads=32, max_cycles=5000)
    full = frozenset(("divergence", "bundles", "register_file", "formation"))
    monkeypatch.setattr("simt.core.state.state.groups_of", lambda machine, engine: full)
    assert plain.differences(fast(program, machine, threads=32, max_cycles=5000)) == []
