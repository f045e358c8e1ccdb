"""Kernels of global memory on a device: launched with the inputs of their oracles, and compared with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import simt
from isa.buffers import FIRST_BUFFER
from isa.program import Program
from simt.core.device_engine import DeviceOutput, simulate_device
from simt.core.device_state import Grid
from simt.inputs import bind, buffer_arrays, buffer_table, typed
from simt.oracle import Oracle

__all__ = ["PROGRAMS", "Outcome", "launch", "run_kernel"]

PROGRAMS = Path(__file__).resolve().parents[1] / "programs"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A launch that ran: what the device left behind, and the buffers."""

    program: Program
    output: DeviceOutput
    arrays: dict[str, np.ndarray]


def launch(
    program: Program,
    machine: simt.Machine,
    grid: Grid,
    inputs: dict[str, np.ndarray],
    max_cycles: int = 100_000_000,
    record: range | None = None,
) -> Outcome:
    """Run `program` on a device with buffers that hold `inputs`."""
    bound, local, memory = bind(program, machine, inputs)
    words = np.zeros(FIRST_BUFFER // 4 + len(memory), np.uint32)
    words[FIRST_BUFFER // 4 :] = memory
    table = buffer_table(bound)
    output = simulate_device(
        bound,
        machine,
        grid,
        buffers=np.column_stack((table[:, 0], table.sum(axis=1))),
        words=words,
        local=local,
        max_cycles=max_cycles,
        record=record,
    )
    return Outcome(bound, output, buffer_arrays(bound, words[FIRST_BUFFER // 4 :]))


def run_kernel(
    name: str, machine: simt.Machine, grid: Grid, defines: dict[str, int] | None = None, seed: int = 7
) -> Outcome:
    """Run a shipped kernel to its end and hold its buffers against its oracle."""
    path = PROGRAMS / f"{name}.s"
    program = simt.assemble_file(path, defines=defines or {})
    oracle = Oracle.beside(path)
    assert oracle is not None
    given = typed(program, oracle.inputs(program, seed))
    outcome = launch(program, machine, grid, given)
    assert outcome.output.status == "done", outcome.output.trap
    for array, want in oracle.expected(program, given).items():
        got = outcome.arrays[array].astype(np.float64)
        assert np.abs(got - want).max() <= oracle.tolerance * np.abs(want).max(), array
    return outcome
