"""The cycle loop: the blocks of the FPGA paper's figure 3, last stage first, so that nothing moves twice in a cycle."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.barrier import open_or_deadlock
from simt.core.blocks.bundles import charge_bundles
from simt.core.blocks.front_end import dispatch
from simt.core.blocks.retire import retire
from simt.core.blocks.select import select, wake
from simt.core.jit import block
from simt.core.ledgers.record import clear_banks
from simt.core.loops.accounting import charge_ready, charge_slots, close, record_cycle
from simt.core.loops.still import is_still, next_change, pass_cycles
from simt.core.memory.places import start_groups
from simt.core.memory.port import is_quiet, next_action, send
from simt.core.state.layout import DONE, RUNNING, TRAP_NONE, TRAPPED


@block
def run_cycles(
    fixed, runs, pipeline, bundles, register_file, warps, wheel, operands, divergence, memory, ledgers, record, port,
    until,
):  # fmt: skip
    """Run cycles until the program ends, traps, or `until` cycles are done; state is complete whenever this returns.

    The arguments are the groups of arrays of layout.py.
    """
    spec = fixed.specs[0]
    run = runs[0]
    while run.cycle < until and run.status == RUNNING:
        cycle = run.cycle
        if port is not None:
            if port.units[0].still:
                change = next_change(run, spec, pipeline, wheel, port)
                if change > cycle:
                    if min(change, next_action(port, cycle)) >= until:
                        break  # the core lags behind until there is something to do
                    pass_cycles(min(change, until), fixed, run, pipeline, warps, wheel, port, ledgers, record)
                    cycle = run.cycle
                    if cycle >= until:
                        break
                port.units[0].still = 0
        retire(
            fixed, run, pipeline, bundles, register_file, warps, wheel, operands, divergence, ledgers, record, port,
            cycle,
        )  # fmt: skip
        if run.waiting > 0:
            open_or_deadlock(fixed, run, register_file, warps, wheel, ledgers, port, cycle)
        if port is None:
            if run.finished == spec.launched:
                run.status = DONE
                close(fixed, run, pipeline, bundles, register_file, warps, port, ledgers, cycle)
                break
        else:
            start_groups(spec, run, port, register_file, warps, operands, divergence, memory, ledgers, cycle)
        wake(fixed, run, bundles, register_file, warps, wheel, record, port, cycle)
        if port is not None:
            if run.trap == TRAP_NONE and is_quiet(run, spec, port):
                # Nothing more happens in this cycle; it is charged with those that follow, if there are any.
                run.held = 0
                port.units[0].still = 1
                continue

        # The units step: nothing to do, an instance's clock is the cycle less its frozen cycles (pipeline.py).
        if port is not None:
            send(pipeline, port, cycle)

        if spec.recording:
            clear_banks(record, cycle)
        dispatch(fixed, run, pipeline, bundles, register_file, warps, operands, memory, ledgers, record, port, cycle)

        filled = np.int64(0)
        if run.held == 0:
            filled = select(
                fixed, run, pipeline, bundles, register_file, warps, operands, memory, ledgers, record, port, cycle
            )
            if filled < spec.width:
                charge_slots(
                    filled, fixed, run, pipeline, bundles, register_file, warps, ledgers, record, port, cycle,
                    np.int64(1),
                )  # fmt: skip
        if bundles is not None:
            charge_bundles(fixed, pipeline, warps, bundles, ledgers, cycle)
        if spec.front_stages == 0:
            charge_ready(fixed, run, pipeline, bundles, warps, ledgers, cycle, np.int64(1))
        if spec.recording:
            record_cycle(filled, fixed, run, pipeline, bundles, register_file, warps, record, port, cycle)

        if port is not None:
            port.units[0].still = is_still(filled, run, spec, pipeline)
        run.cycle = cycle + 1
        if run.trap != TRAP_NONE:
            run.status = TRAPPED
            close(fixed, run, pipeline, bundles, register_file, warps, port, ledgers, cycle + 1)
