"""Atomic words and pauses, with which threads of the host work together inside compiled code.

numba offers no atomic access to the memory of the host, but LLVM does.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

from simt.core.jit.deferred import intrinsic

add_atomic, load_atomic, store_atomic = map(intrinsic, ("add_atomic", "load_atomic", "store_atomic"))
call_host = intrinsic("call_host")


@cache
def pauses() -> tuple[int, int]:
    """Return the addresses of the host's functions that let other threads run, and that sleep for a time."""
    if sys.platform == "win32":
        host = ctypes.windll.kernel32
        functions = host.SwitchToThread, host.Sleep
    else:
        host = ctypes.CDLL(None)
        functions = host.sched_yield, host.usleep
    give_way, sleep = (ctypes.cast(function, ctypes.c_void_p).value or 0 for function in functions)
    return give_way, sleep
