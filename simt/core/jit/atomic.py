"""Atomic words and a pause, with which threads of the host work together inside compiled code.

numba offers no atomic access to the memory of the host, but LLVM does.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

from simt.core.jit.deferred import intrinsic

add_atomic, load_atomic, store_atomic = map(intrinsic, ("add_atomic", "load_atomic", "store_atomic"))
call_pause = intrinsic("call_pause")


@cache
def pause_address() -> int:
    """Return the address of the host's function that lets a thread sleep: `usleep`, or `Sleep` on Windows."""
    if sys.platform == "win32":
        function = ctypes.windll.kernel32.Sleep
    else:
        function = ctypes.CDLL(None).usleep
    return ctypes.cast(function, ctypes.c_void_p).value or 0
