"""Lanes that spin, the word for which they wait, and the lanes that would write it (docs/divergence.md).

At the stop of a run every active lane is followed alone (lone_lanes.py). If the lane comes back to the same instruction
with the same registers and memory, it goes round for ever, unless another lane writes a word that it reads on the way.
To find such a writer, all other lanes are then followed too: the lanes that wait, and the active lanes that do not
spin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any, Final

from simt.diagnosis.lone_lanes import Cell, Lane, Memory
from simt.launch.arrays import buffer_spans
from simt.result.elements import named, whole
from simt.result.result import Result
from simt.result.stops import WarpAtStop

_MOST_LANES: Final = 512  # lanes that are followed: each takes up to some milliseconds
ENDED: Final = ("cycle_limit", "interrupted")  # the stops of runs that may never end


@dataclass(frozen=True, slots=True)
class Spinners:
    """Lanes of a warp that spin. lanes: a mask; pc: the instruction that reads the word."""

    core: int
    warp: int
    lanes: int
    pc: int


@dataclass(frozen=True, slots=True)
class Writers:
    """Lanes of a warp that would write the word.

    - lanes: the mask of the lanes.
    - at: the address at which the lanes would go on.
    - pc: the instruction that would write.
    - how: the way in which the lanes wait (`WaitingLanes`). It is "active" if they run, or would run if the warp were
      selected.
    """

    core: int
    warp: int
    lanes: int
    at: int
    pc: int
    how: str


@dataclass(frozen=True, slots=True)
class Spinning:
    """Lanes that spin on a word, and the lanes that would write it.

    - space: "local" or "global". address: a word of local memory, or a byte of global memory.
    - name: the array in which the word lies and its index, such as "lock[0]"; "" if it lies in none.
    - value: the word at the stop.
    """

    space: str
    address: int
    name: str
    value: int
    spinners: tuple[Spinners, ...]
    writers: tuple[Writers, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON. Masks are lists of lanes."""
        data = asdict(self)
        for party in (*data["spinners"], *data["writers"]):
            party["lanes"] = [lane for lane in range(64) if party["lanes"] >> lane & 1]
        return data


Home = tuple[Cell, int, int]  # a word, and for local memory its core and the place of the work-group, else -1, -1


def spinning_of(result: Result) -> Spinning | None:
    """Return the lanes that spin, in a run that was stopped, on a word that another lane would write.

    Return None if no lanes do.

    If lanes spin on several words, the word on which most lanes spin is chosen.
    """
    stop = result.stop
    if stop is None or stop.kind not in ENDED:
        return None
    memories = {core.number: Memory(result, core) for core in result.cores}
    spinners: dict[Home, dict[Spinners, int]] = {}
    others: list[tuple[WarpAtStop, int, int, str]] = []
    active = ((warp, lane) for warp in stop.warps for lane in _lanes(warp.mask))
    for warp, lane in islice(active, _MOST_LANES):
        read = _read_for_ever(_follower(result, memories, warp, lane, warp.pc, "active"))
        if not read:
            others.append((warp, lane, warp.pc, "active"))
        for cell, pc in read.items():
            _add(spinners, _home(result, warp, cell), Spinners(warp.core, warp.warp, 0, pc), lane)
    for at_stop in stop.warps if spinners else ():
        others += [(at_stop, lane, group.pc, group.how) for group in at_stop.waiting for lane in _lanes(group.mask)]
    writers: dict[Home, dict[Writers, int]] = {}
    for warp, lane, pc, how in others[:_MOST_LANES]:
        for cell, writer in _written(_follower(result, memories, warp, lane, pc, how)).items():
            home = _home(result, warp, cell)
            if home in spinners:
                _add(writers, home, Writers(warp.core, warp.warp, 0, pc, writer, how), lane)
    if not writers:
        return None
    home = max(writers, key=lambda each: sum(mask.bit_count() for mask in spinners[each].values()))
    cell, core, place = home
    value = next(iter(memories.values())) if core < 0 else memories[core]
    return Spinning(
        space=cell.space,
        address=cell.address,
        name=_name(result, cell),
        value=value.word(cell, max(place, 0)) or 0,
        spinners=tuple(replace(party, lanes=mask) for party, mask in spinners[home].items()),
        writers=tuple(replace(party, lanes=mask) for party, mask in writers[home].items()),
    )


def _lanes(mask: int) -> list[int]:
    return [lane for lane in range(64) if mask >> lane & 1]


def _add(table: dict[Home, dict[Any, int]], home: Home, party: Any, lane: int) -> None:
    """Add a lane to a party of lanes that do the same."""
    parties = table.setdefault(home, {})
    parties[party] = parties.get(party, 0) | 1 << lane


def _home(result: Result, warp: WarpAtStop, cell: Cell) -> Home:
    is_local = cell.space == "local"
    return cell, warp.core if is_local else -1, warp.warp // result.group_warps if is_local else -1


def _follower(result: Result, memories: Mapping[int, Memory], warp: WarpAtStop, lane: int, pc: int, how: str) -> Lane:
    """Return a lane that is to be followed alone from `pc` on. how: as in `Writers`."""
    stack = [entry for mask, entry in warp.stack if mask >> lane & 1]
    if how == "stack":  # the topmost entry is where it goes on
        stack = stack[:-1]
    core = next(core for core in result.cores if core.number == warp.core)
    return Lane(result, core, memories[warp.core], warp.warp, lane, pc, stack)


def _read_for_ever(lane: Lane) -> dict[Cell, int]:
    """Return the words that a lane reads in a loop without an end, with the address of the reading instruction.

    Nothing if it is not in one: if it ends, waits, or takes a step that is not known.
    """
    seen: dict[object, int] = {lane.state: 0}
    read: list[tuple[Cell, int]] = []
    before = lane.pc
    for access in lane.accesses():
        if access is not None and access.reads:
            read.append((access.cell, access.pc))
        if lane.pc <= before:
            first = seen.setdefault(lane.state, len(read))
            if first < len(read):
                return dict(reversed(read[first:]))
        before = lane.pc
    return {}


def _written(lane: Lane) -> dict[Cell, int]:
    """Return the words that a lane would change, with the address of the instruction that does it first."""
    written: dict[Cell, int] = {}
    for access in lane.accesses():
        if access is not None and access.after != access.before:
            written.setdefault(access.cell, access.pc)
    return written


def _name(result: Result, cell: Cell) -> str:
    """Return the array in which a word lies, with its index; "" if it lies in none."""
    program = result.program
    if cell.space == "local":
        arrays = [(array.name, array.address, array.address + array.words) for array in program.locals.values()]
        step = 1
    else:
        spans = buffer_spans(program).tolist()
        arrays = [(name, first, end) for name, (first, end) in zip(program.buffers, spans, strict=True)]
        step = 4
    for name, first, end in arrays:
        if first <= cell.address < end:
            shape = program.shapes.get(name)
            byte = (cell.address - first) * 4 // step
            if shape is not None:
                return named(shape, byte, min(4, whole(shape)), is_python=program.language == ".py")
            return f"{name}[{byte // 4}]"
    return ""
