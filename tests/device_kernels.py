"""The shipped kernels of global memory on devices: sizes that are quick, and a run that is held against the oracle."""

from __future__ import annotations

from typing import Any

import simt
from simt.launch.oracle import Oracle

__all__ = ["LESS", "SMALL", "Defines", "check"]

SMALL = {  # a device that is small in everything: places, queues, warps
    "memory.policy": "simple",
    "cores": 3,
    "warp_size": 8,
    "warps": 32,
    "branch.policy": "ipdom_stack",
    "memory.lanes": 4,
    "memory.queue": 3,
    "dpu.count": 1,
}
Defines = dict[str, int]
# Sizes for small devices: the products take n x n work-items, the polynomials need three read ports if fused.
LESS: dict[str, Defines] = {name: {"n": 32} for name in ("mm_global", "mm_global_rows", "mm_local")}
LESS["horner_f64"] = {"n": 256, "degree": 4, "fused": 0}


def check(name: str, machine: simt.Machine, defines: Defines | None = None, group: Any = None, **options: Any) -> Any:
    """Run a kernel to its end, in groups of `group` or as its oracle says, and hold it against its oracle."""
    path = simt.find_program(name)
    program, oracle = simt.load_program(name, defines=defines), Oracle.beside(path)
    assert oracle is not None
    default = oracle.launch(program)
    assert default is not None
    size, local = default[0], group or default[1]
    inputs = oracle.inputs(program, seed=7)
    result = simt.run(program, machine, inputs=inputs, global_size=size, local_size=local, **options)
    assert result.completed, result.stop
    found = oracle.check(result, inputs)
    assert found.passed, found
    return result
