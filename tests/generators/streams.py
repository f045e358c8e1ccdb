"""Random launches that ask global memory for as much as it gives, and how busy each resource of them was.

A thread loads, stores or changes words at a stride, in a loop; launches are long or short, of few warps or many, on
memory of every kind: a bus, channels of DRAM under both arbiters, with and without merging and ages.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

import isa
import simt
from isa.program.program import Program
from simt.core.state.dram import ACTIVATE, PRECHARGE, READ, REFRESH
from simt.machine import Machine
from simt.result.dram_bounds import needs_of_channels
from simt.result.result import Result
from tests.generators.device_machines import random_device_machine, with_exclusive_grants, with_holds

__all__ = ["BUSY", "Stream", "busy", "faults", "random_stream"]

BUSY = 0.95  # of the time: such a resource is what a run waits for
_WORDS = 16384
_ACCESSES = {
    "load": "ld.global r1, [r0 + x]",
    "store": "st.global [r0 + x], r2",
    "atomic": "atom.add.u32 r1, [r0 + x], r2",
}
_MIXTURES = (("load",), ("load",), ("store",), ("load", "store"), ("load", "load", "store"), ("atomic",))


@dataclass(frozen=True)
class Stream:
    """A launch. `seed` is that of `random_stream`."""

    machine: Machine
    program: Program
    size: int
    group: int
    seed: int

    def run(self) -> Result:
        """Run it, with a record of the commands."""
        return simt.run(
            self.program,
            self.machine,
            global_size=self.size,
            local_size=self.group,
            max_cycles=100_000,
            record=True,
            strict=False,
        )


def random_stream(seed: int) -> Stream:
    """The launch of a seed: always the same one."""
    rng = random.Random(f"stream {seed}")
    machine = random_device_machine(rng, (25, 75, 0))
    machine = with_exclusive_grants(rng, with_holds(rng, machine))
    keys: dict[str, object] = {"constants.words": 64, "registers": 8, "register_file.words": 8 * machine.warps}
    if machine.memory.policy == "dram" and rng.random() < 0.3:
        keys["memory.merge"] = False
    machine = machine.replace(**keys)
    stride, step = rng.choice([4, 4, 4, 32, 64, 128, 256, 1024, 4096]), rng.choice([0, 4, 128, 512, 4096, 32768])
    within = f"and.b32 r0, r0, {4 * _WORDS - 4}"
    text = [
        f".buffer x, u32, {_WORDS}", f"mul.u32 r0, global_id, {stride}" if machine.options.multiply else
        f"shl.b32 r0, global_id, {stride.bit_length() - 1}", within, f"mov.b32 r2, {rng.choice([4, 16, 32])}", "again:",
        *(_ACCESSES[kind] for kind in rng.choice(_MIXTURES)),
        f"add.u32 r0, r0, {step}", within, "sub.u32 r2, r2, 1 -> again if nz", "ret",
    ]  # fmt: skip
    group = machine.warp_size * rng.choice([1, 1, machine.warps])
    return Stream(machine, isa.assemble("\n".join(text) + "\n"), group * rng.choice([1, 4, 12]), group, seed)


def busy(result: Result) -> dict[str, float]:
    """The share of the cycles in which a resource does something, of each that is looked at.

    Of DRAM it is what the commands say that went, and not what was counted.
    """
    machine = result.machine
    found = {"issue": result.instructions / len(result.cores) / (result.cycles * machine.issue_width)}
    if machine.memory.policy == "simple":
        found["bus"] = result.traffic.totals[2] / machine.memory.bytes_per_cycle / result.cycles
        return found
    clocks = result.cycles * machine.dram_rate / 1024
    gap = max(machine.dram.burst, machine.dram["tCCD"])
    for number, log in enumerate(result.commands or ()):
        columns = (log["command"] != ACTIVATE) & (log["command"] < PRECHARGE)
        found[f"bus {number}"] = float(columns.sum()) * gap / clocks
        if machine.memory.arbiter == "hmgpu":
            found[f"grants {number}"] = _granted(machine, log) / clocks
        for bank in set(log["bank"][log["bank"] >= 0].tolist()):
            found[f"bank {number}.{bank}"] = _needed(machine, log[log["bank"] == bank]) / clocks
    return found


def _granted(machine: Machine, log: np.ndarray) -> int:
    """Clocks of a channel in refreshes and exclusive grants, each from its activate until its bank may be opened."""
    channel, total = machine.dram, 0
    total += int(channel["tRFC"]) * int((log["command"] == REFRESH).sum())
    log = log[log["command"] != REFRESH]
    begins = np.flatnonzero(log["command"] == ACTIVATE).tolist()
    for first, end in pairwise([*begins, len(log)]):
        rows = log[first:end]
        over = [rows["clock"][0] + channel["tRC"], rows["clock"][-1] + channel["tRP"]]
        over += (rows["clock"][rows["command"] == READ] + channel.read_to_data).tolist()
        total += int(max(over) - rows["clock"][0])
    return total


def _needed(machine: Machine, log: np.ndarray) -> int:
    """Clocks of a bank for its rows: of each those that it may not be opened again, whoever keeps it open longer."""
    opened = int((log["command"] == ACTIVATE).sum())
    return (opened - 1) * int(machine.dram["tRC"])


def faults(result: Result) -> list[str]:
    """What is wrong with the bounds of a run: those above its cycles; none near them though a resource is busy."""
    if not result.completed:
        return []
    needs = [(bound.cycles, bound.resource) for bound in result.bounds]
    if result.channels is not None:
        needs += [(cycles, name) for cycles, name, _ in needs_of_channels(result.machine, result.channels)]
    found = [f"{name} {cycles} of {result.cycles} cycles" for cycles, name in needs if cycles > result.cycles]
    most, what = max((share, name) for name, share in busy(result).items())
    if most >= BUSY and result.bounds[0].cycles < 0.9 * result.cycles:
        found.append(f"{what} is busy {most:.1%} of {result.cycles} cycles, {result.bounds[0]} binds")
    return found
