"""The event record of a run as arrays over a window of cycles: the data of the views.

Every function takes a `Result` with events and a window, a `range` of cycles that were kept (`simt.views.kit.window`).
Column c of the arrays is cycle `window.start + c`. A state is the state after the select step of the cycle
(docs/processor.md, section 10).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simt.core.state.reasons import REASONS
from simt.machine.sections import RETIRE_ORDER
from simt.result.awaited import steering
from simt.result.occupancy import Occupancy
from simt.result.result import Result
from simt.views.kit.palette import MASK_STATES, UNIT_STATES
from simt.views.kit.window import check_warp, check_window, kept_events

# Reasons of a warp that could go on, if a resource were free. All others except `issued` and `drain` are waits for its
# own result, its memory, or other warps. Ports and banks of DRAM are resources that others use; data on its way out of
# DRAM (`memory_bus`) belongs to the warp.
STALLED_REASONS = frozenset(
    {
        *("not_selected", "reconverge", "operand_bank", "unit_busy", "bank_conflict"),
        *("uncoalesced", "memory_queue", "memory_grant", "memory_bank", "retire_port", "scoreboard_full"),
    }
)

_STATE = {name: number for number, name in enumerate(MASK_STATES)}
_UNIT_STATE = {name: number for number, name in enumerate(UNIT_STATES)}
_WAITING_STATE = np.array([_STATE["stalled" if reason in STALLED_REASONS else "idle"] for reason in REASONS], np.uint8)


class Instance(NamedTuple):
    """An instance of a unit. label: its name, `lds`, or `alu 1` if the unit has several instances."""

    unit: str
    number: int
    label: str


def _rows(result: Result, window: range, name: str) -> np.ndarray:
    """Return the window of the array `name` of `Events`, transposed: [rows, cycles]. Raises `ViewError`."""
    check_window(result, window)
    events = kept_events(result)
    rows: np.ndarray = getattr(events, name)[window.start - events.first : window.stop - events.first].T
    return rows


def warp_states(result: Result, window: range) -> np.ndarray:
    """Return the state of every launched warp, an index into `REASONS`, int8 [warps, cycles]."""
    return np.ascontiguousarray(_rows(result, window, "warps"))


def issue_slots(result: Result, window: range) -> np.ndarray:
    """Return the reason of every issue slot, an index into `REASONS`, int8 [issue slots, cycles]."""
    return np.ascontiguousarray(_rows(result, window, "slots"))


def ready_rows(result: Result, window: range) -> np.ndarray:
    """Return the ready bit of every warp, uint8 [warps, cycles]: the FPGA paper's figure 4."""
    return _bits(_rows(result, window, "ready"), result.warps)


def issued_instructions(result: Result, window: range, warp: int | None = None) -> np.ndarray:
    """Return the events of the instructions, or operations of bundles, issued in the window, EVENT [n], in order.

    warp: the only warp whose instructions are returned; None for all.
    """
    check_window(result, window)
    instructions = kept_events(result).instructions
    selects = instructions["select"]
    instructions = instructions[np.searchsorted(selects, window.start) : np.searchsorted(selects, window.stop)]
    return instructions if warp is None else instructions[instructions["warp"] == check_warp(result, warp)]


def active_rows(result: Result, window: range, warp: int) -> np.ndarray:
    """Return whether each lane of a warp is active in an issued instruction, uint8 [lanes, cycles]."""
    issued = issued_instructions(result, window, warp)
    masks = np.zeros(len(window), np.int64)
    masks[issued["select"] - window.start] = issued["mask"]  # one issue per cycle; a bundle has one mask
    return _bits(masks, result.machine.warp_size)


def _bits(words: np.ndarray, count: int) -> np.ndarray:
    """Return the lowest `count` bits of int64 [words], uint8 [count, words]."""
    return (words >> np.arange(count)[:, None] & 1).astype(np.uint8)


def mask_history(result: Result, window: range, warp: int) -> np.ndarray:
    """Return the state of every lane of a warp, an index into `MASK_STATES`, uint8 [lanes, cycles].

    The states are named as in the branching article's figure 1. `active`, `inactive` (masked off): the warp issues.
    `stalled`: the warp waits for a resource (`STALLED_REASONS`). `idle`: the warp waits for its own result, its memory
    or other warps. `disabled`: the lane has no thread or has ended.
    """
    states = warp_states(result, window)[check_warp(result, warp)]
    waiting = _WAITING_STATE[states]
    history = np.broadcast_to(waiting, (result.machine.warp_size, len(window))).copy()
    is_issued = states == REASONS.index("issued")
    active = active_rows(result, window, warp)[:, is_issued]
    history[:, is_issued] = np.array([_STATE["inactive"], _STATE["active"]], np.uint8)[active]
    living = living_lanes(result, warp, np.arange(window.start, window.stop))
    history[_bits(living, result.machine.warp_size) == 0] = _STATE["disabled"]
    return history


def _threads_of(result: Result, warp: int) -> int:
    """Return the lanes of a warp that have a thread, as the bits of an int64."""
    size = result.machine.warp_size
    count = min(size, result.threads - warp % result.group_warps * size)
    return int(np.array((1 << count) - 1, np.uint64).astype(np.int64))


def _ends(result: Result, warp: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of a warp's lanes by its retired `ret`s: cycles and masks of the lanes, int64 [n] each."""
    is_ret = np.array(
        [entry is not None and entry.spec.name == "ret" for entry in result.program.instructions] + [False]
    )
    issued = kept_events(result).of_warp(warp)
    if result.machine.vliw.count > 1:
        issued = issued.copy()
        issued["retire"] = written(issued, np.flatnonzero(np.diff(issued["select"], prepend=-1)))
    issued = issued[is_ret[issued["pc"]] & (issued["retire"] >= 0)]
    stop = result.stop
    if stop is not None and stop.kind == "stack_underflow" and stop.warp == warp:  # that `ret` ended no lane
        issued = issued[issued["retire"] != stop.cycle]
    if result.machine.branch.has_scalars:  # `ret` then ends the warp whatever its mask
        return issued["retire"], np.full(len(issued), -1, np.int64)
    return issued["retire"], issued["mask"]


def written(issued: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Return the cycle in which the bundle of each operation takes effect: its last retire, int64 [operations].

    It is -1 if an operation of the bundle has not retired.

    issued: EVENT [operations]. starts: int64 [bundles], the index of each bundle's first operation.
    """
    if not len(starts):
        return np.zeros(0, np.int64)
    first, last = (extreme.reduceat(issued["retire"], starts) for extreme in (np.minimum, np.maximum))
    return np.repeat(np.where(first >= 0, last, -1), np.diff(starts, append=len(issued)))


def living_lanes(result: Result, warp: int, cycles: np.ndarray) -> np.ndarray:
    """Return the living lanes of a warp in each of `cycles` as bits, int64 [cycles]. cycles: ascending, all kept.

    When the next work-group comes to the warp's place, the warp begins again, with all lanes that have a thread.
    """
    events = kept_events(result)
    issued = events.of_warp(warp)
    threads, (retires, masks) = _threads_of(result, warp), _ends(result, warp)
    last = np.searchsorted(issued["select"], cycles, side="right") - 1  # the last issued instruction, -1 before any
    known, start = last >= 0, threads
    if result.groups == 1 and len(issued):
        start = int(issued["living"][0])
    living = np.full(len(cycles), start, np.int64)
    living[known] = issued["living"][last[known]]
    ended = np.searchsorted(retires, cycles, side="right") - 1
    has_ended = known & (ended >= 0)
    # A `ret` that has retired since that instruction was issued must be that instruction.
    has_ended[has_ended] = retires[ended[has_ended]] > issued["select"][last[has_ended]]
    living[has_ended] &= ~masks[ended[has_ended]]
    states = events.warps[:, warp]
    is_over = (states == REASONS.index("drain")) | (states == REASONS.index("idle"))
    # A warp that is over, and then is not, belongs to the next group, which has issued nothing.
    over = np.where(is_over, np.arange(events.first, events.end), -1)
    was_over = np.maximum.accumulate(over)[cycles - events.first]
    is_new = was_over > np.append(issued["select"], -1)[last]  # no instruction is -1, the appended one
    living[(living == 0) & is_new] = threads
    living[is_over[cycles - events.first]] = 0
    return living


def stack_depth(result: Result, window: range, warp: int) -> np.ndarray:
    """Return the number of entries of a warp's stack, int64 [cycles]; 0 after the end of the warp.

    A change shows from the retire of the instruction that makes the change. With a scoreboard, a change by an
    instruction that does not steer shows from the select of this instruction. The record has depths at select only, so
    the change by the last kept instruction is not known.
    """
    check_window(result, window)
    events = kept_events(result)
    issued = events.of_warp(check_warp(result, warp))
    if not len(issued):
        return np.zeros(len(window), np.int64)
    depths = issued["depth"].astype(np.int64)
    moments = issued["retire"]
    if result.machine.issue.has_scoreboard:
        moments = np.where(steering(result)[issued["pc"]], moments, issued["select"])
    retired = moments[moments >= 0]  # in order: what a warp issues next, it issues after that
    has_ended = events.warps[-1, warp] == REASONS.index("drain")
    is_over = len(retired) == len(issued) and (has_ended or (result.completed and events.end == result.cycles))
    after = np.append(depths[1:], 0 if is_over else depths[-1])[: len(retired)]
    values = np.concatenate([depths[:1], after])
    return values[np.searchsorted(retired, np.arange(window.start, window.stop), side="right")]


def lane_use(result: Result, window: range, warp: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return the active and the living lanes of the instructions of one warp, or of all warps, int64 [cycles] each.

    active / living is the share of living lanes that are active; living is 0 in cycles without an issue. (SIMD
    efficiency counts ended lanes as well.) Every operation of a bundle counts. warp: None for all.
    """
    issued = issued_instructions(result, window, warp)
    active, living = np.zeros(len(window), np.int64), np.zeros(len(window), np.int64)
    for lanes, bits in ((active, issued["mask"]), (living, issued["living"])):
        np.add.at(lanes, issued["select"] - window.start, np.bitwise_count(bits.astype(np.uint64)).astype(np.int64))
    return active, living


def instances(result: Result) -> list[Instance]:
    """Return the unit instances of a machine in the default order of retire, with `control` if it is its own unit."""
    counts = result.machine.unit_counts
    return [
        Instance(unit, number, unit if counts[unit] == 1 else f"{unit} {number}")
        for unit in RETIRE_ORDER
        for number in range(counts.get(unit, 0))
    ]


def unit_names(result: Result) -> list[str]:
    """Return the unit that executes each instruction of the program; "" for other words."""
    return ["" if entry is None else result.machine.serving(entry.spec.unit) for entry in result.program.instructions]


def unit_occupancy(result: Result, window: range) -> np.ndarray:
    """Return the state of the first stage of each instance, an index into `UNIT_STATES`, uint8 [instances, cycles].

    An instruction occupies the first stage for interval x degree cycles; cycles after interval x beats are `conflict`.
    While a result waits for a retire port, the instance is `frozen` (docs/processor.md, section 5). Cycles of
    instructions that were selected before the record are `empty`. The first stage of `memory` is the coalescer.
    """
    check_window(result, window)
    occupancy = Occupancy(result, kept_events(result))
    first_stages = np.zeros((len(occupancy.instances), occupancy.end - occupancy.first), np.uint8)
    first_stages[occupancy.table(occupancy.enter, occupancy.free)] = _UNIT_STATE["busy"]
    first_stages[occupancy.table(occupancy.conflict, occupancy.free)] = _UNIT_STATE["conflict"]
    first_stages[occupancy.frozen] = _UNIT_STATE["frozen"]
    order = [occupancy.instances.index((instance.unit, instance.number)) for instance in instances(result)]
    return first_stages[order, window.start - occupancy.first : window.stop - occupancy.first]


def bank_words(result: Result, window: range, warp: int | None = None) -> np.ndarray:
    """Return the words that local accesses ask of each bank, uint8 [banks, cycles]. warp: the only one, or None."""
    rows = _rows(result, window, "bank_words")
    if warp is None:
        return rows
    issued = kept_events(result).instructions
    issued = issued[(issued["warp"] == check_warp(result, warp)) & _is_local(result)[issued["pc"]]]
    entered = np.zeros(len(window), bool)
    enter = issued["enter"]
    entered[enter[(enter >= window.start) & (enter < window.stop)] - window.start] = True
    return rows * entered


def _is_local(result: Result) -> np.ndarray:
    """Return whether each instruction is a local access, bool [instructions + 1]."""
    return np.array([name == "lds" for name in unit_names(result)] + [False])


def conflict_degrees(result: Result, window: range, warp: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return the local accesses that enter the LDS in the window: counters, int64 [k]; passes, int64 [k, cycles].

    passes: in the cycle of entry, the LDS passes of the access over all beats; 0 elsewhere. An access without conflicts
    has one pass per beat. warp: the only warp whose accesses count; None for all.
    """
    check_window(result, window)
    issued = kept_events(result).instructions
    is_inside = (issued["enter"] >= window.start) & (issued["enter"] < window.stop)
    issued = issued[_is_local(result)[issued["pc"]] & is_inside]
    if warp is not None:
        issued = issued[issued["warp"] == check_warp(result, warp)]
    counters, rows = np.unique(issued["pc"].astype(np.int64), return_inverse=True)
    passes = np.zeros((len(counters), len(window)), np.int64)
    passes[rows, issued["enter"] - window.start] = issued["degree"]
    return counters, passes
