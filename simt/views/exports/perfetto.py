"""Chrome trace events in JSON, for ui.perfetto.dev and chrome://tracing. One cycle is drawn as one microsecond.

Format: "Trace Event Format", the JSON object form with complete events ("X"), counters ("C") and metadata ("M"). There
are three processes. The first has a thread per warp: instructions with their stages inside, and `ready` between them.
The second has two threads per unit instance: the instruction in the first stage with its conflict cycles, and results
that wait for a retire port. The third has a thread per issue slot: the reasons why the slot stayed empty. Slices of a
thread must nest or be disjoint. So with bundles, a warp has a thread for its bundles and a thread per slot for
operations. With a scoreboard, it has a thread for `ready` and a thread for each instruction in flight at a time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np

from simt.core.state.reasons import REASONS
from simt.memory.dram.timeline import BANK_STATES, BUS_STATES
from simt.views.exports.record import UNIT_NAMES, Interval, Runs, TraceRecord, changes
from simt.views.exports.stream import InstructionProgress
from simt.views.exports.text import BLOCK, Optional, choice, hexadecimal, number, rows, squeeze

# Process number: name. Thread numbers are unique across processes: 100 x process + number, at most 64 of a kind; for a
# warp's operations in a slot, 1000 + 4 x warp + slot; for its instructions in flight, 1000 + 32 x warp + place.
PROCESSES = {1: "core 0: warps", 2: "core 0: units", 3: "core 0: issue slots"}
_WARPS, _UNITS, _SLOTS = PROCESSES
_OPERATIONS, _MOST_SLOTS, _MOST_PLACES = 1000, 4, 32
# Banks and data buses of DRAM, a process that machines without DRAM lack: first thread number.
_DRAM, _BANKS = 4, 10_000

_Render = Callable[[np.ndarray], np.ndarray]


def write(record: TraceRecord, stream: BinaryIO, report: InstructionProgress) -> None:
    """Write the record as a JSON object with `traceEvents`, an event per line."""
    parts = _parts(record)
    total = sum(count for count, _ in parts)
    stream.write(b'{"otherData":' + json.dumps(_about(record), sort_keys=True).encode() + b',\n"traceEvents":[\n')
    stream.write(",\n".join(json.dumps(entry, separators=(",", ":")) for entry in _metadata(record)).encode())
    done = 0
    for count, render in parts:
        for begin in range(0, count, BLOCK):
            part = np.arange(begin, min(begin + BLOCK, count))
            stream.write(squeeze(render(part)))
            done += len(part)
            report(done, total)
    stream.write(b"\n]}\n")


def _about(record: TraceRecord) -> dict[str, Any]:
    result = record.result
    return {
        "program": record.program.name,
        "machine": record.machine.name,
        "cycles": result.cycles,
        "first cycle": record.first,
        "end cycle": record.end,
        "unit": "1 cycle = 1 us",
        **{name: value for name, value in result.provenance.items() if value is not None},
    }


def _metadata(record: TraceRecord) -> Iterator[dict[str, Any]]:

    def name(process: int, thread: int, text: str, order: int | None = None) -> Iterator[dict[str, Any]]:
        place = {"ph": "M", "pid": process, "tid": thread if thread >= _OPERATIONS else 100 * process + thread}
        yield {**place, "name": "thread_name", "args": {"name": text}}
        yield {**place, "name": "thread_sort_index", "args": {"sort_index": thread if order is None else order}}

    for process, text in PROCESSES.items():
        yield {"ph": "M", "pid": process, "name": "process_name", "args": {"name": text}}
        yield {"ph": "M", "pid": process, "name": "process_sort_index", "args": {"sort_index": process}}
    for warp in range(record.warps):
        most, word, count = 0, "", 0  # threads below the one of the warp
        if record.has_scoreboard:
            places = record.place[record.events["warp"] == warp]
            most, word, count = _MOST_PLACES, "flight", int(places.max(initial=-1)) + 1
        elif record.has_bundles:
            most, word, count = _MOST_SLOTS, "slot", record.slots.shape[1]
        order = (most + 1) * warp
        yield from name(_WARPS, warp, f"warp {warp}", order)
        for k in range(count):
            yield from name(_WARPS, _OPERATIONS + most * warp + k, f"warp {warp} {word} {k}", order + 1 + k)
    for k, (unit, instance) in enumerate(record.occupancy.instances):
        yield from name(_UNITS, 2 * k, f"{unit} {instance}")
        yield from name(_UNITS, 2 * k + 1, f"{unit} {instance} waits to retire")
    for slot in range(record.slots.shape[1]):
        yield from name(_SLOTS, slot, f"slot {slot}")
    if record.timelines:
        yield {"ph": "M", "pid": _DRAM, "name": "process_name", "args": {"name": "DRAM"}}
        yield {"ph": "M", "pid": _DRAM, "name": "process_sort_index", "args": {"sort_index": _DRAM}}
    for k, (text, _, _) in enumerate(_tracks(record)):
        yield from name(_DRAM, _BANKS + k, text)


def _parts(record: TraceRecord) -> list[tuple[int, _Render]]:
    """Return the number of events of each kind, and a function that renders events by their indices.

    A slice comes before the slices inside it, because they may begin in the same cycle.
    """
    pauses, refused, unfilled = record.pauses, record.refused, record.unfilled
    entered = np.flatnonzero(record.occupation.is_there)
    waiting = np.flatnonzero(record.wait.is_there)
    parts: list[tuple[int, _Render]] = [
        (len(record.events), _instructions(record)),
        (len(pauses.row), _plain(_WARPS, pauses, ("ready",))),
        (len(refused.row), _plain(_WARPS, refused, REASONS)),
        (len(entered), _occupations(record, entered)),
        (len(waiting), _waits(record, waiting)),
        (len(unfilled.row), _plain(_SLOTS, unfilled, REASONS)),
    ]
    if record.has_bundles:
        parts.insert(0, (len(record.starts), _bundles(record)))
    parts += [(len(runs.row), _plain(_DRAM, runs, states)) for _, runs, states in _tracks(record)]
    cycles = np.arange(record.first, record.end + 1)
    for process, name, values in ((_SLOTS, "issued slots", record.issued), (_WARPS, "ready warps", record.ready_warps)):
        parts.append(_counter(process, name, *changes(cycles, np.append(values, 0))))
    if record.has_stack:
        for warp in range(record.warps):
            mine = record.events["warp"] == warp
            # Known from its first kept instruction on.
            times, depth = changes(record.life.start[mine], record.events["depth"][mine].astype(np.int64))
            if len(times):
                parts.append(_counter(_WARPS, f"stack depth of warp {warp}", times, depth))
    return parts


def _tracks(record: TraceRecord) -> Iterator[tuple[str, Runs, tuple[str, ...]]]:
    """Yield the name, the runs of states, and the names of the states of each bank and data bus of DRAM."""
    row = _BANKS
    for channel, timeline in enumerate(record.timelines):
        banks = [(f"bank {bank}", timeline.bank(bank), BANK_STATES) for bank in range(timeline.channel["banks"])]
        for text, runs, states in [*banks, ("data bus", timeline.bus(), BUS_STATES)]:
            part = runs.part(record.first, record.end)
            stops = np.append(part.times[1:], record.end)
            is_there = (part.states != 0) & (part.states != len(states) - 1)
            values = part.states[is_there]
            yield (
                f"channel {channel} {text}",
                Runs(np.full(len(values), row), part.times[is_there], stops[is_there], values),
                states,
            )
            row += 1


def _slice(process: int, thread: np.ndarray, interval: Interval, name: str | np.ndarray) -> list[str | np.ndarray]:
    """Return the pieces of a complete event, up to its arguments.

    thread: a number below `_OPERATIONS` counts within the process, a larger one within the trace. name: the event's
    name in quotes.
    """
    place = np.where(thread >= _OPERATIONS, thread, 100 * process + thread)
    return [
        f',\n{{"ph":"X","pid":{process},"tid":', number(place), ',"ts":', number(interval.start),
        ',"dur":', number(interval.stop - interval.start), ',"name":', name,
    ]  # fmt: skip


def _at(interval: Interval, part: np.ndarray) -> Interval:
    return Interval(interval.start[part], interval.stop[part])


def _quoted(record: TraceRecord) -> list[str]:
    return [json.dumps(text) for text in record.texts]


def _bundles(record: TraceRecord) -> _Render:
    first = record.events[record.starts]
    kinds, codes = np.unique(_MOST_SLOTS * first["pc"].astype(np.int64) + record.operations, return_inverse=True)
    names = []
    for kind in kinds.tolist():  # at most 3 operations: fewer than _MOST_SLOTS
        pc, operations = divmod(kind, _MOST_SLOTS)
        names.append(json.dumps(" | ".join(record.texts[pc : pc + operations])))

    def render(part: np.ndarray) -> np.ndarray:
        warp = first["warp"][part].astype(np.int64)
        return rows(
            len(part),
            *_slice(_WARPS, warp, _at(record.life, record.starts[part]), choice(names, codes[part])),
            ',"args":{"pc":', number(first["pc"][part]), ',"operations":', number(record.operations[part]), "}}",
        )  # fmt: skip

    return render


def _instructions(record: TraceRecord) -> _Render:
    """Render instructions with their stages, on the thread of the warp, its slot (bundles) or its place in flight."""
    events, names = record.events, _quoted(record)
    units = [f'"{unit}"' for unit in UNIT_NAMES]

    def render(part: np.ndarray) -> np.ndarray:
        chosen = events[part]
        thread = chosen["warp"].astype(np.int64)
        if record.has_bundles:
            thread = _OPERATIONS + _MOST_SLOTS * chosen["warp"].astype(np.int64) + chosen["slot"]
        elif record.has_scoreboard:
            thread = _OPERATIONS + _MOST_PLACES * chosen["warp"].astype(np.int64) + record.place[part]
        stages: list[tuple[Interval, str | np.ndarray]] = [
            (record.front, '"collector"' if record.machine.has_collectors else '"front end"'),
            (record.unit, choice(units, record.occupancy.unit[part])),
            (record.wait, '"waits to retire"'),
            (record.bundle, '"waits for its bundle"'),
            (record.after, choice(('"until ready"', '"barrier"'), record.is_barrier[part].astype(np.int64))),
        ]
        inside = [(_at(interval, part), name) for interval, name in stages]
        return rows(
            len(part),
            *_slice(_WARPS, thread, _at(record.life, part), choice(names, chosen["pc"])),
            ',"args":{"sequence":', number(chosen["sequence"]), ',"pc":', number(chosen["pc"]),
            ',"mask":"', hexadecimal(chosen["mask"], record.machine.warp_size), '","slot":', number(chosen["slot"]),
            ',"degree":', number(chosen["degree"]), *_depth(record, part),
            choice(("}}", ',"retired":false}}'), (~record.has_retired[part]).astype(np.int64)),
            *(Optional(cycles.is_there, [*_slice(_WARPS, thread, cycles, name), "}"]) for cycles, name in inside),
        )  # fmt: skip

    return render


def _depth(record: TraceRecord, part: np.ndarray) -> list[str | np.ndarray]:
    if not record.has_stack:
        return []
    return [',"depth":', number(record.events["depth"][part])]


def _occupations(record: TraceRecord, index: np.ndarray) -> _Render:
    """Render instructions in the first stage of a unit instance, with conflict cycles inside."""
    names = _quoted(record)

    def render(part: np.ndarray) -> np.ndarray:
        mine = index[part]
        chosen, thread = record.events[mine], 2 * record.occupancy.instance[mine]
        conflict = _at(record.conflict, mine)
        return rows(
            len(part),
            *_slice(_UNITS, thread, _at(record.occupation, mine), choice(names, chosen["pc"])),
            ',"args":{"warp":', number(chosen["warp"]), ',"pc":', number(chosen["pc"]),
            ',"degree":', number(chosen["degree"]), "}}",
            Optional(conflict.is_there, [*_slice(_UNITS, thread, conflict, '"bank_conflict"'), "}"]),
        )  # fmt: skip

    return render


def _waits(record: TraceRecord, index: np.ndarray) -> _Render:
    """Render the waits of results for a retire port, which freeze the instance."""

    def render(part: np.ndarray) -> np.ndarray:
        mine = index[part]
        thread, warps = 2 * record.occupancy.instance[mine] + 1, number(record.events["warp"][mine])
        return rows(
            len(part),
            *_slice(_UNITS, thread, _at(record.wait, mine), '"retire_port"'), ',"args":{"warp":', warps, "}}",
        )  # fmt: skip

    return render


def _plain(process: int, runs: Runs, names: tuple[str, ...]) -> _Render:
    """Render runs as slices with a name only, on the thread of the run's row."""
    quoted = [f'"{name}"' for name in names]

    def render(part: np.ndarray) -> np.ndarray:
        interval = Interval(runs.start[part], runs.stop[part])
        name = choice(quoted, runs.value[part])
        return rows(len(part), *_slice(process, runs.row[part], interval, name), "}")

    return render


def _counter(process: int, name: str, times: np.ndarray, values: np.ndarray) -> tuple[int, _Render]:
    """Return the number of a counter's changes, and a function that renders changes by their indices."""

    def render(part: np.ndarray) -> np.ndarray:
        return rows(
            len(part),
            f',\n{{"ph":"C","pid":{process},"name":"{name}","ts":', number(times[part]),
            ',"args":{"value":', number(values[part]), "}}",
        )  # fmt: skip

    return len(times), render
