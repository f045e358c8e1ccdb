"""The state of a device: the cores' arrays, with a leading axis for the core, and what is behind the interconnect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from isa.program import Program
from isa.table import PAIRS, SPECIALS
from simt.core.state import layout
from simt.core.state.grid import Grid, place_words, places_of
from simt.core.state.layout import Device, Port, mapped
from simt.core.state.state import Launch, State
from simt.machine.rules import COALESCERS
from simt.machine.schema import Machine


@dataclass(slots=True)
class DeviceState:
    """Everything that a run on a device reads and writes."""

    core: State  # of one core, before cycle 0: what all cores share, and the shapes
    runs: Any  # RUN [cores, 1]
    pipelines: Any
    warps: Any  # WARP [cores, W]
    wheels: Any  # int64 [cores, r + 1]
    operands: Any
    divergence: Any
    memory: Any
    ledgers: Any
    records: Any
    ports: Port
    device: Device

    @classmethod
    def build(
        cls, program: Program, machine: Machine, grid: Grid, local: np.ndarray | None, buffers: np.ndarray, words: Any
    ) -> DeviceState:
        """The state before cycle 0.

        local: uint32 [local.words], a group's initial local memory. buffers: int64 [n, 2], first byte and byte behind
        the last of each buffer. words: uint32, global memory from byte 0; the run writes to it.
        """
        places = min(places_of(program, machine, grid).values())
        launch = Launch(grid.threads, 0, grid.groups, grid.groups_x, grid.local, places)
        core = State.build(program, machine, launch)
        cores = machine.cores
        count = len(core.warps)
        core.runs["ready"] = 0
        core.runs["finished"] = count
        masks = core.warps["mask"].copy()
        core.warps["state"] = layout.EMPTY
        row_words = place_words(program, machine)
        reach = machine.local.words if places == 1 else row_words
        group_warps = count // places
        launches = _launch_record(core, machine, grid, row_words, reach, group_warps)
        lanes = machine.warp_size
        queue = machine.memory.queue
        slots = queue + 2
        units = np.zeros(1, layout.PORT)
        units["warp"] = -1
        units["blocked_in"] = -1
        units["still"] = 1
        sides = np.zeros(count, layout.SIDE)
        sides["place"] = np.arange(count) // group_warps
        sides["local_base"] = sides["place"] * row_words
        sides["mask"] = masks
        sides["complete"] = layout.NEVER
        seats = np.zeros(places, layout.PLACE)
        seats["group"] = -1
        initial = np.zeros(reach, np.uint32)
        if local is not None:
            initial[:] = local[:reach]

        def each(array: Any) -> Any:
            """The array once for every core."""
            return np.repeat(array[None], cores, axis=0)

        operands = mapped(core.operands, each)
        # What places hold that have not had a group.
        operands.words[:, : count * core.places.block] = 0
        if core.places.has_scalars:
            scalars = operands.words[:, core.places.first_scalar :].reshape(cores, count, layout.SCALAR_WORDS)
            for number in set(range(layout.SCALAR_WORDS)) - {PAIRS["exec"], PAIRS["exec"] + 1}:
                scalars[:, :, number] = 0
        ports = Port(
            launches=launches,
            units=each(units),
            places=each(seats),
            sides=each(sides),
            segments=np.zeros((cores, lanes, 2), np.int64),
            accesses=np.zeros((cores, slots), layout.ACCESS),
            addresses=np.zeros((cores, slots, lanes), np.int64),
            data=np.zeros((cores, slots, layout.WORDS_PER_ACCESS, lanes), np.uint32),
            requests=np.zeros((cores, queue), layout.REQUEST),
            credits=np.zeros((cores, queue), np.int64),
            responses=np.zeros((cores, count + 1), layout.RESPONSE),
            starts=np.zeros((cores, places + 1), layout.START),
            ends=np.zeros((cores, places + 1), layout.END),
            buffers=np.ascontiguousarray(buffers, np.int64),
            template=core.operands.words.copy(),
            copies=_copies(program, machine, core),
            local=initial,
            moved=np.zeros((cores, max(1, len(program.words))), np.int64),
        )
        device = Device(
            np.zeros(1, layout.FAR), words, _ticks(machine.memory.bytes_per_cycle), np.zeros(cores, np.int64)
        )
        device.fars["last_core"] = cores - 1
        for number in range(min(grid.groups, places * cores)):
            target, place = number % cores, number // cores
            unit = ports.units[target, 0]
            ports.starts[target, unit["starts"]] = (0, place, number)
            unit["starts"] += 1
            device.fars["next_group"] += 1
        return cls(
            core=core,
            runs=each(core.runs),
            pipelines=mapped(core.pipeline, each),
            warps=each(core.warps),
            wheels=each(core.wheel),
            operands=operands._replace(floats=operands.words.view(np.float32)),
            divergence=mapped(core.divergence, each),
            memory=mapped(core.memory, each),
            ledgers=mapped(core.ledgers, each),
            records=mapped(core.record, each),
            ports=ports,
            device=device,
        )


def _launch_record(core: State, machine: Machine, grid: Grid, row_words: int, reach: int, group_warps: int) -> Any:
    launches = np.zeros(1, layout.LAUNCH)
    launch = launches[0]
    places = core.places
    rows = {name: places.register(number)[0] // places.lanes for name, number in SPECIALS.items()}
    values = {
        "groups": grid.groups,
        "groups_x": grid.groups_x,
        "size_x": grid.local[0],
        "size_y": grid.local[1],
        "threads": grid.threads,
        "group_warps": group_warps,
        "place_words": row_words,
        "reach": reach,
        "interconnect": machine.interconnect.latency,
        "queue": machine.memory.queue,
        "coalescing": COALESCERS.index(machine.memory.coalescing),
        "unit": core.units["memory"].first if "memory" in core.units else 0,
        "lanes": machine.warp_size,
        "group_id_row": rows["group_id"],
        "global_id_row": rows["global_id"],
        "group_x_row": rows["group_id_x"],
        "group_y_row": rows["group_id_y"],
        "global_x_row": rows["global_id_x"],
        "global_y_row": rows["global_id_y"],
        "local_x_row": rows["local_id_x"],
        "local_y_row": rows["local_id_y"],
        "thread_row": rows["thread_id"],
        "block": places.block,
        "first_scalar": places.first_scalar if places.has_scalars else -1,
        "latency": machine.memory.latency,
        "cores": machine.cores,
    }
    for name, value in values.items():
        launch[name] = value
    return launches


_VARYING = ("group_id", "global_id", "group_id_x", "group_id_y", "global_id_x", "global_id_y")


def _copies(program: Program, machine: Machine, core: State) -> Any:
    """int64 [n, 3]: registers that hold, at the start of a group, a special source which differs between groups."""
    places = core.places
    found = []
    for entry in program.at_launch:
        if entry.source not in _VARYING:
            continue
        source = places.register(SPECIALS[entry.source])[0] // places.lanes
        if entry.bank == "register" and entry.number < places.registers:
            found.append((0, entry.number, source))
        elif entry.bank == "scalar" and places.has_scalars:
            found.append((1, entry.number, source))
    return np.array(found, np.int64).reshape(-1, 3)


def _ticks(bytes_per_cycle: float) -> Any:
    """int64 [257]: ticks of the data bus for a transaction of so many bytes."""
    return np.array([max(1, int(1024 * size / bytes_per_cycle + 0.5)) for size in range(257)], np.int64)
