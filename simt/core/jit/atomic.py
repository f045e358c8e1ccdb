"""Atomic words and a pause, with which threads of the host work together inside compiled code.

numba has no atomic access to the memory of the host; LLVM has.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_WORD = 8  # bytes


def _pointer(context, builder, kind, array, place):
    """Return the address of a word of an int64 array."""
    struct = context.make_array(kind)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, kind, struct, [place], wraparound=False)


@intrinsic
def add_atomic(context, words, place, value):
    """Add to a word of an int64 array; return what it was before."""

    def generate(context, builder, signature, arguments):
        pointer = _pointer(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw("add", pointer, arguments[2], "acq_rel")

    return types.int64(words, types.int64, types.int64), generate


@intrinsic
def load_atomic(context, words, place):
    """Return a word of an int64 array, and see all that was written before it was stored."""

    def generate(context, builder, signature, arguments):
        return builder.load_atomic(_pointer(context, builder, signature.args[0], *arguments), "acquire", _WORD)

    return types.int64(words, types.int64), generate


@intrinsic
def store_atomic(context, words, place, value):
    """Store a word of an int64 array, after all that was written before."""

    def generate(context, builder, signature, arguments):
        pointer = _pointer(context, builder, signature.args[0], *arguments[:2])
        builder.store_atomic(arguments[2], pointer, "release", _WORD)
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


@intrinsic
def call_pause(context, address, time):
    """Call the host's function at an address, one of `pause_address`, with a time in its unit."""

    def generate(context, builder, signature, arguments):
        attributes = builder.function.attributes  # as in routine.py: never inlined
        attributes.discard("alwaysinline")
        attributes.add("noinline")
        number = ir.IntType(32)
        function = builder.inttoptr(arguments[0], ir.FunctionType(number, (number,)).as_pointer())
        return builder.zext(builder.call(function, [builder.trunc(arguments[1], number)]), ir.IntType(64))

    return types.int64(types.int64, types.int64), generate


@cache
def pause_address() -> int:
    """Return the address of the host's function that lets a thread sleep: `usleep`, or `Sleep` on Windows."""
    if sys.platform == "win32":
        function = ctypes.windll.kernel32.Sleep
    else:
        function = ctypes.CDLL(None).usleep
    return ctypes.cast(function, ctypes.c_void_p).value or 0
