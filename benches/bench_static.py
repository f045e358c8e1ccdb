"""The time of the static analysis of each shipped kernel.

.venv/bin/python -m pytest benches/bench_static.py -n0 --benchmark-enable
"""

from __future__ import annotations

from typing import Any

import pytest

import simt
from simt.launch.oracle import Oracle
from simt.launch.programs import shipped_programs

OF_DEVICES = [name for name in sorted(shipped_programs()) if simt.load_program(name).buffers]
PLAIN = [name for name in sorted(shipped_programs()) if not simt.load_program(name).buffers]


@pytest.mark.parametrize("name", PLAIN)
def test_analyse(benchmark: Any, name: str) -> None:
    program, machine = simt.load_program(name), simt.Machine.load("fpga4")
    oracle = Oracle.beside(shipped_programs()[name])
    assert oracle is not None
    tables = {array: value for array, value in oracle.inputs(program, 1).items() if array == "place"}
    counts = benchmark(simt.analyse, program, machine, inputs=tables)
    assert counts.is_exact


@pytest.mark.parametrize("name", OF_DEVICES)
def test_analyse_on_a_device(benchmark: Any, name: str) -> None:
    """The launches of the GPU paper: matrices of 1024 x 1024, scans of 65536 elements."""
    program = simt.load_program(name, defines={"n": 65536 if name.startswith("pps") else 1024})
    oracle = Oracle.beside(shipped_programs()[name])
    assert oracle is not None
    sizes = oracle.launch(program)
    assert sizes is not None
    counts = benchmark(simt.analyse, program, "gtx280", global_size=sizes[0], local_size=sizes[1])
    assert counts.is_exact
