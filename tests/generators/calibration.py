"""Machines for calibrations, and which of their parameters must show, written from their keys.

`must_show(machine)` repeats the conditions of docs/calibration.md; that everything else may stay open is not said.
"""

from __future__ import annotations

import random

from simt.machine import Machine
from tests.generators.device_machines import random_device_machine
from tests.generators.machines import (
    random_machine,
    with_costs,
    with_register_file,
    with_schedulers,
    with_scoreboard,
    with_slots,
)

__all__ = ["calibration_machine", "collecting_machine", "must_show", "overlapping_machine"]


def calibration_machine(seed: int) -> Machine:
    """A machine of the generators that is large enough for the microkernels; two in five have global memory.

    Most jump as the FPGA paper's does: the other policies change nothing in time, but each is compiled by itself.
    """
    rng = random.Random(f"calibration {seed}")
    is_device = rng.random() < 0.4
    keys = (random_device_machine(rng) if is_device else with_register_file(rng, random_machine(rng))).model_dump()
    keys["name"] = f"calibration{seed}"
    keys["registers"] = max(3, keys["registers"])
    keys["constants"]["words"] = max(8, keys["constants"]["words"])
    if seed % 10:
        keys["branch"] = {"policy": "first_thread"}
    if is_device:
        keys["register_file"]["words"] = max(keys["register_file"]["words"], keys["registers"])
        keys["memory"]["policy"] = "simple"
    return Machine.model_validate(keys)


def overlapping_machine(seed: int) -> Machine:
    """A machine of `calibration_machine` with a scoreboard; some have schedulers, slots of kinds, costs of operations.

    One in six has costs and no scoreboard.
    """
    rng = random.Random(f"overlapping {seed}")
    machine = calibration_machine(seed)
    if seed % 6:
        machine = with_scoreboard(rng, machine)
    if machine.issue.has_scoreboard and machine.issue.entries > 1:
        machine = with_schedulers(rng, machine) if rng.random() < 0.6 else machine
        machine = with_slots(rng, machine) if rng.random() < 0.3 else machine
    return machine if seed % 6 and rng.random() < 0.6 else with_costs(rng, machine)


def collecting_machine(seed: int) -> Machine:
    """A machine of `overlapping_machine` with operand collectors; most have registers enough to show their banks."""
    rng = random.Random(f"collecting {seed}")
    number = 1_000_000 + 10 * seed  # of a machine that may have collectors: the seeds of others stay what they are
    while not (machine := overlapping_machine(number)).issue.has_scoreboard or machine.issue.entries == 1:
        number += 1
    registers = rng.choice([machine.registers, 20, 40])
    keys: dict[str, object] = {
        "front_end.stages": 0,
        "register_file.organisation": "collectors",
        "register_file.banks": rng.choice([1, 2, 3, 4, 8, 16, 16, 32]),
        "register_file.collectors": rng.choice([1, 1, 2, 3, 4, 4, 6, 8, 64]),
        "registers": max(machine.registers, registers),
    }
    if machine.is_device:
        keys["register_file.words"] = max(machine.register_file.words, registers)
    return machine.replace(**keys)


def must_show(machine: Machine) -> set[str]:
    """The measurables of a machine of `calibration_machine` that a calibration has to know exactly."""
    found = {"control select to ready", "control select to retire", "retire.stages", "local.words"}
    found |= {"in flight", "issue.interval", "issue.schedulers"}
    found |= {f"{name} select to {end}" for name in ("shl.b32", "mul.f32", "st.local") for end in ("ready", "retire")}
    units = machine.unit_counts
    found |= {
        f"{u} select to {end}" for u in ("alu", "fpu", "sfu", "dpu", "lds") if u in units for end in ("ready", "retire")
    }
    if machine.warp_size > 1:
        found.add("local broadcast")
    if machine.register_file_organisation == "eight_banks" and machine.registers > 8:
        found.add("register_file.banks")
    has_conflicts = machine.lds.lanes > 1 and machine.local.banks < machine.local.words
    if has_conflicts:
        found |= {"local.banks", "lds.interval", "lds beats"}
    found |= _of_crowds(machine, has_conflicts)
    return found | (_of_memory(machine) if "memory" in units else set())


def _occupation(machine: Machine, unit: str) -> int:
    part = getattr(machine, unit)
    return int(part.interval * (machine.warp_size // part.lanes))


def _of_crowds(machine: Machine, has_conflicts: bool) -> set[str]:
    found: set[str] = set()
    more = machine.vliw.count - 1 if machine.register_file.organisation == "three_banks" else 0
    stages, width, retire = machine.front_end.stages + more, machine.issue_width, machine.retire.stages
    warps = machine.warps
    if machine.is_device:
        warps = min(warps, machine.register_file.words // 3)
    held = machine.scheduler.active_warps if machine.scheduler.policy == "two_level" else warps
    passage = {u: stages + getattr(machine, u).latency + _occupation(machine, u) - 1 for u in ("alu", "fpu", "lds")}

    lds = _occupation(machine, "lds")
    if has_conflicts or (warps > 1 and lds < passage["lds"] + retire):
        found |= {"lds occupation", "lds front end + latency"}
        busy = 2 * lds if has_conflicts else lds
        ready = passage["lds"] + retire + busy - lds
        last = (stages if width == 1 else stages - 1) + 1  # places that are selected before the front end is held
        if stages and held > 1 and busy > 1 and warps > last * width and stages + busy * width < ready:
            found |= {"issue_width", "front end stages", "lds.latency"}
            if machine.control.route == "alu" and machine.alu.latency + machine.alu.interval > 2:
                found.add("control.route")
    for unit in ("alu", "fpu"):
        busy = _occupation(machine, unit)
        if getattr(machine, unit).count == 1 and busy > 1 and min(warps, held) > 1 and busy < passage[unit] + retire:
            found |= {f"{unit} occupation", f"{unit} front end + latency", f"{unit}.count"}
            if "front end stages" in found:
                found.add(f"{unit}.latency")
    return found


def _of_memory(machine: Machine) -> set[str]:
    found = {
        "loads in flight",
        "global select to ready",
        "global store select to ready",
        "memory front end + beats",
        "memory round trip",
    }
    if machine.warp_size > 1:
        found |= {"segment distance", "lanes of one word", "lanes of a row"}
    memory = machine.memory
    control = 1 if machine.control.route == "own" else machine.alu.latency + machine.alu.interval - 1
    later = machine.interconnect.latency + memory.latency  # the store is done after the warp has ended
    if later > 1 + 2 * machine.retire.stages + machine.front_end.stages + control:
        found.add("interconnect.latency")
    is_fast = 1024 * 128 / memory.bytes_per_cycle < 1024.5  # the bus is never what a transaction waits for
    if is_fast and machine.warp_size > memory.queue and 2 * machine.interconnect.latency > memory.queue:
        found |= {"memory.queue", "interconnect.latency"}
    return found
