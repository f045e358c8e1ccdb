"""Lowered programs are kept: for whom, and that nobody can spoil what another one gets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from isa import assemble
from isa.program.program import Program
from simt.core.state import lowering
from simt.core.state.grid import Grid
from simt.core.state.groups import groups_of
from simt.core.state.lowering import lower, lowered
from simt.core.state.placed import Placed
from simt.core.state.state import State
from simt.core.state.units import units_of
from simt.machine import Machine
from simt.machine.keys import Key, keys

PROGRAM = assemble(".threads 8\n mul.u32 r1, thread_id, 3\n add.f32 r2, r1, 1.5\n st.local [r1], r2\n ret\n")
OTHER = {"number": 2, "integer": 2, "boolean": True}
# What some keys need of others.
NEEDS: dict[str, dict[str, object]] = {
    "issue.interval": {"issue.dependences": "scoreboard"},
    "issue.schedulers": {"issue.dependences": "scoreboard", "front_end.stages": 0},
    "issue.operand_interval": {
        "issue.dependences": "scoreboard",
        "issue_width": 2,
        "issue.slots": ["any", "operand"],
        "register_file.organisation": "multiport",
    },
    "ideal.dependences": {"issue.dependences": "scoreboard"},
}
# What some values of keys need besides.
BESIDE: dict[tuple[str, object], dict[str, object]] = {
    ("register_file.organisation", "collectors"): {"issue.dependences": "scoreboard", "front_end.stages": 0},
}


def _arrays(group: Any) -> list[np.ndarray]:
    return [group] if isinstance(group, np.ndarray) else [array for part in group or () for array in _arrays(part)]


def test_timing_alone_is_lowered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine.load("fpga4")
    State.build(Placed(PROGRAM, machine, Grid.of(8)))

    def refuse(*_: object) -> None:
        raise AssertionError("lowered again")

    monkeypatch.setattr(lowering, "lower", refuse)
    for changed in ({"fpu.latency": 5}, {"local.banks": 8}, {"scheduler": "oldest"}, {"retire.stages": 5}):
        State.build(Placed(PROGRAM, machine.replace(**changed), Grid.of(8)))


@pytest.mark.parametrize("key", keys().values(), ids=keys())
def test_whatever_key_changes_it_is_what_lower_gives(key: Key) -> None:
    machine = Machine.load("fpga4", NEEDS.get(key.name))
    current = machine
    for part in key.name.split("."):
        current = getattr(current, part)
    values = [OTHER[key.type]] if key.type in OTHER else [["mul.*:2:9"]] if key.name == "costs" else list(key.choices)
    for value in values:
        if value == current or key.name == "retire.priority" or value == "explicit_masks":  # the last: not an engine's
            continue
        if (key.name, value) == ("private.place", "global"):  # which this machine does not have
            continue
        if key.name == "local.words":
            value = 8192  # what the banks divide
        if key.name == "memory.grant":
            value = 256  # not less than a transaction
        if key.name == "memory.interleave":
            value = 512  # a power of two, not less than a transaction
        changed = machine.replace(**{key.name: value}, **BESIDE.get((key.name, str(value)), {}))
        placed = Placed(PROGRAM, changed, Grid.of(8))
        state = State.build(placed)
        kept = lowered(placed, state.file, units_of(changed).units, groups_of(changed, "cycle"))
        fresh = lower(placed, state.file, units_of(changed).units, groups_of(changed, "cycle"))
        assert np.array_equal(state.cores.code[0], fresh.code)
        for mine, other in zip(_arrays(kept), _arrays(fresh), strict=True):
            assert np.array_equal(mine, other)
            assert mine.flags.writeable


def test_what_a_run_writes_stays_its_own() -> None:
    machine = Machine.load("fpga4")
    first = State.build(Placed(PROGRAM, machine, Grid.of(8)))
    first.cores.operands.words[:] = 9
    second = State.build(Placed(PROGRAM, machine, Grid.of(8)))
    assert np.shares_memory(first.cores.code, second.cores.code)  # which no run writes
    assert second.cores.operands.words[0, 0] == 0


def test_what_scoreboards_read_is_kept_by_their_slots() -> None:
    """Of `issue` only the slots change what a program's words ask for."""
    keys = {"issue.dependences": "scoreboard", "issue_width": 2, "issue.slots": ["any", "alu+control"]}
    one = Machine.load("fpga4", keys)
    other = one.replace(**{"issue.slots": ["any", "fpu"]})
    first, second, again = (
        State.build(Placed(PROGRAM, machine, Grid.of(8))).cores.flights.uses[0]
        for machine in (one, other, one.replace(**{"issue.entries": 3}))
    )
    assert first["slots"].tolist() == [3, 1, 1, 3]
    assert second["slots"].tolist() == [1, 3, 1, 1]
    assert np.shares_memory(first, again)


def test_an_empty_program_has_one_row() -> None:
    kinds_of_slots = {"issue.dependences": "scoreboard", "issue_width": 2, "issue.slots": ["any", "alu+control"]}
    state = State.build(Placed(Program(), Machine.load("fpga4", kinds_of_slots), Grid.of(8)))
    assert state.cores.code.shape == state.cores.flights.uses.shape == (1, 1)
    assert state.cores.flights.uses[0]["slots"].tolist() == [3]  # of any slot: it traps


def test_only_the_latest_are_kept() -> None:
    for count in range(70):
        machine = Machine.load("fpga4").replace(registers=20 + count % 70)
        placed = Placed(PROGRAM, machine, Grid.of(8))
        state = State.build(placed)
        lowered(placed, state.file, units_of(machine).units, groups_of(machine, "cycle"))
    assert len(lowering._lowered) <= 64


def test_the_one_that_was_not_used_for_longest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine.load("fpga4")
    monkeypatch.setattr(lowering, "_KEPT", 2)
    for registers in (20, 21, 20, 22):
        State.build(Placed(PROGRAM, machine.replace(registers=registers), Grid.of(8)))
    monkeypatch.setattr(lowering, "lower", lambda *_: pytest.fail("lowered again"))
    for registers in (20, 22):
        State.build(Placed(PROGRAM, machine.replace(registers=registers), Grid.of(8)))
