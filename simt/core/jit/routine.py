"""One function that is compiled apart from the engines and called by its address.

As part of the engines, code that few programs need would be compiled with every kind, and would delay every first run.
This function is an entry point of its own, loaded or compiled when the first program that needs it is run. The builder
of a state asks for the address; the module of the entry points provides it.
"""

from __future__ import annotations

from collections.abc import Callable

import numba
from numba import types
from numba.extending import intrinsic

_providers: list[Callable[[], int]] = []


def provide(provider: Callable[[], int]) -> None:
    """Set the function that `address` calls."""
    _providers[:] = [provider]


def address() -> int:
    """Return the address of the routine, loading or compiling it if necessary; 0 where nothing is compiled."""
    return 0 if numba.config.DISABLE_JIT else _providers[0]()


@intrinsic
def call_at(context, address, op, a, b, c):
    """Call int64 (op, a, b, c) -> int64, compiled by numba, at an address."""
    integer = types.int64

    def generate(context, builder, _signature, arguments):
        attributes = builder.function.attributes  # of the caller, which made every run 7 % slower where it was inlined
        attributes.discard("alwaysinline")
        attributes.add("noinline")
        convention = context.call_conv
        function = convention.get_function_type(integer, (integer,) * 4).as_pointer()
        callee = builder.inttoptr(arguments[0], function)
        _, result = convention.call_function(builder, callee, integer, (integer,) * 4, arguments[1:])
        return result

    return integer(*(integer,) * 5), generate
