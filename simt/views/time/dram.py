"""Banks and data buses of DRAM over time, of a run or of a trace."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simt.memory.dram.timeline import BANK_STATES, BUS_STATES, Timeline
from simt.result.dram_windows import first_clock
from simt.result.result import Result
from simt.views.kit.palette import DRAM_LOOKS
from simt.views.kit.panels import Grid, Panel

_BANKS, _BUSES = ({state: DRAM_LOOKS[state] for state in states} for states in (BANK_STATES, BUS_STATES))
_ROWS = 32  # banks shown, at most


def dram_panels(timelines: Sequence[Timeline], window: range) -> list[Panel]:
    """Return a grid of banks and a grid of data buses over a window. Of more than 32 banks, the busiest are shown."""
    banks = [(number, bank) for number, timeline in enumerate(timelines) for bank in range(timeline.channel["banks"])]
    shown, left = banks, ""
    if len(banks) > _ROWS:
        counts = np.concatenate([_commands(timeline, window) for timeline in timelines])
        busiest = np.argsort(-counts, kind="stable")[:_ROWS]
        shown = [banks[place] for place in np.sort(busiest) if counts[place] or place == busiest[0]]
        left = f", the busiest {len(shown)} of {len(banks)}"
    has_many = len(timelines) > 1
    rows = tuple(f"{number}.{bank}" if has_many else str(bank) for number, bank in shown)
    cells = np.stack([timelines[number].bank(bank).cells(window) for number, bank in shown])
    buses = np.stack([timeline.bus().cells(window) for timeline in timelines])
    names = tuple(map(str, range(len(timelines)))) if has_many else ("",)
    title, word = ("data buses", "channel") if has_many else ("data bus", "")
    return [
        Grid(f"banks of DRAM{left}", rows, cells, _BANKS, "read", "moments", "bank", also=("write",)),
        Grid(title, names, buses, _BUSES, "read", "moments", word, also=("write",)),
    ]


def timelines_of(result: Result) -> list[Timeline]:
    """Return the timeline of each DRAM channel of a run, in cycles of the processor; [] without recorded commands."""
    machine = result.machine
    return [Timeline(machine.dram, log, machine.dram_rate, first_clock(machine, log)) for log in result.commands or ()]


def _commands(timeline: Timeline, window: range) -> np.ndarray:
    """Return the number of commands to each bank in a window, int64 [banks]; a refresh of all banks counts for none."""
    log, banks = timeline.in_window(window), timeline.channel["banks"]
    counts: np.ndarray = np.bincount(log["bank"][log["bank"] >= 0], minlength=banks)
    return counts
