"""The record of a run for the script of a page: the data it draws, and the packed columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simt.core.state.reasons import REASONS
from simt.diagnosis.chain import Chain
from simt.result.awaited import steering
from simt.result.parts import Events
from simt.result.result import Result
from simt.views.kit.palette import MASK_LOOKS, REASON_LOOKS, UNIT_LOOKS, Looks
from simt.views.pages.colors import BANK_LIMITS, BANK_LOOKS, DARK
from simt.views.report.findings import chain_columns
from simt.views.report.pack import event_columns, pack, row_columns
from simt.views.report.window import choose, instructions_of, limited, overview
from simt.views.time.series import STALLED_REASONS, instances, living_lanes, unit_occupancy

_MOST_BANKS = 16  # banks with a row each


def record_of(
    result: Result, events: Events, cycles: range | None, room: int, chain: Chain | None = None
) -> tuple[dict[str, Any], str, range, int]:
    """Return the data for the script, the packed columns, their window, and the number of instructions issued in it.

    - cycles: the cycles to show; None for all.
    - room: the number of bytes that the packed columns may take. It limits the window, but at least one cycle remains.
    - chain: the chain to draw over the timeline, if any.
    """
    from_end = result.stop is not None
    spans = overview(events)
    reasons = [k for k in range(len(REASONS)) if spans.slots[:, k].any()]
    whole = {
        "span_issued": spans.issued,
        "span_active": spans.active,
        **{f"span_{REASONS[k]}": spans.slots[:, k] for k in reasons},
    }
    window = choose(events, cycles, from_end=from_end)
    has_banks = bool(events.bank_words.any())
    while True:
        places = instructions_of(window, events)
        table = events.instructions[places]
        rows = slice(window.start - events.first, window.stop - events.first)
        occupied = unit_occupancy(result, window).astype(np.int8)
        banks = _bank_levels(events.bank_words[rows]) if has_banks else np.zeros((len(occupied.T), 0), np.int8)
        states = np.concatenate((events.slots[rows], events.warps[rows], occupied.T, banks), axis=1)
        columns = {
            **event_columns(table),
            **row_columns(states),
            **({} if chain is None else chain_columns(chain, window)),
            **whole,
        }
        counts, packed = pack(columns)
        if len(packed) <= room or len(window) < 2:
            break
        # Columns that do not compress well: show fewer cycles.
        kept = max(1, int(len(table) * 0.9 * room / len(packed)))
        shorter = limited(window, events, kept, from_end=from_end)
        half = (window.start + window.stop) // 2
        window = shorter if shorter != window else range(half, window.stop) if from_end else range(window.start, half)
    machine = result.machine
    data = {
        "hasRecord": True,
        "first": window.start,
        "end": window.stop,
        "record": [events.first, events.end],
        "cycles": result.cycles,
        "width": events.slots.shape[1],
        "warps": events.warps.shape[1],
        "lanes": machine.warp_size,
        "alive": _alive(result, window.start),
        "hasMasks": machine.branch.lanes_may_part or result.ledgers.lane["active"] != result.issued * machine.warp_size,
        "inFlight": machine.issue.entries if machine.issue.has_scoreboard else 1,
        "steers": steering(result).tolist(),
        "hasDepth": bool(events.instructions["depth"].any()),
        "units": _units(result),
        "banks": banks.shape[1],
        "hasAllBanks": banks.shape[1] == events.bank_words.shape[1],
        "columns": counts,
        "span": spans.span,
        "spanReasons": [REASONS[k] for k in reasons],
        "stop": None
        if result.stop is None
        else {name: getattr(result.stop, name) for name in ("kind", "cycle", "warp")},
        "stalled": [reason in STALLED_REASONS for reason in REASONS],
        "states": _states(REASON_LOOKS),
        "laneStates": _states(MASK_LOOKS, {}),
        "bankStates": _states(BANK_LOOKS),
        "unitStates": _states(UNIT_LOOKS),
    }
    count = int(np.count_nonzero(table["select"] >= window.start))
    return data, packed, window, count


def _bank_levels(words: np.ndarray) -> np.ndarray:
    """Return the state of each bank in each cycle, as an index into `BANK_LOOKS`, int8 [cycles, banks].

    words: the words that each bank serves, [cycles, banks]. With more than 16 banks the result has one column: the
    busiest bank of each cycle.
    """
    if words.shape[1] > _MOST_BANKS:
        words = words.max(axis=1, keepdims=True)
    return np.searchsorted(BANK_LIMITS, words, side="right").astype(np.int8)


def _alive(result: Result, cycle: int) -> list[list[int]]:
    """Return the living lanes of every warp in a cycle, as two numbers of 32 bits."""
    sets = (int(living_lanes(result, warp, np.array([cycle]))[0]) for warp in range(result.warps))
    return [[lanes & 0xFFFFFFFF, lanes >> 32 & 0xFFFFFFFF] for lanes in sets]


def _units(result: Result) -> list[dict[str, Any]]:
    beats = result.machine.beats("lds")
    return [{"name": x.unit, "number": x.number, "label": x.label, "beats": beats} for x in instances(result)]


def _states(looks: Looks, dark: Mapping[str, str] = DARK) -> list[dict[str, str]]:
    return [
        {"name": name, "color": look.color, "dark": dark.get(name, look.color), "mark": look.mark, "help": look.meaning}
        for name, look in looks.items()
    ]
