"""Rows of results: the figures of a run that a sweep keeps, from a `Result` or from the engine's arrays."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from isa.table.units import UNITS
from simt.core.engine.batch import Batch
from simt.core.engine.output import Output, lane_ledger
from simt.core.engine.run import output_of
from simt.core.state.layout import STATS, Core
from simt.core.state.reasons import LOST_LANES, REASONS
from simt.exploration.errors import short
from simt.exploration.points.workload import Ready, Workload
from simt.exploration.records.store import Row
from simt.launch.bound import result_of
from simt.launch.oracle import OracleError
from simt.launch.sizes import size_text
from simt.result.bounds import needs_of
from simt.result.figures import conflict_cycles, exposed_cycles, ipc, seconds
from simt.result.result import Result
from simt.result.stops import Stop


def rows_of(
    workload: Workload, batch: Batch, cores: Core, points: Sequence[Ready], outputs: Mapping[int, Output]
) -> list[Row]:
    """Return the rows of a batch's runs, from the engine's arrays. This is faster than to make a `Result` of each run.

    - cores: the arrays of the batch.
    - points: the points of the runs.
    - outputs: the outputs of the runs that did not end in the batch, by index into `points`.
    """
    number = len(points)
    image = points[0].image
    stats = cores.ledgers.stats[:number, : len(batch.placed.program.words)]
    plain = stats.view(np.int64).reshape(*stats.shape, -1)
    sums = np.add.reduce(plain, axis=1).tolist()
    counts = (stats["issues"] @ image.units).tolist()
    issue_ledgers = np.add.reduce(cores.ledgers.issue[:number], axis=1).tolist()
    warp_ledgers = np.add.reduce(cores.ledgers.warp[:number], axis=1).tolist()
    all_cycles = cores.run["cycle"].tolist()
    finals = cores.memory.words[:number, : batch.placed.program.local_words]
    size = size_text(points[0].placed.grid.size)
    launch = size, size, 1, 1, 0, 0  # one work-group, no global memory
    rows = []
    for k, ready in enumerate(points):
        words = finals[k].tobytes()
        outcome = image.checks.get(words) if k not in outputs else None
        if outcome is None:
            output = outputs[k] if k in outputs else output_of(batch.state(k))
            outcome = outcome_of(workload, output, ready)
        total = dict(zip(_STATS, sums[k], strict=True))
        operations = total["issues"]
        sums_of_run = _Sums(
            all_cycles[k], operations if cores.bundles is None else total["starts"],
            dict(zip(UNITS, counts[k], strict=True)), total["entered"], total["passes"],
            _named(issue_ledgers[k]), _named(warp_ledgers[k]),
            lane_ledger(operations, (total[name] for name in LOST_LANES), ready.machine.warp_size),
        )  # fmt: skip
        rows.append(_row(workload, ready, outcome, launch, sums_of_run))
    return rows


def row_of(workload: Workload, ready: Ready, result: Result) -> Row:
    """Return the row of a run, from its `Result`."""
    size, group = size_text(result.grid.size), size_text(result.grid.local)
    launch = size, group, result.groups, result.places, *result.traffic.totals[1:]
    sums = _Sums(
        result.cycles, result.instructions, result.issued_by_unit, int(result.accesses.sum()), int(result.passes.sum()),
        result.ledgers.issue, result.ledgers.warp, result.ledgers.lane,
        0 if result.sample is None else result.sample.margin,
    )  # fmt: skip
    needs = [(bound.cycles, bound.resource) for bound in result.bounds]
    return _row(workload, ready, outcome_of_result(workload, ready, result), launch, sums, needs, len(result.cores))


class _Sums(NamedTuple):
    """The counts of a run. cycles: its length. instructions: a bundle counts as one.

    All others are sums over the cores. issue, warp, lane: the ledgers, by reason.
    """

    cycles: int
    instructions: int
    issued: Mapping[str, int]  # by unit
    accesses: int
    passes: int
    issue: Mapping[str, int]
    warp: Mapping[str, int]
    lane: Mapping[str, int]
    margin: int = 0  # half the width of the interval of the cycles, if they are estimated


def _row(
    workload: Workload, ready: Ready, outcome: Outcome, launch: tuple[Any, ...], sums: _Sums,
    needs: Sequence[tuple[Any, ...]] | None = None, cores: int = 1,
) -> Row:  # fmt: skip
    """Make a row from the sums of a run.

    - launch: the row's columns from `global_size` to `bytes`.
    - needs: (cycles, resource) of each bound, largest first; by default computed for a single core without global
      memory.
    - cores: the number of cores.
    """
    machine = ready.machine
    cycles, instructions, issued, accesses, passes, issue, warp, lane, margin = sums
    if needs is None:
        needs = needs_of(machine, issued, instructions, passes)
    return (
        ready.key, *outcome[:3], cycles, margin, instructions, ipc(instructions, cycles),
        machine.share_of_peak("fpu", issued["fpu"], cycles * cores), seconds(machine, cycles), workload.operations,
        outcome[3], workload.threads, -(-workload.threads // machine.warp_size), *launch,
        needs[0][1] if needs else None, needs[0][0] if needs else None,
        conflict_cycles(machine, accesses, passes), exposed_cycles(machine, issue.get("bank_conflict", 0)),
        json.dumps({need[1]: need[0] for need in needs}),
        _ledger(issue), _ledger(warp), _ledger(lane), *ready.hashes,
    )  # fmt: skip


_STATS = STATS.names or ()


def _named(counts: Sequence[int]) -> dict[str, int]:
    return {name: count for name, count in zip(REASONS, counts, strict=True) if count}


def _ledger(counts: Mapping[str, int]) -> str:
    """Return the counts that are not 0 as JSON."""
    return "{" + ", ".join([f'"{name}": {count}' for name, count in counts.items() if count]) + "}"


Outcome = tuple[str, str | None, str | None, float | None]  # status, code, reason, largest relative error


def outcome_of(workload: Workload, output: Output, ready: Ready) -> Outcome:
    """Return the outcome of a run in a batch, checked by the oracle."""
    if output.status == "done" and (workload.wanted is None or workload.oracle is None):
        return "done", None, None, None
    return outcome_of_result(workload, ready, result_of(output, ready.placed, {}))


def outcome_of_result(workload: Workload, ready: Ready, result: Result) -> Outcome:
    """Return the outcome of a run, checked by the oracle. Equal outputs are compared only once."""
    stop = result.stop
    if stop is not None:
        return stop.kind, stop.code, stop_text(result, stop), None
    if workload.wanted is None or workload.oracle is None:
        return "done", None, None, None
    key = result.memory[: result.program.local_words].tobytes() if result.groups == 1 else b""
    if result.buffers:
        digest = hashlib.sha256(key)
        for array in result.buffers.values():
            digest.update(array.tobytes())
        key = b"buffers " + digest.digest()
    checks = ready.image.checks
    if key in checks:
        return checks[key]
    try:
        check = workload.oracle.compare(result, workload.wanted)
    except OracleError as error:
        return "oracle", error.code, short(error, workload.oracle.path.parent), None
    error_size = check.max_relative_error if np.isfinite(check.max_relative_error) else None
    outcome: Outcome = ("done", None, None, error_size)
    if not check.passed:
        outcome = ("wrong", "E0605", check.where, error_size)
    if len(checks) < 64:  # machines with equal outputs need no second comparison
        checks[key] = outcome
    return outcome


def stop_text(result: Result, stop: Stop) -> str:
    """Return the reason, the cycle and the place of a stop as text."""
    return f"{stop.kind} in cycle {stop.cycle}{_stop_place(result, stop)}"


def _stop_place(result: Result, stop: Stop) -> str:
    """Return the place of a stop, such as " at instruction 1 of warp 2 (mine.s:4), byte 400 of y", or ""."""
    if stop.pc < 0 or stop.kind == "deadlock":
        return ""
    text = f" at instruction {stop.pc} of warp {stop.warp}"
    if stop.pc < len(result.program.locations) and result.program.locations[stop.pc].line:
        location = result.program.locations[stop.pc]
        text += f" ({location.file.rpartition('/')[2]}:{location.line})"
    return f"{text}, byte {stop.offset} of {stop.buffer}" if stop.buffer else text
