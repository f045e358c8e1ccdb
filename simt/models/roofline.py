"""Roofline with ceilings: the operations per second that each resource allows.

S. Williams, A. Waterman and D. Patterson, "Roofline: an insightful visual performance model for multicore
architectures", CACM 2009. The two roofs are peak arithmetic and bandwidth x operational intensity. Below them are
ceilings. They are the issue port (which serves other instructions, too), idle lanes, local memory without and with
conflicts, transfers that move unrequested bytes, and concurrency. By Little's law, the ceiling of concurrency is the
resident batches over the time of a lone batch.
"""

from __future__ import annotations

import math

from simt.models.classes import CLASSES, FLOAT_CLASSES, INTEGER_CLASSES
from simt.models.counts import Counts
from simt.models.errors import MissingInputError
from simt.models.occupancy import occupancy
from simt.models.parameters import Parameters
from simt.models.prediction import Prediction, Term, noted
from simt.models.readings import Reading
from simt.models.work import Work, work_of

MODEL = "roofline"


def predict(counts: Counts, parameters: Parameters, reading: Reading | None = None) -> Prediction:
    """Predict the time at the lowest ceiling. `reading` is ignored.

    Operations are float operations (a multiply or an add counts 1 per work-item), or integer operations if the kernel
    has no floats. Needs the inputs of `bounds`, the limits of occupancy, and the latency of each memory that is
    accessed (global_latency and local_latency, in shader cycles). Raises `MissingInputError`, also without arithmetic;
    `ModelError` E0810 if a core cannot hold a work-group.
    """
    warp_size = parameters.need("warp_size", MODEL)
    cores = parameters.need("cores", MODEL)
    shader_hz = parameters.need("shader_mhz", MODEL) * 1e6
    work = work_of(counts, parameters, MODEL)
    kind, classes = "float", FLOAT_CLASSES
    if not any(name in work.mix for name in FLOAT_CLASSES):
        kind, classes = "integer", INTEGER_CLASSES
    per_batch = sum(work.mix.get(name, 0.0) for name in classes) * warp_size * counts.active_share
    if not per_batch:
        message = f"{counts.kernel} has no arithmetic instructions, which {MODEL} needs"
        advice = "count float or integer instructions, or take --model bounds"
        raise MissingInputError("instructions", message, help=advice)
    operations = per_batch * counts.work_items / warp_size
    units = dict.fromkeys(CLASSES[name].unit for name in classes if name in work.mix)
    lanes = sum(parameters.need(f"lanes.{unit}", MODEL) for unit in units)
    peak = cores * lanes * shader_hz
    per_core = cores * shader_hz * per_batch  # divided by the cycles of a batch on a resource: operations per second
    ceilings: dict[str, tuple[float, str]] = {
        "peak arithmetic": (peak, f"{noted(cores)} cores x {noted(lanes)} lanes of {' and '.join(units)}"),
        "issue": (
            per_core / work.issue_cycles,
            f"{noted(work.issued)} instructions issued for {noted(per_batch)} operations",
        ),
    }
    slowest = max(units, key=lambda unit: work.unit_cycles[unit])
    longest = work.unit_cycles[slowest]
    ceilings["arithmetic mix"] = (per_core / longest, f"{slowest} takes {noted(longest)} cycles per batch")
    if counts.active_share < 1:
        ceilings["divergence"] = (peak * counts.active_share, f"{100 * counts.active_share:.3g} % of lanes active")
    if work.local_cycles:
        ceilings["local memory"] = (per_core / work.local_ideal, "without conflicts")
        if work.local_cycles > work.local_ideal:
            degree = work.local_cycles / work.local_ideal
            ceilings["bank conflicts"] = (per_core / work.local_cycles, f"degree {degree:.3g} on average")
    terms = [Term("operations", operations, "op", "", f"{kind}; {noted(per_batch)} per batch")]
    if work.bytes_moved:
        bandwidth = parameters.need("bandwidth_gbs", MODEL) * 1e9
        intensity, best = per_batch / work.bytes_moved, per_batch / work.bytes_useful
        terms += [
            Term("intensity", intensity, "op/B", "", "operations per byte moved"),
            Term("ridge", peak / bandwidth, "op/B", "", "below it the bandwidth is the roof"),
        ]
        ceilings["global bandwidth"] = (bandwidth * best, f"{best:.4g} op/B if only asked-for bytes moved")
        if work.bytes_moved > work.bytes_useful:
            share = work.bytes_useful / work.bytes_moved
            ceilings["coalescing"] = (bandwidth * intensity, f"{100 * share:.3g} % of moved bytes are asked for")
    if work.port_cycles:
        ceilings["transfers"] = (
            per_core / work.port_cycles,
            f"{noted(work.transfers)} per batch leave a core one by one",
        )
    ceilings["concurrency"] = _concurrency(counts, parameters, work, per_core)
    binding = min(ceilings, key=lambda name: ceilings[name][0])
    attainable, why = ceilings[binding]
    terms += [Term(f"ceiling {name}", rate, "op/s", "", note) for name, (rate, note) in ceilings.items()]
    seconds = operations / attainable
    return Prediction(
        model=MODEL,
        kernel=counts.kernel,
        device=parameters.name,
        seconds=seconds,
        cycles=seconds * shader_hz,
        binding=binding,
        because=f"the lowest ceiling, {attainable / 1e9:.4g} Gop/s, {100 * attainable / peak:.3g} % of peak; {why}",
        parts={name: operations / rate for name, (rate, _) in ceilings.items()},
        is_sum=False,
        terms=tuple(terms),
        notes=("a lower bound: ceilings do not add up",),
    )


def _concurrency(counts: Counts, parameters: Parameters, work: Work, per_core: float) -> tuple[float, str]:
    """Return the ceiling of concurrency and a note: resident batches over the cycles of a batch that runs alone.

    A batch is assumed to have one access in flight at a time, and to issue nothing meanwhile. With the parameter
    `accesses_in_flight` it has this number of accesses in flight, and issues meanwhile.
    """
    resident = occupancy(counts, parameters, MODEL)
    waiting = 0.0
    if work.memory_accesses:
        waiting += work.memory_accesses * parameters.need("global_latency", MODEL)
    local = sum(access.count for access in counts.total.local_accesses)
    if local:
        waiting += local * parameters.need("local_latency", MODEL)
    alone = work.issue_cycles + waiting
    if parameters.has("accesses_in_flight"):
        alone = max(work.issue_cycles, waiting / parameters.need("accesses_in_flight", MODEL))
    share = min(1.0, counts.groups / parameters.need("cores", MODEL))  # cores without a group are idle
    rate = per_core * share * resident.batches / alone if alone else math.inf
    return rate, f"{resident.batches} resident batches, {alone:.0f} cycles each alone"
