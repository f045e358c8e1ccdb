"""Loads and stores of vectors: either the lanes' words follow one another, or each lane has a place of its own.

A row of registers may have fewer words than a vector has lanes. Rows of 4 and 8 lanes have loads and stores of their
own width, because a processor forwards a recent store to a load only if both have the same width.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from simt.core.jit.aliases import tag
from simt.core.jit.deferred import INTERPRETED
from simt.core.jit.intrinsics import pointer_to
from simt.core.jit.vectors import (
    EVERY,
    INTEGERS,
    SET,
    STEP,
    WORD,
    declared,
    in_every_lane,
    some_lanes,
    truths_of,
    vector_of,
)

_NUMBER = ir.IntType(64)
_SIZES = (STEP, 8, 4)  # lanes of the accesses that are not masked


def _cases(builder: Any, key: Any, cases: dict[int, Callable[[], Any]], otherwise: Callable[[], Any]) -> Any:
    """Generate a switch whose cases each return a value, or all None; return the value."""
    before = builder.block
    done = builder.append_basic_block("done")
    ways = []
    for number, make in [*cases.items(), (None, otherwise)]:
        builder.position_at_end(builder.append_basic_block("case"))
        begin = builder.block
        ways.append((number, begin, make(), builder.block))
        builder.branch(done)
    builder.position_at_end(before)
    switch = builder.switch(key, ways[-1][1])
    for number, begin, _, _ in ways[:-1]:
        switch.add_case(ir.Constant(key.type, number), begin)
    builder.position_at_end(done)
    if ways[0][2] is None:
        return None
    phi = builder.phi(ways[0][2].type)
    for _, _, value, end in ways:
        phi.add_incoming(value, end)
    return phi


def _first(builder: Any, count: Any) -> Any:
    """Return the truths of the first `count` lanes."""
    numbers = ir.Constant(vector_of(_NUMBER), list(range(STEP)))
    return builder.icmp_signed("<", numbers, in_every_lane(builder, count))


@intrinsic
def load_lanes(_typing, words, place, stride, count):
    """Load the words of the first `count` lanes from index `place` on; with a stride of 0, one word for all.

    words: uint32. stride: 0 or 1. Returns an int64 vector, in which lanes from `count` on are undefined.
    """

    def generate(context, builder, sig, arguments):
        array, place, stride, count = arguments
        kind = sig.args[0]
        pointer = pointer_to(context, builder, kind, array, place)
        vector = vector_of(WORD)
        zero = ir.Constant(stride.type, 0)
        is_same = builder.icmp_signed("==", stride, zero)

        def wide(size):
            part = builder.load(builder.bitcast(pointer, vector_of(WORD, size).as_pointer()))
            part.align = 4
            tag(builder, part)
            return part if size == STEP else some_lanes(builder, part, [min(lane, size - 1) for lane in range(STEP)])

        def masked():
            kinds = vector.as_pointer(), WORD, vector_of(ir.IntType(1)), vector
            function = declared(builder, f"llvm.masked.load.v{STEP}i32.p0", vector, kinds)
            place = builder.bitcast(pointer, vector.as_pointer())
            nothing = ir.Constant(vector, None)
            loaded = builder.call(function, [place, ir.Constant(WORD, 4), _first(builder, count), nothing])
            tag(builder, loaded)
            return loaded

        def spread():
            word = builder.load(pointer)
            tag(builder, word)
            return in_every_lane(builder, word)

        cases: dict[int, Callable[[], Any]] = {0: spread}
        cases |= {size: partial(wide, size) for size in _SIZES}
        loaded = _cases(builder, builder.select(is_same, zero, count), cases, masked)
        return builder.zext(loaded, vector_of(_NUMBER))

    return INTEGERS(words, types.int64, types.int64, types.int64), generate


@intrinsic
def store_lanes(_typing, words, place, value, lanes, count):
    """Store the low 32 bits of a vector's lanes in consecutive words, from the index `place` on.

    words: uint32. lanes: the set of the lanes whose words change, all of them below `count`.
    """

    def generate(context, builder, sig, arguments):
        array, place, value, lanes, count = arguments
        pointer = pointer_to(context, builder, sig.args[0], array, place)
        value = builder.trunc(value, vector_of(WORD))
        truths = builder.bitcast(builder.trunc(lanes, SET), vector_of(ir.IntType(1)))

        def put(size, choice):
            place = builder.bitcast(pointer, vector_of(WORD, size).as_pointer())
            part = value if size == STEP else some_lanes(builder, value, range(size))
            if choice:
                wanted = truths if size == STEP else some_lanes(builder, truths, range(size))
                before = builder.load(place)
                before.align = 4
                tag(builder, before)
                part = builder.select(wanted, part, before)
            stored = builder.store(part, place)
            stored.align = 4
            tag(builder, stored)

        def masked():
            kinds = value.type, value.type.as_pointer(), WORD, truths.type
            function = declared(builder, f"llvm.masked.store.v{STEP}i32.p0", ir.VoidType(), kinds)
            place = builder.bitcast(pointer, value.type.as_pointer())
            tag(builder, builder.call(function, [value, place, ir.Constant(WORD, 4), truths]))

        # A step of all lanes, the usual case, reads nothing: a register's word from before would be waited for.
        is_whole = builder.and_(
            builder.icmp_signed("==", count, ir.Constant(count.type, STEP)),
            builder.icmp_signed("==", lanes, ir.Constant(lanes.type, EVERY)),
        )
        key = builder.select(is_whole, ir.Constant(count.type, 0), count)
        cases: dict[int, Callable[[], Any]] = {0: partial(put, STEP, False)}
        cases |= {size: partial(put, size, True) for size in _SIZES}
        _cases(builder, key, cases, masked)
        return context.get_dummy_value()

    return types.void(words, types.int64, INTEGERS, types.int64, types.int64), generate


def _places(context: Any, builder: Any, kind: Any, array: Any, places: Any) -> Any:
    """Return the vector of the addresses of words of an array."""
    first = in_every_lane(builder, builder.ptrtoint(context.make_array(kind)(context, builder, array).data, _NUMBER))
    addresses = builder.add(first, builder.shl(places, in_every_lane(builder, ir.Constant(_NUMBER, 2))))
    return builder.inttoptr(addresses, vector_of(WORD.as_pointer()))


@intrinsic
def gather_lanes(_typing, words, places, lanes):
    """Load a word for each lane of a set, from the lane's index in the vector `places`.

    words: uint32. places: an int64 vector; only the lanes of the set need a valid index. Returns an int64 vector, in
    which lanes outside the set are undefined.
    """

    def generate(context, builder, sig, arguments):
        array, places, lanes = arguments
        addresses = _places(context, builder, sig.args[0], array, places)
        vector, truths = vector_of(WORD), builder.bitcast(builder.trunc(lanes, SET), vector_of(ir.IntType(1)))
        kinds = addresses.type, WORD, truths.type, vector
        function = declared(builder, f"llvm.masked.gather.v{STEP}i32.v{STEP}p0", vector, kinds)
        found = builder.call(function, [addresses, ir.Constant(WORD, 4), truths, ir.Constant(vector, None)])
        tag(builder, found)
        return builder.zext(found, vector_of(_NUMBER))

    return INTEGERS(words, INTEGERS, types.int64), generate


@intrinsic
def scatter_lanes(_typing, words, places, value, lanes):
    """Store the low 32 bits of the lanes of a set, each at its index in the vector `places`.

    If lanes have the same index, the last one wins.

    words: uint32. places: as for `gather_lanes`.
    """

    def generate(context, builder, sig, arguments):
        array, places, value, lanes = arguments
        addresses = _places(context, builder, sig.args[0], array, places)
        value, truths = (
            builder.trunc(value, vector_of(WORD)),
            builder.bitcast(builder.trunc(lanes, SET), vector_of(ir.IntType(1))),
        )
        kinds = value.type, addresses.type, WORD, truths.type
        function = declared(builder, f"llvm.masked.scatter.v{STEP}i32.v{STEP}p0", ir.VoidType(), kinds)
        tag(builder, builder.call(function, [value, addresses, ir.Constant(WORD, 4), truths]))
        return context.get_dummy_value()

    return types.void(words, INTEGERS, INTEGERS, types.int64), generate


if INTERPRETED:

    def load_lanes(words, place, stride, count):
        """Load the words of the first `count` lanes from index `place` on; with a stride of 0, one word for all."""
        loaded = np.zeros(STEP, np.int64)
        loaded[:count] = words[place : place + count] if stride else words[place]
        return loaded

    def store_lanes(words, place, value, lanes, count):
        """Store the low 32 bits of a vector in the words of lanes from a place on."""
        wanted = truths_of(lanes)[:count]
        words[place : place + count][wanted] = (value[:count][wanted] & 0xFFFF_FFFF).astype(np.uint32)

    def gather_lanes(words, places, lanes):
        """Load a word for each lane of a set, from the lane's index in the vector `places`."""
        wanted, loaded = truths_of(lanes), np.zeros(STEP, np.int64)
        loaded[wanted] = words[places[wanted]]
        return loaded

    def scatter_lanes(words, places, value, lanes):
        """Store the low 32 bits of the lanes of a set at the places in a vector."""
        for lane in np.flatnonzero(truths_of(lanes)).tolist():
            words[places[lane]] = np.uint32(value[lane] & 0xFFFF_FFFF)
