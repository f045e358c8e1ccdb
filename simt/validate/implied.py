"""The values that a machine description implies for the parameters of a calibration, by docs/processor.md.

No other part of `simt calibrate` looks at the keys of a machine.
"""

from __future__ import annotations

from isa.table.table import INSTRUCTIONS
from isa.table.units import PIPELINES, UNITS
from simt.machine import Machine
from simt.validate.global_memory import TICKS

# Bytes of a single lane's transaction, by the rule for coalescing: lane n accesses word n of a row, or another word.
_OWN_WORD = {"segments": 128, "sectors": 32, "half_warp_relaxed": 32, "half_warp_joined": 32, "half_warp_strict": 64}
_OTHER_WORD = {**_OWN_WORD, "half_warp_strict": 32}


def implied(machine: Machine) -> dict[str, int]:
    """Return the implied value of every parameter that the machine has, by the name in `simt.validate.calibration`."""
    units = machine.unit_counts
    retire = machine.retire.stages
    stages = front_end(machine)
    has_own = machine.control.route == "own"
    control = 2 if has_own else machine.alu.latency + machine.alu.interval
    values = {
        "control select to retire": stages + control - 1,
        "retire.stages": retire,
        "issue_width": machine.issue_width,
        "front end stages": stages,
        "retire.ports": machine.retire.ports,
        "control.route": int(has_own),
        "local.words": machine.local.words,
        "local.banks": machine.local.banks,
        "local broadcast": 0,
        "alu.interval": machine.alu.interval,
        "alu beats": machine.beats("alu"),
        "lds.interval": machine.lds.interval,
        "lds beats": machine.beats("lds"),
    }
    for name in PIPELINES:
        if name not in units:
            continue
        interval, latency = machine.cost(INSTRUCTIONS[UNITS[name].probe or "ld.local"])
        occupation = interval * machine.beats(name)
        values |= {
            f"{name} select to ready": stages + latency + occupation - 1 + retire,
            f"{name} select to retire": stages + latency + occupation - 1,
            f"{name} occupation": occupation,
            f"{name} front end + latency": stages + latency,
            f"{name}.latency": latency,
        }
        if name != "lds":  # every machine has one
            values[f"{name}.count"] = units[name]
    values["control select to ready"] = values["control select to retire"] + retire
    return values | (_global_memory(machine, stages, retire) if "memory" in units else {})


def front_end(machine: Machine) -> int:
    """Return the stages from select to a unit. `three_banks` adds one per slot of a bundle after the first."""
    added = machine.vliw.slots - 1 if machine.register_file.organisation == "three_banks" else 0
    return machine.front_end.stages + added


def _global_memory(machine: Machine, stages: int, retire: int) -> dict[str, int]:
    memory = machine.memory
    width = machine.warp_size
    one_way = machine.interconnect.latency
    beats = machine.beats("memory")

    def bus(size: int) -> int:
        return max(1, int(TICKS * size / memory.bytes_per_cycle + 0.5))

    def trip(size: int) -> int:
        return 2 * one_way + memory.latency + -(-bus(size) // TICKS) - 1

    other_word = _OTHER_WORD[memory.coalescing]
    values: dict[str, int] = {}
    if memory.policy != "dram":
        values = {
            "global select to ready": stages + beats + trip(_OWN_WORD[memory.coalescing]) + retire,
            "memory round trip": trip(other_word),
            "memory.latency": memory.latency,
            "bus ticks": bus(other_word),
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
        "interconnect.latency": one_way,
    }
