"""The layout of what a device has once, beside its cores: the far side of their interconnect."""

from __future__ import annotations

from typing import Any, NamedTuple

from simt.core.state.layout import record

# The cycle that all cores have reached and the state of the launch; the arbiter's last core, the end of the data bus in
# ticks, when the last transaction is done; the next group to start, groups that have ended, the cycle of the last end.
FAR = record("cycle status last_core bus done next_group ended last_end transactions bytes")

# Threads of the host that run cores (crew.py): how many, the host's functions that let other threads run and that
# sleep, a window's end and its cores, and whether memory may serve while the cores run.
CREW = record("threads give_way sleep end count beside")


class Device(NamedTuple):
    """The far side of the interconnect."""

    fars: Any  # FAR [1]
    words: Any  # uint32, global memory from byte 0
    ticks: Any  # int64 [257]: ticks for which a transaction, by its bytes, takes the bus
    wakes: Any  # int64 [cores]: the next cycle in which a core has something to do
    crew: Any  # CREW [1]
    signals: Any  # int64 [16 x (cores + 4)], words that the threads share
    awake: Any  # int64 [cores]: the cores of the posted window, by the threads' shares of cores
    oldest: Any  # int64 [cores]: while memory serves, the cycle in which a core's oldest request is there, or NEVER
    # What memory has and sends while it serves a window (simt/core/memory/mail.py); the cores may run meanwhile.
    units: Any  # UNIT [cores, 1]: requests to serve; credits and responses to hand on
    credits: Any  # int64 [cores, queue], from place 0
    responses: Any  # RESPONSE [cores, flights + 1], from place 0
    dram: Any  # Channels, with `dram` memory, else None
