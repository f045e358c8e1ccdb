"""The values that a machine description implies for the parameters of a calibration, by docs/processor.md.

No other part of `simt calibrate` looks at the keys of a machine.
"""

from __future__ import annotations

from itertools import combinations

from isa.table.slot_kinds import ANY, takes
from isa.table.table import INSTRUCTIONS
from isa.table.units import PIPELINES, UNITS
from simt.machine import Machine
from simt.validate.global_memory import TICKS
from simt.validate.issue import BESIDE
from simt.validate.microkernels import INSTRUCTIONS as MEASURED
from simt.validate.microkernels import PROBES

# Bytes of a single lane's transaction, by the rule for coalescing: lane n accesses word n of a row, or another word.
OWN_WORD = {"segments": 128, "sectors": 32, "half_warp_relaxed": 32, "half_warp_joined": 32, "half_warp_strict": 64}
_OTHER_WORD = {**OWN_WORD, "half_warp_strict": 32}


def implied(machine: Machine) -> dict[str, int]:
    """Return the implied value of every parameter that the machine has, by the name in `simt.validate.calibration`."""
    units = machine.unit_counts
    retire = machine.retire.stages
    stages = front_end(machine)
    before_control = 1 if machine.has_collectors else stages  # it reads no register
    has_own = machine.control.route == "own"
    control = before_control + (2 if has_own else machine.alu.latency + machine.alu.interval) - 1
    values = {
        "control select to ready": _turns(machine, control + retire),
        "control select to retire": control,
        "retire.stages": retire,
        "issue_width": machine.issue_width,
        "front end stages": 0 if machine.has_collectors else stages,
        "retire.ports": machine.retire.ports,
        "local.words": machine.local.words,
        "local.banks": machine.local.banks,
        "local broadcast": 0,
        "lds.interval": machine.cost(INSTRUCTIONS["ld.local"]).interval,
        "lds beats": machine.beats("lds"),
    }
    if machine.has_collectors:
        values |= {
            "register_file.banks": machine.register_file.banks,
            "register_file.collectors": machine.register_file.collectors,
        }
    elif machine.register_file_organisation == "eight_banks":
        values["register_file.banks"] = machine.register_banks
    if machine.own_cost(INSTRUCTIONS["add.u32"]) is None:  # else no reading shows the costs of the ALU itself
        values |= {
            "control.route": int(has_own),
            "alu.interval": machine.alu.interval,
            "alu beats": machine.beats("alu"),
        }
    for name in PIPELINES:
        if name in units:
            values |= _cost(machine, name, UNITS[name].probe or "ld.local")
        if name in units and name != "lds":  # every machine has one
            values[f"{name}.count"] = units[name]
            if machine.issue.schedulers > 1:
                values[f"{name}.per_scheduler"] = int(machine.is_per_scheduler(name))
    for name in MEASURED:
        spec = INSTRUCTIONS[name]
        if spec.unit in units and spec.unit in PIPELINES and name not in PROBES.values():
            values |= _cost(machine, name, name)
    return values | _issue(machine) | (_global_memory(machine, stages, retire) if "memory" in units else {})


def _turns(machine: Machine, cycles: int) -> int:
    """Return the cycles until a warp's next turn that is `cycles` away or more."""
    interval = machine.issue.interval
    return -(-cycles // interval) * interval


def _cost(machine: Machine, row: str, name: str) -> dict[str, int]:
    """Return the rows on the times of an instruction. row: the beginning of their names."""
    spec, stages = INSTRUCTIONS[name], front_end(machine)
    if machine.has_collectors and machine.register_file.banks == 1 and spec.unit == "dpu":
        stages += 1  # two registers of one bank
    interval, latency = machine.cost(spec)
    occupation = interval * machine.beats(spec.unit)
    retired = stages + latency + occupation - 1
    return {
        f"{row} select to ready": _turns(machine, retired + machine.retire.stages),
        f"{row} select to retire": retired,
        f"{row} occupation": occupation,
        f"{row} front end + latency": stages + latency,
        f"{row}.latency": latency,
    }


def _issue(machine: Machine) -> dict[str, int]:
    """Return the values of scoreboard, turns, schedulers, and kinds of instructions that are selected together."""
    issue = machine.issue
    entries = issue.entries if issue.has_scoreboard else 1
    values = {"in flight": entries, "issue.interval": issue.interval, "issue.schedulers": issue.schedulers}
    if machine.memory.is_present:
        values["loads in flight"] = min(entries, issue.loads or entries) if issue.has_scoreboard else 1
    if machine.issue_width > 1 and issue.has_scoreboard:
        kinds = [kind for kind in BESIDE if kind in machine.unit_counts or kind == "operand"]
        for kind, other in combinations(kinds, 2):
            if (kind, other) != ("lds", "operand"):
                values[f"{kind} beside {other}"] = int(_is_beside(machine, kind, other))
    return values


def _is_beside(machine: Machine, kind: str, other: str) -> bool:
    """Return whether two slots of a scheduler take instructions of two kinds."""
    slots = machine.issue.slots or (ANY,) * machine.issue_width
    # Without slots for operands, those for local memory take the loads of operands.
    names = ("lds" if each == "operand" and not machine.issue.takes_operands else each for each in (kind, other))
    own, its = ({place for place, slot in enumerate(slots) if takes(slot, name)} for name in names)
    return len(own | its) > 1  # every kind has a slot


def front_end(machine: Machine) -> int:
    """Return the cycles from select to a unit of an instruction that reads a register.

    `three_banks` adds a stage per slot of a bundle after the first. Operand collectors have two cycles.
    """
    if machine.has_collectors:
        return 2
    added = machine.vliw.count - 1 if machine.register_file.organisation == "three_banks" else 0
    return machine.front_end.stages + added


def load_cycles(machine: Machine) -> int:
    """Return the cycles of one work-item's load from global memory, from select to ready, if turns do not round them.

    The memory is simple.
    """
    trip = _trip(machine, OWN_WORD[machine.memory.coalescing])
    return front_end(machine) + machine.beats("memory") + trip + machine.retire.stages


def bus_ticks(size: int, rate: float) -> int:
    """Return the ticks of a transaction of `size` bytes on the bus of a simple memory of `rate` bytes per cycle."""
    return max(1, int(TICKS * size / rate + 0.5))


def _trip(machine: Machine, size: int) -> int:
    """Return the cycles of a load of `size` bytes between its unit and retire."""
    return (
        2 * machine.interconnect.latency
        + machine.memory.latency
        + -(-bus_ticks(size, machine.memory.bytes_per_cycle) // TICKS)
        - 1
    )


def _global_memory(machine: Machine, stages: int, retire: int) -> dict[str, int]:
    memory = machine.memory
    width = machine.warp_size
    beats = machine.beats("memory")
    other_word = _OTHER_WORD[memory.coalescing]
    values: dict[str, int] = {}
    if memory.policy != "dram":
        values = {
            "global select to ready": _turns(machine, load_cycles(machine)),
            "memory round trip": _trip(machine, other_word),
            "memory.latency": memory.latency,
            "bus ticks": bus_ticks(other_word, memory.bytes_per_cycle),
        }
    # Lanes that the first transaction of a store serves if all access one word, and if their words stand in a row.
    groups = {
        "segments": (width, 32),
        "sectors": (width, 8),
        "half_warp_relaxed": (16, 16),
        "half_warp_joined": (16, 16),  # only transactions of a load join
        "half_warp_strict": (1, 16),
    }
    one_word, row = groups[memory.coalescing]
    return values | {
        "global store select to ready": stages + beats + 1 + retire,
        "memory front end + beats": stages + beats,
        "segment distance": {"half_warp_strict": 8, "sectors": 32}.get(memory.coalescing, 128),
        "lanes of one word": min(width, one_word),
        "lanes of a row": min(width, row),
        "memory.queue": memory.queue,
        "interconnect.latency": machine.interconnect.latency,
    }
