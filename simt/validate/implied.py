"""The values that a machine description implies for everything that a calibration measures.

This is the only part of `simt calibrate` that looks at the keys of a machine. It follows docs/processor.md alone.
"""

from __future__ import annotations

from isa.table.units import PIPELINES
from simt.machine import Machine
from simt.validate.global_memory import TICKS

# Bytes of the transaction of one lane, of its own word of a row and of another one.
_OWN = {"segments": 128, "sectors": 32, "half_warp_relaxed": 32, "half_warp_strict": 64}
_OTHER = {**_OWN, "half_warp_strict": 32}


def implied(machine: Machine) -> dict[str, int]:
    """Return every measurable of `calibration` by its name, as far as the machine has it."""
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
        latency, occupation = machine.latency(name), machine.occupation(name)
        values |= {
            f"{name} select to ready": stages + latency + occupation - 1 + retire,
            f"{name} select to retire": stages + latency + occupation - 1,
            f"{name} occupation": occupation,
            f"{name} front end + latency": stages + latency,
            f"{name}.latency": latency,
        }
        if name != "lds":  # there is one, on every machine
            values[f"{name}.count"] = units[name]
    values["control select to ready"] = values["control select to retire"] + retire
    return values | (_global_memory(machine, stages, retire) if "memory" in units else {})


def front_end(machine: Machine) -> int:
    """The stages from select to a unit: with `three_banks` operand read adds one for each further slot of a bundle."""
    more = machine.vliw.slots - 1 if machine.register_file.organisation == "three_banks" else 0
    return machine.front_end.stages + more


def _global_memory(machine: Machine, stages: int, retire: int) -> dict[str, int]:
    memory = machine.memory
    width = machine.warp_size
    way = machine.interconnect.latency
    beats = machine.beats("memory")

    def bus(size: int) -> int:
        return max(1, int(TICKS * size / memory.bytes_per_cycle + 0.5))

    def trip(size: int) -> int:
        return 2 * way + memory.latency + -(-bus(size) // TICKS) - 1

    own, other = _OWN[memory.coalescing], _OTHER[memory.coalescing]
    values: dict[str, int] = {}
    if memory.policy != "dram":
        values = {
            "global select to ready": stages + beats + trip(own) + retire,
            "memory round trip": trip(other),
            "memory.latency": memory.latency,
            "bus ticks": bus(other),
        }
    groups = {  # lanes of the first transaction: all ask for one word, each asks for the next
        "segments": (width, 32),
        "sectors": (width, 8),
        "half_warp_relaxed": (16, 16),
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
        "interconnect.latency": way,
    }
