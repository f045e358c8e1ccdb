"""The state of a launch: C-contiguous arrays, built in one place from the frozen machine and the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from isa.program import LaunchValue, Program
from isa.table import PAIRS, SPECIALS
from simt.core.ledgers.record import rings
from simt.core.state import layout
from simt.core.state.layout import (
    Bundles,
    Divergence,
    Fixed,
    Ledgers,
    LocalMemory,
    Operands,
    Pipeline,
    Record,
    RegisterFile,
)
from simt.core.state.lowering import OperandFile, Unit, bank_accesses, lowered
from simt.core.state.reasons import REASONS
from simt.machine.rules import BRANCH_ORDERS, BRANCH_RULES, SCHEDULERS
from simt.machine.schema import Machine


@dataclass(frozen=True, slots=True)
class Launch:
    """What is launched on a core: work-groups of so many threads in so many places, and the first one's number.

    groups: work-groups of the launch, groups_x of them in a row. size: threads of a group in x and y (None: all in x).
    """

    threads: int
    group_id: int = 0
    groups: int = 1
    groups_x: int = 0
    size: tuple[int, int] | None = None
    places: int = 1


def _lowest(count: int) -> int:
    """The set of the lowest `count` bits, as a signed 64-bit value."""
    return -1 if count == 64 else (1 << count) - 1


@dataclass(slots=True)
class State:
    """Everything that a run reads and writes. Saved, it is a checkpoint: a run goes on from it to the same end."""

    places: OperandFile
    units: Mapping[str, Unit]
    fixed: Fixed
    runs: Any  # RUN [1]
    pipeline: Pipeline
    warps: Any  # WARP [W]
    wheel: Any  # int64 [r + 1, with a banked register file more]: warps that become ready in this and the coming cycles
    operands: Operands
    divergence: Divergence | None  # None on a machine whose lanes cannot part
    bundles: Bundles | None  # None on a machine that issues single operations
    register_file: RegisterFile | None  # None on a machine whose register file serves all at once
    memory: LocalMemory
    ledgers: Ledgers
    record: Record

    @classmethod
    def build(cls, program: Program, machine: Machine, launch: Launch) -> State:
        """Lower the frozen descriptions to arrays, in the state before cycle 0."""
        lanes = machine.warp_size
        group_warps = -(-launch.threads // lanes)
        count = group_warps * launch.places
        has_scalars = machine.branch.policy == "explicit_masks"
        places = OperandFile(count, machine.registers, lanes, machine.constants.words, has_scalars, machine.vliw.slots)
        length = len(program.words)
        units = units_of(machine)
        latencies = units.latencies(machine)
        instances = units.instances.copy()
        instances["latency"] = latencies
        specs = np.zeros(1, layout.SPEC)
        specs[0] = spec_of(machine, program, launch)

        runs = np.zeros(1, layout.RUN)
        runs[0]["everyone"] = runs[0]["ready"] = _lowest(count)
        runs[0]["last_selected"] = count - 1
        runs[0]["active_set"] = _lowest(min(count, machine.scheduler.active_warps))

        warps = np.zeros(count, layout.WARP)
        warps["select_cycle"] = -1
        warps["mask"] = warps["living"] = _lowest(lanes)
        warps["active"] = warps["alive"] = lanes
        tail = group_warps * lanes - launch.threads
        if tail:  # of the last warp of each group
            last = warps[group_warps - 1 :: group_warps]
            last["mask"] = last["living"] = _lowest(lanes - tail)
            last["active"] = last["alive"] = lanes - tail
            last["tail"] = tail

        depth = queue_depth(latencies)
        rows = length + 1
        words = _operand_file(program.constants, program.at_launch, places, launch).copy()
        return cls(
            places=places,
            units=units.units,
            fixed=Fixed(specs, lowered(program, machine, places, units.units)),
            runs=runs,
            pipeline=Pipeline(
                instances,
                np.zeros((len(instances), depth), layout.PIPE),
                np.full((max(1, machine.front_end.stages), machine.issue_width), -1, np.int64),
            ),
            warps=warps,
            wheel=np.zeros(machine.retire.stages + 1 + _longest_write(machine, count), np.int64),
            operands=Operands(
                words, words.view(np.float32), np.zeros(_words_per_access(machine) * count * lanes, np.uint32)
            ),
            divergence=_divergence(machine, count),
            bundles=_bundles(machine, count),
            register_file=_register_file(program, machine, count),
            memory=LocalMemory(
                np.zeros(machine.local.words, np.uint32),
                np.zeros((lanes, 3), np.int64),
                np.zeros((machine.local.banks, 2), np.int64),
            ),
            ledgers=Ledgers(
                np.zeros((rows, len(REASONS)), np.int64),
                np.zeros((rows, len(REASONS)), np.int64),
                np.zeros(max(1, length), layout.STATS),
            ),
            record=rings(1, machine.issue_width * machine.vliw.slots, count, machine.local.banks),
        )

    def registers(self) -> np.ndarray:
        """uint32 [warps, registers, lanes], a copy."""
        places = self.places
        block = self.operands.words[: places.warps * places.block].reshape(places.warps, -1, places.lanes)
        return block[:, : places.registers, :].copy()

    def scalars(self) -> np.ndarray:
        """uint32 [warps, 129], a copy: scalar registers and SCC; [0, 129] on a machine without."""
        return self.operands.words[self.places.first_scalar :].reshape(-1, layout.SCALAR_WORDS).copy()

    @property
    def progress(self) -> tuple[int, int]:
        """Simulated cycles and issued instructions."""
        return int(self.runs[0]["cycle"]), int(self.runs[0]["sequence"])


def _bundles(machine: Machine, warps: int) -> Bundles | None:
    """The operations in flight of every warp's bundle; None on a machine that issues single operations."""
    slots = machine.vliw.slots
    if slots == 1:
        return None
    return Bundles(np.zeros((warps, slots), layout.PART), np.zeros(warps, np.int64), np.zeros(warps, np.int64))


def _words_per_access(machine: Machine) -> int:
    """Words that a lane can load at once."""
    return layout.WORDS_PER_ACCESS if machine.memory.policy != "none" else 1


def register_banks(machine: Machine) -> int | None:
    """Banks in the register file of a lane; None where nothing ever waits for one (docs/processor.md, section 17)."""
    return {"three_banks": layout.WARP_BANKS, "eight_banks": layout.REGISTER_BANKS}.get(
        machine.register_file_organisation
    )


def _register_file(program: Program, machine: Machine, warps: int) -> RegisterFile | None:
    count = register_banks(machine)
    if count is None:
        return None
    is_by_warp = count == layout.WARP_BANKS
    banks = np.zeros(1, layout.BANKS)
    banks[0]["count"] = count
    banks[0]["by_register"] = not is_by_warp
    banks[0]["behind"] = machine.vliw.slots - 1 if is_by_warp else 0
    passages = np.zeros(warps, layout.PASSAGE)
    passages["left"] = -1
    reads, destinations = bank_accesses(program, machine)
    return RegisterFile(
        banks,
        reads,
        destinations,
        read_free=np.zeros(count, np.int64),
        write_free=np.zeros(count, np.int64),
        behind=np.full(max(1, machine.vliw.slots - 1), -1, np.int64),
        passages=passages,
    )


def _longest_write(machine: Machine, warps: int) -> int:
    """More cycles than a warp's results can wait for their bank: every warp has at most a result per slot before it."""
    return warps * machine.vliw.slots if register_banks(machine) is not None else 0


def _divergence(machine: Machine, warps: int) -> Divergence | None:
    """Where waiting lanes are; no larger than the policy needs, None if lanes cannot part."""
    policy = machine.branch.policy
    if policy == "first_thread":
        return None
    has_stack = policy in ("mask_stack", "ipdom_stack")
    depth = machine.branch.stack_depth if has_stack else 1
    return Divergence(
        masks=np.zeros((warps, depth), np.int64),
        counters=np.zeros((warps, machine.warp_size if policy == "min_pc" else depth), np.int64),
        joins=np.zeros((warps, depth), np.int64),
        current=np.full(warps, layout.NEVER if policy == "min_pc" else layout.NO_JOIN, np.int64),
        replaced=np.zeros(machine.warp_size + 1, np.int64),
    )


def spec_of(machine: Machine, program: Program, launch: Launch) -> Any:
    """The machine and the launch as the kernels see them, a SPEC record."""
    lanes, banks = machine.warp_size, machine.local.banks
    spec: Any = np.zeros((), layout.SPEC)[()]
    spec["warp_size"] = lanes
    spec["launched"] = -(-launch.threads // lanes) * launch.places
    spec["width"] = machine.issue_width
    spec["front_stages"] = machine.front_end.stages
    spec["ports"] = machine.retire.ports
    spec["retire_stages"] = machine.retire.stages
    spec["policy"] = SCHEDULERS.index(machine.scheduler.policy)
    spec["active_warps"] = machine.scheduler.active_warps
    spec["local_words"] = machine.local.words
    spec["banks"] = banks
    spec["bank_mask"] = banks - 1 if banks & (banks - 1) == 0 else -1
    spec["lds_lanes"] = machine.lds.lanes
    spec["instances"] = len(units_of(machine).owners)
    spec["program_length"] = len(program.words)
    spec["branch_policy"] = BRANCH_RULES.index(machine.branch.policy)
    spec["branch_order"] = BRANCH_ORDERS.index(machine.branch.order)
    spec["stack_depth"] = machine.branch.stack_depth
    spec["slots"] = machine.vliw.slots
    return spec


class Units(NamedTuple):
    """The units of a machine but for their latencies."""

    units: Mapping[str, Unit]
    owners: tuple[str, ...]  # the unit of each instance, in the order in which retire asks them
    instances: np.ndarray  # INSTANCE [K], not to be written to

    def latencies(self, machine: Machine) -> list[int]:
        """Of every instance."""
        return [machine.latency(name) for name in self.owners]


def queue_depth(latencies: Sequence[int]) -> int:
    """Places in the queue of each instance: as many as the longest needs, in steps, so that stacks fit together."""
    return -(-(max(latencies) + 2) // _DEPTH_STEP) * _DEPTH_STEP


_DEPTH_STEP = 16


def units_of(machine: Machine) -> Units:
    """The units of a machine; the same object for machines that differ in latencies, scheduling or memories alone."""
    return _units(
        tuple((name, count, machine.beats(name), machine.interval(name)) for name, count in machine.unit_counts.items())
    )


@lru_cache(maxsize=1024)
def _units(described: tuple[tuple[str, int, int, int], ...]) -> Units:
    """From name, instances, beats and interval of every unit, in the order in which retire asks them."""
    units: dict[str, Unit] = {}
    owners: list[str] = []
    numbers: list[int] = []
    for name, count, beats, interval in described:
        units[name] = Unit(first=len(owners), end=len(owners) + count, beats=beats, interval=interval)
        owners += [name] * count
        numbers += range(count)
    instances = np.zeros(len(owners), layout.INSTANCE)
    instances["number"] = numbers
    instances["frozen_in"] = -1
    instances["next_offer"] = layout.NEVER
    return Units(units, tuple(owners), instances)


@lru_cache(maxsize=64)
def _operand_file(
    constants: tuple[int, ...], at_launch: tuple[LaunchValue, ...], places: OperandFile, launch: Launch
) -> np.ndarray:
    """uint32 [size]: specials and constants in place, registers 0 or what they hold at launch, `exec` the mask.

    Not to be written to.
    """
    words = np.zeros(places.size, np.uint32)
    block = words[: places.warps * places.block].reshape(places.warps, -1, places.lanes)
    lane = np.arange(places.lanes, dtype=np.uint32)[None, :]
    warp = np.arange(places.warps, dtype=np.uint32)[:, None] % np.uint32(places.warps // launch.places)
    thread = warp * np.uint32(places.lanes) + lane
    width, height = launch.size or (launch.threads, 1)
    groups_x = launch.groups_x or launch.groups
    group_x, group_y = np.uint32(launch.group_id % groups_x), np.uint32(launch.group_id // groups_x)
    # In lanes without a thread x goes on where there is one dimension.
    local_x = thread % np.uint32(width) if height > 1 else thread
    local_y = thread // np.uint32(width) if height > 1 else np.uint32(0)
    values = {
        "lane_id": lane,
        "thread_id": thread,
        "warp_id": warp,
        "group_id": np.uint32(launch.group_id),
        "group_size": np.uint32(launch.threads),
        "groups": np.uint32(launch.groups),
        "warp_size": np.uint32(places.lanes),
        "global_id": np.uint32(launch.group_id * launch.threads & 0xFFFF_FFFF) + thread,
        "local_id_x": local_x,
        "local_id_y": local_y,
        "group_id_x": group_x,
        "group_id_y": group_y,
        "global_id_x": group_x * np.uint32(width) + local_x,
        "global_id_y": group_y * np.uint32(height) + local_y,
        "group_size_x": np.uint32(width),
    }
    for name, number in SPECIALS.items():
        base, _, _ = places.register(number)
        block[:, base // places.lanes, :] = values[name]
    constants = constants[: places.constants]
    start = places.warps * places.block
    words[start : start + len(constants)] = np.array(constants, np.uint32)
    scalars = words[places.first_scalar :].reshape(-1, layout.SCALAR_WORDS)
    for entry in at_launch:
        row = places.register(SPECIALS[entry.source])[0] // places.lanes
        if entry.bank == "register" and entry.number < places.registers:
            block[:, entry.number, :] = block[:, row, :]
        elif entry.bank == "scalar" and places.has_scalars:
            scalars[:, entry.number] = block[:, row, 0]
    if places.has_scalars:
        group_warps = places.warps // launch.places
        with_thread = [
            _lowest(min(places.lanes, launch.threads - w % group_warps * places.lanes)) for w in range(places.warps)
        ]
        low, high = PAIRS["exec"], PAIRS["exec"] + 1
        scalars[:, low] = [mask & 0xFFFF_FFFF for mask in with_thread]
        scalars[:, high] = [mask >> 32 & 0xFFFF_FFFF for mask in with_thread]
    return words
