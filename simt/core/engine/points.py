"""The entry points of the compiled code: the work of each, and the list of all."""

from __future__ import annotations

from typing import Any, NamedTuple

from simt.core.engine.names import CLIENTS, DRAM, REPLAY, ROUTINE
from simt.core.jit import block
from simt.core.lanes.routines import write_routine
from simt.core.loops.accounting import close
from simt.core.loops.cycle import run_cycles
from simt.core.loops.device import run_device
from simt.core.loops.functional import run_functional, run_groups
from simt.core.memory.clients.system import run_system
from simt.core.memory.dram.replay import replay
from simt.core.memory.dram.trace import run_trace
from simt.core.state import states
from simt.core.state.cores import core_of


class Point(NamedTuple):
    """An entry point. vectorize: whether LLVM's loop vectoriser works on it."""

    function: Any
    vectorize: bool = False


@block
def run_plain(cores, count, until, limit):
    """Run `count` plain cores of any number of processors, one after the other, without Python in between."""
    for k in range(count):
        core = core_of(k, cores)
        run_cycles(core, until)
        if core.run.status == states.RUNNING and core.run.cycle >= limit:
            close(core, core.run.cycle)


@block
def run_values(cores, until):
    """Run a plain core without time."""
    run_functional(core_of(0, cores), None, until)


@block
def run_values_of_groups(cores, device, until, thread):
    """Run a device without time, a work-group after the other; on several threads (shares.py) each has a core."""
    run_groups(core_of(thread, cores), device, until)


POINTS: dict[str, Point] = {
    "cycle": Point(run_plain),
    "functional": Point(run_values),
    "device": Point(run_device),  # the cycle engine of a device
    "groups": Point(run_values_of_groups),
    "check": Point(run_values, vectorize=True),  # `functional` and `groups` of runs that are checked, with a shadow
    "check_groups": Point(run_values_of_groups, vectorize=True),
    DRAM: Point(run_trace),  # a controller of DRAM that is handed a trace; no core is
    CLIENTS: Point(run_system),  # a channel of DRAM with its clients; likewise
    REPLAY: Point(replay),  # the commands of such a channel, as early as they can be
    ROUTINE: Point(write_routine),  # an instruction that few programs have: the engines call it by its address
}
