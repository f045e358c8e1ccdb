"""The cycle loop: the blocks of the FPGA paper's figure 3, last stage first, so that nothing moves twice in a cycle."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.barrier import open_or_deadlock
from simt.core.blocks.front_end import dispatch
from simt.core.blocks.retire import retire
from simt.core.blocks.select import select, wake
from simt.core.jit import block
from simt.core.ledgers.record import clear_banks
from simt.core.loops.accounting import charge, close
from simt.core.loops.still import falls_still, is_still, pass_still
from simt.core.memory.link import send
from simt.core.memory.places import start_groups
from simt.core.state import states, traps


@block
def run_cycles(core, until):
    """Run cycles until the program ends, traps, or cycle `until` is reached; the state is complete at every return.

    A core of a device that has nothing to do before `until` may stay at an earlier cycle.
    """
    spec, run, link = core.spec, core.run, core.link
    while run.cycle < until and run.status == states.RUNNING:
        if link is not None:
            if pass_still(core, until):
                break  # the core lags until there is something to do
        cycle = run.cycle
        retire(core, cycle)
        open_or_deadlock(core, cycle)
        if link is None:
            if run.finished == spec.launched:
                run.status = states.DONE
                close(core, cycle)
                break
        else:
            start_groups(core, cycle)
        wake(core, cycle)
        if link is not None:
            if falls_still(core):
                continue
            send(core, cycle)  # only the memory unit steps: the other units' clock is the cycle
        if spec.recording:
            clear_banks(core.record, cycle)
        dispatch(core, cycle)
        filled = np.int64(0)
        if run.held == 0:
            filled = np.int64(select(core, cycle))
        charge(core, filled, cycle, np.int64(1))
        if link is not None:
            link.units[0].still = is_still(core, filled)
        run.cycle = cycle + 1
        if run.trap != traps.NONE:
            run.status = states.TRAPPED
            if link is None:
                close(core, cycle + 1)  # a device closes its cores when memory has served the window
