"""The limits of a machine that may have slowed a run down, and the keys that lift each of them.

A limit is an entry of `_limits`. Most limits are lifted by setting an ordinary key so high or so low that it stops
limiting; four need a key for idealised machines (docs/processor.md, section 22).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from isa.table.units import COMPUTE_UNITS, PIPELINES
from simt.machine import Machine, MachineError
from simt.machine.describe import value_of
from simt.machine.keys import keys
from simt.result.result import Result


@dataclass(frozen=True, eq=False, slots=True)
class Limit:
    """A limit, and the machine keys that lift it."""

    name: str
    keys: Mapping[str, object]

    def lifted(self, machine: Machine, *others: Limit) -> Machine:
        """Return the machine without this limit and `others`. Raises `MachineError` if there is no such machine."""
        wanted = {key: value for limit in (self, *others) for key, value in limit.keys.items()}
        return machine.replace(**wanted)


def limits_of(result: Result) -> list[Limit]:
    """Return the limits of a run's machine that may have slowed the run down and that can be lifted."""
    limits = []
    for name, wanted in _limits(result):
        limit = Limit(name, {key: value for key, value in wanted.items() if value_of(result.machine, key) != value})
        with suppress(MachineError):
            limit.lifted(result.machine)
            limits += [limit] if limit.keys else []
    return limits


def _most(key: str) -> float:
    high = keys()[key].high
    assert high is not None, "every number of a machine has an upper bound"
    return high


def _limits(result: Result) -> Iterator[tuple[str, dict[str, object]]]:
    machine, issued = result.machine, result.issued_by_unit
    used = [unit for unit in PIPELINES if issued.get(unit)]
    operations = [unit for unit in used if unit in COMPUTE_UNITS]
    if result.lds_conflict_cycles:
        yield "bank conflicts", {"ideal.banks": True}
    for unit in used:
        yield f"latency of the {unit}", {f"{unit}.latency": 1}
    if len(used) > 1:
        yield "all latencies of units", {f"{unit}.latency": 1 for unit in used}
    yield "the front end", {"front_end.stages": 0}
    yield "stages after retire", {"retire.stages": 0}
    if machine.register_banks:
        yield "banks of registers", {"register_file.organisation": "multiport"}
    if machine.has_collectors:
        yield "banks of registers", {"register_file.banks": int(_most("register_file.banks"))}
        yield "number of operand collectors", {"register_file.collectors": int(_most("register_file.collectors"))}
        yield "operand collectors", {"register_file.organisation": "multiport"}
    widened: dict[str, object] = {}
    if machine.register_file_organisation == "single":
        widened = {"register_file.organisation": "auto"}
    if machine.vliw.count == 1:
        yield "retire ports", {"retire.ports": int(_most("retire.ports"))} | widened
        free: dict[str, object] = {"issue.slots": [], "issue.operand_interval": 0} if machine.issue.has_kinds else {}
        yield "issue width", {"issue_width": int(_most("issue_width"))} | free | widened
        if free:
            yield "kinds of issue slots", free
    if machine.issue.after_operand > 1:
        yield "the interval of issue", {"issue.interval": 1, "issue.operand_interval": 0}
    if machine.issue.has_scoreboard:
        yield "dependences between instructions", {"ideal.dependences": True}
    yield "number of units", {f"{unit}.count": int(_most(f"{unit}.count")) for unit in operations}
    beats: dict[str, object] = {f"{unit}.lanes": machine.warp_size for unit in used}
    yield "beats of a warp", beats | {f"{unit}.interval": 1 for unit in used}
    if result.ledgers.lane["active"] < sum(result.ledgers.lane.values()) and any(
        machine.beats(u) > 1 for u in operations
    ):
        yield "lanes that are not active", {"ideal.lanes": True}
    if result.ledgers.warp.get("barrier"):
        yield "barriers", {"ideal.barriers": True}
    if machine.has("global_memory") and issued.get("memory"):
        yield from _of_memory(machine)


def _of_memory(machine: Machine) -> Iterator[tuple[str, dict[str, object]]]:
    if machine.memory.policy == "dram":
        yield "latency of memory", {"memory.pipeline": 0, "interconnect.latency": 1}
        yield "channels of memory", {"memory.channels": int(_most("memory.channels"))}
        # Memory without banks: the latency of a single line, the peak bandwidth of all channels.
        yield (
            "rows and banks of memory",
            {
                "memory.policy": "simple",
                "memory.latency": machine.memory_latency(machine.dram["bytes_per_req"]),
                "memory.bytes_per_cycle": machine.memory_bytes_per_cycle,
            },
        )
    else:
        yield "latency of memory", {"memory.latency": 1, "interconnect.latency": 1}
        yield "bandwidth of memory", {"memory.bytes_per_cycle": _most("memory.bytes_per_cycle")}
    yield "queue of memory", {"memory.queue": int(_most("memory.queue"))}
    yield "lanes of the coalescer", {"memory.lanes": machine.warp_size}
