"""Section 30 on the reference: the pins with a scoreboard of one entry, and what the warps compute."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import isa
from simt.machine import Machine
from tests.examples import examples
from tests.pins.formation import FORM, FORMATION_PINS, SCOREBOARD
from tests.pins.pin import Pin, check_pin_on
from tests.reference import simulate
from tests.reference.structured import JumpWriter, assembly, random_statements


@pytest.mark.parametrize("pin", FORMATION_PINS, ids=lambda pin: pin.name)
def test_a_scoreboard_of_one_entry_changes_nothing(pin: Pin) -> None:
    """Section 24: with N = 1 the cycles and events are the ones of one instruction in flight, reasons may differ."""
    if "vliw.slots" in pin.machine_keys or "issue.entries" in pin.machine_keys:
        pytest.skip("bundles have no scoreboard; others have one already")
    expect = {key: value for key, value in pin.expect.items() if key not in ("warp_states", "warp_ledger")}
    own = replace(pin, machine_keys={**pin.machine_keys, **SCOREBOARD, "issue.entries": 1}, expect=expect)
    check_pin_on(simulate, own)


def machine(policy: str, lanes: int, **keys: Any) -> Machine:
    sizes = {f"{unit}.lanes": lanes for unit in ("alu", "fpu", "sfu", "dpu", "lds")}
    memory = {"local.words": 1024, "program.words": 4096, "constants.words": 256, "options.shuffle": True}
    given = {**FORM, "warp_size": lanes, **sizes, **memory, **keys, "branch.policy": policy}
    return Pin("", "", given, 0, 0, {}, "").machine()


def test_threads_compute_what_they_compute_where_they_stay() -> None:
    """Structured programs with barriers anywhere leave what they leave without these where no thread moves."""
    moved = 0
    for seed in range(examples(96, 12)):
        rng = random.Random(seed)
        lanes = rng.choice((2, 4))
        threads = rng.randint(2 * lanes + 1, 4 * lanes)
        # Lanes that part by their number are the same ones in every warp, and could not change places.
        text = assembly(random_statements(rng), threads, JumpWriter()).replace("lane_id", "r11")
        head, *lines = text.splitlines()
        lines.insert(0, f"shr.u32 r11, {rng.getrandbits(32)}, thread_id")
        with_bars = [part for line in lines for part in (["bar"] if rng.random() < 0.15 else []) + [line]]
        keys = rng.choice(({}, SCOREBOARD, {"issue_width": 2, "alu.count": 2, "retire.ports": 2}))
        plain, barred = (isa.assemble("\n".join([head, *found, ""])) for found in (lines, with_bars))
        stayed = simulate(plain, machine("min_pc", lanes), threads=threads)
        formed = simulate(barred, machine("warp_formation", lanes, **keys), threads=threads)
        assert stayed.status == formed.status == "done", f"seed {seed}"
        assert np.array_equal(formed.registers, stayed.registers), f"seed {seed}"
        assert formed.carry == stayed.carry, f"seed {seed}"
        assert np.array_equal(formed.local, stayed.local), f"seed {seed}"
        kept = isa.assemble("\n".join([head, *with_bars, "shuffle.b32 r0, r0, r0", ""]))
        apart = simulate(kept, machine("warp_formation", lanes, **keys), threads=threads)
        assert apart.lane_ledger["active"] == formed.lane_ledger["active"], f"seed {seed}"
        moved += formed.events != apart.events
    assert moved > 1
