"""The sets of warps whose next instructions want one unit, or one slot, under a scoreboard.

A slot of a scheduler looks at a few sets, not at every ready warp (blocks/select.py). On `gtx280` it looked at 18 warps
for each instruction of `mm_local`, whose records were seldom in the processor's cache: a ninth of the time.

`flights.wanting` has a set for each unit instance, of the warps whose next instruction it serves first. Then come the
set of those whose next instruction would trap, and a set for each slot of a scheduler, of those whose next instruction
the slot takes. A warp that is not ready any more stays in its sets until it is ready again.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import bit
from simt.core.ledgers.trap import trap_at_select
from simt.core.state import traps
from simt.core.state.flights import first_serving


@block
def set_of_traps(core):
    """Return the index, in `wanting`, of the set of warps whose next instruction would trap.

    The sets before it are one per unit instance. The sets after it are one per slot of a scheduler.
    """
    return core.spec.instances


@block
def note_next(core, w):
    """Put warp w, which becomes ready, into the sets of its next instruction."""
    flights, pc = core.flights, core.warps[w].pc
    board, wanting = flights.boards[w], flights.wanting
    first, slots = np.int64(set_of_traps(core)), np.int64(0)
    if trap_at_select(core, pc) == traps.NONE:
        first, slots = first_serving(core, core.code[pc], w), np.int64(flights.uses[pc].slots)
    if first != board.wants:
        wanting[board.wants] &= ~bit(w)
        wanting[first] |= bit(w)
        board.wants = first
    if slots != board.slots:
        for slot in range(core.spec.scheduler_width):
            place = set_of_traps(core) + 1 + slot
            wanting[place] = (wanting[place] & ~bit(w)) | (((slots >> slot) & 1) << w)
        board.slots = slots
