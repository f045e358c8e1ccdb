"""Value change dump (IEEE 1364) through pyvcd, for GTKWave, Surfer and other waveform viewers. 1 cycle is 1 ns.

pyvcd writes the declarations and the first values, and formats each different value once. Its method `change` takes a
microsecond, which is too long for the ten million changes of a long run. So the changes are merged from the formatted
values with numpy, as in the other exports. A test compares the bytes with the output of `change`. Reasons are strings,
an extension of the format that GTKWave and Surfer read.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from simt.core.state.reasons import REASONS
from simt.memory.dram.timeline import BANK_STATES, BUS_STATES
from simt.views.exports.record import TraceRecord, changes
from simt.views.exports.stream import ExportError, InstructionProgress
from simt.views.exports.text import Stream, choice, merged, number, rows

if TYPE_CHECKING:
    from vcd.writer import VCDWriter


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal by its changes. Its value is unknown before the first change.

    - times: int64 [n], ascending.
    - values: int64 [n].
    - size: the bits of the signal; 0 for a string, whose values are indices into `names`.
    """

    scope: tuple[str, ...]
    name: str
    size: int
    times: np.ndarray
    values: np.ndarray
    names: tuple[str, ...] = REASONS


def signals(record: TraceRecord) -> Iterator[Signal]:
    """Yield every signal of the dump: of warps, unit instances, issue slots, banks and data buses of DRAM."""
    machine, events = record.machine, record.events
    pc_bits = max((len(record.program.words) - 1).bit_length(), 1)
    warp_bits = max((record.warps - 1).bit_length(), 1)
    cycles = np.arange(record.first, record.end)
    for warp in range(record.warps):
        scope = ("core", _numbered("warp", warp, record.warps))
        mine = events["warp"] == warp
        if record.has_bundles:
            mine = record.starts[mine[record.starts]]  # a bundle's program counter is the address of its first word
        begins = record.life.start[mine]
        yield Signal(scope, "pc", pc_bits, *changes(begins, events["pc"][mine].astype(np.int64)))
        yield Signal(scope, "mask", machine.warp_size, *changes(begins, events["mask"][mine]))
        if record.has_stack:
            bits = machine.branch.stack_depth.bit_length()
            yield Signal(scope, "depth", bits, *changes(begins, events["depth"][mine].astype(np.int64)))
        if record.has_scoreboard:
            bits = machine.issue.entries.bit_length()
            yield Signal(scope, "in_flight", bits, *changes(cycles, record.in_flight[warp]))
        yield Signal(scope, "ready", 1, *changes(cycles, record.ready >> warp & 1))
        yield Signal(scope, "state", 0, *changes(cycles, record.states[warp].astype(np.int64)))
    for k, (unit, instance) in enumerate(record.occupancy.instances):
        scope = ("core", f"{unit}{instance}")
        inside = (record.occupancy.instance == k) & record.occupation.is_there
        starts, stops = record.occupation.start[inside], record.occupation.stop[inside]
        yield Signal(scope, "busy", 1, *_busy(record, int(record.known_from[k]), starts, stops))
        yield Signal(scope, "warp", warp_bits, *changes(starts, events["warp"][inside].astype(np.int64)))
        known = cycles[int(record.known_from[k]) - record.first :]
        yield Signal(
            scope, "frozen", 1, *changes(known, record.occupancy.frozen[k, len(cycles) - len(known) :].astype(np.int64))
        )
    for slot in range(record.slots.shape[1]):
        reasons = record.slots[:, slot].astype(np.int64)
        yield Signal(("core", f"slot{slot}"), "reason", 0, *changes(cycles, reasons))
    for channel, timeline in enumerate(record.timelines):
        scope = ("dram", _numbered("channel", channel, len(record.timelines)))
        banks = timeline.channel["banks"]
        for bank in range(banks):
            runs = timeline.bank(bank).part(record.first, record.end)
            yield Signal(scope, _numbered("bank", bank, banks), 0, runs.times, runs.states, BANK_STATES)
        bus = timeline.bus().part(record.first, record.end)
        yield Signal(scope, "bus", 0, bus.times, bus.states, BUS_STATES)


def _numbered(name: str, place: int, count: int) -> str:
    """Return a name with leading zeros, because pyvcd declares signals in the order of their names."""
    return f"{name}{place:0{len(str(count - 1))}d}"


def _busy(record: TraceRecord, known_from: int, starts: np.ndarray, stops: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the changes (times, values), from `known_from` on, of a bit that is 1 in the intervals [start, stop)."""
    starts, stops = np.maximum(starts, known_from)[stops > known_from], stops[stops > known_from]
    times = np.concatenate([[known_from], stops, starts])
    values = np.repeat([0, 0, 1], [1, len(stops), len(starts)])
    return changes(times[times < record.end], values[times < record.end])


def write(record: TraceRecord, stream: BinaryIO, report: InstructionProgress) -> None:
    """Write the record as a value change dump. Raises `ExportError` (E0720) without pyvcd."""
    try:
        from vcd.writer import VCDWriter
    except ImportError:
        raise ExportError("writing VCD needs the package pyvcd", code="E0720", help="pip install 'simt[vcd]'") from None
    header = io.StringIO()
    writer = VCDWriter(
        header, timescale="1 ns", date="", version=f"simt {record.result.provenance['version']}",
        comment=_comment(record), init_timestamp=record.first,
    )  # fmt: skip
    words: list[str] = []  # every value change that occurs, formatted
    times, codes = [], []
    for signal in signals(record):
        later, values = _declare(writer, signal, record.first, words)
        times.append(later)
        codes.append(values)
    writer.flush()
    stream.write(header.getvalue().encode())
    when, which, texts = np.concatenate(times), np.concatenate(codes), choice(words, np.arange(len(words)))
    has_line = np.zeros(record.end - record.first + 1, bool)
    has_line[when - record.first] = True
    has_line[-1] = True  # the end of the record
    moments = record.first + np.flatnonzero(has_line)
    lines: list[Stream] = [
        (moments, lambda part: rows(len(part), "#", number(moments[part]), "\n")),
        (when, lambda part: rows(len(part), texts[which[part]])),
    ]
    for done, text in merged(lines):
        stream.write(text)
        report(done, len(moments) + len(when))


def _comment(record: TraceRecord) -> str:
    """Return the unit of time and the origin of the run, without `$`, which would end the comment."""
    provenance = record.result.provenance
    seed = "" if provenance["seed"] is None else f", seed {provenance['seed']}"
    lines = [
        f"1 ns stands for 1 cycle; the machine's clock is {record.machine.clock_mhz:g} MHz",
        f"program {record.program.name} {provenance['program_hash']}",
        f"machine {record.machine.name} {provenance['machine_hash']}",
        f"inputs {provenance['inputs_hash']}{seed}",
        f"cycles {record.first} to {record.end - 1} of {record.result.cycles}",
    ]
    return "\n".join("".join(c if c.isprintable() and c != "$" else "?" for c in line) for line in lines)


def _value(signal: Signal, value: int) -> Any:
    """Return a value for pyvcd: a string, or an unsigned number (a mask of 64 lanes may be a negative int64)."""
    return signal.names[value] if signal.size == 0 else value & (1 << signal.size) - 1


def _declare(writer: VCDWriter, signal: Signal, first: int, words: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Register a signal with its first value, and append its other values, formatted, to `words`.

    Returns the times of the later changes, and their indices in `words`.
    """
    times, values = signal.times, signal.values
    initial: Any = "" if signal.size == 0 else "x"
    if len(times) and times[0] == first:
        initial = _value(signal, int(values[0]))
        times, values = times[1:], values[1:]
    kind = "string" if signal.size == 0 else "wire"
    variable = writer.register_var(signal.scope, signal.name, kind, size=signal.size or None, init=initial)
    distinct, codes = _distinct(values)
    codes = codes + len(words)
    words += [f"{variable.format_value(_value(signal, value))}\n" for value in distinct.tolist()]
    return times, codes


def _distinct(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return `np.unique(values, return_inverse=True)`, faster if the values are small."""
    if len(values) == 0 or values.min() < 0 or values.max() >= 1 << 16:
        return np.unique(values, return_inverse=True)
    distinct = np.flatnonzero(np.bincount(values))
    place = np.zeros(int(values.max()) + 1, np.int64)
    place[distinct] = np.arange(len(distinct))
    return distinct, place[values]
