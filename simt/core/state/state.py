"""The state of a launch: C-contiguous arrays, built in one place from the frozen machine and the program.

A plain processor is one core; a device is several, each with its end of an interconnect to a memory (links.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from isa.program.program import Program
from simt.core.jit import routine
from simt.core.state import layout
from simt.core.state.collectors import collectors_of
from simt.core.state.dram import Channels, channels_of
from simt.core.state.far_side import Device
from simt.core.state.groups import groups_of
from simt.core.state.homes import formation_of
from simt.core.state.layout import (
    Bundles,
    Core,
    Divergence,
    Ledgers,
    LocalMemory,
    Operands,
    Pipeline,
    RegisterFile,
    mapped,
)
from simt.core.state.links import device_of, link_cores
from simt.core.state.lowering import bank_accesses, bundle_positions, has_across, lowered, needs_routine
from simt.core.state.operands import OperandFile, lowest, operands_at_launch, set_of
from simt.core.state.placed import NOTHING, Memories, Placed
from simt.core.state.reasons import REASONS
from simt.core.state.rings import rings
from simt.core.state.scoreboard import flights_of, rings_of
from simt.core.state.shadow import Given, shadow_of
from simt.core.state.units import Unit, units_of
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
        cls, placed: Placed, memories: Memories = NOTHING, *, without_time: bool = False, commands: int = 0,
        given: Given | None = None,
    ) -> State:  # fmt: skip
        """Lower the frozen descriptions to arrays, in the state before cycle 0.

        The cores have an interconnect if there are words of global memory, or if the launch needs one.

        - memories: the contents of the memories.
        - without_time: make one core with one place, in which the work-groups run one after the other.
        - commands: the number of commands kept for each DRAM channel (`commands_of`).
        - given: the words stored before a run that is checked, which must be without time; None for a run without
          checks.
        """
        program, machine, grid = placed.program, placed.machine, placed.grid
        on_device = memories.words is not None or grid.needs_device(machine)
        engine = entry_of(on_device, without_time, given is not None)
        if not on_device:
            cores = _core(placed, 1, engine)
            if memories.local is not None:
                cores.memory.words[:, : len(memories.local)] = memories.local
            warps = len(cores.warps[0])
            if given is not None:
                cores = cores._replace(shadow=shadow_of(program, machine, warps, 1, machine.local.words, given))
            return cls(OperandFile.of(machine, warps, cores.bundles is not None), cores, None)
        places = placed.places
        reach = placed.reach(places)
        if without_time:
            machine, places = machine.replace(cores=1, groups_per_core=1), 1
            placed = Placed(program, machine, grid)
        one = _core(placed, places, engine)
        cores = mapped(one, lambda array: np.repeat(array, machine.cores, axis=0))
        floats = cores.operands.words.view(np.float32)
        cores = cores._replace(spec=one.spec, code=one.code, operands=cores.operands._replace(floats=floats))
        if cores.bundles is not None:
            cores = cores._replace(bundles=cores.bundles._replace(positions=one.bundles.positions))
        if cores.flights is not None:
            cores = cores._replace(flights=cores.flights._replace(uses=one.flights.uses))
        initial = np.zeros(reach, np.uint32)
        if memories.local is not None:
            initial[: len(memories.local)] = memories.local[:reach]
        buffers = np.zeros((0, 2)) if memories.buffers is None else memories.buffers
        words = np.zeros(0, np.uint32) if memories.words is None else memories.words
        first = -1  # word of private memory that lies in global memory
        if program.private_words and machine.private_place == "global":
            span = placed.private_span(places, buffers)
            first = span.start
            words = np.concatenate((words, np.zeros(span.stop - len(words), np.uint32)))
        cores = link_cores(cores, placed, initial, buffers, first)
        file = OperandFile.of(machine, cores.warps.shape[1], cores.bundles is not None)
        if given is not None:
            cores = cores._replace(shadow=shadow_of(program, machine, file.warps, grid.groups, reach, given))
        has_dram = "dram" in groups_of(machine, engine)
        channels = channels_of(machine, commands, memories.frames) if has_dram else None
        return cls(file, cores, device_of(machine, cores, grid, words, channels))


def _core(placed: Placed, places: int, engine: str) -> Core:
    """Return one core before cycle 0, with a leading axis, all of whose places have a work-group.

    engine: the entry point that is to run it.
    """
    program, machine, grid = placed.program, placed.machine, placed.grid
    lanes = machine.warp_size
    group_warps = placed.warps
    count = group_warps * places
    groups = groups_of(machine, engine)
    has_bundles, has_banks = "bundles" in groups, "register_file" in groups
    file = OperandFile.of(machine, count, has_bundles)
    length = len(program.words)
    units = units_of(machine)
    latencies = units.latencies(machine)
    instances = units.instances.copy()
    instances["latency"] = latencies

    run = np.zeros((), layout.RUN)
    run["everyone"] = run["ready"] = lowest(count)
    run["last_selected"] = count - 1
    run["active_set"] = set_of(
        warp for ring in rings_of(machine, count) for warp in ring[: machine.scheduler.active_warps]
    )

    warps = np.zeros(count, layout.WARP)
    warps["select_cycle"] = -1
    warps["mask"] = warps["living"] = lowest(lanes)
    warps["active"] = warps["alive"] = lanes
    tail = group_warps * lanes - grid.threads
    if tail:  # of the last warp of each group
        last = warps[group_warps - 1 :: group_warps]
        last["mask"] = last["living"] = lowest(lanes - tail)
        last["active"] = last["alive"] = lanes - tail
        last["tail"] = tail

    ledger = np.zeros((length + 1, len(REASONS)), np.int64)
    words = operands_at_launch(program.constants, program.at_launch, file, grid, group_warps).copy()
    code = lowered(program, machine, file, units.units)
    core = Core(
        spec=np.array(spec_of(placed, file)),
        code=code,
        run=run,
        pipeline=Pipeline(
            instances,
            np.zeros((len(instances), units.depth(machine)), layout.PIPE),
            np.full((max(1, machine.front_end.stages), machine.issue_width), -1, np.int64),
        ),
        bundles=_bundles(placed, count, units.units) if has_bundles else None,
        register_file=_register_file(program, machine, count) if has_banks else None,
        flights=flights_of(program, machine, count, code),
        collectors=collectors_of(program, machine, count),
        warps=warps,
        wheel=np.zeros(machine.retire.stages + 1 + _usual_wait(machine, count), np.int64),
        operands=Operands(
            words,
            words.view(np.float32),
            np.zeros(_words_per_access(machine) * _rows(machine, count, has_bundles) * lanes, np.uint32),
        ),
        divergence=_divergence(machine, count) if "divergence" in groups else None,
        formation=formation_of(machine, file, program.registers) if "formation" in groups else None,
        memory=LocalMemory(
            np.zeros(machine.local.words, np.uint32),
            np.zeros((lanes, 4), np.int64),
            np.zeros((machine.local.banks, 2), np.int64),
        ),
        ledgers=Ledgers(
            ledger, ledger.copy(), np.zeros(max(1, length), layout.STATS), widths=np.zeros(lanes, np.int64)
        ),
        record=rings(1, machine.issue_slots, count, machine.local.banks),
        link=None,
        shadow=None,
    )
    return mapped(core, lambda array: array[None])


def entry_of(on_device: bool, without_time: bool = False, is_checked: bool = False) -> str:
    """Return the name of the compiled entry point that runs a launch. is_checked: only of a run without time."""
    if not without_time:
        return "device" if on_device else "cycle"
    if on_device:
        return "check_groups" if is_checked else "groups"
    return "check" if is_checked else "functional"


def _bundles(placed: Placed, warps: int, units: Mapping[str, Unit]) -> Bundles:
    """Return the operations in flight of every warp's bundle."""
    return Bundles(
        bundle_positions(placed.program, placed.machine, units),
        np.zeros((warps, placed.machine.vliw.count), layout.PART),
        np.zeros(warps, np.int64),
        np.zeros(warps, np.int64),
    )


def _words_per_access(machine: Machine) -> int:
    """Return the words that a lane can load at once."""
    return layout.WORDS_PER_ACCESS if machine.memory.policy != "none" else 1


def _rows(machine: Machine, warps: int, has_bundles: bool) -> int:
    """Return the number of rows for loaded words: one for each warp, and with bundles or a scoreboard for each flight.

    Only these may load from local and from global memory at the same time.
    """
    return warps + (_flights(machine, warps) if has_bundles or machine.issue.has_scoreboard else 0)


def _flights(machine: Machine, warps: int) -> int:
    """Return the number of instructions in flight, at most."""
    return warps * (machine.issue.entries if machine.issue.has_scoreboard else 1)


def _register_file(program: Program, machine: Machine, warps: int) -> RegisterFile:
    """Return the banks of registers before cycle 0."""
    count = max(1, machine.register_banks)
    slots = machine.vliw.count if machine.register_file_organisation == "three_banks" else 1
    banks = np.zeros(1, layout.BANKS)
    banks[0]["count"] = count
    banks[0]["stages"] = slots - 1
    passages = np.zeros(warps, layout.PASSAGE)
    passages["left"] = -1
    reads, writes = bank_accesses(program, machine)
    return RegisterFile(
        banks,
        reads,
        writes,
        read_free=np.zeros(count, np.int64),
        write_free=np.zeros(count, np.int64),
        stages=np.full(max(1, slots - 1), -1, np.int64),
        passages=passages,
        written=np.zeros(_flights(machine, warps), layout.WRITE),
    )


def _usual_wait(machine: Machine, warps: int) -> int:
    """Return cycles for which results hardly ever wait for their bank: the wheel turns more than once for the rest."""
    return warps * machine.vliw.count if machine.register_banks else 0


def _divergence(machine: Machine, warps: int) -> Divergence:
    """Return the place of waiting lanes, no larger than the policy needs."""
    branch, lanes = machine.branch, machine.warp_size
    depth = branch.stack_depth if branch.has_stack else 1
    has_barriers, is_lowest_first = branch.has_barriers, branch.is_lowest_first
    current = layout.NO_BARRIER if has_barriers else layout.NEVER if is_lowest_first else layout.NO_JOIN
    return Divergence(
        masks=np.zeros((warps, depth), np.int64),
        counters=np.zeros((warps, lanes if has_barriers or is_lowest_first else depth), np.int64),
        joins=np.zeros((warps, depth), np.int64),
        current=np.full(warps, current, np.int64),
        replaced=np.zeros(lanes + 1, np.int64),
        innermost=np.full((warps, lanes if has_barriers else 1), layout.NO_BARRIER, np.int64),
        barriers=np.zeros((warps, branch.convergence_barriers if has_barriers else 1), layout.MEETING),
        turns=np.zeros(warps, layout.TURN),
    )


def spec_of(placed: Placed, file: OperandFile) -> Any:
    """Return the machine and a launch on it as the engine sees them, a SPEC record.

    file: the operands of the warps of all places of a core.
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
    spec["forms"] = machine.branch.forms_warps and not has_across(program.words)
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
    if needs_routine(program.words):
        spec["routine"] = routine.address()
    return spec
