"""Functions of compiled code that are said in LLVM's own instructions. The modules that use them name them."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simt.core.jit.whole import Address

_WORD = 8  # bytes
_LANES = 64  # the most of a warp


@intrinsic
def count_trailing_zeros(_context, value):
    """Return the place of the lowest bit that is set."""

    def generate(_context, builder, _signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def population_count(_context, value):
    """Return the number of bits that are set."""

    def generate(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def double_of(_context, value):
    """Return the double with these 64 bits."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@intrinsic
def bits_of(_context, value):
    """Return the 64 bits of a double."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


@intrinsic
def single_of(_context, value):
    """Return the single with these 32 bits."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(builder.trunc(arguments[0], ir.IntType(32)), ir.FloatType())

    return types.float32(types.int64), generate


@intrinsic
def bits_of_single(_context, value):
    """Return the 32 bits of a single."""

    def generate(_context, builder, _signature, arguments):
        return builder.zext(builder.bitcast(arguments[0], ir.IntType(32)), ir.IntType(64))

    return types.int64(types.float32), generate


@intrinsic
def fused(_context, x, y, z):
    """Return the double nearest to x * y + z."""

    def generate(_context, builder, _signature, arguments):
        return builder.fma(*arguments)

    return types.float64(types.float64, types.float64, types.float64), generate


@intrinsic
def address_of(_context, named):
    """Put a named tuple into the memory of the calling function and return its address (deferred.py)."""

    def generate(_context, builder, _signature, arguments):
        place = cgutils.alloca_once(builder, arguments[0].type)
        builder.store(arguments[0], place)
        return place

    return Address(named)(named), generate


@intrinsic
def call_at(context, address, operation, words, w, mask, lanes):
    """Call a function of a record, an array and three int64 that returns nothing, compiled by numba, at an address."""
    kinds = (operation, words, types.int64, types.int64, types.int64)

    def generate(context, builder, _signature, arguments):
        never_inline(builder)  # inlined, it made every run 7 % slower
        convention = context.call_conv
        callee = builder.inttoptr(arguments[0], convention.get_function_type(types.none, kinds).as_pointer())
        convention.call_function(builder, callee, types.none, kinds, arguments[1:])
        return context.get_dummy_value()

    return types.void(types.int64, *kinds), generate


@intrinsic
def numbers_of_lanes(context):
    """Return an int64 array with a number of any content for each lane of a warp, in the calling function's memory."""
    kind = types.Array(types.int64, 1, "C")

    def generate(context, builder, _signature, _arguments):
        count, size = ir.Constant(ir.IntType(64), _LANES), ir.Constant(ir.IntType(64), _WORD)
        place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), _LANES))
        array = context.make_array(kind)(context, builder)
        context.populate_array(
            array,
            data=builder.bitcast(place, ir.IntType(64).as_pointer()),
            shape=[count],
            strides=[size],
            itemsize=size,
            meminfo=None,
        )
        return array._getvalue()

    return kind(), generate


@intrinsic
def call_host(context, address, time):
    """Call the host's function at an address, one of `pauses`, with a time in its unit; the one without ignores it."""

    def generate(context, builder, signature, arguments):
        never_inline(builder)
        number = ir.IntType(32)
        function = builder.inttoptr(arguments[0], ir.FunctionType(number, (number,)).as_pointer())
        return builder.zext(builder.call(function, [builder.trunc(arguments[1], number)]), ir.IntType(64))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def add_atomic(context, words, place, value):
    """Add to a word of an int64 array; return what it was before."""

    def generate(context, builder, signature, arguments):
        pointer = pointer_to(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw("add", pointer, arguments[2], "acq_rel")

    return types.int64(words, types.int64, types.int64), generate


@intrinsic
def load_atomic(context, words, place):
    """Return a word of an int64 array, and see all that was written before it was stored."""

    def generate(context, builder, signature, arguments):
        return builder.load_atomic(pointer_to(context, builder, signature.args[0], *arguments), "acquire", _WORD)

    return types.int64(words, types.int64), generate


@intrinsic
def store_atomic(context, words, place, value):
    """Store a word of an int64 array, after all that was written before."""

    def generate(context, builder, signature, arguments):
        pointer = pointer_to(context, builder, signature.args[0], *arguments[:2])
        builder.store_atomic(arguments[2], pointer, "release", _WORD)
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


def never_inline(builder):
    """Forbid to inline the function that is being built."""
    attributes = builder.function.attributes
    attributes.discard("alwaysinline")
    attributes.add("noinline")


def pointer_to(context, builder, kind, array, place):
    """Return the address of an element of an array."""
    struct = context.make_array(kind)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, kind, struct, [place], boundscheck=context.enable_boundscheck)
