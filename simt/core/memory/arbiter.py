"""The arbiter: which memory is behind it (docs/processor.md, section 19).

A rule is a `serve`: it does all that happens behind the interconnect before a cycle, grants and whatever the memory
does by itself, and tells when it has something to do next. To add one: its file with such a function, its line below,
and its name in MEMORIES (simt/machine/rules.py). What it keeps is an optional group of Device, so that devices without
it are compiled without it.
"""

from __future__ import annotations

from simt.core.jit import block
from simt.core.memory.channels import serve_channels
from simt.core.memory.simple import serve_bus


@block
def serve(end, cores, device):
    """Do all that memory does before cycle `end`; returns the next cycle in which it has something to do, or NEVER."""
    if device.dram is not None:
        return serve_channels(end, cores, device)
    return serve_bus(end, cores, device)
