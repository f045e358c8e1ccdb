"""The cycle loop: the blocks of the FPGA paper's figure 3, last stage first, so that nothing moves twice in a cycle."""

from __future__ import annotations

from simt.core.accounting import charge_ready, charge_slots, close, record_cycle
from simt.core.barrier import open_or_deadlock
from simt.core.bundles import charge_bundles
from simt.core.front_end import dispatch
from simt.core.issue import select, wake
from simt.core.jit import kernel
from simt.core.layout import DONE, RUNNING, TRAP_NONE, TRAPPED
from simt.core.record import clear_banks
from simt.core.retire import retire


@kernel
def run_cycles(
    fixed, runs, pipeline, bundles, register_file, warps, wheel, operands, divergence, memory, ledgers, record, until
):
    """Run cycles until the program ends, traps, or `until` cycles are done; state is complete whenever this returns.

    The arguments are the groups of arrays of layout.py.
    """
    spec = fixed.specs[0]
    run = runs[0]
    while run.cycle < until and run.status == RUNNING:
        cycle = run.cycle
        retire(fixed, run, pipeline, bundles, register_file, warps, wheel, operands, divergence, ledgers, record, cycle)
        if run.waiting > 0:
            open_or_deadlock(fixed, run, register_file, warps, wheel, ledgers, cycle)
        if run.finished == spec.launched:
            run.status = DONE
            close(fixed, run, pipeline, bundles, register_file, warps, ledgers, cycle)
            break
        wake(fixed, run, bundles, register_file, warps, wheel, record, cycle)

        # The units step: nothing to do, an instance's clock is the cycle less its frozen cycles (pipeline.py).

        if spec.recording:
            clear_banks(record, cycle)
        dispatch(fixed, run, pipeline, bundles, register_file, warps, operands, memory, ledgers, record, cycle)

        filled = 0
        if run.held == 0:
            filled = select(
                fixed, run, pipeline, bundles, register_file, warps, operands, memory, ledgers, record, cycle
            )
            if filled < spec.width:
                charge_slots(filled, fixed, run, pipeline, bundles, register_file, warps, ledgers, record, cycle)
        if bundles is not None:
            charge_bundles(fixed, pipeline, warps, bundles, ledgers, cycle)
        if spec.front_stages == 0:
            charge_ready(fixed, run, pipeline, bundles, warps, ledgers, cycle)
        if spec.recording:
            record_cycle(filled, fixed, run, pipeline, bundles, register_file, warps, record, cycle)

        run.cycle = cycle + 1
        if run.trap != TRAP_NONE:
            run.status = TRAPPED
            close(fixed, run, pipeline, bundles, register_file, warps, ledgers, cycle + 1)
