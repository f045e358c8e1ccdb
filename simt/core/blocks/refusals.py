"""The count of the cycles in which a unit or the collectors refuse instructions (ledgers/refusals.py).

It stands in INSTANCE and SCHEDULER. An instance that some instruction may enter, and none with a lower number, has the
count of that instruction, and `end` and `step` of all instances that serve it. The `end` of any other instance is 0.
The count of an instance that serves alone is not made here: it follows from the instance's clock.
"""

from __future__ import annotations

from simt.core.blocks.collectors import is_full, refusal
from simt.core.blocks.turns import schedulers_of
from simt.core.blocks.unit_pipeline import first_free
from simt.core.jit import block
from simt.core.ledgers.refusals import is_alone
from simt.core.memory.charges import cause_at_coalescer
from simt.core.state import reasons
from simt.core.state.units import MEMORY


@block
def count_full(core, cycle, times):
    """Count `times` equal cycles at the schedulers none of whose collectors is free."""
    for number in range(schedulers_of(core)):
        if is_full(core, number):
            scheduler = core.flights.schedulers[number]
            scheduler.refused += times
            if refusal(core, number, cycle) == reasons.OPERAND_BANK:
                scheduler.refused_by_bank += times


@block
def count_at_coalescer(core, cycle, times):
    """Count `times` equal cycles in which the coalescer is busy, by cause."""
    cause = cause_at_coalescer(core.link.units[0], cycle)
    if cause == reasons.MEMORY_QUEUE:
        core.run.held_queue += times
    elif cause == reasons.UNCOALESCED:
        core.run.held_uncoalesced += times


@block
def count_refusals(core, cycle, times):
    """Count `times` equal cycles from this one on, after its selection, wherever no instruction could enter."""
    if core.collectors is not None:
        count_full(core, cycle, times)
        return
    for k in range(core.spec.counted):
        instance = core.pipeline.instances[k]
        if instance.end > 0 and not is_alone(core, k) and first_free(core, k, instance.end, instance.step, cycle) < 0:
            instance.refused += times
            if core.link is not None:
                if k == MEMORY:
                    count_at_coalescer(core, cycle, times)
