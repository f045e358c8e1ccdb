"""The arbiter: it calls the rule of the machine's memory (docs/processor.md, section 19).

A rule is a function `serve`. It does everything that happens beyond the interconnect before a given cycle: grants, and
the memory's own actions. It returns the next cycle in which it has something to do. A rule has a file with this
function, a line below, and a name in MEMORIES (simt/machine/rules.py). The state of a rule is an optional group of
Device, so that devices with another rule are compiled without it.
"""

from __future__ import annotations

from simt.core.jit import block
from simt.core.memory.channels import serve_channels
from simt.core.memory.link import DRAM
from simt.core.memory.simple import serve_bus


@block
def serve(end, links, loaded, device):
    """Do everything that memory does before cycle `end`; return the next cycle with something to do, or NEVER.

    - links: the ends of the interconnect at all cores, with memory's own rings (mail.py).
    - loaded: uint32 [cores, words], where the words that a core loads are left.
    """
    if device.dram is not None:
        if links.launches[0, 0].rule == DRAM:
            return serve_channels(end, links, loaded, device)
    return serve_bus(end, links, loaded, device)
