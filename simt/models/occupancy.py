"""The number of work-groups that a core holds at once, and the limit on it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from simt.models.counts import Counts
from simt.models.errors import MissingInputError, ModelError
from simt.models.parameters import Parameters


@dataclass(frozen=True, slots=True)
class Occupancy:
    """The resident work-groups of a core, the batches in them, and the name of the limit that decides."""

    groups: int
    batches: int
    limit: str


def occupancy(counts: Counts, parameters: Parameters, model: str) -> Occupancy:
    """Return the occupancy of the busiest core. model: the name of the model that needs the occupancy, for messages.

    The device limits the groups, work-items or batches, local memory and registers; `counts.resident_groups`, if given,
    replaces these limits. A further limit is the number of launched groups of the busiest core, ceil(N_wg / N_CU).
    Raises `MissingInputError` for a missing limit, `ModelError` E0810 if no group fits.
    """
    warp_size = parameters.whole("warp_size", model)
    batches = math.ceil(counts.local_size / warp_size)
    launched = math.ceil(counts.groups / parameters.whole("cores", model))
    limits: dict[str, float] = {}
    if counts.resident_groups is not None:
        limits["resident_groups"] = counts.resident_groups
    else:
        for key, need in (("max_groups", 1), ("max_threads", counts.local_size), ("max_warps", batches)):
            if parameters.has(key):
                limits[key] = parameters.need(key, model) / need
        if not limits:
            message = f"{parameters.name} has none of `max_groups`, `max_threads` and `max_warps`: {model} needs one"
            raise MissingInputError("max_groups", message, help="give one with -s, or `resident_groups` in the counts")
        for key, taken in (("local_bytes", counts.local_bytes), ("registers", counts.registers * counts.local_size)):
            if taken:
                limits[key] = parameters.need(key, model) / taken
    name = min(limits, key=lambda key: math.floor(limits[key]))
    groups = math.floor(limits[name])
    if groups < 1:
        message = f"a work-group of {counts.local_size} work-items does not fit a core of {parameters.name}"
        message += f": `{name}` is {parameters.need(name, model):g}"
        raise ModelError(message, code="E0810", help="take smaller groups, or another device")
    if launched < groups:
        groups, name = launched, "the groups that are launched"
    return Occupancy(groups, groups * batches, name)
