"""The state of a launch: C-contiguous arrays, built in one place from the frozen machine and the program.

A plain processor is one core; a device is several, each with its end of an interconnect to a memory (links.py).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.core.jit import routine
from simt.core.state import kinds, layout, optional
from simt.core.state.dram import Channels, channels_of
from simt.core.state.far_side import Device
from simt.core.state.groups import entry_of, groups_of
from simt.core.state.layout import Core, Ledgers, LocalMemory, Operands, Pipeline, mapped
from simt.core.state.links import device_of, link_cores
from simt.core.state.lowering import lowered
from simt.core.state.operands import OperandFile, lowest, operands_at_launch, set_of
from simt.core.state.placed import NOTHING, Memories, Placed
from simt.core.state.reasons import REASONS
from simt.core.state.rings import rings
from simt.core.state.shadow import shadow_of
from simt.core.state.units import Units, units_of
from simt.machine import Machine
from simt.machine.rules import BRANCH_ORDERS, BRANCH_RULES, MEMORIES, SCHEDULERS


@dataclass(slots=True)
class State:
    """Everything that a run reads and writes. A saved one is a checkpoint, from which a run goes on to the same end."""

    file: OperandFile  # of a core
    cores: Core  # every array with a leading axis for the core
    device: Device | None  # None on a plain processor

    @property
    def lag(self) -> int:
        """Cycles after which one core can learn of another; an engine runs at least that many in a call."""
        link = self.cores.link
        return 1 if link is None else int(link.launches[0, 0]["interconnect"])

    @property
    def has_time(self) -> bool:
        """Return whether an engine with time runs it, cycle by cycle."""
        return self.cores.pipeline is not None

    @property
    def channels(self) -> Channels | None:
        """The channels of DRAM, None if the memory is none."""
        if self.device is None or self.cores.link.launches[0, 0]["rule"] != MEMORIES.index("dram"):
            return None
        return self.device.dram

    @property
    def clock(self) -> Any:
        """The record with the next cycle and the status: FAR of a device, RUN of a plain processor."""
        return self.cores.run[0] if self.device is None else self.device.fars[0]

    @classmethod
    def build(
        cls, placed: Placed, memories: Memories = NOTHING, *, without_time: bool = False, commands: int = 0
    ) -> State:
        """Lower the frozen descriptions to arrays, in the state before cycle 0.

        The cores have an interconnect if there are words of global memory, or if the launch needs one.

        - memories: the contents of the memories.
        - without_time: make one core with one place, in which the work-groups run one after the other.
        - commands: the number of commands kept for each DRAM channel (`commands_of`).
        """
        machine, grid, given = placed.machine, placed.grid, memories.given
        on_device = memories.words is not None or grid.needs_device(machine)
        groups = groups_of(machine, entry_of(on_device, without_time, given is not None))
        places, reach = (placed.places, placed.reach(placed.places)) if on_device else (1, machine.local.words)
        if on_device and without_time:
            placed, places = Placed(placed.program, machine.replace(cores=1, groups_per_core=1), grid), 1
        file, core = _core(placed, places, groups, without_time)
        if given is not None:
            core = core._replace(shadow=shadow_of(placed, file.warps, grid.groups if on_device else 1, reach, given))
        if not on_device:
            core.run["ready"] = core.run["everyone"]
            core.memory.words[0] = memories.local_words(reach)
            return cls(file, core, None)
        private = placed.private_span(places, memories.spans)
        words = np.zeros(0, np.uint32) if memories.words is None else memories.words
        if private:
            words = np.concatenate((words, np.zeros(private.stop - len(words), np.uint32)))
        cores = link_cores(core, placed, file, memories, reach, private)
        channels = channels_of(machine, commands, memories.frames) if "dram" in groups else None
        return cls(file, cores, device_of(placed.machine, cores, grid, words, channels))


def _core(placed: Placed, places: int, groups: Set[str], without_time: bool) -> tuple[OperandFile, Core]:
    """Return one core of `places` places before cycle 0, with a leading axis, and the places of its operands.

    Groups that only an engine with time has are None for any other. groups: the optional groups that its engine has.
    """
    program, machine = placed.program, placed.machine
    lanes, warps, length = machine.warp_size, placed.warps * places, len(program.words)
    file = OperandFile.of(machine, warps, "bundles" in groups)
    units = units_of(machine)
    # Results hardly ever wait longer for their bank: then the wheel turns more than once.
    wait = warps * machine.vliw.count if machine.register_banks else 0
    words = operands_at_launch(program.constants, program.at_launch, file, placed.grid, placed.warps).copy()
    ledger = np.zeros((length + 1, len(REASONS)), np.int64)
    rows = lowered(placed, file, units.units, groups)
    core = Core(
        spec=np.array(spec_of(placed, file, rows.code)),
        code=rows.code,
        run=_run(machine, warps),
        pipeline=None if without_time else _pipeline(machine, units),
        # The optional groups. The parts of the program that they hold are None where the group is missing.
        bundles=None if rows.positions is None else optional.bundles_of(machine, warps, rows.positions),
        register_file=None if rows.banked is None else optional.register_file_of(machine, warps, *rows.banked),
        flights=None if rows.uses is None else optional.flights_of(machine, warps, rows.code, rows.uses),
        collectors=None if rows.collected is None else optional.collectors_of(machine, warps, *rows.collected),
        divergence=optional.divergence_of(machine, warps) if "divergence" in groups else None,
        formation=optional.formation_of(file, placed.registers) if "formation" in groups else None,
        warps=_warps(placed, warps),
        wheel=None if without_time else np.zeros(machine.retire.stages + 1 + wait, np.int64),
        operands=Operands(words, words.view(np.float32), _loaded(machine, file, groups)),
        memory=LocalMemory(
            np.zeros(machine.local.words, np.uint32),
            np.zeros((lanes, 4), np.int64),
            np.zeros((machine.local.banks, 2), np.int64),
        ),
        ledgers=Ledgers(
            ledger, ledger.copy(), np.zeros(max(1, length), layout.STATS), widths=np.zeros(lanes, np.int64)
        ),
        record=None if without_time else rings(1, machine.issue_slots, warps, machine.local.banks),
        link=None,
        shadow=None,
    )
    return file, mapped(core, lambda array: array[None])


def _pipeline(machine: Machine, units: Units) -> Pipeline:
    """Return the front end and the unit instances before cycle 0."""
    instances = units.instances.copy()
    instances["latency"] = units.latencies(machine)
    return Pipeline(
        instances,
        queues=np.zeros((len(instances), units.depth(machine)), layout.PIPE),
        front=np.full((max(1, machine.front_end.stages), machine.issue_width), -1, np.int64),
    )


def _run(machine: Machine, warps: int) -> np.ndarray:
    """Return the scalars of a run before cycle 0."""
    run = np.zeros((), layout.RUN)
    run["everyone"] = lowest(warps)
    run["last_selected"] = warps - 1
    run["active_set"] = set_of(
        warp for ring in optional.rings_of(machine, warps) for warp in ring[: machine.scheduler.active_warps]
    )
    return run


def _warps(placed: Placed, count: int) -> np.ndarray:
    """Return the warps of a core all of whose places have a work-group, WARP [count]."""
    lanes = placed.machine.warp_size
    warps = np.zeros(count, layout.WARP)
    warps["select_cycle"] = -1
    warps["mask"] = warps["living"] = lowest(lanes)
    warps["active"] = warps["alive"] = lanes
    tail = placed.warps * lanes - placed.grid.threads
    if tail:  # of the last warp of each group
        last = warps[placed.warps - 1 :: placed.warps]
        last["mask"] = last["living"] = lowest(lanes - tail)
        last["active"] = last["alive"] = lanes - tail
        last["tail"] = tail
    return warps


def _loaded(machine: Machine, file: OperandFile, groups: Set[str]) -> np.ndarray:
    """Return the room for loaded words: a row for each warp, and with bundles or a scoreboard for each flight.

    Only these may load from local and from global memory at the same time.
    """
    flights = optional.most_in_flight(machine, file.warps) if "bundles" in groups or "flights" in groups else 0
    words = layout.WORDS_PER_ACCESS if machine.memory.is_present else 1
    return np.zeros(words * (file.warps + flights) * file.lanes, np.uint32)


def spec_of(placed: Placed, file: OperandFile, code: np.ndarray) -> Any:
    """Return the machine and a launch on it as the engine sees them, a SPEC record.

    file: the operands of the warps of all places of a core. code: the lowered program.
    """
    program, machine = placed.program, placed.machine
    banks = machine.local.banks
    spec: Any = np.zeros((), layout.SPEC)[()]
    spec["warp_size"] = machine.warp_size
    spec["launched"] = file.warps
    spec["width"] = machine.issue_width * machine.issue.schedulers
    spec["front_stages"] = machine.front_end.stages
    spec["ports"] = machine.vliw.count if machine.vliw.count > 1 else machine.retire.ports
    spec["retire_stages"] = machine.retire.stages
    spec["policy"] = SCHEDULERS.index(machine.scheduler.policy)
    spec["active_warps"] = machine.scheduler.active_warps
    spec["local_words"] = placed.reach(1)
    spec["private_words"] = program.private_words
    spec["private_base"] = placed.shared
    spec["banks"] = banks
    spec["bank_mask"] = banks - 1 if banks & (banks - 1) == 0 else -1
    spec["lds_lanes"] = machine.lds.lanes
    spec["instances"] = sum(machine.unit_counts.values())
    spec["program_length"] = len(program.words)
    spec["branch_policy"] = BRANCH_RULES.index(machine.branch.policy)
    spec["branch_order"] = BRANCH_ORDERS.index(machine.branch.order)
    spec["stack_depth"] = machine.branch.stack_depth
    spec["yield_after"] = machine.branch.yield_after
    # Instructions that read other lanes name them by their warp.
    spec["forms"] = machine.branch.forms_warps and not program.reads_lanes
    spec["warp_words"] = file.warp_words
    spec["slots"] = machine.vliw.count
    spec["ideal_banks"] = machine.ideal.banks
    spec["ideal_lanes"] = machine.ideal.lanes
    spec["ideal_barriers"] = machine.ideal.barriers
    issue = machine.issue
    spec["entries"] = issue.entries
    spec["loads"] = issue.loads or issue.entries
    spec["interval"] = issue.interval
    spec["operand_interval"] = issue.after_operand
    spec["has_kinds"] = issue.has_kinds
    spec["scheduler_width"] = machine.issue_width
    spec["counted"] = units_of(machine).counted if issue.has_scoreboard else spec["instances"]
    if (code["kind"] == kinds.ROUTINE).any():
        spec["routine"] = routine.address()
    return spec
