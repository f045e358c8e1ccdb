"""Lanes that take turns (docs/processor.md, section 29): the engine equals the specification on every cycle."""

from __future__ import annotations

import pytest

from tests.engines import disagreement, fast
from tests.examples import examples
from tests.generators.turns import random_turns
from tests.pins.pin import Pin, check_pin
from tests.pins.progress import PROGRESS_PINS
from tests.reference import simulate as specification

pytest.importorskip("tests.reference.progress", reason="the specification of section 29 is written separately")

PER_BATCH = 60  # in every run, 3000 at night; test_combinations_agree.py has 150 of each policy


@pytest.mark.parametrize("pin", PROGRESS_PINS, ids=lambda pin: pin.name)
def test_the_pins_hold_for_the_specification(pin: Pin) -> None:
    check_pin(pin, specification(pin.program(), pin.machine(), threads=pin.threads, max_cycles=pin.max_cycles))


@pytest.mark.parametrize("batch", range(examples(50, 50)))
def test_jumps_everywhere(batch: int) -> None:
    for seed in range(batch * PER_BATCH, (batch + 1) * PER_BATCH):
        case = random_turns(seed)
        sizes = {"threads": case.threads, "max_cycles": case.max_cycles}
        program, machine = case.program(), case.machine()
        found = disagreement(specification(program, machine, **sizes), fast(program, machine, **sizes))
        assert not found, f"seed {seed}\n{found}\n\n{case.source}\n{dict(case.machine_keys)}, {case.threads} threads"
