"""The data of clients and arbiter: structured dtypes, and a memory system before clock 0."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simt.core.jit.deferred import hand_on_whole
from simt.core.state.dram import Dram
from simt.core.state.layout import NEVER, record

# Rules by which the arbiter serves, in the order of their numbers.
POLICIES = ("hmgpu", "frfcfs")
HMGPU, FRFCFS = range(len(POLICIES))

# A client. Its configuration: priority; burst, queue and share in requests; where its operations and its requests end.
# Its state: the operation that enters next, and when, or NEVER if it has not begun; requests that have entered, that
# have left the queue, and that have done so or are asked for; requests whose completion is known, and the latest
# completion; how often it was chosen, and its place in the order of choices; clocks of managing; requests that were
# handed on in this round.
CLIENT = record(
    "priority burst queue share operations requests operation enters entered left asked done complete grants turn "
    "managing used",
    operation=np.uint32,
)

# An operation: its earliest clock, its managing clocks, where its requests end, whether it waits for earlier ones.
OPERATION = record("earliest managing end waits")

# The arbiter: its policy, requests of a grant at most, the age from which a request goes first, the one from which a
# read holds others up (0: none does), requests of a round. The clock that comes next and how many are computed; the
# last clock. When the channel is free again under `hmgpu`; choices so far; requests that were handed on in this round.
ARBITER = record("policy grant age hold round clock computed last free_at turns used")


class System(NamedTuple):
    """A channel with its clients, the argument of the blocks. Each client's requests are contiguous."""

    arbiters: Any  # ARBITER [1]
    clients: Any  # CLIENT [n]
    operations: Any  # OPERATION [n], each client's contiguous
    dram: Dram


hand_on_whole(System)


def clients_before(count: int) -> Any:
    """Return `count` clients before clock 0, without operations: CLIENT [n]."""
    clients = np.zeros(count, CLIENT)
    clients["enters"] = NEVER
    return clients
