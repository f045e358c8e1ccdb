"""How long the static analysis of each shipped kernel takes.

.venv/bin/python -m pytest benches/bench_static.py -n0 --benchmark-enable
"""

from __future__ import annotations

from typing import Any

import pytest

import simt
from simt.oracle import Oracle
from simt.programs import shipped_programs

PLAIN = [name for name in sorted(shipped_programs()) if not simt.load_program(name).buffers]


@pytest.mark.parametrize("name", PLAIN)
def test_analyse(benchmark: Any, name: str) -> None:
    program, machine = simt.load_program(name), simt.Machine.load("fpga4")
    oracle = Oracle.beside(shipped_programs()[name])
    assert oracle is not None
    tables = {array: value for array, value in oracle.inputs(program, 1).items() if array == "place"}
    counts = benchmark(simt.analyse, program, machine, inputs=tables)
    assert counts.is_exact
