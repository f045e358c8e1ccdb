"""The inputs of the analytical models for a machine of the simulator: `Counts` of a profile, `Parameters` of a machine.

The parameters follow from the machine description alone. The cost of an instruction is the time from its select to the
next select of a warp that runs alone.
"""

from __future__ import annotations

from collections import Counter

from isa.program.encoding import Instruction
from isa.table.units import COMPUTE_UNITS, UNITS
from simt.machine import Machine
from simt.models import bounds, hong_kim, paper, roofline
from simt.models.classes import CLASSES
from simt.models.counts import Body, Counts, GlobalAccess, LocalAccess
from simt.models.parameters import Parameters
from simt.models.refined.profile import Profile


def class_of(instruction: Instruction) -> str:
    """Return the class of an instruction other than accesses and barriers.

    The class follows the executing unit, which decides the cost: an integer division on the SFU is `special`.
    """
    spec = instruction.spec
    classes = UNITS[spec.unit].classes
    assert classes is not None, "local and global accesses are counted by themselves"
    return classes[spec.name.startswith(("mul.", "mulh.", "mad.", "fma."))]


def counts_of(profile: Profile) -> Counts:
    """Return the average work of a warp as counts.

    The degree of a local access is the mean over its beats, times the LDS's interval. A global access has the mean
    number of its transactions, and the mean bytes that they move.
    """
    warps, machine = profile.warps, profile.machine
    beats = machine.beats("lds")
    mix: Counter[str] = Counter()
    local: list[LocalAccess] = []
    memory: list[GlobalAccess] = []
    barriers = 0
    for pc, instruction in enumerate(profile.program.instructions):
        issues = profile.issues[pc]
        if instruction is None or not issues:
            continue
        if machine.unit_of(instruction) == "lds":
            degree = max(1.0, profile.passes[pc] / (issues * beats)) * machine.lds.interval
            local.append(LocalAccess(f"at_{pc}", issues / warps, degree=degree, is_store=instruction.spec.is_store))
        elif machine.unit_of(instruction) == "memory":
            memory.append(
                GlobalAccess(
                    f"at_{pc}",
                    issues / warps,
                    transfers=max(1.0, profile.transactions[pc] / issues),
                    bytes=instruction.spec.bytes,
                    is_store=instruction.spec.is_store,
                    moved=profile.moved[pc] / issues,
                )
            )
        elif instruction.spec.name == "bar":
            barriers += issues
        else:
            mix[class_of(instruction)] += issues
    issued = sum(profile.issues)
    return Counts(
        kernel=profile.program.name,
        work_items=profile.threads,
        local_size=profile.threads // profile.groups,
        body=Body(
            {name: mix[name] / warps for name in CLASSES if mix[name]},
            global_accesses=tuple(memory),
            local_accesses=tuple(local),
            waiting_barriers=barriers / warps,
        ),
        local_bytes=4 * profile.program.local_words,
        registers=profile.program.registers if profile.grid is not None else 0,
        resident_groups=profile.places,
        active_share=sum(profile.active_lanes) / (issued * machine.warp_size) if issued else 1.0,
        origin=profile.source,
    )


def parameters_of(machine: Machine) -> Parameters:
    """Return the parameters of a machine description.

    A cost is f + l + occ - 1 + r cycles (docs/processor.md, section 2), rounded up to the next turn of the warp's
    scheduler. It holds for any number of work-items. `banks` is set to the number of lanes of the LDS. Bank conflicts
    are in the counts already, as degrees of beats. `accesses_in_flight` is the number of entries of a scoreboard.
    `lanes` of a unit are the lanes for its fastest operations.
    """
    around, interval = machine.front_end.stages + machine.retire.stages - 1, machine.issue.interval

    def until_turn(cycles: int) -> int:
        return -(-cycles // interval) * interval

    values: dict[str, float] = {
        "cores": 1,
        "processing_elements": machine.alu.lanes,
        "warp_size": machine.warp_size,
        "shader_mhz": machine.clock_mhz,
        "banks": machine.lds.lanes,
        "local_latency": until_turn(around + machine.lds.latency + machine.lds.interval),
        "max_groups": 1,
        "max_warps": machine.warps,
        "local_bytes": 4 * machine.local.words,
        "issue_cycles": 1 / machine.most_issued,
        "barrier_cycles": until_turn(around + machine.alu.latency + machine.alu.interval),
    }
    if machine.issue.overlaps:
        values["accesses_in_flight"] = machine.issue.entries
    if machine.is_device:
        values |= _of_device(machine)
    units = {UNITS[name].served_by: name for name in COMPUTE_UNITS if name in machine.unit_counts}
    for name, entry in CLASSES.items():
        if entry.unit in units:
            unit = units[entry.unit]
            if entry.paper:
                values[f"cost.{name}"] = until_turn(around + machine.latency(unit) + machine.occupation(unit))
            section = getattr(machine, unit)
            values[f"lanes.{entry.unit}"] = section.lanes * section.count / machine.interval_at_least(unit)
    control = machine.serving("control")
    values["lanes.control"] = machine.warp_size * machine.unit_counts[control] / machine.interval(control)
    return Parameters(
        name=machine.name,
        values=values,
        description=machine.description,
        sources=dict.fromkeys(values, "the machine description"),
    )


_ONE_BY_ONE = (paper.MODEL, hong_kim.MODEL)  # models in which the instructions of a warp follow each other
_ISSUE_RATE = (hong_kim.MODEL, roofline.MODEL, bounds.MODEL)
_UNITS = (paper.MODEL, roofline.MODEL, bounds.MODEL)  # models with times of units


def left_out(machine: Machine, model: str) -> tuple[str, ...]:
    """Return a sentence about each key of a machine whose effect on the time a model does not cover.

    model: the name of the model.

    The refined model covers all keys of issue. Bounds and ceilings hold for any number of instructions of a warp in
    flight. The paper's model, and Hong and Kim's, take the time of a warp as the sum of the times of its instructions.
    """
    sentences: list[str] = []
    if machine.issue.overlaps and model in _ONE_BY_ONE:
        sentences.append(
            "issue.dependences = scoreboard is left out: this predicts the machine with issue.dependences = "
            "one_in_flight; the refined model has the scoreboard"
        )
    if machine.issue.has_kinds and model in _ISSUE_RATE:
        taken = "every slot is taken to issue any instruction, and every turn to follow after issue.interval"
        sentences.append(f"issue.slots is left out: {taken}")
    if machine.costs and model in _UNITS:
        sentences.append("costs is left out: an operation is taken to have the times of its unit")
    if machine.memory.policy == "dram" and machine.memory.arbiter == "hmgpu":
        taken = "channels are taken to serve all cores at once, without exclusive grants"
        sentences.append(f"memory.arbiter = hmgpu is left out: {taken}")
    return tuple(sentences)


_SEGMENTS = {"segments": 128, "sectors": 32, "half_warp_relaxed": 64, "half_warp_joined": 64, "half_warp_strict": 64}


def _of_device(machine: Machine) -> dict[str, float]:
    """Return the parameters of cores, places and global memory, in shader cycles (docs/processor.md, section 19).

    `global_latency` is the time of one transaction while memory is idle: f + the coalescer's beats + L (to the arbiter)
    + bus + `memory.latency` (with `dram` a read of a closed bank) + L (back) + r. `segment_bytes` is the segment for
    consecutive words of four bytes. Departures: an access of n transactions takes beats + n - 1 cycles of the
    coalescer; a place in the queue is taken for 2 L cycles.
    """
    memory, far = machine.memory, machine.interconnect.latency
    values: dict[str, float] = {
        "cores": machine.cores,
        "max_groups": machine.groups_per_core,
        "registers": machine.register_file.words * machine.warp_size,
    }
    if not machine.has("global_memory"):
        return values
    segment = _SEGMENTS[memory.coalescing]
    beats = machine.beats("memory")
    apart = max(1.0, 2 * far / memory.queue)
    together = max(1, 4 * machine.warp_size // segment)
    latency = machine.front_end.stages + beats + 2 * far + machine.memory_latency(segment) + machine.retire.stages
    return values | {
        "memory_mhz": machine.clock_mhz,
        "global_latency": -(-latency // machine.issue.interval) * machine.issue.interval,
        "segment_bytes": segment,
        "bandwidth_gbs": machine.memory_bytes_per_cycle * machine.clock_mhz / 1000,
        "departure_coalesced": max(beats + together - 1, together * apart),
        "departure_uncoalesced": apart,
    }
