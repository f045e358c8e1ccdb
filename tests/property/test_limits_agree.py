"""Every run of `simt why` equals the executable specification on every cycle: shipped kernels without each limit."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import simt
from simt.diagnosis.limits import Limit, limits_of
from simt.launch.inputs import bind
from simt.launch.oracle import Oracle
from tests.engines import disagreement, fast
from tests.examples import nightly_but
from tests.reference import simulate as specification
from tests.shipped import PLAIN

FEW = [("prefix_sum", "fpga8")]
MOST = 20_000  # cycles of a kernel that the specification runs in some seconds


@cache
def run(kernel: str, machine: str) -> simt.Result:
    return simt.run(kernel, machine)


@pytest.mark.parametrize("where", nightly_but(FEW, product(PLAIN, ("fpga4", "fpga8"))), ids="-".join)
def test_a_run_without_a_limit_is_that_of_the_specification(where: tuple[str, str]) -> None:
    kernel, machine = where
    result = run(kernel, machine)
    if result.cycles > MOST:
        pytest.skip(f"{result.cycles} cycles")
    oracle = Oracle.beside(simt.find_program(kernel))
    assert oracle is not None
    inputs = {name: value for name, value in oracle.inputs(result.program, 1).items() if name in result.program.locals}
    found: list[Limit] = limits_of(result)
    assert found
    for limit in found:
        lifted = limit.lifted(result.machine)
        bound = bind(result.program, lifted, inputs).program
        about = {"threads": result.threads, "inputs": inputs, "max_cycles": 2 * MOST}
        specified, other = specification(bound, lifted, **about), fast(bound, lifted, **about)
        assert specified.status == "done"
        assert disagreement(specified, other) == "", limit.name
        assert simt.run(kernel, lifted).cycles == specified.cycles
