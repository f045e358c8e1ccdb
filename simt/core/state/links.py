"""The ends of the interconnect at every core, and its far side, before cycle 0."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from isa.program.program import LaunchValue
from isa.table.table import PAIRS
from simt.core.state import layout, states
from simt.core.state.cores import repeated
from simt.core.state.dram import Channels
from simt.core.state.far_side import CREW, FAR, Device
from simt.core.state.grid import Grid
from simt.core.state.layout import Core, Link
from simt.core.state.operands import OperandFile
from simt.core.state.placed import Memories, Placed
from simt.machine import Machine
from simt.machine.rules import COALESCERS, MEMORIES


def link_cores(core: Core, placed: Placed, file: OperandFile, memories: Memories, reach: int, private: range) -> Core:
    """Return the cores of a device, connected to their interconnect. They have no work-group and wait for messages.

    - core: one core, with a leading axis; its arrays are changed.
    - file: the operands of the core.
    - reach: the words of local memory that a group can reach.
    - private: the words of global memory that are private memory; empty if that lies elsewhere.
    """
    machine, warps = placed.machine, file.warps
    places = warps // placed.warps
    flights = warps if core.flights is None else core.flights.flights.shape[1]
    template = core.operands.words.copy()
    core.run["finished"] = warps
    core.warps["state"] = states.EMPTY
    _clear_operands(core, file)
    units = np.zeros((1, 1), layout.UNIT)
    units["flight"] = units["blocked_in"] = units["more_in"] = -1
    units["still"] = 1
    seats = np.zeros((1, places), layout.PLACE)
    seats["group"] = -1
    away = np.zeros((1, flights), layout.AWAY)
    away["complete"] = layout.NEVER
    lanes, queue = machine.warp_size, machine.memory.queue
    slots = queue + 2
    link = Link(
        launches=_launch_record(placed, file, reach)[None],
        units=units,
        places=seats,
        sides=_sides(core, placed, private)[None],
        away=away,
        segments=np.zeros((1, lanes, 2), np.int64),
        accesses=np.zeros((1, slots), layout.ACCESS),
        addresses=np.zeros((1, slots, lanes), np.int64),
        data=np.zeros((1, slots, layout.WORDS_PER_ACCESS, lanes), np.uint32),
        requests=np.zeros((1, queue), layout.REQUEST),
        credits=np.zeros((1, queue), np.int64),
        responses=np.zeros((1, flights + 1), layout.RESPONSE),
        starts=np.zeros((1, places + 1), layout.START),
        ends=np.zeros((1, places + 1), layout.END),
        buffers=memories.spans[None],
        template=template,
        copies=_copies(placed.program.at_launch, file)[None],
        local=memories.local_words(reach)[None],
        moved=np.zeros((1, len(core.code[0])), np.int64),
        seen=np.zeros((1, 3, 0), np.int64),
    )
    cores = repeated(core._replace(link=link), machine.cores)
    if private:
        cores.link.sides["private_base"] += np.arange(machine.cores)[:, None] * warps * placed.private
    return cores


def _sides(core: Core, placed: Placed, private: range) -> np.ndarray:
    """Return the warps of the first core as its device sees them: SIDE [W]."""
    warps, own = core.warps[0], placed.private
    numbers = np.arange(len(warps))
    sides = np.zeros(len(warps), layout.SIDE)
    sides["place"] = numbers // placed.warps
    sides["local_base"] = sides["place"] * placed.local
    sides["private_base"] = sides["local_base"] + placed.shared + numbers % placed.warps * own
    if private:
        sides["private_base"] = private.start + numbers * own
    sides["mask"] = warps["mask"]
    return sides


def device_of(machine: Machine, cores: Core, grid: Grid, words: np.ndarray, channels: Channels | None) -> Device:
    """Return the far side of the interconnect, with the first work-groups on their way.

    words: global memory, uint32. channels: the channels of DRAM; None for other memory.
    """
    count = len(cores.run)
    device = Device(
        fars=np.zeros(1, FAR),
        words=words,
        ticks=_ticks(machine.memory.bytes_per_cycle),
        wakes=np.zeros(count, np.int64),
        crew=np.zeros(1, CREW),
        signals=np.zeros(16 * (count + 4), np.int64),
        awake=np.zeros(count, np.int64),
        oldest=np.zeros(count, np.int64),
        units=cores.link.units.copy(),
        credits=np.zeros_like(cores.link.credits),
        responses=np.zeros_like(cores.link.responses),
        dram=channels,
    )
    device.fars["last_core"] = count - 1
    device.crew["threads"] = 1
    # Bundles are charged cycle by cycle for the phases of their accesses. A warp that forms may end its wait early.
    device.crew["beside"] = cores.bundles is None and not machine.branch.forms_warps
    for number in range(min(grid.groups, cores.link.places.shape[1] * count)):
        core, place = number % count, number // count
        unit = cores.link.units[core, 0]
        cores.link.starts[core, unit["starts"]] = (0, place, number)
        unit["starts"] += 1
        device.fars["next_group"] += 1
    return device


def _clear_operands(core: Core, file: OperandFile) -> None:
    """Clear all registers, as in places that have not had a group; `exec` keeps the mask of the lanes with a thread."""
    words = core.operands.words[0]
    words[: file.warps * file.warp_words].reshape(file.warps, -1)[:, : file.registers * file.lanes] = 0
    if file.has_scalars:
        scalars = words[file.first_scalar :].reshape(file.warps, layout.SCALAR_WORDS)
        for number in set(range(layout.SCALAR_WORDS)) - {PAIRS["exec"], PAIRS["exec"] + 1}:
            scalars[:, number] = 0


def _launch_record(placed: Placed, file: OperandFile, reach: int) -> Any:
    """Return the launch as the cores see it: LAUNCH [1]."""
    machine, grid = placed.machine, placed.grid
    # Threads of the group before have left their special sources elsewhere, if warps form.
    fresh = file.warp_words // file.lanes if machine.branch.forms_warps else placed.registers
    record = np.zeros(1, layout.LAUNCH)
    values = {
        "groups": grid.groups,
        "groups_x": grid.groups3[0],
        "groups_y": grid.groups3[1],
        "threads": grid.threads,
        "group_warps": placed.warps,
        "place_words": placed.local,
        "reach": reach,
        "interconnect": machine.interconnect.latency,
        "queue": machine.memory.queue,
        "coalescing": COALESCERS.index(machine.memory.coalescing),
        "rule": MEMORIES.index(machine.memory.policy),
        "lanes": machine.warp_size,
        "group_id_row": file.row("group_id"),
        "global_id_row": file.row("global_id"),
        "thread_row": file.row("thread_id"),
        "warp_words": file.warp_words,
        "fresh_words": fresh * file.lanes,
        "first_scalar": file.first_scalar if file.has_scalars else -1,
        "latency": machine.memory.latency,
        "cores": machine.cores,
    }
    for d, size, offset in zip("xyz", grid.local3, grid.offset3, strict=True):
        values |= {f"size_{d}": size, f"offset_{d}": offset}
        values |= {f"{what}_{d}_row": file.row(f"{what}_id_{d}") for what in ("group", "global", "local")}
    for name, value in values.items():
        record[name] = value
    return record


_VARYING = ("group_id", "global_id", *(f"{what}_id_{d}" for what in ("group", "global") for d in "xyz"))


def _copies(at_launch: Iterable[LaunchValue], file: OperandFile) -> Any:
    """Return int64 [n, 3]: registers that a group finds set to a special source that differs by group."""
    copies = []
    for entry in at_launch:
        if entry.source not in _VARYING:
            continue
        source = file.row(entry.source)
        if entry.bank == "register" and entry.number < file.registers:
            copies.append((0, entry.number, source))
        elif entry.bank == "scalar" and file.has_scalars:
            copies.append((1, entry.number, source))
    return np.array(copies, np.int64).reshape(-1, 3)


def _ticks(bytes_per_cycle: float) -> Any:
    """Return int64 [257]: ticks of the data bus for a transaction, by its bytes."""
    return np.array([max(1, int(1024 * size / bytes_per_cycle + 0.5)) for size in range(257)], np.int64)
