"""Random programs that load, store and change words of global memory, a minority with troubles of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from isa.program.program import Program
from isa.table.table import FIRST_SPECIAL, INDEXED, SCALAR, SPECIALS
from simt.machine import Machine
from tests.generators.builder import Builder
from tests.generators.lane_jumps import LANE_TROUBLES, pieces_behind
from tests.generators.parts import (
    ATOMICS,
    atomic_data,
    part_names,
    random_own_words,
    raw_part,
    without_private,
)
from tests.generators.programs import random_piece
from tests.generators.troubles import MASK_TROUBLES, TROUBLES, damaged
from tests.generators.words import CONDITIONS

__all__ = ["random_device_program"]

LOADS = {1: "ld.global", 2: "ld.global.b64", 4: "ld.global.b128"}
STORES = {1: "st.global", 2: "st.global.b64", 4: "st.global.b128"}
FIRST_ATOMICS = ("atom.add.u32", "atom.min.u32", "atom.max.u32", "atom.exch.b32")  # of cases without extras
NUMBERS = ("lane_id", "thread_id", "global_id", "local_id_x", "local_id_y", "group_id", "global_id_x", "global_id_y")


class DeviceBuilder(Builder):
    """A builder whose operations go to global memory now and then.

    Its machine is the device's with no more local memory than a place is to have.
    """

    def __init__(
        self,
        rng: random.Random,
        machine: Machine,
        threads: int,
        buffers: tuple[tuple[int, int], ...],
        share: float,
        extras: bool = False,
        own_words: int = 0,
    ) -> None:
        super().__init__(rng, machine, threads, extras, own_words)
        self.buffers = buffers
        self.share = share if machine.memory.policy != "none" else 0.0  # of operations that go to global memory

    def any_operation(self) -> None:
        if self.rng.random() < self.share:
            self.global_access()
        else:
            super().any_operation()

    def data_register(self, words: int, is_load: bool) -> int | None:
        """The first of the registers that are loaded or stored; a load leaves alone those that are taken."""
        highest = self.machine.registers - words
        found = [
            number
            for number in range(highest + 1)
            if not is_load or all(number + more in self.free for more in range(words))
        ]
        return self.rng.choice(found) if found else None

    def global_address(self, register: int, size: int) -> int | None:
        """`register` becomes an offset in bytes, a multiple of `size`; gives the constant's index of a buffer's first.

        The offset is below what fits into that buffer.
        """
        rng = self.rng
        first, end = rng.choice(self.buffers)
        items = (end - first) // size
        if not items:
            return None
        index = self.constant(first)
        most = self.constant((1 << (items.bit_length() - 1)) - 1)
        shift = self.constant(size.bit_length() - 1)
        if index is None or most is None or shift is None:
            return None
        kind = rng.random()
        if kind < 0.7:  # affine
            if self.extras and rng.random() < 0.4:
                self.emit("mov.b32", rd=register, ra=SCALAR, const=rng.choice(list(INDEXED.values())))
            else:
                self.emit("mov.b32", rd=register, ra=SPECIALS[rng.choice(NUMBERS)])
            if rng.random() < 0.5:
                self.emit_with_constant("shl.b32", "b", rng.randint(0, 5), rd=register, ra=register)
            if rng.random() < 0.4:
                self.emit_with_constant("add.u32", "b", rng.randint(1, 31), rd=register, ra=register)
        elif kind < 0.85:  # whatever
            self.emit("mov.b32", rd=register, ra=self.source())
        else:  # the same in all lanes
            self.emit("xor.b32", rd=register, ra=register, rb=register)
        self.emit("and.b32", rd=register, ra=register, csel="b", const=most)
        self.emit("shl.b32", rd=register, ra=register, csel="b", const=shift)
        return index

    def global_access(self) -> None:
        """One to three accesses at one address; loads and atomics may jump on what they find."""
        register = self.take_register()
        if register is None:
            return
        rng = self.rng
        words = rng.choice([1, 1, 1, 2, 4])
        is_extra = self.extras and rng.random() < 0.5
        size = rng.choice([1, 2, 4]) if is_extra else 4 * words
        base = self.global_address(register, size)
        if base is not None:
            for _ in range(rng.choice([1, 1, 2, 3])):
                if is_extra:
                    self.extra_access_at(register, base, size)
                else:
                    self.access_at(register, base, words)
        self.free.append(register)

    def extra_access_at(self, register: int, base: int, size: int) -> None:
        """An atomic, or an access to a part of a word."""
        rng = self.rng
        data: dict[str, Any] | None = {"rd": rng.choice(self.free)}
        if size == 4:
            operation = rng.choice(ATOMICS)
            name, data = f"atom.{operation}", atomic_data(self, operation)
            if data is not None:
                data = {"rb": self.source(), **data}
        else:
            loads, stores = part_names("global", size)
            name = rng.choice(loads)
            if rng.random() < 0.5:
                name, data = rng.choice(stores), {"rb": self.source()}
        if data is not None:
            self.emit(name, ra=register, csel="c", const=base, **data)

    def access_at(self, register: int, base: int, words: int) -> None:
        rng = self.rng
        kind = rng.choice(["load", "load", "store", "store", "atomic"])
        if kind == "store":
            rb = self.data_register(words, is_load=False)
            if rb is None:
                return
            if words == 1 and rng.random() < 0.3:
                rb = self.source()
            self.emit(STORES[words], ra=register, rb=rb, csel="c", const=base)
            return
        if kind == "load":
            rd = self.data_register(words, is_load=True)
            if rd is None:
                return
            self.emit(LOADS[words], rd=rd, ra=register, csel="c", const=base)
        else:
            words = 1
            rd = rng.choice(self.free)
            self.emit(rng.choice(FIRST_ATOMICS), rd=rd, ra=register, rb=self.source(), csel="c", const=base)
        if words == 1 and rng.random() < 0.25 and (not self.lanes_jump or self.has_room(1)):
            label = f"behind{len(self.items)}"
            self.items[-1] = (replace(self.items[-1][0], cond=rng.choice(CONDITIONS)), label, None)
            self.compute(["add.u32", "xor.b32"])
            self.labels[label] = len(self.items)

    def constant_address(self) -> None:
        """An access whose address, or whose data, is a constant."""
        rng = self.rng
        first, end = rng.choice(self.buffers)
        address = self.constant(first + 4 * rng.randrange((end - first) // 4))
        if address is None:
            return
        if rng.random() < 0.5:
            self.emit("ld.global", rd=rng.choice(self.free), csel="a", const=address)
        elif rng.random() < 0.5:
            self.emit("st.global", rb=self.source(), csel="a", const=address)
        elif rng.random() < 0.5:
            self.emit("st.global", ra=self.source(), csel="b", const=address)  # mostly a trap
        else:
            self.emit(rng.choice(FIRST_ATOMICS), rd=rng.choice(self.free), rb=self.source(), csel="a", const=address)

    def device_program(self, local_words: int) -> Program:
        program = Program.from_words(
            self.words(),
            constants=self.constants,
            threads=self.threads,
            local_words=local_words,
            private_words=self.own_words,
        )
        return self.with_launch_values(program)


# Troubles of global memory: each may end the run early.


def wild_access(builder: Builder) -> None:
    """An access at whatever address: unaligned, in no buffer, or across the end of one; in some lanes only, perhaps."""
    assert isinstance(builder, DeviceBuilder)
    rng = builder.rng
    register = builder.take_register()
    if register is None:
        return
    words = rng.choice([1, 2, 4])
    first, end = rng.choice(builder.buffers)
    start = rng.choice([first, first - 4, end - 4, end, first + 1, first + 2, first + 4, first + 8, 0, 0xFFFF_FFFC])
    index = builder.constant(start)
    rb = builder.data_register(words, is_load=False)
    if index is not None and rb is not None:
        builder.emit("mov.b32", rd=register, ra=SPECIALS[rng.choice(["lane_id", "warp_id", "group_id", "group_size"])])
        builder.emit_with_constant("shl.b32", "b", rng.choice([0, 2, 2, 3, 4]), rd=register, ra=register)
        name = STORES[words]
        if builder.extras and rng.random() < 0.5:
            name = rng.choice(["st.global.b8", "st.global.b16"])
        builder.emit(name, ra=register, rb=rb, csel="c", const=index)
    builder.free.append(register)


def registers_that_lack(builder: Builder) -> None:
    """A wide access whose last register is not there."""
    machine, rng = builder.machine, builder.rng
    words = rng.choice([2, 4])
    if machine.registers + words <= FIRST_SPECIAL:
        field = {"rd": max(0, machine.registers - rng.randint(1, words - 1))}
        if rng.random() < 0.5:
            builder.emit(STORES[words], ra=0, rb=field["rd"])
        else:
            builder.emit(LOADS[words], ra=0, **field)


def storm(builder: Builder) -> None:
    """Accesses one after the other, so that queues run full."""
    assert isinstance(builder, DeviceBuilder)
    register = builder.take_register()
    if register is None:
        return
    base = builder.global_address(register, 4)
    if base is not None:
        for _ in range(builder.rng.randint(2, 5)):
            builder.access_at(register, base, 1)
    builder.free.append(register)


def groups_apart(builder: Builder) -> None:
    """Some groups end here, so that places fall empty at different times."""
    position = len(builder.items)
    threshold = builder.constant(builder.rng.randint(0, 3))
    if threshold is None:
        return
    label = f"apart{position}"
    name = builder.rng.choice(["lt.u32", "eq.u32", "ne.u32"])
    rd = builder.rng.choice(builder.free)
    builder.emit(name, label, cond="c", rd=rd, ra=SPECIALS["group_id"], csel="b", const=threshold)
    builder.emit("ret")
    builder.labels[label] = len(builder.items)


GLOBAL_TROUBLES: list[Callable[[Builder], None]] = [
    wild_access,
    wild_access,
    wild_access,
    registers_that_lack,
    storm,
    storm,
    groups_apart,
    groups_apart,
]


def random_device_program(
    rng: random.Random, machine: Machine, threads: int, buffers: tuple[tuple[int, int], ...], extras: bool = False
) -> Program:
    """A program of about 5 to 70 instructions."""
    words = machine.local.words
    if rng.random() < 0.8:  # let several places fit
        banks = machine.local.banks
        words = max(1, words // banks // rng.randint(2, 6)) * banks
    own_words = random_own_words(rng, machine, threads) if extras else 0
    words = min(words, without_private(machine, threads, own_words).local.words)
    share = 0.5 if machine.memory.policy == "dram" else rng.choice([0.2, 0.5])
    builder = DeviceBuilder(rng, machine.replace(**{"local.words": words}), threads, buffers, share, extras, own_words)
    for register in builder.free[: rng.randint(1, 3)]:
        builder.emit("mov.b32", rd=register, ra=FIRST_SPECIAL + rng.choice([0, 1, 2, 3, 7, 9, 13, 14]))
    troubles = TROUBLES + MASK_TROUBLES * builder.has_masks + LANE_TROUBLES * builder.lanes_jump
    if machine.memory.policy != "none":
        troubles = troubles + GLOBAL_TROUBLES * 2
    troubles = troubles + [raw_part] * 4 * extras
    trouble = rng.choice(troubles) if rng.random() < 0.45 else None
    builder.fits_stack = rng.random() < 0.85
    builder.lane_0_survives = rng.random() < 0.7
    pieces = rng.randint(2, 7)
    at = rng.randrange(pieces)
    for number in range(pieces):
        if len(builder.items) > 50:
            break
        if rng.random() < 0.5:
            builder.any_operation()
        random_piece(builder, depth=0, is_uniform=True)
        if builder.share and rng.random() < 0.1:
            builder.constant_address()
        if trouble is not None and number == at:
            trouble(builder)
    builder.emit("ret")
    pieces_behind(builder)
    uses_local = any(item[0].spec.unit == "lds" for item in builder.items)
    program = builder.device_program(words if uses_local or rng.random() < 0.3 else 0)
    return damaged(rng, program, has_bundles=False) if rng.random() < 0.03 else program
