"""What is behind the arbiter: when a granted transaction is done (docs/processor.md, section 19).

A rule is one function of the transaction, the cycle of its grant and the memory's own state; `done_in` lists them. To
add one: its function and its line in `done_in`, and its name in MEMORIES (simt/machine/rules.py).
"""

from __future__ import annotations

from simt.core.jit import block

TICKS = 1024  # of the data bus in a cycle


@block
def simple(size, cycle, latency, device):
    """A bus that carries transactions one behind the other, and a memory that answers after a fixed time."""
    far = device.fars[0]
    far.bus = max(far.bus, cycle * TICKS) + device.ticks[size]
    return (far.bus + TICKS - 1) // TICKS - 1 + latency


@block
def done_in(size, cycle, launch, device):
    """The cycle in which a transaction of `size` bytes is done that is granted in `cycle`, under the machine's rule."""
    return simple(size, cycle, launch.latency, device)


@block
def next_grant(first, device):
    """The first cycle from `first` on in which the memory takes another transaction."""
    return max(first, device.fars[0].bus // TICKS)
