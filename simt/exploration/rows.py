"""Rows of results: what a sweep keeps of runs, read from the engine's arrays for many runs at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from isa.program import Program
from isa.units import UNITS
from simt.core.engine.batch import Batch, Stack
from simt.core.engine.run import RunOutput, output_of
from simt.core.state.layout import BANK_CONFLICT, STATS
from simt.core.state.reasons import LANE_KINDS, REASONS
from simt.exploration.errors import short
from simt.exploration.store import Row
from simt.exploration.workload import Ready, Workload
from simt.launch.oracle import OracleError
from simt.launch.run import result_of
from simt.launch.sizes import size_text
from simt.machine import Machine
from simt.result.bounds import bounds_of
from simt.result.result import Result

if TYPE_CHECKING:
    from simt.result.stops import Stop


def rows_of(
    workload: Workload, batch: Batch, stack: Stack, points: Sequence[Ready], outputs: Mapping[int, RunOutput]
) -> list[Row]:
    """What `Result` tells of each run, read from the engine's arrays with less ado.

    outputs: of the runs that may not have ended well.
    """
    number = len(points)
    image = points[0].image
    assert image is not None
    stats = stack.ledgers.stats[:number, : len(batch.program.words)]
    plain = stats.view(np.int64).reshape(*stats.shape, -1)
    sums = np.add.reduce(plain, axis=1).tolist()
    counts = (stats["issues"] @ image.units).tolist()
    issue_ledgers = np.add.reduce(stack.ledgers.issue[:number], axis=1).tolist()
    warp_ledgers = np.add.reduce(stack.ledgers.warp[:number], axis=1).tolist()
    all_cycles = stack.runs["cycle"][:, 0].tolist()
    finals = stack.memory.words[:number, : batch.program.local_words]
    size = size_text(workload.grid.size if workload.grid is not None else (workload.threads,))
    launch = size, size, 1, 1, 0, 0  # one work-group, no global memory
    rows = []
    for k, ready in enumerate(points):
        machine, hashes = ready.machine, ready.hashes
        assert machine is not None
        words = finals[k].tobytes()
        outcome = workload._checks.get(words) if k not in outputs else None
        if outcome is None:
            output = outputs[k] if k in outputs else output_of(batch.state(k))
            outcome = outcome_of(workload, output, words, batch.program, machine, hashes[2])
        status, code, reason, error = outcome
        cycles = all_cycles[k]
        total = dict(zip(_STATS, sums[k], strict=True))
        operations = total["issues"]
        instructions = operations if stack.bundles is None else total["starts"]
        issued = dict(zip(UNITS, counts[k], strict=True))
        bounds = bounds_of(machine, issued, instructions, total["passes"])
        lanes = operations * machine.warp_size
        active, diverged, tail = total["active"], total["diverged"], total["tail"]
        fpu, beats = machine.fpu, machine.warp_size // machine.lds.lanes
        busy = issued["fpu"] * (machine.warp_size // fpu.lanes) * fpu.interval
        rows.append((
            ready.key, status, code, reason, cycles, instructions,
            instructions / cycles if cycles else 0.0,
            busy / (cycles * fpu.count) if cycles else 0.0,
            cycles / (machine.clock_mhz * 1e6), workload.operations, error,
            workload.threads, -(-workload.threads // machine.warp_size), *launch,
            bounds[0].resource if bounds else None, bounds[0].cycles if bounds else None,
            (total["passes"] - total["entered"] * beats) * machine.lds.interval,
            issue_ledgers[k][BANK_CONFLICT] // machine.vliw.slots,
            json.dumps({bound.resource: bound.cycles for bound in bounds}),
            _ledger(REASONS, issue_ledgers[k]), _ledger(REASONS, warp_ledgers[k]),
            _ledger(LANE_KINDS, (active, diverged, lanes - active - diverged - tail, tail)), *hashes,
        ))  # fmt: skip
    return rows


_STATS = STATS.names or ()


def _ledger(names: Sequence[str], counts: Sequence[int]) -> str:
    """JSON, without zeros."""
    return "{" + ", ".join([f'"{name}": {count}' for name, count in zip(names, counts, strict=True) if count]) + "}"


def outcome_of(
    workload: Workload, output: RunOutput, words: bytes, program: Program, machine: Machine, inputs_hash: str
) -> tuple[str, str | None, str | None, float | None]:
    """Status, code, reason, largest relative error. words: what the program's arrays hold in the end."""
    if output.status == "done" and (workload.wanted is None or workload.oracle is None):
        return "done", None, None, None
    return _verdict(workload, result_of(output, program, machine, workload.threads, inputs_hash), words)


def outcome_of_result(workload: Workload, result: Result) -> tuple[str, str | None, str | None, float | None]:
    """`outcome_of` for a run that has a result already."""
    if result.device is None:
        key = result.memory[: result.program.local_words].tobytes()
    else:
        digest = hashlib.sha256(result.memory.tobytes() if result.local else b"")
        for array in result.buffers.values():
            digest.update(array.tobytes())
        key = b"device " + digest.digest()
    found = workload._checks.get(key) if result.completed else None
    return found or _verdict(workload, result, key)


def _verdict(workload: Workload, result: Result, key: bytes) -> tuple[str, str | None, str | None, float | None]:
    """Status, code, reason, largest relative error. key: of the arrays' contents in the end."""
    stop = result.stop
    if stop is not None:
        return stop.kind, stop.code, f"{stop.kind} in cycle {stop.cycle}{_stop_place(result, stop)}", None
    if workload.wanted is None or workload.oracle is None:
        return "done", None, None, None
    try:
        check = workload.oracle.compare(result, workload.wanted)
    except OracleError as error:
        return "oracle", error.code, short(error, workload.oracle.path.parent), None
    error_size = check.max_relative_error if np.isfinite(check.max_relative_error) else None
    found: tuple[str, str | None, str | None, float | None] = ("done", None, None, error_size)
    if not check.passed:
        where = f"{check.array}[{check.index}] is {check.got:.9g}, not {check.want:.9g}"
        found = ("wrong", "E0605", where, error_size)
    if len(workload._checks) < 64:  # machines that compute the same need no second comparison
        workload._checks[key] = found
    return found


def _stop_place(result: Result, stop: Stop) -> str:
    """Where a run stopped: ` at instruction 1 of warp 2 (mine.s:4), byte 400 of y`; empty where it was nowhere."""
    if stop.pc < 0 or stop.kind == "deadlock":
        return ""
    text = f" at instruction {stop.pc} of warp {stop.warp}"
    if stop.pc < len(result.program.locations) and result.program.locations[stop.pc].line:
        location = result.program.locations[stop.pc]
        text += f" ({location.file.rpartition('/')[2]}:{location.line})"
    return f"{text}, byte {stop.offset} of {stop.buffer}" if stop.buffer else text


def row_of_device(workload: Workload, ready: Ready, result: Result) -> Row:
    """The row of a run on a device."""
    status, code, reason, error = outcome_of_result(workload, result)
    bounds, device = result.bounds, result.device
    assert device is not None
    return (
        ready.key, status, code, reason, result.cycles, result.instructions, result.ipc, result.fpu_efficiency,
        result.seconds, workload.operations, error, result.threads, result.group_warps,
        size_text(device.grid.size), size_text(device.grid.local), device.grid.groups, device.places,
        device.transactions, device.moved,
        bounds[0].resource if bounds else None, bounds[0].cycles if bounds else None,
        result.lds_conflict_cycles, result.exposed_lds_cycles,
        json.dumps({bound.resource: bound.cycles for bound in bounds}), json.dumps(result.ledgers.issue),
        json.dumps(result.ledgers.warp), json.dumps({name: n for name, n in result.ledgers.lane.items() if n}),
        *ready.hashes,
    )  # fmt: skip
