"""Warps that form (docs/processor.md, section 30): the pins without time, and with a scoreboard."""

from __future__ import annotations

from dataclasses import replace

import pytest

import simt
from tests.engines import fast
from tests.pins.formation import FORMATION_PINS, SCOREBOARD
from tests.pins.pin import Pin, check_pin_on


@pytest.mark.parametrize("pin", [pin for pin in FORMATION_PINS if "status" not in pin.expect], ids=lambda pin: pin.name)
def test_without_time(pin: Pin) -> None:
    """Section 12: every warp runs for itself, and leaves the same registers, flags and memory."""
    timed, functional = (
        simt.run(pin.program(), pin.machine(), threads=pin.threads, engine=engine, strict=False)
        for engine in ("cycle", "functional")
    )
    assert timed.stop is None
    assert functional.stop is None
    assert (functional.registers == timed.registers).all()
    assert (functional.carry == timed.carry).all()
    assert (functional.memory == timed.memory).all()


@pytest.mark.parametrize("pin", FORMATION_PINS, ids=lambda pin: pin.name)
def test_a_scoreboard_of_one_entry_changes_nothing(pin: Pin) -> None:
    """Section 24: with N = 1 the cycles and events are the ones of one instruction in flight, reasons may differ."""
    if "vliw.slots" in pin.machine_keys or "issue.entries" in pin.machine_keys:
        pytest.skip("bundles have no scoreboard; others have one already")
    expect = {key: value for key, value in pin.expect.items() if key not in ("warp_states", "warp_ledger")}
    own = replace(pin, machine_keys={**pin.machine_keys, **SCOREBOARD, "issue.entries": 1}, expect=expect)
    check_pin_on(fast, own)
