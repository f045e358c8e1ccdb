"""The pinned runs on the reference."""

from __future__ import annotations

import pytest

from tests.pins import PINS
from tests.pins.across import ACROSS_PINS
from tests.pins.collector_stops import COLLECTOR_STOPS_PINS
from tests.pins.collectors import COLLECTOR_PINS
from tests.pins.dependences import DEPENDENCES_PINS
from tests.pins.majority import MAJORITY_PINS
from tests.pins.pin import Pin, check_pin
from tests.pins.schedulers import SCHEDULER_PINS
from tests.pins.scoreboard import SCOREBOARD_PINS
from tests.reference import simulate

ALL = [
    *PINS, *SCOREBOARD_PINS, *DEPENDENCES_PINS, *SCHEDULER_PINS, *COLLECTOR_PINS, *COLLECTOR_STOPS_PINS, *ACROSS_PINS,
    *MAJORITY_PINS,
]  # fmt: skip


@pytest.mark.smoke
@pytest.mark.parametrize("pin", ALL, ids=lambda pin: pin.name)
def test_pin(pin: Pin) -> None:
    result = simulate(pin.program(), pin.machine(), inputs=pin.inputs, threads=pin.threads, max_cycles=pin.max_cycles)
    check_pin(pin, result)


def test_names_are_unique() -> None:
    names = [pin.name for pin in ALL]
    assert len(set(names)) == len(names)


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
