"""Barriers of convergence, turns, yields (docs/processor.md, section 29): pins without time, and with a scoreboard."""

from __future__ import annotations

from dataclasses import replace

import pytest

import simt
from tests.engines import fast
from tests.pins.pin import Pin, check_pin_on
from tests.pins.progress import ITS_YIELD, LOCK, PROGRESS_PINS, SCOREBOARD


@pytest.mark.parametrize("pin", PROGRESS_PINS, ids=lambda pin: pin.name)
def test_without_time(pin: Pin) -> None:
    """Section 12: the same way, so the same instructions, registers and memory."""
    if pin.expect.get("status") == "cycle_limit":
        return
    timed, functional = (
        simt.run(pin.program(), pin.machine(), threads=pin.threads, engine=engine) for engine in ("cycle", "functional")
    )
    assert functional.stop is None
    assert (functional.issues == timed.issues).all()
    assert (functional.registers == timed.registers).all()
    assert (functional.memory == timed.memory).all()


@pytest.mark.parametrize("pin", PROGRESS_PINS, ids=lambda pin: pin.name)
def test_a_scoreboard_of_one_entry_changes_nothing(pin: Pin) -> None:
    """Section 24: with N = 1 the cycles and events are the ones of one instruction in flight, reasons may differ."""
    expect = {key: value for key, value in pin.expect.items() if key != "warp_states"}
    own = replace(pin, machine_keys={**pin.machine_keys, **SCOREBOARD, "issue.entries": 1}, expect=expect)
    check_pin_on(fast, own)


@pytest.mark.parametrize("lanes", [1, 4, 32, 64])
@pytest.mark.parametrize("yield_after", [1, 7])
def test_every_lane_gets_the_lock(lanes: int, yield_after: int) -> None:
    keys = {**ITS_YIELD, "branch.yield_after": yield_after, "warp_size": lanes, "scheduler.policy": "oldest"}
    keys |= {f"{unit}.lanes": lanes for unit in ("alu", "fpu", "sfu", "dpu", "lds")}
    pin = Pin("lock", LOCK, keys, 4 * lanes, 0, {}, "")
    result = simt.run(pin.program(), pin.machine(), threads=4 * lanes, max_cycles=1_000_000)
    assert result.completed
    assert result.ledgers.lane["active"] > 0
