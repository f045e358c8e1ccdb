"""Random machines that combine every feature with every other that docs/processor.md, section 31, does not refuse.

The branch policy and the scheduling rule go by the seed, so that each pair of them is as frequent as any other. The
rest is drawn with weights that make each pair of features frequent. Machines and latencies are small: a run is short.
"""

from __future__ import annotations

import random
from typing import Any

from simt.machine import Machine
from simt.machine.rules import BRANCH_ORDERS, BRANCH_RULES, COALESCERS, SCHEDULERS
from tests.generators.across import OPTIONS as ACROSS
from tests.generators.device_machines import random_dram
from tests.generators.launches import divisors
from tests.generators.machines import (
    LIMITS,
    OPTIONS,
    collecting,
    random_priority,
    skewed,
    with_costs,
    with_schedulers,
    with_slots,
)

__all__ = ["combined_machine", "compares_warps"]

ARITHMETIC = ("alu", "fpu", "sfu", "dpu")
ALONE = 0.8  # of the machines whose warps form: lanes that read one another would keep them from it


def combined_machine(rng: random.Random, seed: int) -> Machine:
    """The machine of a seed; `rng` draws what does not go by the seed."""
    has_bundles = rng.random() < 0.46
    has_scoreboard = not has_bundles and rng.random() < 0.9
    policy = BRANCH_RULES[seed % len(BRANCH_RULES)]
    rule = SCHEDULERS[seed // len(BRANCH_RULES) % len(SCHEDULERS)]
    warps_form = policy == "warp_formation"
    machine = Machine.model_validate(
        plain_keys(rng, compares_warps(policy, rule)) | memory_keys(rng) | {"branch": branch_keys(rng, policy)}
    )
    keys: dict[str, object] = {"scheduler.policy": rule, "scheduler.active_warps": rng.randint(1, machine.warps)}
    if rule != "two_level":
        keys["scheduler.active_warps"] = 1
    keys |= {key: rng.random() < 0.5 for key in ("options.multiply", *OPTIONS, *ACROSS)}
    if warps_form and rng.random() < ALONE:
        keys |= dict.fromkeys(ACROSS, False)
    keys |= {key: True for key in LIMITS if rng.random() < 0.25}
    keys["private.place"] = rng.choice(["auto", "auto", "local"] + ["global"] * machine.memory.is_present)
    keys["front_end.stages"] = 0 if rng.random() < (0.55 if has_scoreboard else 0.2) else rng.choice((1, 1, 2, 3))
    machine = machine.replace(**keys)
    if has_bundles:
        machine = with_bundle_slots(rng, machine)
    elif has_scoreboard:
        machine = with_issue(rng, machine)
    elif rng.random() < 0.6:
        machine = machine.replace(issue_width=rng.randint(2, 4))
    machine = with_organisation(rng, machine)
    return with_costs(rng, machine) if rng.random() < 0.5 else machine


def compares_warps(policy: str, rule: str) -> bool:
    """Whether a branch policy or a scheduling rule goes by what several warps have next, and which lanes."""
    return policy == "warp_formation" or rule == "majority"


def plain_keys(rng: random.Random, has_many: bool) -> dict[str, Any]:
    """A small core: lanes, warps, units, ports, local memory; perhaps always several lanes, and mostly many warps."""
    warp_size = rng.choice((2, 3, 4, 4, 4, 5, 8, 8) if has_many else (1, 2, 3, 4, 4, 4, 5, 8, 8))
    warps = rng.choice((2, 3, 3, 4, 4) if has_many else (1, 2, 2, 3, 4))
    banks = rng.choice((1, 2, 4, 4, 5, warp_size))

    def unit(count: int | None) -> dict[str, int]:
        lanes = rng.choice([warp_size, warp_size, *(d for d in divisors(warp_size) if warp_size // d <= 4)])
        keys = {"lanes": lanes, "latency": skewed(rng, 1, 6), "interval": rng.choice((1, 1, 1, 2))}
        return keys if count is None else keys | {"count": count}

    return {
        "name": "combined",
        "warp_size": warp_size,
        "warps": warps,
        "registers": rng.choice((4, 6, 8, 8, 16, 32)),
        "cores": rng.choice((1, 1, 2, 2, 3)),
        "groups_per_core": rng.choice((1, 2, 4)),
        "interconnect": {"latency": rng.choice((1, 1, 2, 3))},
        "alu": unit(skewed(rng, 1, 3)),
        "fpu": unit(skewed(rng, 1, 3)),
        "lds": unit(None),
        "sfu": unit(rng.choice((0, 1, 2))),
        "dpu": unit(rng.choice((0, 0, 1, 1, 2))),
        "control": {"route": rng.choice(("alu", "own")), "count": skewed(rng, 1, 3)},
        "retire": {
            "ports": skewed(rng, 1, 3),
            "stages": rng.choice((0, 0, 1, 2)),
            "priority": random_priority(rng),
        },
        "local": {"words": banks * -(-rng.choice((16, 32, 64)) // banks), "banks": banks},
        "constants": {"words": 64},
        "program": {"words": 256},
        "options": {"read_ports": rng.choice((2, 3, 3))},
    }


def memory_keys(rng: random.Random) -> dict[str, Any]:
    """Global memory of two kinds, or none."""
    policy = rng.choice(("none", "none", "simple", "simple", "dram", "dram", "dram"))
    memory: dict[str, Any] = {
        "policy": policy,
        "coalescing": rng.choice(COALESCERS),
        "lanes": 1 if rng.random() < 0.2 else 0,
        "queue": rng.choice((1, 2, 4, 8)),
        "latency": skewed(rng, 1, 12),
        "bytes_per_cycle": rng.choice((1.7, 8.0, 16.0, 64.0)),
    }
    if not memory["lanes"]:
        del memory["lanes"]  # all of the warp
    if policy != "dram":
        return {"memory": memory}
    clock, channels = random_dram(rng, (0.7, 1.0, 1.3, 2.0))
    memory |= channels | {"merge": rng.random() < 0.7, "age": rng.choice((0, 0, 0, 4, 20))}
    if rng.random() < 0.2:
        memory |= {"arbiter": "hmgpu", "grant": rng.choice((128, 256, 512))}
    return {"memory": memory, "clock_mhz": clock}


def branch_keys(rng: random.Random, policy: str) -> dict[str, Any]:
    """Mostly a stack, or barriers, that suffice."""
    keys: dict[str, Any] = {
        "policy": policy,
        "order": rng.choice(BRANCH_ORDERS),
        "stack_depth": rng.choice((1, 2, 3, 4, 8, 32, 32)),
    }
    if policy in ("its", "its_yield"):
        keys |= {"convergence_barriers": rng.choice((1, 2, 3, 16)), "yield_after": rng.choice((1, 2, 3, 5, 9))}
    return keys


def with_issue(rng: random.Random, machine: Machine) -> Machine:
    """The machine with a scoreboard, and mostly some of what needs one."""
    entries = rng.choice((1, 2, 3, 4, 8))
    keys: dict[str, object] = {"issue.dependences": "scoreboard", "issue.entries": entries}
    if machine.memory.is_present and rng.random() < 0.4:
        keys["issue.loads"] = rng.randint(1, min(entries, 3))
    if rng.random() < 0.6:
        keys["issue_width"] = rng.randint(2, 3)
    machine = machine.replace(**keys, **{"ideal.dependences": rng.random() < 0.4})
    if rng.random() < 0.75:
        stages = machine.front_end.stages
        machine = with_schedulers(rng, machine)
        if stages and rng.random() < 0.5:  # an interval of one scheduler, in front of a front end
            machine = machine.replace(**{"issue.schedulers": 1, "front_end.stages": stages})
    return with_slots(rng, machine) if rng.random() < 0.5 else machine


def with_organisation(rng: random.Random, machine: Machine) -> Machine:
    """The machine, mostly with banks of registers, in a front end or with collectors."""
    if machine.front_end.stages:
        organisation = rng.choice(["auto"] + ["three_banks", "eight_banks"] * 3)
        return machine.replace(**{"register_file.organisation": organisation})
    return collecting(rng, machine) if machine.issue.has_scoreboard and rng.random() < 0.7 else machine


# --- Slots of bundles -------------------------------------------------------------------------------------------------


def with_bundle_slots(rng: random.Random, machine: Machine) -> Machine:
    """The machine with bundles: two or three standard slots, or slots described by their kinds."""
    if rng.random() < 0.45:
        return machine.replace(**{"vliw.slots": rng.choice((2, 3))})
    units = [unit for unit in machine.unit_counts if unit != "control"]
    places = random_places(rng, units)
    places["control"] = rng.sample(places["alu"], rng.randint(1, len(places["alu"])))
    keys: dict[str, object] = {}
    if machine.control.route == "own":
        places["control"] = sorted(rng.sample(range(slots_in(places)), rng.choice((1, 1, min(2, slots_in(places))))))
        keys["control.count"] = len(places["control"]) * rng.choice((1, 2))
    for unit in ARITHMETIC:
        if unit in places:
            keys[f"{unit}.count"] = len(places[unit]) * rng.choice((1, 1, 2))
    kinds = [kind_of(rng, [unit for unit in places if slot in places[unit]]) for slot in range(slots_in(places))]
    return machine.replace(**keys, **{"vliw.slots": kinds})


def slots_in(places: dict[str, list[int]]) -> int:
    return max(slot for slots in places.values() for slot in slots) + 1


def random_places(rng: random.Random, units: list[str]) -> dict[str, list[int]]:
    """The slots of each unit, of which none is empty: one for an access to memory, one or several for arithmetic."""
    count = rng.choice((1, 2, 2, 3, 3, 4, 5, 8))
    most = {unit: 1 if unit in ("lds", "memory") else 4 for unit in units}
    places = {unit: rng.sample(range(count), rng.randint(1, min(most[unit], count))) for unit in units}
    used = sorted({slot for slots in places.values() for slot in slots})
    return {unit: sorted(used.index(slot) for slot in slots) for unit, slots in places.items()}


def kind_of(rng: random.Random, units: list[str]) -> str:
    """The kind of a slot that takes these units: their names in any order."""
    names = rng.sample(units, len(units))
    if set(ARITHMETIC) <= set(names) and rng.random() < 0.5:
        names = ["arithmetic", *(name for name in names if name not in ARITHMETIC)]
    return "+".join(names)
