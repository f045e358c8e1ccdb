"""The paper's model: equations 1 to 16 combined for a kernel and a device, term by term."""

from __future__ import annotations

import math
from typing import NamedTuple

from simt.models import equations
from simt.models.classes import CLASSES
from simt.models.counts import Counts
from simt.models.errors import MissingInputError
from simt.models.occupancy import Occupancy, occupancy
from simt.models.parameters import Parameters
from simt.models.prediction import Prediction, Term, noted
from simt.models.readings import Broadcast, GlobalClock, Kernel, Reading

MODEL = "paper"

_BECAUSE = {
    "instructions": "N_batch/CU x time_instruction/batch is the largest part",
    "branches": "N_batch/CU x time_branch/batch is the largest part",
    "global memory": "the exposed global-memory time of a batch is the largest part",
    "local memory": "the exposed local-memory time of a batch is the largest part",
    "barriers": "batches waiting for each other at barriers are the largest part",
}


class _Costs(NamedTuple):
    """The costs of one batch, in cycles."""

    instruction: float
    branch: float
    global_memory: float
    local_memory: float


def predict(counts: Counts, parameters: Parameters, reading: Reading | None = None) -> Prediction:
    """Predict the time of a kernel by equations 1 to 16 under `reading`.

    Needs cores, processing_elements, warp_size, shader_mhz, and a cost for each counted class. Global memory needs
    global_latency, memory_mhz (unless GM_L is read in shader cycles) and segment_bytes (for strides and measured
    transfers). Local memory needs local_latency and banks. A branch without a divergence of its own needs divergence, a
    simple barrier barrier_cycles, and R4 the limits of occupancy. Raises `MissingInputError`, or `ModelError` E0810 if
    a core cannot hold a work-group.
    """
    reading = reading or Reading()
    batch_size = parameters.need("warp_size", MODEL)
    cores = parameters.need("cores", MODEL)
    shader_hz = parameters.need("shader_mhz", MODEL) * 1e6
    costs, batch_terms = _batch(counts, parameters, reading)
    notes = []

    # time of one batch: equations 2, 4, 6, 8, 10, 11
    instruction = equations.seconds(costs.instruction, shader_hz)
    global_hz = shader_hz
    if counts.total.global_accesses and reading.global_clock is GlobalClock.MEMORY:
        global_hz = parameters.need("memory_mhz", MODEL) * 1e6
    global_memory = equations.seconds(costs.global_memory, global_hz)
    local_memory = equations.seconds(costs.local_memory, shader_hz)
    branch = equations.seconds(costs.branch, shader_hz)
    computation, memory = instruction + branch, global_memory + local_memory

    # batches: equations 15 and 16
    groups = counts.groups
    per_group = equations.batches_per_group(counts.work_items, groups, batch_size, reading.rounding)
    per_core = equations.batches_per_core(groups, per_group, cores, reading.rounding)

    # barriers: equations 12 and 13, and the flat cost of section 5.1
    simple = counts.total.simple_barriers
    flat = simple * parameters.need("barrier_cycles", MODEL) if simple else 0.0
    waiting = 0.0
    if counts.total.waiting_barriers:
        # With several barriers, each waits for the computation since the one before; the waits add up to the batch's.
        waiting = equations.sync_cost(per_group, costs.instruction + costs.branch, memory * shader_hz)
    if waiting < 0:
        notes.append("equation 12 is negative, because a work-group is less than a batch under this reading")
    sync = equations.seconds(waiting + flat, shader_hz)

    resident = _resident(counts, parameters, is_needed=reading.kernel is Kernel.R4)
    seconds = equations.kernel_time(
        reading.kernel,
        groups=groups,
        batches_per_group=per_group,
        batches_per_core=per_core,
        cores=cores,
        computation=computation,
        memory=memory,
        sync=sync,
        resident=resident.batches if resident else None,
    )
    compute_weight, memory_weight, sync_weight = _weights(reading.kernel, groups, per_group, per_core, cores, resident)
    parts = {
        "instructions": compute_weight * instruction,
        "branches": compute_weight * branch,
        "global memory": memory_weight * global_memory,
        "local memory": memory_weight * local_memory,
        "barriers": sync_weight * sync,
    }
    binding = max(parts, key=lambda name: parts[name])
    time_9 = equations.batch_time_per_core(per_core, computation, memory)
    barriers = "(b - 1) x computation" if counts.total.waiting_barriers else "no waiting barriers"
    flat_note = f"{noted(simple)} x barrier_cycles" if simple else "none"
    clock = f"{noted(global_hz / 1e6)} MHz" if global_memory else ""
    terms = [
        *batch_terms,
        Term("time_instruction/batch", instruction, "s", "2"),
        Term("time_global_memory/batch", global_memory, "s", "4", clock),
        Term("time_local_memory/batch", local_memory, "s", "6"),
        Term("time_branch/batch", branch, "s", "8"),
        Term("time_batch/CU", time_9, "s", "9", "N_batch/CU x time_computation + time_memory"),
        Term("time_computation/batch", computation, "s", "10"),
        Term("time_memory/batch", memory, "s", "11"),
        Term("cost_sync/work-group", waiting, "cycles", "12", barriers),
        Term("cost_simple_barriers", flat, "cycles", "s. 5.1", flat_note),
        Term("time_sync/work-group", sync, "s", "13"),
        Term("time_kernel", seconds, "s", "14", _kernel_note(reading.kernel, resident)),
        Term("N_batch/work-group", per_group, "batches", "15"),
        Term("N_batch/CU", per_core, "batches", "16"),
    ]
    notes += _notes(counts, reading)
    return Prediction(
        model=MODEL,
        kernel=counts.kernel,
        device=parameters.name,
        seconds=seconds,
        cycles=seconds * shader_hz,
        binding=binding,
        because=_BECAUSE[binding],
        parts=parts,
        is_sum=True,
        terms=tuple(sorted(terms, key=_place)),
        reading=str(reading),
        notes=tuple(notes),
    )


def _resident(counts: Counts, parameters: Parameters, *, is_needed: bool) -> Occupancy | None:
    """Return the occupancy if R4 needs it, else None. Raises `ModelError` E0810 in both cases if no group fits a core.

    A missing limit raises `MissingInputError` only if R4 needs the occupancy.
    """
    try:
        resident = occupancy(counts, parameters, MODEL)
    except MissingInputError:
        if is_needed:
            raise
        return None
    return resident if is_needed else None


def _batch(counts: Counts, parameters: Parameters, reading: Reading) -> tuple[_Costs, list[Term]]:
    """Compute equations 1, 3, 5 and 7: the costs of one batch, and their terms."""
    batch_size = parameters.need("warp_size", MODEL)
    elements = parameters.need("processing_elements", MODEL)
    total = counts.total

    def cost_of(mix: dict[str, float]) -> float:
        counted = {name: count for name, count in mix.items() if CLASSES[name].paper and count}
        costs = {name: parameters.need(f"cost.{name}", MODEL) for name in counted}
        return equations.instruction_cost(batch_size, elements, counted, costs)

    instruction = cost_of(dict(total.instructions))
    mix = ", ".join(f"{noted(count)} {name}" for name, count in total.instructions.items() if count)
    terms = [Term("cost_instruction/batch", instruction, "cycles", "1", mix)]
    global_memory = 0.0
    for load in total.global_accesses:
        latency = parameters.need("global_latency", MODEL)
        segment = parameters.need("segment_bytes", MODEL) if load.stride is not None else 0
        served = load.served_on(batch_size, segment)
        cost = load.count * equations.global_cost(batch_size, served, latency, reading.transfers)
        global_memory += cost
        note = f"{noted(load.count)} accesses, c = {noted(served)}"
        terms.append(Term(f"cost_global {load.name}", cost, "cycles", "3", note))
    terms.append(Term("cost_global_memory/batch", global_memory, "cycles", "3"))
    local_memory = 0.0
    for access in total.local_accesses:
        latency, banks = parameters.need("local_latency", MODEL), parameters.whole("banks", MODEL)
        transfers = max(1.0, batch_size / banks)
        if access.stride is not None:
            per_access = equations.local_cost(latency, access.stride, banks, transfers, reading.broadcast)
            conflicts = f"stride {access.stride}, gcd {math.gcd(access.stride, banks)}"
        else:
            degree = access.degree_on(banks)
            per_access, conflicts = transfers * latency * degree, f"degree {noted(degree)}"
        local_memory += access.count * per_access
        note = f"{noted(access.count)} accesses, {conflicts}"
        terms.append(Term(f"cost_local {access.name}", access.count * per_access, "cycles", "5", note))
    terms.append(Term("cost_local_memory/batch", local_memory, "cycles", "5"))
    branch = 0.0
    for fork in total.branches:
        divergent = parameters.need("divergence", MODEL) if fork.divergent is None else fork.divergent
        paths = [cost_of(dict(path)) for path in fork.paths.values()]
        cost = fork.count * equations.branch_cost(divergent, cost_of(dict(fork.serial_section)), paths)
        branch += cost
        note = f"met {noted(fork.count)} times, D = {noted(divergent)}"
        terms.append(Term(f"cost_branch {fork.name}", cost, "cycles", "7", note))
    terms.append(Term("cost_branch/batch", branch, "cycles", "7"))
    return _Costs(instruction, branch, global_memory, local_memory), terms


def _weights(
    reading: Kernel, groups: float, per_group: float, per_core: float, cores: float, resident: Occupancy | None
) -> tuple[float, float, float]:
    """Return equation 14's factors for a batch's computation, a batch's memory, and a group's synchronisation."""
    if reading is Kernel.R1:
        share = groups * per_group / cores
        return share * per_core, share, groups / cores
    if resident:
        rounds = math.ceil(per_core / resident.batches)
        return rounds * resident.batches, rounds, groups / cores
    return per_core, 1.0, groups / cores


def _place(term: Term) -> float:
    """Return the sort key of a term: its equation, or 12 for the flat barriers of section 5.1."""
    return float(term.equation) if term.equation.isdigit() else 12.0


def _kernel_note(reading: Kernel, resident: Occupancy | None) -> str:
    if resident:
        return f"R4: {resident.batches} resident batches, limited by {resident.limit}"
    return {Kernel.R1: "R1: N_wg x (b x time_9 + sync) / N_CU", Kernel.R2: "R2: time_9 + sync x N_wg / N_CU"}[reading]


def _notes(counts: Counts, reading: Reading) -> list[str]:
    """Return sentences about costs that the model leaves out or charges wrongly for these counts."""
    total = counts.total
    notes = []
    if total.instructions.get("control"):
        notes.append("the paper has no cost for control instructions: they are left out")
    if reading.broadcast is Broadcast.PRINTED and any(access.stride == 0 for access in total.local_accesses):
        notes.append("stride 0 is charged as an L-way conflict, as equation 5 is printed; --reading free_broadcast")
    if total.waiting_barriers > 1:
        notes.append("equation 12 is charged once: the waits of several barriers add up to one batch's computation")
    if counts.active_share < 1:
        notes.append("active_share is not used: idle lanes cost as much as active ones here")
    if reading.kernel is Kernel.R1:
        notes.append("R1 counts the batches of a core twice: it is quadratic in the size of the launch")
    return notes
