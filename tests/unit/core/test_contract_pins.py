"""The pins of tests/pins/contract.py without time, and what has no cycle to pin."""

from __future__ import annotations

from typing import Any

import pytest

import isa
import simt
from simt.machine import Machine
from tests.pins.contract import CONTRACT_PINS, SPECIAL_SOURCES
from tests.pins.pin import Pin
from tests.reference import simulate as specification


@pytest.mark.parametrize("pin", CONTRACT_PINS, ids=lambda pin: pin.name)
def test_without_timing(pin: Pin) -> None:
    """Section 12: the same traps, registers and memory."""
    if pin.expect.get("status") == "cycle_limit":
        return
    result = simt.run(pin.program(), pin.machine(), threads=pin.threads, engine="functional", strict=False)
    if "trap" in pin.expect:
        kind, _, *rest = pin.expect["trap"]
        found = result.stop
        assert found is not None
        assert (found.kind, [found.warp, found.lanes, found.pc, found.value]) == (kind, rest)
    else:
        assert result.stop is None
    for (warp, register), bits in pin.expect.get("registers", {}).items():
        assert result.registers[warp, register].tolist() == bits
    for address, word in pin.expect.get("local", {}).items():
        assert result.memory[address] == word


def test_a_program_longer_than_program_memory_is_refused_at_launch() -> None:
    """Section 1. `strict=False` runs it, with the cycles that the pin has."""
    pin = next(pin for pin in CONTRACT_PINS if pin.name == "a_program_longer_than_program_memory")
    with pytest.raises(simt.LaunchError, match="needs 4 instructions and plain has 2") as caught:
        simt.run(pin.program(), pin.machine(), threads=pin.threads)
    assert [found.code for found in caught.value.diagnostics] == ["E0501"]
    result = simt.run(pin.program(), pin.machine(), threads=pin.threads, strict=False)
    assert (result.stop, result.cycles) == (None, pin.cycles)
    assert result.registers[0, 0].tolist() == [3] * 4


@pytest.mark.parametrize("maker", ["specification", "cycle", "functional"])
def test_special_sources_of_a_group_of_two_dimensions(maker: str) -> None:
    """Section 18 on a plain processor: thread t of a group of 3 x 2 is (t mod 3, t div 3)."""
    program = isa.assemble(".at_launch r0, local_id_x\n.at_launch r15, local_id_y\n" + SPECIAL_SOURCES)
    machine: Machine = CONTRACT_PINS[0].machine()
    if maker == "specification":
        found: Any = specification(program, machine, shape=(3, 2)).registers
    else:
        found = simt.run(program, machine, local_size=(3, 2), engine=maker).registers
    expected = {
        0: [[0, 1, 2, 0], [1, 2, 0, 1]],  # threads 6 and 7 would be (0, 2) and (1, 2)
        1: [[0, 1, 2, 3], [4, 5, 0, 0]],  # thread_id
        2: [[0, 0, 0, 0], [1, 1, 0, 0]],  # warp_id
        3: [[0, 0, 0, 0], [0, 0, 0, 0]],  # group_id
        4: [[6, 6, 6, 6], [6, 6, 0, 0]],  # group_size
        5: [[1, 1, 1, 1], [1, 1, 0, 0]],  # groups
        6: [[4, 4, 4, 4], [4, 4, 0, 0]],  # warp_size
        7: [[0, 1, 2, 3], [4, 5, 0, 0]],  # global_id
        8: [[0, 1, 2, 0], [1, 2, 0, 0]],  # local_id_x
        9: [[0, 0, 0, 1], [1, 1, 0, 0]],  # local_id_y
        10: [[0, 0, 0, 0], [0, 0, 0, 0]],  # group_id_x
        11: [[0, 0, 0, 0], [0, 0, 0, 0]],  # group_id_y
        12: [[0, 1, 2, 0], [1, 2, 0, 0]],  # global_id_x
        13: [[0, 0, 0, 1], [1, 1, 0, 0]],  # global_id_y
        14: [[3, 3, 3, 3], [3, 3, 0, 0]],  # group_size_x
        15: [[0, 0, 0, 1], [1, 1, 2, 2]],
    }
    assert {number: found[:, number].tolist() for number in expected} == expected
