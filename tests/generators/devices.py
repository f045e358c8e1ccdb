"""Random devices and launches for the property tests: several cores, work-groups in places, global memory.

Machines are those of `tests.generators` without bundles, with one to four cores, short and long ways to memory, queues
from one place up, every coalescing rule, and memory of both kinds. Programs are made of the same pieces; wherever one
of them computes something, it may also load, store or change a word of global memory, at addresses that depend on
lanes, threads, groups or data. A minority has accesses that trap, registers that a wide access lacks, groups that
deadlock, or runs into the cycle limit. `describe(case)` prints a case so that it can be pasted into a test.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import isa
from isa.buffers import buffer_addresses
from isa.program import Program
from isa.table import FIRST_SPECIAL, INDEXED, SCALAR, SPECIALS
from simt.machine import Machine
from simt.machine.channel import grades, preset
from tests.generators.builder import Builder
from tests.generators.lane_jumps import LANE_TROUBLES, pieces_behind
from tests.generators.launches import divisors, in_dimensions
from tests.generators.machines import random_machine, skewed, with_dpu, with_ideal
from tests.generators.parts import (
    ATOMICS,
    atomic_data,
    part_names,
    random_own_words,
    raw_part,
    with_private_place,
    without_private,
)
from tests.generators.programs import random_piece
from tests.generators.shrinking import described, shrunk
from tests.generators.stored import Stored, random_stored
from tests.generators.troubles import MASK_TROUBLES, TROUBLES, damaged
from tests.generators.words import CONDITIONS, INTERESTING

__all__ = [
    "COALESCING", "DeviceCase", "describe", "random_device_case", "random_device_machine", "random_stored_case",
    "shrink",
]  # fmt: skip

COALESCING = ("segments", "sectors", "half_warp_relaxed", "half_warp_strict")
MAPPINGS = ("row_bank_column", "row_column_bank", "bank_row_column")
LOADS = {1: "ld.global", 2: "ld.global.b64", 4: "ld.global.b128"}
STORES = {1: "st.global", 2: "st.global.b64", 4: "st.global.b128"}
FIRST_ATOMICS = ("atom.add.u32", "atom.min.u32", "atom.max.u32", "atom.exch.b32")  # of cases without extras
NUMBERS = ("lane_id", "thread_id", "global_id", "local_id_x", "local_id_y", "group_id", "global_id_x", "global_id_y")


@dataclass(frozen=True)
class DeviceCase:
    """A machine, a program and a launch. `seed` is that of `random_device_case` or `random_stored_case`, or -1."""

    machine: Machine
    program: Program
    size: tuple[int, ...]
    local: tuple[int, ...]
    buffers: tuple[tuple[int, int], ...]  # first byte, end byte
    words: tuple[int, ...]  # global memory, from byte address 0 on
    local_memory: tuple[int, ...]
    max_cycles: int
    seed: int = -1
    stored: Stored | None = None  # what the buffers are with a storage manager
    offset: tuple[int, ...] = ()


# --- Machines --------------------------------------------------------------------------------------------------------


def random_device_machine(rng: random.Random, policies: tuple[int, int, int] = (70, 25, 5)) -> Machine:
    """A device; small more often than large. policies: shares of memory that is simple, of DRAM, or not there."""
    keys = random_machine(rng, slots=1).model_dump()
    warp_size = keys["warp_size"]
    keys["warps"] = min(keys["warps"], 8)
    keys["scheduler"]["active_warps"] = rng.randint(1, keys["warps"])
    keys["registers"] = rng.choice([2, 4, 6, 8, 8, 16, 32])
    keys["cores"] = rng.choice([1, 1, 2, 2, 3, 4])
    keys["groups_per_core"] = skewed(rng, 1, 5)
    keys["interconnect"] = {"latency": rng.choice([1, 1, 2, 3, skewed(rng, 1, 12)])}
    policy = rng.choices(("simple", "dram", "none"), policies)[0]
    keys["memory"] = {
        "policy": policy,
        "coalescing": rng.choice(COALESCING),
        "lanes": rng.choice(divisors(warp_size)) if rng.random() < 0.5 else warp_size,
        "queue": rng.choice([1, 1, 2, 2, 3, 4, 8, 64]),
        "latency": rng.choice([1, 1, 2, skewed(rng, 1, 40)]),
        "bytes_per_cycle": rng.choice(
            [0.3, 1.0, 1.7, 2.5, 4.0, 8.0, 12.1, 16.0, 32.0, 48.0, 64.0, 100.0, 1024.0, 65536.0]
        ),
    }
    if policy == "dram":
        keys["clock_mhz"], channels = random_dram(rng)
        keys["memory"] |= channels
    keys["register_file"] = {"organisation": "auto"}
    if rng.random() < 0.3:
        keys["register_file"]["words"] = rng.randint(keys["registers"], 2 * keys["registers"] * keys["warps"])
    return Machine.model_validate(keys)


def random_dram(rng: random.Random) -> tuple[float, dict[str, object]]:
    """The clock of a machine with `dram` memory, and the keys of that: some clocks of the DRAM in a cycle, or none."""
    grade = rng.choice(sorted(grades()))
    width = rng.choice(grades()[grade]["widths"])
    part = f"{grade}-x{width}-{rng.choice([bus for bus in (16, 32, 32, 64, 128) if bus >= width])}"
    clocks = rng.choice([0.03, 0.3, 0.5, 0.7, 1.0, 1.0, 1.3, 2.0, 3.1, 6.0])  # in a cycle
    return round(1000 / preset(part)["tCK"] / clocks, rng.randint(0, 3)), {
        "part": part,
        "channels": rng.choice([1, 1, 2, 3, 4, 5]) if clocks < 3 else 1,
        "interleave": rng.choice([128, 128, 256, 512, 4096]),
        "mapping": rng.choice(MAPPINGS),
        "pipeline": rng.choice([0, 0, 1, skewed(rng, 1, 40)]),
    }


def with_holds(rng: random.Random, machine: Machine) -> Machine:
    """The machine with an age of reads, on two fifths of those with memory of DRAM: often one that nearly all reach."""
    if machine.memory.policy != "dram" or rng.random() < 0.6:
        return machine
    return machine.replace(**{"memory.age": rng.choice([1, 2, 4, 8, 12, 16, 20, 30, 50, 200])})


def with_exclusive_grants(rng: random.Random, machine: Machine) -> Machine:
    """The machine with the other arbiter, on a third of those with memory of DRAM."""
    if machine.memory.policy != "dram" or rng.random() < 0.67:
        return machine
    return machine.replace(**{"memory.arbiter": "hmgpu", "memory.grant": rng.choice([128, 200, 256, 512, 2048])})


def random_sizes(rng: random.Random, machine: Machine) -> tuple[tuple[int, int], tuple[int, int]]:
    """The global and the local size of a launch: groups of one warp to all, one group to more than there are places."""
    most = machine.warps * machine.warp_size
    threads = rng.randint(1, most) if rng.random() < 0.3 else min(most, machine.warp_size * skewed(rng, 1, 4))
    if rng.random() < 0.3 and threads > 1:
        threads -= rng.randrange(min(threads, machine.warp_size))
    local = (threads, 1)
    if rng.random() < 0.5:
        x = rng.choice(divisors(threads))
        local = (x, threads // x)
    groups = rng.choice([1, 2, 2, 3, 4, 5, skewed(rng, 1, 12)])
    across = rng.choice(divisors(groups))
    return (local[0] * across, local[1] * (groups // across)), local


# --- Programs --------------------------------------------------------------------------------------------------------


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


# --- Cases -----------------------------------------------------------------------------------------------------------


def random_device_case(seed: int, extras: bool = False) -> DeviceCase:
    """The case of a seed: always the same one. At least one group fits a core."""
    rng = random.Random(f"device {seed}")
    while True:
        found = _random_case(rng, seed, random_device_machine(rng), extras=extras)
        if found is not None:
            return found


def random_stored_case(seed: int) -> DeviceCase:
    """The case of a seed whose buffers are objects of a storage manager: always the same one."""
    rng = random.Random(f"stored {seed}")
    while True:
        found = _random_case(rng, seed, random_device_machine(rng, (0, 1, 0)), is_stored=True)
        if found is not None:
            return found


def _random_case(
    rng: random.Random, seed: int, machine: Machine, is_stored: bool = False, extras: bool = False
) -> DeviceCase | None:
    """A launch on a machine; None if it would be refused."""
    machine = with_dpu(random.Random(f"doubles of {seed}"), machine)
    machine = with_ideal(random.Random(f"idealisations of {seed}"), machine)
    if random.Random(f"merging of {seed}").random() < 0.3:
        machine = machine.replace(**{"memory.merge": False})
    machine = with_holds(random.Random(f"holds of {seed}"), machine)
    machine = with_exclusive_grants(random.Random(f"exclusive grants of {seed}"), machine)
    if extras:
        machine = with_private_place(random.Random(f"private memory of {seed}"), machine)
    size, local = random_sizes(rng, machine)
    threads = local[0] * local[1]
    is_dram = machine.memory.policy == "dram"  # then over several channels, banks and rows
    lengths = [
        rng.choice([64, 256, 1000, 4096, 8192] if is_dram else [4, 8, 20, 64, 100, 256, 1000])
        for _ in range(rng.randint(1, 3))
    ]
    stored = None
    if is_stored:
        lengths = [rng.choice([length, 1, 200, 600, 896, 960]) for length in lengths]
        sizes = [4 * length for length in lengths]
        stored = random_stored(rng, machine, sizes)
        if stored is None:
            return None
        buffers = stored.bound(sizes).spans
    else:
        apart = rng.choice([0, 8192, 65536]) if is_dram else 0
        firsts = [first + apart * number for number, first in enumerate(buffer_addresses(lengths))]
        buffers = tuple((first, first + 4 * n) for first, n in zip(firsts, lengths, strict=True))
    program = random_device_program(rng, machine, threads, buffers, extras)
    warps = -(-threads // machine.warp_size)
    if warps * min(program.registers, machine.registers) > machine.register_file.words:
        return None  # no group fits a core
    words = [0] * (buffers[-1][1] // 4)
    for first, end in buffers:
        for word in range(first // 4, end // 4):
            words[word] = rng.choice([word, rng.randrange(8), rng.choice(INTERESTING)])
    given = rng.randint(0, min(program.local_words, 40))
    shapes = (size, local, ())
    if extras:
        shapes = in_dimensions(random.Random(f"dimensions of {seed}"), size, local)
    return DeviceCase(
        machine=machine,
        program=program,
        size=shapes[0],
        local=shapes[1],
        buffers=buffers,
        words=tuple(words),
        local_memory=tuple(rng.randrange(16) for _ in range(given)),
        max_cycles=rng.randint(1, 200) if rng.random() < 0.1 else 2400 if is_dram else 1200,
        seed=seed,
        stored=stored,
        offset=shapes[2],
    )


PLAIN: dict[str, object] = {
    "cores": 1, "groups_per_core": 1, "interconnect.latency": 1, "memory.latency": 1, "memory.queue": 64,
    "memory.coalescing": "segments", "memory.channels": 1, "memory.interleave": 4096, "memory.pipeline": 0,
    "memory.mapping": "row_bank_column", "memory.merge": True, "memory.age": 0, "memory.arbiter": "frfcfs",
    "memory.part": "ddr2-667-3-x16-32",
    "clock_mhz": 333.333, "memory.bytes_per_cycle": 128.0, "issue_width": 1, "scheduler.policy": "paper",
    "front_end.stages": 1, "alu.latency": 1, "fpu.latency": 1, "lds.latency": 1, "alu.interval": 1, "fpu.interval": 1,
    "lds.interval": 1, "alu.count": 1, "fpu.count": 1, "sfu.count": 0, "dpu.latency": 1, "control.route": "alu",
    "retire.stages": 0, "retire.ports": 1, "branch.stack_depth": 32,
    "ideal.banks": False, "ideal.lanes": False, "ideal.barriers": False,
}  # fmt: skip


def shrink(case: DeviceCase, fails: Callable[[DeviceCase], bool]) -> DeviceCase:
    """A smaller case that still fails: fewer cycles and groups, `mov r0, r0` for instructions, a plainer machine."""
    nothing = isa.assemble("mov r0, r0\n").words[0]

    def candidates(best: DeviceCase) -> list[Callable[[], DeviceCase]]:
        words = list(best.program.words)
        found: list[Callable[[], DeviceCase]] = [
            lambda: replace(best, max_cycles=best.max_cycles // 2),
            lambda: replace(best, max_cycles=best.max_cycles - 1),
        ]
        for d, (size, local) in enumerate(zip(best.size, best.local, strict=False)):
            found.append(lambda d=d, less=size - local: replace(best, size=(*best.size[:d], less, *best.size[d + 1 :])))
        if any(best.offset):
            found.append(lambda: replace(best, offset=(0,) * len(best.offset)))
        if best.local_memory:
            found.append(lambda: replace(best, local_memory=()))
        if best.stored is not None:
            found.append(lambda: replace(best, stored=None))
        for key, value in PLAIN.items():
            section, _, name = key.partition(".")
            now = getattr(best.machine, section)
            if (getattr(now, name) if name else now) != value:
                found.append(lambda key=key, value=value: replace(best, machine=best.machine.replace(**{key: value})))
        for at, word in enumerate(words):
            if word != nothing:
                found.append(lambda at=at: with_words(best, [*words[:at], nothing, *words[at + 1 :]]))
        return found

    def with_words(best: DeviceCase, words: list[int]) -> DeviceCase:
        program = best.program
        made = Program.from_words(
            words,
            constants=program.constants,
            threads=program.threads,
            local_words=program.local_words,
            private_words=program.private_words,
        )
        return replace(best, program=replace(made, at_launch=program.at_launch))

    def still_fails(candidate: DeviceCase) -> bool:
        return min(candidate.max_cycles, *candidate.size) > 0 and fails(candidate)

    smallest = shrunk(case, candidates, still_fails)
    return case if smallest is case else replace(smallest, seed=-1)


def describe(case: DeviceCase) -> str:
    """The case as Python that rebuilds it, with the disassembly."""
    given = {word: value for word, value in enumerate(case.words) if value}
    return described(case.seed, case.machine, case.program, case.program.threads) + (
        f"memory = {given!r}\n"
        f"case = DeviceCase(machine, program, {case.size}, {case.local}, {case.buffers}, "
        f"tuple(memory.get(word, 0) for word in range({len(case.words)})), {case.local_memory}, {case.max_cycles}, "
        f"stored={case.stored!r}, offset={case.offset})\n"
    )
