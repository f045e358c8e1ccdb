"""The pinned runs on the reference."""

from __future__ import annotations

import pytest

from tests.device_engines import specified_device
from tests.pins import PINS, PINS_OF_DEVICES
from tests.pins.devices import DevicePin, check_device_pin
from tests.pins.pin import Pin, check_pin_on
from tests.reference import simulate


@pytest.mark.smoke
@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.name)
def test_pin(pin: Pin) -> None:
    check_pin_on(simulate, pin)


@pytest.mark.parametrize("pin", PINS_OF_DEVICES, ids=lambda pin: pin.name)
def test_pin_of_a_device(pin: DevicePin) -> None:
    check_device_pin(pin, specified_device(pin.case()))


@pytest.mark.parametrize("pins", [PINS, PINS_OF_DEVICES], ids=["cores", "devices"])
def test_names_are_unique(pins: list[Pin | DevicePin]) -> None:
    assert len({pin.name for pin in pins}) == len(pins)


@pytest.mark.parametrize("f", [0, 1, 3])
@pytest.mark.parametrize("latency", [1, 2, 5])
@pytest.mark.parametrize("r", [0, 2])
@pytest.mark.parametrize("interval", [1, 3])
def test_exact_times_of_section_2(f: int, latency: int, r: int, interval: int) -> None:
    """Nothing in the way: e = t + f, offered in e + l + occ - 1, retired then, ready r later."""
    keys = {"front_end.stages": f, "fpu.latency": latency, "fpu.interval": interval, "retire.stages": r}
    pin = Pin("times", "add.f32 r1, r0, r0\nadd.f32 r1, r1, r1\nret\n", keys, 4, 0, {}, "")
    events = simulate(pin.program(), pin.machine(), threads=4).events
    t = 0
    for event in events[:2]:
        retired = t + f + latency + interval - 1
        assert (event.select, event.enter, event.offer, event.retire, event.ready) == (
            t, t + f, retired, retired, retired + r,
        )  # fmt: skip
        t = retired + r
