"""Random machines: every key from its lower bound up."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations
from typing import Any

from simt.machine import Machine
from simt.machine.rules import BRANCH_ORDERS, SCHEDULERS
from tests.generators.launches import divisors

PRIORITIES = [list(order) for order in permutations(("lds", "fpu", "alu", "control"))]
LIMITS = ("ideal.banks", "ideal.lanes", "ideal.barriers")
OF_SCOREBOARDS = ("ideal.dependences",)
OPTIONS = ("options.count_bits", "options.permute", "options.round", "options.fused", "options.divide")
IDEAL = 10  # per cent of the machines lack some
BUNDLES = 20  # per cent of the machines; in the others, again per cent:
BRANCHES = {"first_thread": 35, "mask_stack": 25, "ipdom_stack": 13, "min_pc": 12, "explicit_masks": 15}


def skewed(rng: random.Random, low: int, high: int) -> int:
    """A number from `low` to `high`, small ones more often; both ends are reached."""
    return min(rng.randint(low, high), rng.randint(low, high))


def random_slots(rng: random.Random) -> int:
    """How many operations a bundle may hold."""
    return rng.choice([2, 3]) if rng.random() < BUNDLES / 100 else 1


def random_machine(rng: random.Random, slots: int | None = None) -> Machine:
    """A valid machine; small more often than large. `slots` is `vliw.slots`, if it is not to be drawn.

    Its register file is `auto`, and it has no DPU and every limit; the functions below give it others.
    """
    warp_size = rng.choice([32, 64]) if rng.random() < 0.03 else rng.choice([1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12, 16])
    warps = rng.randint(9, 64) if rng.random() < 0.06 else rng.randint(1, 8)
    if warp_size > 16:
        warps = min(warps, 4)
    policy = rng.choice(SCHEDULERS)
    banks = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 16, warp_size])
    if slots is None:
        slots = random_slots(rng)
    lowest, highest = -(-16 // banks), max(256 // banks, -(-16 // banks))

    def unit(has_count: bool) -> dict[str, int]:
        most_beats = 8 if warps <= 8 else 2  # many warps of many beats only make long runs
        lanes = rng.choice([d for d in divisors(warp_size) if warp_size // d <= most_beats])
        if rng.random() < 0.5:
            lanes = warp_size
        values = {"lanes": lanes, "latency": skewed(rng, 1, 12), "interval": skewed(rng, 1, 4)}
        if rng.random() < 0.3:
            values["latency"] = 1
        if rng.random() < 0.5 or warps > 8:
            values["interval"] = 1
        if has_count:
            values["count"] = skewed(rng, 1, 3)
        return values

    return Machine.model_validate(
        {
            "name": "random",
            "warp_size": warp_size,
            "warps": warps,
            "registers": rng.choice([1, 2, 3, 4, 6, 8, 8, 16, 32, 112]),
            "issue_width": skewed(rng, 1, 4) if slots == 1 else 1,
            "scheduler": {
                "policy": policy,
                "active_warps": rng.randint(1, warps) if policy == "two_level" else rng.randint(1, 64),
            },
            "front_end": {"stages": rng.choice([0, 0, 1, 1, 2, 3, 4])},
            "alu": unit(True),
            "fpu": unit(True),
            "lds": unit(False),
            "sfu": random_sfu(rng, unit),
            "control": {"route": rng.choice(["alu", "own"]), "count": skewed(rng, 1, 3)},
            "retire": {
                "ports": skewed(rng, 1, 4),
                "stages": rng.choice([0, 0, 1, 2, 3, 4]),
                "priority": random_priority(rng),
            },
            "local": {"words": banks * rng.randint(lowest, highest), "banks": banks},
            "constants": {"words": rng.choice([1, 4, 16, 64, 64, 512])},
            "program": {"words": 256},
            "options": {"multiply": rng.random() < 0.5, "read_ports": rng.choice([2, 3])},
            "branch": random_branch(rng, has_bundles=slots > 1),
            "vliw": {"slots": slots},
        }
    )


def with_register_file(rng: random.Random, machine: Machine) -> Machine:
    """The machine with any register file that it can have, mostly one with banks.

    Operands wait for one of three banks only where bundles of one bank follow each other at once: some of these
    machines get units that take a bundle per cycle, and as many warps as bring the last one's bank before the first's.
    """
    choices = ["auto", "multiport"]
    if machine.issue_slots == machine.retire.ports == 1:
        choices.append("single")
    if machine.issue_width == 1 and machine.front_end.stages:
        choices += ["three_banks", "eight_banks"] * 4
    organisation = rng.choice(choices)
    keys = machine.model_dump()
    keys["register_file"]["organisation"] = organisation
    if organisation == "three_banks" and machine.vliw.count > 1 and rng.random() < 0.6:
        keys["warps"] = rng.choice([4, 7])
        keys["scheduler"]["active_warps"] = min(machine.scheduler.active_warps, 4)
        for unit in ("alu", "fpu", "lds"):
            keys[unit] |= {"lanes": machine.warp_size, "interval": 1}
    return Machine.model_validate(keys)


def random_sfu(rng: random.Random, unit: Callable[[bool], dict[str, int]]) -> dict[str, int]:
    """An SFU on a third of the machines."""
    return unit(True) if rng.random() < 0.33 else {"count": 0}


def with_dpu(rng: random.Random, machine: Machine) -> Machine:
    """The machine with a DPU, on two fifths of those that can have one."""
    if rng.random() < 0.6 or machine.vliw.count > 1 or machine.register_file_organisation.endswith("banks"):
        return machine
    keys = machine.model_dump()
    lanes = [d for d in divisors(machine.warp_size) if machine.warp_size // d <= (8 if machine.warps <= 8 else 2)]
    keys["dpu"] = {
        "count": rng.choice([1, 1, 2]),
        "lanes": rng.choice([machine.warp_size, *lanes]),
        "latency": skewed(rng, 1, 12),
        "interval": rng.choice([1, 1, 1, 2, 3]),
    }
    if rng.random() < 0.3:
        order = keys["retire"]["priority"] = list(keys["retire"]["priority"])
        order.insert(rng.randrange(len(order) + 1), "dpu")
    return Machine.model_validate(keys)


def with_options(rng: random.Random, machine: Machine) -> Machine:
    """The machine with some of the options that `random_machine` leaves out, and mostly with what they need."""
    options = [key for key in OPTIONS if rng.random() < 0.6]
    keys: dict[str, object] = dict.fromkeys(options, True)
    if rng.random() < 0.6:
        keys["options.read_ports"] = 3
    if not machine.sfu.count and rng.random() < 0.5:
        keys |= {"sfu.count": rng.choice([1, 1, 2]), "sfu.lanes": machine.alu.lanes, "sfu.latency": skewed(rng, 1, 12)}
    return machine.replace(**keys)


def with_ideal(rng: random.Random, machine: Machine) -> Machine:
    """The machine without some of its limits, on a tenth of the machines."""
    return idealised(rng, machine) if rng.random() < IDEAL / 100 else machine


def idealised(rng: random.Random, machine: Machine) -> Machine:
    """The machine without one, two or all of the limits that can be lifted on it."""
    limits = (*LIMITS, *OF_SCOREBOARDS) if machine.issue.has_scoreboard else LIMITS
    return machine.replace(**dict.fromkeys(rng.sample(limits, rng.choice([1, 1, 2, len(limits)])), True))


def with_every_limit(machine: Machine) -> Machine:
    """The machine as it would be built."""
    return machine.replace(**dict.fromkeys((*LIMITS, *OF_SCOREBOARDS), False))


def with_scoreboard(rng: random.Random, machine: Machine, entries: int | None = None) -> Machine:
    """The machine with a scoreboard, if it has no bundles; banks of registers become `auto`.

    `entries` is the number of entries, if it is not to be drawn. Half of the machines with global memory bound the
    loads in flight.
    """
    if machine.vliw.count > 1:
        return machine
    entries = entries or rng.choice([*range(1, 9), 32])
    keys: dict[str, object] = {"issue.dependences": "scoreboard", "issue.entries": entries}
    if machine.memory.is_present and rng.random() < 0.5:
        keys["issue.loads"] = rng.randint(1, min(entries, 4))
    if machine.register_banks:
        keys["register_file.organisation"] = "auto"
    return machine.replace(**keys)


def random_priority(rng: random.Random) -> list[str]:
    """Any order of the units; with the SFU's place in it, now and then."""
    order = list(rng.choice(PRIORITIES))
    if rng.random() < 0.2:
        order.insert(rng.randrange(5), "sfu")
    return order


def random_branch(rng: random.Random, has_bundles: bool) -> dict[str, Any]:
    """A branch policy; mostly a stack that no nesting fills, sometimes a tiny one."""
    policy = rng.choices(list(BRANCHES), list(BRANCHES.values()))[0] if not has_bundles else "first_thread"
    is_small = rng.random() < (0.5 if policy == "ipdom_stack" else 0.3)
    depth = rng.randint(1, 4) if is_small else rng.choice([5, 8, 32, 32, 33, 64, 64, 256])
    return {
        "policy": policy,
        "stack_depth": depth,
        "order": rng.choice(BRANCH_ORDERS),
    }


# Patterns of costs by what fits them: a unit, a family, an instruction, accesses, all.
_COSTLY = (
    "*.f32", "mul*", "add.u32", "*.u32", "ld.local*", "st.local*", "atom.local.*", "rcp.f32", "*.f64", "select*",
    "*private*", "*",
)  # fmt: skip


_COSTLY_ACROSS = ("shuffle*", "reduce*", "reduce_add.f32", "vote*", "ballot.b32")


def with_costs(rng: random.Random, machine: Machine) -> Machine:
    """Give some operations an interval and a latency of their own."""
    patterns = rng.sample(_COSTLY, rng.randint(1, 4))
    if machine.options.shuffle or machine.options.reduce:  # the others are drawn as they were before these options
        patterns.insert(0, rng.choice(_COSTLY_ACROSS))
    costs = [f"{each}:{rng.choice((1, 1, 2, 5))}:{rng.choice((1, 2, 3, 9, 30))}" for each in patterns]
    return machine.replace(costs=costs)


def with_schedulers(rng: random.Random, machine: Machine) -> Machine:
    """Give a machine with a scoreboard an interval, or several schedulers, or both."""
    keys: dict[str, object] = {"issue.interval": rng.choice((1, 1, 2, 3, 4, 7))}
    count = rng.choice((1, 2, 2, 3, 4))
    if count > 1:
        keys |= {"issue.schedulers": count, "front_end.stages": 0}
    for unit in ("alu", "fpu", "sfu", "dpu"):
        if getattr(machine, unit).count and rng.random() < 0.4:
            keys |= {f"{unit}.per_scheduler": True, f"{unit}.count": count * rng.choice((1, 1, 8 // count))}
    return machine.replace(**keys)


def with_slots(rng: random.Random, machine: Machine) -> Machine:
    """Give the slots of a machine with a scoreboard kinds: one for operand loads, or a division of the units.

    Mostly a turn in which an operand is taken has an interval of its own, where there is a slot for operand loads.
    """
    units = [*machine.unit_counts, *(["control"] if "control" not in machine.unit_counts else [])]
    rng.shuffle(units)
    width = rng.choice((2, 2, 3, 4))
    division = ["+".join(units[k::width]) or "any" for k in range(width)]
    kinds: list[str] = rng.choice((["any"] * (width - 1) + ["operand"], division, ["any", *division[1:]]))
    if rng.random() < 0.4:
        kinds[rng.randrange(1, width)] = "operand+arithmetic+control"
        kinds[0] = "any"
    rng.shuffle(kinds)
    keys: dict[str, object] = {"issue_width": width, "issue.slots": kinds}
    if machine.register_file.organisation == "single":
        keys["register_file.organisation"] = "auto"
    if any("operand" in kind for kind in kinds) and rng.random() < 0.7:
        keys["issue.operand_interval"] = min(64, machine.issue.interval + rng.choice((0, 1, 1, 2, 3, 5, 12, 63)))
    return machine.replace(**keys)


def with_collectors(rng: random.Random, machine: Machine) -> Machine:
    """The machine with operand collectors, on three fifths of those that can have them.

    Other generators that change a machine come first: collectors need a scoreboard, and no front end.
    """
    if not machine.issue.has_scoreboard or machine.front_end.stages or rng.random() < 0.4:
        return machine
    return collecting(rng, machine)


def collecting(rng: random.Random, machine: Machine) -> Machine:
    """The machine, which has a scoreboard and no front end, with operand collectors: mostly few, of few banks."""
    return machine.replace(
        **{
            "register_file.organisation": "collectors",
            "register_file.banks": rng.choice((1, 2, 2, 3, 4, rng.randint(1, 16))),
            "register_file.collectors": skewed(rng, 1, 8),
        }
    )
