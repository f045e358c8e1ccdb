"""Readings of a board whose keys are known: simulated microkernels as noisy seconds in a filled-in plan."""

from __future__ import annotations

import csv
import io
import random

from isa.table.table import INSTRUCTIONS
from simt.machine import Machine, MachineError
from simt.machine.describe import value_of
from simt.validate.board.plan import Launch, plan, plan_csv
from simt.validate.hardware import Hardware
from simt.validate.microkernels import PROBES

__all__ = ["filled", "forgotten", "true_value"]

_OVERHEAD = 7000  # cycles of a launch, whatever it does
_MOST = 3  # standard deviations of noise: an interval holds what lies in them, so that no test fails by chance
_CYCLES = 1e6  # per second and MHz


def filled(machine: Machine, rng: random.Random, noise: float = 0.01) -> str:
    """The plan of a machine with a time in seconds in each line: the simulated one, and normal noise of that share."""
    hardware = Hardware(machine)
    launches = plan(machine)
    steps = {launch.microkernel: 0.0 for launch in launches}
    for microkernel in steps:
        steps[microkernel] = microkernel.cycles_per_step(hardware)
    rows = list(csv.DictReader(io.StringIO(plan_csv(launches))))
    for row, launch in zip(rows, launches, strict=True):
        row |= _result(launch, steps[launch.microkernel] / machine.clock_mhz / _CYCLES, machine, rng, noise)
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def _result(launch: Launch, step: float, machine: Machine, rng: random.Random, noise: float) -> dict[str, str]:
    seconds = step * launch.steps * launch.turns + _OVERHEAD / machine.clock_mhz / _CYCLES
    share = noise * max(-_MOST, min(_MOST, rng.gauss(0, 1)))
    return {"seconds": f"{seconds * (1 + share):.9g}", "spread": f"{seconds * noise:.9g}"}


def forgotten(machine: Machine, rng: random.Random) -> Machine:
    """The machine with other values of the keys that readings decide: the base machine of a calibration."""
    base = machine
    changes: dict[str, object] = {}
    for unit in ("alu", "fpu", "sfu", "dpu", "lds"):
        changes[f"{unit}.latency"] = rng.randint(1, 60)
        changes[f"{unit}.interval"] = rng.randint(1, 4)
    changes["local.banks"] = rng.choice([banks for banks in (1, 2, 4, 8, 16, 32) if banks <= machine.local.words])
    changes["costs"] = ()
    if machine.memory.is_present:
        changes["memory.latency"] = rng.randint(1, 600)
        changes["memory.pipeline"] = rng.randint(0, 400)
        changes["memory.bytes_per_cycle"] = rng.uniform(1, 200)
        if machine.warp_size > 1:  # else no reading shows the rule
            changes["memory.coalescing"] = rng.choice(["segments", "sectors", "half_warp_relaxed"])
    if machine.issue.has_scoreboard:
        changes["issue.entries"] = rng.randint(2, 32)
    for key, value in changes.items():
        try:
            base = base.replace(**{key: value})
        except MachineError:
            continue  # some keys of some machines depend on each other
    return base


def true_value(machine: Machine, key: str) -> object:
    """The value of a key in a machine; `costs NAME PART` is a part of an operation's cost.

    A unit's interval and latency are those of the instruction that shows the unit, which may have a cost of its own.
    """
    name = PROBES.get(key.partition(".")[0], "ld.local" if key.startswith("lds.") else "")
    part = key.partition(".")[2]
    if key.startswith("costs "):
        _, name, part = key.split()
    if name and part in ("interval", "latency"):
        return getattr(machine.cost(INSTRUCTIONS[name]), part)
    return value_of(machine, key)
