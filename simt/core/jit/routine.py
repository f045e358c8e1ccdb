"""One function that is compiled apart from the engines and called by its address.

Few programs need its code. As a part of the engines, the code would be compiled with every kind, and would delay every
first run. So this function is an entry point of its own, which is loaded or compiled for the first program that needs
it. The builder of a state asks for its address, and the module of the entry points provides the address. The function
is called once for a whole warp. A call for each lane would take longer, and could not read the words of other lanes.
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
