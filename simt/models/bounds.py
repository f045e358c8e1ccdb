"""Throughput bounds: for each resource, the time of the kernel if the resource were the only limit.

The largest bound names the bottleneck. Latencies and dependences are ignored, so the true time is at least the largest
bound. Work-groups are spread evenly over the cores. The issue port, the units and local memory are counted on the
busiest core; all cores share global memory.
"""

from __future__ import annotations

from simt.models.counts import Counts
from simt.models.parameters import Parameters
from simt.models.prediction import Prediction, Term, noted
from simt.models.readings import Reading
from simt.models.work import work_of

MODEL = "bounds"


def predict(counts: Counts, parameters: Parameters, reading: Reading | None = None) -> Prediction:
    """Predict a run's time as its largest bound: issue, a unit, local memory, a core's transfers or bandwidth.

    Needs cores, warp_size, shader_mhz, issue_cycles (or processing_elements) and the lanes of each used unit. Local
    memory needs banks, global memory needs bandwidth_gbs and segment_bytes, and a branch without a divergence of its
    own needs divergence. `reading` is ignored. Raises `MissingInputError`.
    """
    shader_hz = parameters.need("shader_mhz", MODEL) * 1e6
    work = work_of(counts, parameters, MODEL)
    cycles = {"issue": work.issue_cycles * work.busiest}
    notes = {"issue": f"{noted(work.issued)} instructions x {work.busiest} batches"}
    for unit, per_batch in work.unit_cycles.items():
        cycles[unit] = per_batch * work.busiest
        notes[unit] = f"{noted(per_batch)} cycles per batch"
    if work.local_cycles:
        cycles["local memory"] = work.local_cycles * work.busiest
        notes["local memory"] = (
            f"{noted(work.local_cycles)} cycles per batch, {noted(work.local_ideal)} without conflicts"
        )
    if work.port_cycles:
        cycles["transfers"] = work.port_cycles * work.busiest
        notes["transfers"] = (
            f"{noted(work.transfers)} per batch, {noted(work.port_cycles / work.transfers)} cycles apart"
        )
    if work.bytes_moved:
        bandwidth = parameters.need("bandwidth_gbs", MODEL) * 1e9
        cycles["global bandwidth"] = work.bytes_moved * work.batches / bandwidth * shader_hz
        notes["global bandwidth"] = (
            f"{noted(work.bytes_moved)} bytes per batch, {noted(work.bytes_useful)} of them asked for"
        )
    binding = max(cycles, key=lambda name: cycles[name])
    others = sorted((value for name, value in cycles.items() if name != binding), reverse=True)
    ahead = f", {cycles[binding] / others[0]:.3g} times the next" if others and others[0] else ""
    return Prediction(
        model=MODEL,
        kernel=counts.kernel,
        device=parameters.name,
        seconds=cycles[binding] / shader_hz,
        cycles=cycles[binding],
        binding=binding,
        because=f"the largest bound{ahead}",
        parts={name: value / shader_hz for name, value in cycles.items()},
        is_sum=False,
        terms=tuple(Term(f"bound {name}", value, "cycles", "", notes[name]) for name, value in cycles.items()),
        notes=("a lower bound: latencies, dependences and barriers are not in it",),
    )
