"""Kanata log, version 0004, for the pipeline viewer Konata: an instruction per row, its stages along the row.

Format: "Kanata Log Format", docs/kanata-log-format.md of github.com/shioyadan/Konata. Lane 0 holds the stages; a stage
ends when the next stage begins, or with the instruction's R. Lane 1 holds the reasons why the instruction was held up.
The start cycle is written with `C`, which a viewer adds to 0. `C=`, which sets the cycle, is not used, because Konata's
current reader ignores it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

import numpy as np

from isa.table.units import UNITS
from simt.core.state.reasons import REASONS
from simt.views.exports.dependencies import dependencies
from simt.views.exports.record import UNIT_NAMES, Interval, TraceRecord
from simt.views.exports.stream import InstructionProgress
from simt.views.exports.text import Stream, choice, hexadecimal, merged, number, rows

# Names of the stages of lane 0: two letters fit a narrow cell. Only names of units have an X, because Konata draws an
# arrow from the last cycle of the producer's stage with an X to the first cycle of the consumer's.
STAGES = {
    "front": "F",
    "collector": "Co",
    **{unit.name: unit.stage for unit in UNITS.values()},
    "wait": "W",
    "bundle": "Bu",
    "after": "R",
    "barrier": "Ba",
}
_NAMES = tuple(STAGES.values())
_UNIT_STAGES = tuple(UNITS[name].stage for name in UNIT_NAMES)
_CODES = {stage: code for code, stage in enumerate(STAGES)}


def write(record: TraceRecord, stream: BinaryIO, report: InstructionProgress) -> None:
    """Write the record as a Kanata log."""
    streams = _streams(record)
    total = sum(len(times) for times, _ in streams)
    stream.write(b"Kanata\t0004\n")
    for done, text in merged(streams):
        stream.write(text)
        report(done, total)


def _stages(record: TraceRecord) -> list[tuple[Interval, np.ndarray]]:
    """Return the stages of lane 0 in their order: the cycles of each instruction in a stage, and the stage's code."""
    unit = np.array([_CODES[name] for name in UNIT_NAMES])[record.occupancy.unit]
    after = np.where(record.is_barrier, _CODES["barrier"], _CODES["after"])
    same = np.zeros(len(record.events), np.int64)
    return [
        (record.front, same + _CODES["collector" if record.machine.has_collectors else "front"]),
        (record.unit, unit),
        (record.wait, same + _CODES["wait"]),
        (record.bundle, same + _CODES["bundle"]),
        (record.after, after),
    ]


def _streams(record: TraceRecord) -> list[Stream]:
    """Return the streams of commands, in their order within a cycle: beginnings of instructions first, ends last."""
    births, first_stage, later = record.life.start, np.full(len(record.events), -1), []
    for interval, stage in _stages(record):
        is_first = interval.is_there & (first_stage < 0)
        first_stage[is_first] = stage[is_first]
        begins = np.flatnonzero(interval.is_there & ~is_first)
        later.append((begins, interval.start[begins], stage[begins]))
    index = np.concatenate([part[0] for part in later])
    stage = np.concatenate([part[2] for part in later])
    starts = np.concatenate([part[1] for part in later])

    owner, held, reason = record.stalls
    unit = record.occupancy.unit
    ends = record.life.stop
    consumer, producer = dependencies(record)
    # No stage ends these. Konata ends them with the instruction, but knows the end of an X only from an E.
    last = np.flatnonzero(record.unit.is_there & (record.unit.stop == ends))
    # Serial numbers of retirement, in the order of the R commands; a flushed instruction has the next number.
    order = np.argsort(ends, kind="stable")
    retired = record.has_retired[order]
    serial = np.empty(len(ends), np.int64)
    serial[order] = np.cumsum(retired) - retired

    has_command = np.zeros(record.end - record.first + 1, bool)
    for moments in (births, starts, held.start, held.stop, ends):
        has_command[moments - record.first] = True
    times = record.first + np.flatnonzero(has_command)
    passed = np.diff(times, prepend=0)
    times, passed = times[passed > 0], passed[passed > 0]  # a record from cycle 0 needs no C before its first command

    def stall(command: str) -> Callable[[np.ndarray], np.ndarray]:
        def render(part: np.ndarray) -> np.ndarray:
            name = choice(REASONS, reason[part])  # lane 1 has the reasons of docs/processor.md, section 11
            return rows(len(part), f"{command}\t", number(owner[part]), "\t1\t", name, "\n")

        return render

    return [
        (times, lambda part: rows(len(part), "C\t", number(passed[part]), "\n")),
        (births, _birth(record, first_stage)),
        (
            births[consumer],
            lambda part: rows(
                len(part), "W\t", number(consumer[part]), "\t", number(producer[part]), "\t0\n"
            ),
        ),
        (
            starts,
            lambda part: rows(len(part), "S\t", number(index[part]), "\t0\t", choice(_NAMES, stage[part]), "\n"),
        ),
        (
            ends[last],
            lambda part: rows(
                len(part), "E\t", number(last[part]), "\t0\t", choice(_UNIT_STAGES, unit[last[part]]), "\n"
            ),
        ),
        (held.stop, stall("E")),
        (held.start, stall("S")),
        (
            ends,
            lambda part: rows(
                len(part), "R\t", number(part), "\t", number(serial[part]), "\t",
                choice(("1", "0"), record.has_retired[part].astype(np.int64)), "\n",
            ),
        ),
    ]  # fmt: skip


def _birth(record: TraceRecord, first_stage: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Render the beginning of instructions: the commands I, L (twice) and S, which begins the first stage."""
    events, program = record.events, record.program
    labels = [f"{pc}: {text}" for pc, text in enumerate(record.texts)]
    places = [
        f"{record.result.short_name(entry.file)}:{entry.line}, ".replace("\t", " ").replace("\\", "/")
        if entry.line
        else ""
        for entry in program.locations
    ]
    instances = ["not entered", *(f"{unit} {number}" for unit, number in record.occupancy.instances)]
    bits = record.machine.warp_size

    def render(part: np.ndarray) -> np.ndarray:
        born = events[part]
        lanes = np.bitwise_count(born["mask"].view(np.uint64))
        ids = number(part)
        return rows(
            len(part),
            "I\t", ids, "\t", number(born["sequence"]), "\t", number(born["warp"]),
            "\nL\t", ids, "\t0\t", choice(labels, born["pc"]),
            "\nL\t", ids, "\t1\t", choice(places, born["pc"]),
            "mask ", hexadecimal(born["mask"], bits), " (", number(lanes), " lanes), slot ", number(born["slot"]),
            ", ", choice(instances, record.occupancy.instance[part] + 1), ", degree ", number(born["degree"]),
            ", depth ", number(born["depth"]),
            "\nS\t", ids, "\t0\t", choice(_NAMES, first_stage[part]), "\n",
        )  # fmt: skip

    return render
