"""One function that is compiled apart from the engines and called by its address.

As part of the engines, code that few programs need would be compiled with every kind, and would delay every first run.
This function is an entry point of its own, loaded or compiled when the first program that needs it is run. The builder
of a state asks for the address; the module of the entry points provides it.
"""

from __future__ import annotations

from collections.abc import Callable

from simt.core.jit.deferred import INTERPRETED, intrinsic

_providers: list[Callable[[], int]] = []


def provide(provider: Callable[[], int]) -> None:
    """Set the function that `address` calls."""
    _providers[:] = [provider]


def address() -> int:
    """Return the address of the routine, loading or compiling it if necessary; 0 where nothing is compiled."""
    return 0 if INTERPRETED else _providers[0]()


call_at = intrinsic("call_at")
