"""The wheel of warps to look at in this and the coming cycles: a set for each."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.jit.bits import bit


@block
def sleep_until_ready(core, warps_set, cycles):
    """Have the warps of a set wake `cycles` cycles from now.

    The wheel holds a set of warps for this cycle (at run.place) and a set for each of the coming cycles. If results
    wait for a bank of registers, the wheel may be too small. Then the warps are looked at too early, and sleep on.
    """
    wheel = core.wheel
    if core.register_file is not None:
        cycles = min(cycles, wheel.shape[0] - 1)
    place = core.run.place + cycles
    wheel[place if place < wheel.shape[0] else place - wheel.shape[0]] |= warps_set


@block
def forget(core, w):
    """Take warp w out of all sets of the wheel."""
    for place in range(core.wheel.shape[0]):
        core.wheel[place] &= ~bit(w)
