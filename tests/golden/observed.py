"""What a run gives, as plain values: the one place of these tests that knows simt's Python interface.

When `simt.run` or `Result` change their shape, `observed` changes with them; what it returns does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

import simt
from isa.packing.packer import pack_for_machine
from isa.program.program import Buffer, LocalArray, Program
from simt.core.state.reasons import REASONS
from simt.launch.oracle import Oracle
from tests.generators.cases import random_case
from tests.generators.devices import random_device_case
from tests.generators.machines import with_every_limit
from tests.golden.cases import Run

SEED = 1
MAX_CYCLES = 5_000_000


def observed(case: Run) -> dict[str, Any]:
    """Run a case. Parts by name: numbers, names, and arrays of integers; those of each core in a list under `cores`."""
    given = _generated(case) if case.kind else _prepared(case)
    options = {"record": case.options.get("engine", "cycle") == "cycle", "max_cycles": MAX_CYCLES, **given.options}
    result = simt.run(given.program, given.machine, inputs=given.inputs, **options)
    if given.oracle is not None and result.completed:
        check = given.oracle.check(result, given.inputs)
        assert check.passed, check
    cores = result.cores
    if case.core is not None:
        result = result.of_core(case.core)
    plain = {
        "cycles": result.cycles,
        "status": "done" if result.stop is None else result.stop.kind,
        "stop": None if result.stop is None else result.stop.to_dict(),
        "program": [list(map(int, given.program.words)), list(map(int, given.program.constants))],
        "figures": {
            "instructions": result.instructions,
            "issued by unit": result.issued_by_unit,
            "conflict cycles": result.lds_conflict_cycles,
            "exposed": result.exposed_lds_cycles,
            "slots": result.slot_total,
            "bounds": sorted((row.resource, int(row.cycles)) for row in result.bounds),
        },
        "lines": [
            [row["pc"], *(row[name] for name in ("issues", "accesses", "passes", "lanes", "disagreements"))]
            + ([row["global"]] if "global" in row else [])
            for row in result.lines
        ],
        "arrays": {name: np.ascontiguousarray(array).view(np.uint32) for name, array in result.arrays.items()},
        "ledgers": _ledgers(result.ledgers),
        "cores": [],
    }
    if result.places_by:
        timed = [core for core in cores if result.engine == "cycle"]
        plain["device"] = {"bounds": dict(result.places_by), "traffic": _traffic(result.traffic)}
        plain["core cycles"] = [core.cycles for core in timed]
    if result.places_by and result.engine == "cycle" and case.core is None:
        plain["cores"] = [
            {**_core(core), "traffic": _traffic(core.traffic), "ledgers": _ledgers(core.ledgers)} for core in cores
        ]
    else:
        plain["cores"] = [_core(result)]
    return plain


def _core(core: Any) -> dict[str, Any]:
    """The parts of a core, or of a plain processor's result."""
    sums = ("issues", "accesses", "passes", "active_lanes", "disagreements")
    return {
        "sums": {"cycles": core.cycles, "instructions": core.instructions}
        | {name: np.asarray(getattr(core, name)) for name in sums},
        "local": np.asarray(core.memory),
        "registers": np.asarray(core.registers),
        "carry": np.asarray(core.carry),
        "events": None if core.events is None else _events(core.events),
    }


def _events(events: Any) -> dict[str, Any]:
    return {
        "first": events.first,
        "fields": {name: events.instructions[name] for name in events.instructions.dtype.names},
        "ready": events.ready,
        "slot reasons": _named(events.slots),
        "warp states": _named(events.warps),
        "bank words": events.bank_words,
    }


def _named(codes: np.ndarray) -> dict[str, Any]:
    """Reasons by name: those that occur, sorted, and the place of each entry's among them."""
    names = sorted(REASONS[code] for code in np.unique(codes))
    places = np.array([names.index(name) if name in names else -1 for name in REASONS])
    return {"names": names, "places": places[codes]}


def _ledgers(ledgers: Any) -> dict[str, Any]:
    return {
        "issue": _by_reason(ledgers.issue_lines),
        "warp": _by_reason(ledgers.warp_lines),
        "lane": {name: int(count) for name, count in ledgers.lane.items()},
    }


def _by_reason(table: np.ndarray) -> list[list[Any]]:
    """Rows [instruction or -1, reason, count] of the entries that are not 0."""
    last = len(table) - 1
    return sorted(
        [int(row) if row < last else -1, REASONS[column], int(table[row, column])]
        for row, column in zip(*np.nonzero(table), strict=True)
    )


def _traffic(traffic: Any) -> dict[str, Any]:
    return {name: getattr(traffic, name) for name in ("accesses", "transactions", "moved")}


# --- Programs, machines and inputs ------------------------------------------------------------------------------------


@cache
def _shipped(kernel: str, defines: Iterable[tuple[str, int]]) -> Program:
    known = simt.load_program(kernel).equ
    return simt.load_program(kernel, defines={name: value for name, value in defines if name in known})


def _prepared(case: Run) -> SimpleNamespace:
    """A shipped kernel with its oracle's sizes and inputs, or a text without inputs."""
    machine = simt.Machine.load(case.machine, case.keys)
    if case.text:
        program = simt.assemble(case.text)
        return SimpleNamespace(program=program, machine=machine, inputs={}, options=case.options, oracle=None)
    program = _shipped(case.kernel, tuple(case.defines.items()))
    oracle = Oracle.beside(simt.find_program(case.kernel))
    options, inputs = dict(case.options), {}
    if oracle is not None:
        sizes = oracle.launch(program)
        if sizes is not None and not {"threads", "global_size", "local_size"} & options.keys():
            options |= {"global_size": sizes[0], "local_size": sizes[1]}
        inputs = oracle.inputs(program, SEED)
    is_whole = not {"threads", "global_size", "local_size"} & case.options.keys()
    threads = options.get("threads", 0)
    program = pack_for_machine(
        program, case.slots, registers=machine.registers, words=machine.program.words, threads=threads
    )
    return SimpleNamespace(
        program=program, machine=machine, inputs=inputs, options=options, oracle=oracle if is_whole else None
    )


def _generated(case: Run) -> SimpleNamespace:
    """A generated case. A plain one is launched as a whole; a device's buffers and local memory get names.

    Its machine has every limit: the digests are older than the keys that lift them, and those are drawn apart.
    """
    if case.kind == "plain":
        found = random_case(case.seed)
        options = {"threads": found.threads, "max_cycles": found.max_cycles, "strict": False}
        machine = with_every_limit(found.machine)
        return SimpleNamespace(program=found.program, machine=machine, inputs={}, options=options, oracle=None)
    drawn = random_device_case(case.seed)
    words = np.array(drawn.words, np.uint32)
    sizes = [(f"b{index}", first // 4, end // 4) for index, (first, end) in enumerate(drawn.buffers)]
    inputs = {name: words[first:end] for name, first, end in sizes}
    constants = drawn.program.constants  # behind them stand the buffers' addresses, which this program does not read
    program = replace(
        drawn.program,
        constants=constants + (0,) * len(sizes),
        buffers={
            name: Buffer(name, "u32", end - first, len(constants) + k) for k, (name, first, end) in enumerate(sizes)
        },
    )
    if drawn.local_memory:
        length = program.local_words
        program = replace(program, locals={"m": LocalArray("m", "u32", 0, length)})
        inputs["m"] = np.pad(np.array(drawn.local_memory, np.uint32), (0, length - len(drawn.local_memory)))
    options = {"global_size": drawn.size, "local_size": drawn.local, "max_cycles": drawn.max_cycles, "strict": False}
    # Without what the generator draws since these digests are kept; the specification is held equal with it elsewhere.
    machine = with_every_limit(drawn.machine).replace(**{"memory.age": 0, "memory.arbiter": "frfcfs"})
    return SimpleNamespace(program=program, machine=machine, inputs=inputs, options=options, oracle=None)
