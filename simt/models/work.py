"""The demand of a launch on each resource, for `bounds` and `roofline`."""

from __future__ import annotations

import math
from dataclasses import dataclass

from simt.models.classes import CLASSES
from simt.models.counts import Counts
from simt.models.parameters import Parameters

_DEPARTURES = ("departure_coalesced", "departure_uncoalesced")


@dataclass(frozen=True, slots=True)
class Work:
    """The demand of one batch, and the number of batches.

    - mix: instructions by class.
    - issued: the number of issued instructions, with memory accesses and barriers.
    - issue_cycles, unit_cycles: cycles of the issue port and of each unit.
    - local_cycles, local_ideal: cycles of local memory with and without bank conflicts.
    - port_cycles: the cycles in which transfers leave the core; 0 if the departure delays are not known.
    - bytes_moved: the bytes that transfers move. bytes_useful: the bytes that work-items request.
    - memory_accesses, transfers: accesses to global memory, and their transfers.
    - batches, busiest: the number of batches of the launch and of the busiest core.
    """

    mix: dict[str, float]
    issued: float
    issue_cycles: float
    unit_cycles: dict[str, float]
    local_cycles: float
    local_ideal: float
    port_cycles: float
    bytes_moved: float
    bytes_useful: float
    memory_accesses: float
    transfers: float
    batches: int
    busiest: int


def work_of(counts: Counts, parameters: Parameters, model: str) -> Work:
    """Return the work of a launch on a device.

    Local memory delivers a word per bank and cycle (paper, section 4.4), so a batch takes warp_size / banks cycles
    times its conflict degree. A transfer of global memory moves segment_bytes, but at least the requested bytes. Two
    transfers of a core are at least the smaller of Hong and Kim's two departure delays apart.

    model: the caller's name, for messages. Raises `MissingInputError`.
    """
    warp_size = parameters.need("warp_size", model)
    total = counts.total
    divergence = parameters.need("divergence", model) if any(b.divergent is None for b in total.branches) else 0.0
    mix = {name: count for name, count in counts.instructions(divergence).items() if count}
    barriers = total.simple_barriers + total.waiting_barriers
    local = [access for access in total.local_accesses if access.count]
    memory = [access for access in total.global_accesses if access.count]
    issued = sum(mix.values()) + barriers + sum(a.count for a in local) + sum(a.count for a in memory)
    units: dict[str, float] = {}
    for name, count in mix.items():
        unit = CLASSES[name].unit
        units[unit] = units.get(unit, 0.0) + count * warp_size / parameters.need(f"lanes.{unit}", model)
    local_cycles = local_ideal = 0.0
    if local:
        banks = parameters.whole("banks", model)
        beats = max(1.0, warp_size / banks)
        local_ideal = beats * sum(access.count for access in local)
        local_cycles = beats * sum(access.count * access.degree_on(banks) for access in local)
    moved = useful = transfers = 0.0
    if memory:
        segment = parameters.need("segment_bytes", model)
        for access in memory:
            number, requested = access.bytes_on(warp_size, segment)
            moved += access.count * number
            useful += access.count * requested
            transfers += access.count * access.transfers_on(warp_size, segment)
    is_paced = all(map(parameters.has, _DEPARTURES))
    groups = math.ceil(counts.groups / parameters.whole("cores", model))
    per_group = math.ceil(counts.local_size / warp_size)
    return Work(
        mix,
        issued,
        issued * parameters.need("issue_cycles", model),
        units,
        local_cycles,
        local_ideal,
        transfers * min(parameters.values[key] for key in _DEPARTURES) if is_paced else 0.0,
        moved,
        useful,
        sum(access.count for access in memory),
        transfers,
        math.ceil(counts.work_items / counts.local_size * per_group),
        min(groups, counts.groups) * per_group,
    )
