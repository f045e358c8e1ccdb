"""The arbiter, which leads to the memory of the machine's rule (docs/processor.md, section 19).

A rule is a `serve`: it does everything that happens beyond the interconnect before a cycle, grants and the memory's own
actions, and returns the next cycle in which it has something to do. A rule has a file with this function, a line below,
and a name in MEMORIES (simt/machine/rules.py). Its state is an optional group of Device, so that devices without it are
compiled without it.
"""

from __future__ import annotations

from simt.core.jit import block
from simt.core.memory.channels import serve_channels
from simt.core.memory.link import DRAM
from simt.core.memory.simple import serve_bus


@block
def serve(end, cores, device):
    """Do everything that memory does before cycle `end`; return the next cycle with something to do, or NEVER."""
    if device.dram is not None:
        if cores.link.launches[0, 0].rule == DRAM:
            return serve_channels(end, cores, device)
    return serve_bus(end, cores, device)
