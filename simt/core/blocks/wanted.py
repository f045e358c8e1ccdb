"""The ready warps that a slot of a scheduler may take, under a scoreboard, by the sets of ledgers/wanting.py."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.collectors import is_full
from simt.core.blocks.unit_pipeline import first_free
from simt.core.jit import block
from simt.core.ledgers.wanting import set_of_traps


@block
def accepted(core, scheduler, wanted, cycle):
    """Return the warps of a set whose next instructions have a place to go to in this cycle.

    With f = 0 that is a unit, or a collector of the scheduler; the front end has one.
    """
    if core.collectors is not None:
        return np.int64(0) if is_full(core, scheduler) else wanted
    if core.spec.front_stages > 0:
        return wanted
    admitted = np.int64(0)
    for k in range(core.spec.instances):
        some = wanted & core.flights.wanting[k]
        if some != 0:
            instance = core.pipeline.instances[k]
            if first_free(core, k, instance.end, instance.step, cycle) >= 0:
                admitted |= some
    return admitted


@block
def wanted_by(core, scheduler, ready, slot, cycle):
    """Return the warps that a slot of a scheduler may take, of the ready ones.

    It may take a warp whose next instruction would trap. Any other instruction must be of a kind that the slot takes
    (docs/processor.md, section 26), and must have a place to go to.
    """
    spec, wanting = core.spec, core.flights.wanting
    if spec.front_stages > 0 and spec.has_kinds == 0:
        return ready
    taken = ready & wanting[set_of_traps(core) + 1 + slot]
    return (ready & wanting[set_of_traps(core)]) | accepted(core, scheduler, taken, cycle)
