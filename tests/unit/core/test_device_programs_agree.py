"""Devices on the engine: the pinned launches, and the kernels of global memory, cycle by cycle the specification's."""

from __future__ import annotations

from itertools import cycle, product

import numpy as np
import pytest

import simt
from isa.program.buffers import FIRST_BUFFER
from simt.launch.arrays import buffer_spans
from simt.launch.inputs import bind
from simt.launch.oracle import Oracle
from simt.launch.sizes import resolve_sizes
from tests.device_engines import disagreement, fast_device, specified_device
from tests.examples import nightly_but
from tests.generators.devices import DeviceCase
from tests.pins import PINS_OF_DEVICES
from tests.pins.devices import DevicePin, check_device_pin
from tests.shipped import OF_DEVICES

SIZES = {"mm_global": {"n": 8}, "mm_global_rows": {"n": 8}, "mm_local": {"n": 16, "height": 8, "width": 8}}
SIZES["horner_f64"] = {"n": 256, "degree": 2}

PRESETS = ("gtx280", "hd5870")
LIKE_ANOTHER = ("mm_global", "pps_conf")  # what they do, mm_global_rows and pps_br do too
FEW = [(name, preset) for name, preset in zip(OF_DEVICES, cycle(PRESETS), strict=False) if name not in LIKE_ANOTHER]


@pytest.mark.parametrize("pin", PINS_OF_DEVICES, ids=lambda pin: pin.name)
def test_pin(pin: DevicePin) -> None:
    check_device_pin(pin, fast_device(pin.case()))


@pytest.mark.parametrize("where", nightly_but(FEW, product(OF_DEVICES, PRESETS)), ids="-".join)
def test_engine_and_specification_agree(where: tuple[str, str]) -> None:
    name, preset = where
    machine = simt.Machine.load(preset, {"cores": 3})
    program = simt.load_program(name, defines=SIZES.get(name, {"n": 512, "group": 64}))
    oracle = Oracle.beside(simt.find_program(name))
    assert oracle is not None
    default = oracle.launch(program)
    assert default is not None
    grid = resolve_sizes(program, default=default)
    assert grid is not None
    bound, local, memory = bind(program, machine, oracle.inputs(program, 1))
    words = np.concatenate((np.zeros(FIRST_BUFFER // 4, np.uint32), memory))
    first_to_end = [(int(first), int(end)) for first, end in buffer_spans(bound)]
    case = DeviceCase(
        machine=machine,
        program=bound,
        size=grid.size,
        local=grid.local,
        buffers=tuple(first_to_end),
        words=tuple(words.tolist()),
        local_memory=tuple(local.tolist()),
        max_cycles=20_000,
    )
    specified = specified_device(case)
    assert specified.status == "done"
    assert disagreement(specified, fast_device(case)) == ""
