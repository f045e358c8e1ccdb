"""Section 30 on the reference: the pins, with one instruction in flight and with a scoreboard of one entry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.device_engines import specified_device
from tests.pins.devices import DevicePin, check_device_pin
from tests.pins.formation import FORMATION_DEVICE_PINS, FORMATION_PINS, SCOREBOARD
from tests.pins.pin import Pin, check_pin
from tests.reference import simulate


@pytest.mark.parametrize("pin", FORMATION_PINS, ids=lambda pin: pin.name)
def test_pin(pin: Pin) -> None:
    check_pin(pin, simulate(pin.program(), pin.machine(), threads=pin.threads, max_cycles=pin.max_cycles))


@pytest.mark.parametrize("pin", FORMATION_DEVICE_PINS, ids=lambda pin: pin.name)
def test_pin_of_a_device(pin: DevicePin) -> None:
    check_device_pin(pin, specified_device(pin.case()))


@pytest.mark.parametrize("pin", FORMATION_PINS, ids=lambda pin: pin.name)
def test_a_scoreboard_of_one_entry_changes_nothing(pin: Pin) -> None:
    """Section 24: with N = 1 the cycles and events are the ones of one instruction in flight, reasons may differ."""
    if "vliw.slots" in pin.machine_keys or "issue.entries" in pin.machine_keys:
        pytest.skip("bundles have no scoreboard; others have one already")
    expect = {key: value for key, value in pin.expect.items() if key not in ("warp_states", "warp_ledger")}
    own = replace(pin, machine_keys={**pin.machine_keys, **SCOREBOARD, "issue.entries": 1}, expect=expect)
    check_pin(own, simulate(own.program(), own.machine(), threads=pin.threads, max_cycles=pin.max_cycles))
