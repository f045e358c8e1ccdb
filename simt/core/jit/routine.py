"""One function that is compiled apart from the engines and called by its address.

As part of the engines, code that few programs need would be compiled with every kind, and would delay every first run.
This function is an entry point of its own, loaded or compiled when the first program that needs it is run. The builder
of a state asks for the address; the module of the entry points provides it. It is called for a whole warp: a call for
each lane takes longer, and has no way to the words of the other lanes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from simt.core.jit.deferred import INTERPRETED, intrinsic

_providers: list[Callable[[], int]] = []


def provide(provider: Callable[[], int]) -> None:
    """Set the function that `address` calls."""
    _providers[:] = [provider]


def address() -> int:
    """Return the address of the routine, loading or compiling it if necessary; 0 where nothing is compiled."""
    return 0 if INTERPRETED else _providers[0]()


call_at = intrinsic("call_at")

if INTERPRETED:

    def numbers_of_lanes():
        """Return an int64 array with a number for each lane of a warp, with any content."""
        return np.empty(64, np.int64)

else:
    numbers_of_lanes = intrinsic("numbers_of_lanes")
