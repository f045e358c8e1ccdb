"""Random machines and programs for the property tests.

The core is plain: `random_machine(rng)`, `random_program(rng, machine)` and `random_case(seed)` draw from a
`random.Random`, because thousands of pairs are needed and hypothesis is too slow for all of them. The hypothesis
strategies below hand the same functions a `random.Random` whose draws hypothesis controls, so a failure found by them
shrinks.

Machines cover every key from its lower bound up. Programs have loops on results of every unit, carry chains, barriers,
unequal exits, bank conflicts, broadcasts and, in a minority, each kind of trap. Machines with a mask stack also get
structured divergence (if, if-else, while, break, early exit), some of it nested deeper than the stack, and its misuse;
machines whose lanes jump each for itself get the same with ordinary jumps (`tests.lane_jumps`);
those with explicit masks get scalar registers (`tests.explicit_pieces`). One machine in five issues bundles
(`tests.bundle_pieces`). Most machines that can have a register file with banks do.
`describe(case)` prints a case so that it can be pasted into a test.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from hypothesis import strategies as st

from isa.encoding import Instruction, encode
from isa.program import Program
from isa.table import INSTRUCTIONS, SPECIALS
from simt.machine import Machine
from simt.machine.rules import BRANCH_ORDERS, SCHEDULERS
from tests.bundle_pieces import BUNDLE_TROUBLES, bundled, reading_bundles
from tests.explicit_pieces import explicit_piece, read_scalar, some_launch_values
from tests.lane_jumps import LANE_TROUBLES, pieces_behind, random_lane_piece, stack_room
from tests.shrinking import described, shrunk

__all__ = [
    "BRANCHES",
    "BUNDLES",
    "Case",
    "cases",
    "describe",
    "machines",
    "programs",
    "race_free_cases",
    "random_case",
    "random_machine",
    "random_program",
    "random_race_free_case",
    "random_race_free_program",
    "shrink",
]

PRIORITIES = [list(order) for order in permutations(("lds", "fpu", "alu", "control"))]
MORE = encode(Instruction(INSTRUCTIONS["ret"], more=True)) ^ encode(Instruction(INSTRUCTIONS["ret"]))
BUNDLES = 20  # per cent of the machines; in the others, again per cent:
BRANCHES = {"first_thread": 35, "mask_stack": 25, "ipdom_stack": 13, "min_pc": 12, "explicit_masks": 15}
ALU = [spec.name for spec in INSTRUCTIONS.values() if spec.unit == "alu" and spec.writes_register]
FPU = [spec.name for spec in INSTRUCTIONS.values() if spec.unit == "fpu"]
SFU = [spec.name for spec in INSTRUCTIONS.values() if spec.unit == "sfu"]
DPU = [spec.name for spec in INSTRUCTIONS.values() if spec.unit == "dpu"]
DPU_WORDS = [name for name in DPU if "rd" not in INSTRUCTIONS[name].doubles]  # those of one word, which may jump
CONDITIONS = ("z", "nz", "n", "nn", "c", "nc")
INTERESTING = (
    0, 1, 2, 3, 5, 31, 32, 33, 0xFF, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF, 0xFFFF_FFFE, 0xF0F0_F0F0,
    0x3F80_0000, 0xBF80_0000, 0x4049_0FDB, 0x4B80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0xFFC0_0001, 0x7F80_0001,
    0x0000_0007, 0x0080_0000, 0x7F7F_FFFF, 0x4F00_0000, 0xCF00_0000, 0x4F80_0000, 0x3DCC_CCCD,
)  # fmt: skip
DOUBLES = (
    0, 1, 0x8000_0000_0000_0000, 0x3FF0_0000_0000_0000, 0x3FF0_0000_0000_0001, 0xBFF0_0000_0000_0000,
    0x4340_0000_0000_0000, 0x3FB9_9999_9999_999A, 0x7FF0_0000_0000_0000, 0xFFF0_0000_0000_0000, 0x7FF8_0000_0000_0000,
    0x7FF0_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF, 0x0010_0000_0000_0000, 0x000F_FFFF_FFFF_FFFF, 0x7FEF_FFFF_FFFF_FFFF,
    0x41DF_FFFF_FFFF_FFFF, 0xC1E0_0000_0000_0000, 0x41EF_FFFF_FFFF_FFFF, 0x36A0_0000_0000_0000, 0x3690_0000_0000_0000,
    0x47EF_FFFF_F000_0000, 0x380F_FFFF_FFFF_FFFF, 0x3FF0_0000_1000_0000, 0x3FF0_0000_3000_0000,
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A machine, a program and a launch. `seed` is that of `random_case`, or -1."""

    machine: Machine
    program: Program
    threads: int
    max_cycles: int
    group_id: int = 0
    groups: int = 1
    seed: int = -1


# --- Machines --------------------------------------------------------------------------------------------------------


def divisors(number: int) -> list[int]:
    return [d for d in range(1, number + 1) if number % d == 0]


def skewed(rng: random.Random, low: int, high: int) -> int:
    """A number from `low` to `high`, small ones more often; both ends are reached."""
    return min(rng.randint(low, high), rng.randint(low, high))


def random_slots(rng: random.Random) -> int:
    """How many operations a bundle may hold."""
    return rng.choice([2, 3]) if rng.random() < BUNDLES / 100 else 1


def random_machine(rng: random.Random, slots: int | None = None) -> Machine:
    """A valid machine; small more often than large. `slots` is `vliw.slots`, if it is not to be drawn.

    Its register file is `auto`; `with_register_file` gives it another one.
    """
    warp_size = rng.choice([32, 64]) if rng.random() < 0.03 else rng.choice([1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12, 16])
    warps = rng.randint(9, 64) if rng.random() < 0.06 else rng.randint(1, 8)
    if warp_size > 16:
        warps = min(warps, 4)
    policy = rng.choice(SCHEDULERS)
    banks = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 16, warp_size])
    if slots is None:
        slots = random_slots(rng)
    lowest, highest = -(-16 // banks), max(256 // banks, -(-16 // banks))

    def unit(has_count: bool) -> dict[str, int]:
        most_beats = 8 if warps <= 8 else 2  # many warps of many beats only make long runs
        lanes = rng.choice([d for d in divisors(warp_size) if warp_size // d <= most_beats])
        if rng.random() < 0.5:
            lanes = warp_size
        values = {"lanes": lanes, "latency": skewed(rng, 1, 12), "interval": skewed(rng, 1, 4)}
        if rng.random() < 0.3:
            values["latency"] = 1
        if rng.random() < 0.5 or warps > 8:
            values["interval"] = 1
        if has_count:
            values["count"] = skewed(rng, 1, 3)
        return values

    return Machine.model_validate(
        {
            "name": "random",
            "warp_size": warp_size,
            "warps": warps,
            "registers": rng.choice([1, 2, 3, 4, 6, 8, 8, 16, 32, 112]),
            "issue_width": skewed(rng, 1, 4) if slots == 1 else 1,
            "scheduler": {
                "policy": policy,
                "active_warps": rng.randint(1, warps) if policy == "two_level" else rng.randint(1, 64),
            },
            "front_end": {"stages": rng.choice([0, 0, 1, 1, 2, 3, 4])},
            "alu": unit(True),
            "fpu": unit(True),
            "lds": unit(False),
            "sfu": random_sfu(rng, unit),
            "control": {"route": rng.choice(["alu", "own"]), "count": skewed(rng, 1, 3)},
            "retire": {
                "ports": skewed(rng, 1, 4),
                "stages": rng.choice([0, 0, 1, 2, 3, 4]),
                "priority": random_priority(rng),
            },
            "local": {"words": banks * rng.randint(lowest, highest), "banks": banks},
            "constants": {"words": rng.choice([1, 4, 16, 64, 64, 512])},
            "program": {"words": 256},
            "options": {"multiply": rng.random() < 0.5, "read_ports": rng.choice([2, 3])},
            "branch": random_branch(rng, has_bundles=slots > 1),
            "vliw": {"slots": slots},
        }
    )


def with_register_file(rng: random.Random, machine: Machine) -> Machine:
    """The machine with any register file that it can have, mostly one with banks.

    Operands wait for one of three banks only where bundles of one bank follow each other at once: some of these
    machines get units that take a bundle per cycle, and as many warps as bring the last one's bank before the first's.
    """
    choices = ["auto", "multiport"]
    if machine.issue_slots == machine.retire.ports == 1:
        choices.append("single")
    if machine.issue_width == 1 and machine.front_end.stages:
        choices += ["three_banks", "eight_banks"] * 4
    organisation = rng.choice(choices)
    keys = machine.model_dump()
    keys["register_file"]["organisation"] = organisation
    if organisation == "three_banks" and machine.vliw.slots > 1 and rng.random() < 0.6:
        keys["warps"] = rng.choice([4, 7])
        keys["scheduler"]["active_warps"] = min(machine.scheduler.active_warps, 4)
        for unit in ("alu", "fpu", "lds"):
            keys[unit] |= {"lanes": machine.warp_size, "interval": 1}
    return Machine.model_validate(keys)


def random_sfu(rng: random.Random, unit: Callable[[bool], dict[str, int]]) -> dict[str, int]:
    """An SFU on a third of the machines."""
    return unit(True) if rng.random() < 0.33 else {"count": 0}


def with_dpu(rng: random.Random, machine: Machine) -> Machine:
    """The machine with a DPU, on two fifths of those that can have one."""
    if rng.random() < 0.6 or machine.vliw.slots > 1 or machine.register_file_organisation.endswith("banks"):
        return machine
    keys = machine.model_dump()
    lanes = [d for d in divisors(machine.warp_size) if machine.warp_size // d <= (8 if machine.warps <= 8 else 2)]
    keys["dpu"] = {
        "count": rng.choice([1, 1, 2]),
        "lanes": rng.choice([machine.warp_size, *lanes]),
        "latency": skewed(rng, 1, 12),
        "interval": rng.choice([1, 1, 1, 2, 3]),
    }
    if rng.random() < 0.3:
        order = keys["retire"]["priority"] = list(keys["retire"]["priority"])
        order.insert(rng.randrange(len(order) + 1), "dpu")
    return Machine.model_validate(keys)


def random_priority(rng: random.Random) -> list[str]:
    """Any order of the units; with the SFU's place in it, now and then."""
    order = list(rng.choice(PRIORITIES))
    if rng.random() < 0.2:
        order.insert(rng.randrange(5), "sfu")
    return order


def random_branch(rng: random.Random, has_bundles: bool) -> dict[str, Any]:
    """A branch policy; mostly a stack that no nesting fills, sometimes a tiny one."""
    policy = rng.choices(list(BRANCHES), list(BRANCHES.values()))[0] if not has_bundles else "first_thread"
    is_small = rng.random() < (0.5 if policy == "ipdom_stack" else 0.3)
    depth = rng.randint(1, 4) if is_small else rng.choice([5, 8, 32, 32, 33, 64, 64, 256])
    return {
        "policy": policy,
        "stack_depth": depth,
        "order": rng.choice(BRANCH_ORDERS),
    }


# --- Programs --------------------------------------------------------------------------------------------------------


class Builder:
    """Collects instructions; jump targets are labels until the end."""

    def __init__(self, rng: random.Random, machine: Machine, threads: int) -> None:
        self.rng = rng
        self.machine = machine
        self.threads = threads
        self.warps = -(-threads // machine.warp_size)
        self.slots = machine.vliw.slots
        self.items: list[tuple[Instruction, str | None, str | None]] = []  # with the labels of target, otherwise
        self.free_at: list[tuple[int, ...]] = []  # what was free where each item was written
        self.labels: dict[str, int] = {}
        self.constants: list[int] = []
        count = min(machine.registers, rng.randint(2, 8))
        registers = list(range(machine.registers))
        if machine.register_file.organisation == "eight_banks":
            registers.sort(key=lambda number: number % 8)  # those of one bank first
        self.free = registers[:count]  # that random results may go to
        if machine.registers > 20 and rng.random() < 0.3:
            self.free[-1] = machine.registers - 1
        self.readable = list(self.free)
        # Words of local memory that each warp may call its own; the last word of each is kept for loop counters.
        self.private_words = max(machine.local.words - self.warps, 0) // self.warps
        branch = machine.branch
        self.has_masks = branch.policy == "mask_stack"
        self.has_scalars = branch.policy == "explicit_masks"
        self.saves = 0  # pairs of scalar registers that hold a saved mask
        self.lanes_jump = branch.policy in ("ipdom_stack", "min_pc")  # each for itself
        # Entries that are free where the next instruction goes.
        self.stack_room = stack_room(branch.policy, branch.stack_depth, machine.warp_size)
        self.fits_stack = True  # False: nest without a look at `stack_room`
        self.may_race = True
        self.has_exits = False  # of some lanes, at an ordinary `ret`
        self.behind: list[Callable[[], None]] = []  # write pieces behind the last `ret`
        self.lane_0_survives = True  # early exits leave lane 0 alone, so that no warp ends before its last `ret`

    # Small things

    def label(self) -> str:
        name = f"l{len(self.labels)}"
        self.labels[name] = len(self.items)
        return name

    def constant(self, bits: int) -> int | None:
        """The index of a constant word with these bits, or None if constant memory is full."""
        bits &= 0xFFFF_FFFF
        if bits in self.constants:
            return self.constants.index(bits)
        if len(self.constants) >= min(self.machine.constants.words, 60):
            return None
        self.constants.append(bits)
        return len(self.constants) - 1

    def emit(self, name: str, jump: str | None = None, otherwise: str | None = None, /, **fields: Any) -> None:
        self.items.append((Instruction(INSTRUCTIONS[name], **fields), jump, otherwise))
        self.free_at.append(tuple(self.free))

    def emit_with_constant(self, name: str, slot: str, bits: int, jump: str | None = None, /, **fields: Any) -> bool:
        """An instruction with a constant in `slot`; False, and nothing emitted, if there is no room for it."""
        index = self.constant(bits)
        if index is None:
            return False
        self.emit(name, jump, csel=slot, const=index, **fields)
        return True

    def source(self) -> int:
        if self.rng.random() < 0.2:
            return self.rng.choice(list(SPECIALS.values()))
        return self.rng.choice(self.readable)

    def has(self, name: str) -> bool:
        requires = INSTRUCTIONS[name].requires
        return requires in ("", "multiply", "mad", "multiply_mad", "sfu", "dpu", "dpu_mad") and self.machine.has(
            requires
        )

    def take_register(self) -> int | None:
        """A register that random results will leave alone; give it back with `free.append`."""
        return self.free.pop() if len(self.free) > 1 else None

    # Straight pieces

    def compute(self, names: list[str]) -> None:
        """One random operation on random sources, sometimes with a constant in one of them."""
        name = self.rng.choice(names)
        if not self.has(name):
            return
        spec = INSTRUCTIONS[name]
        fields = {"rd": self.rng.choice(self.free)}
        for slot in spec.sources:
            fields["r" + slot] = self.source()
        if name == "ternlog.b32":
            self.emit(name, table=self.rng.randrange(256), **fields)
            return
        if self.has_scalars and self.rng.random() < 0.2:
            self.emit(name, **{**fields, **read_scalar(self.rng, spec.sources)})
            return
        if self.rng.random() < 0.35:
            slot = self.rng.choice(spec.sources)
            replaced = {key: value for key, value in fields.items() if key != "r" + slot}
            if self.emit_with_constant(name, slot, self.rng.choice(INTERESTING), **replaced):
                return
        self.emit(name, **fields)

    def any_operation(self) -> None:
        if self.machine.has("dpu") and self.rng.random() < 0.3:
            self.double_operation(DPU)
            return
        names = FPU if not self.machine.has("sfu") or self.rng.random() < 0.7 else SFU
        self.compute(ALU if self.rng.random() < 0.6 else names)

    def double_operation(self, names: list[str]) -> None:
        """One operation on doubles; now and then a double is moved into a pair of registers before."""
        name = self.rng.choice(names)
        spec = INSTRUCTIONS[name]
        targets = [number for number in self.free if number + 1 in self.free]
        sources = [number for number in self.readable if number + 1 < self.machine.registers]
        if not self.has(name) or not sources or ("rd" in spec.doubles and not targets):
            return
        if targets and self.rng.random() < 0.4:
            first, double = self.rng.choice(targets), self.rng.choice(DOUBLES)
            self.emit_with_constant("mov.b32", "a", double, rd=first)
            self.emit_with_constant("mov.b32", "a", double >> 32, rd=first + 1)
        fields = {"rd": self.rng.choice(targets if "rd" in spec.doubles else self.free)}
        for slot in spec.sources:
            fields["r" + slot] = self.rng.choice(sources) if "r" + slot in spec.doubles else self.source()
        words = tuple(slot for slot in spec.sources if "r" + slot not in spec.doubles)
        if words and self.has_scalars and self.rng.random() < 0.3:
            self.emit(name, **{**fields, **read_scalar(self.rng, words)})
            return
        if self.rng.random() < 0.25:
            slot = self.rng.choice(spec.sources)
            replaced = {key: value for key, value in fields.items() if key != "r" + slot}
            if self.emit_with_constant(name, slot, self.rng.choice(INTERESTING), **replaced):
                return
        self.emit(name, **fields)

    def carry_chain(self) -> None:
        """Two words added or subtracted with carry."""
        first, then = self.rng.choice([("add.u32", "addc.u32"), ("sub.u32", "subb.u32")])
        for name in (first, then, then, self.rng.choice(["select.b32", "select.f32"])):
            self.emit(name, rd=self.rng.choice(self.free), ra=self.source(), rb=self.source())

    def address(self, register: int, base: int, words: int) -> bool:
        """`register` becomes an address from `base` to `base + words` - 1 that depends on lane, thread or data."""
        if words < 1:
            return False
        limit = 1 << (words.bit_length() - 1)
        if self.constant(limit - 1) is None or self.constant(base) is None:
            return False
        if self.rng.random() < 0.6:
            special = self.rng.choice(["lane_id", "thread_id", "warp_id"])
            self.emit("mov.b32", rd=register, ra=SPECIALS[special])
            if self.rng.random() < 0.5:
                self.emit_with_constant("shl.b32", "b", self.rng.randint(0, 4), rd=register, ra=register)
        else:
            self.emit("mov.b32", rd=register, ra=self.source())
        self.emit_with_constant("and.b32", "b", limit - 1, rd=register, ra=register)
        if base:
            self.emit_with_constant("add.u32", "b", base, rd=register, ra=register)
        return True

    def access(self, register: int, offset: int, is_store: bool) -> None:
        """A load or store at `register` + `offset`; a store may take its value from a constant."""
        if is_store:
            takes_constant = offset == 0 and self.rng.random() < 0.3
            if takes_constant and self.emit_with_constant("st.local", "b", self.rng.choice(INTERESTING), ra=register):
                return
            fields = {"ra": register, "rb": self.source()}
            name = "st.local"
        else:
            fields = {"rd": self.rng.choice(self.free), "ra": register}
            name = "ld.local"
        if offset == 0 or not self.emit_with_constant(name, "c", offset, **fields):
            self.emit(name, **fields)

    def local_accesses(self) -> None:
        """Some accesses anywhere in local memory; warps race, which a cycle engine must reproduce too."""
        register = self.take_register()
        if register is None:
            return
        words = self.machine.local.words
        if self.address(register, 0, words):
            room = words - (1 << (words.bit_length() - 1))
            for _ in range(self.rng.randint(1, 3)):
                self.access(register, self.rng.choice([0, self.rng.randint(0, room)]), self.rng.random() < 0.5)
        self.free.append(register)

    def broadcast(self) -> None:
        """All lanes at one constant address."""
        index = self.constant(self.rng.randrange(self.machine.local.words))
        if index is not None:
            self.emit("ld.local", rd=self.rng.choice(self.free), csel="a", const=index)

    def raw_access(self) -> None:
        """An access at whatever address: usually a trap."""
        self.access(self.source(), self.rng.choice([0, self.machine.local.words, 0xFFFF_FFFF]), self.rng.random() < 0.5)

    def skip(self, body: Callable[[], None]) -> None:
        """A forward jump on a result, or on a carry, over something; the lanes may disagree."""
        position = len(self.items)
        if self.lanes_jump and not self.has_room(1):
            return
        if self.machine.has("dpu") and self.rng.random() < 0.2:
            self.double_operation(DPU_WORDS)
        else:
            self.compute(ALU + FPU)
        if len(self.items) == position:
            return
        label = f"skip{position}"
        instruction = self.items[-1][0]
        self.items[-1] = (replace(instruction, cond=self.rng.choice(CONDITIONS)), label, None)
        self.stack_room -= self.lanes_jump
        body()
        self.stack_room += self.lanes_jump
        self.labels[label] = len(self.items)

    # Loops

    def loop(self, body: Callable[[], None], is_uniform: bool) -> None:
        """A loop of few trips whose end is decided by the ALU, a carry flag, the FPU or a load."""
        counter = self.take_register()
        if counter is None:
            return
        trips = self.rng.randint(1, 4)
        kind = self.rng.choice(["down", "borrow", "compare", "float", "load"])
        if kind == "load" and self.machine.local.words <= 2 * self.warps:
            kind = "down"
        if kind == "float":
            step = self.constant(0xBF80_0000)  # -1.0
            is_ready = step is not None and self.emit_with_constant("mov.f32", "a", 0x4000_0000, rd=counter)
        elif kind == "compare":
            step = self.constant(1)
            is_ready = step is not None and self.constant(trips) is not None
            if is_ready:
                self.emit("xor.b32", rd=counter, ra=counter, rb=counter)
        else:
            step = self.constant(1)
            is_ready = step is not None and self.emit_with_constant("mov.b32", "a", trips, rd=counter)
        if not is_ready:
            self.free.append(counter)
            return
        if kind in ("down", "borrow", "load") and not is_uniform:
            self.emit("add.u32", rd=counter, ra=counter, rb=SPECIALS["warp_id"])  # warps leave at different times
            if self.constant(3) is not None:
                self.emit_with_constant("and.b32", "b", 3, rd=counter, ra=counter)
                self.emit_with_constant("add.u32", "b", 1, rd=counter, ra=counter)
        label = self.label()
        body()
        self.loop_end(kind, label, counter, step or 0, trips)
        self.free.append(counter)

    def loop_end(self, kind: str, label: str, counter: int, step: int, trips: int) -> None:
        change: dict[str, Any] = {"rd": counter, "ra": counter, "csel": "b", "const": step}
        if kind == "down":
            self.emit("sub.u32", label, cond="nz", **change)
        elif kind == "borrow":
            self.emit("sub.u32", label, cond="nc", **change)
        elif kind == "float":
            self.emit("add.f32", label, cond=self.rng.choice(["nz", "nn"]), **change)
        elif kind == "compare":
            self.emit("add.u32", **change)
            flag = self.rng.choice(self.free)
            self.emit_with_constant("lt.u32", "b", trips, label, cond="c", rd=flag, ra=counter)
        else:  # the counter goes through the warp's own word at the end of local memory
            self.emit("sub.u32", **change)
            base = self.constant(self.machine.local.words - self.warps)
            if base is None:
                self.emit("mov.b32", label, cond="nz", rd=counter, ra=counter)
                return
            warp_id = SPECIALS["warp_id"]
            self.emit("st.local", ra=warp_id, rb=counter, csel="c", const=base)
            self.emit("ld.local", label, cond="nz", rd=counter, ra=warp_id, csel="c", const=base)

    # Structured divergence

    def condition(self) -> int:
        """A source that differs between lanes, mostly: what `mask_nz` and `br_push` judge."""
        rng = self.rng
        if rng.random() < 0.2:
            return self.source()
        rd = rng.choice(self.free)
        of = SPECIALS["lane_id"] if rng.random() < 0.5 else rng.choice([SPECIALS["thread_id"], self.source()])
        if rng.random() < 0.5:
            name, bits = "and.b32", rng.choice([1, 1, 2, 3, 4, 5, 8])
        else:
            name, bits = rng.choice(["lt.u32", "ge.u32", "eq.u32", "ne.u32"]), rng.randint(0, self.machine.warp_size)
        return rd if self.emit_with_constant(name, "b", bits, rd=rd, ra=of) else SPECIALS["lane_id"]

    def has_room(self, entries: int) -> bool:
        return not self.fits_stack or self.stack_room >= entries

    def masked_if(self, body: Callable[[], None]) -> None:
        """push_mask, mask_nz, body, pop_mask."""
        if not self.has_room(1):
            return
        end = f"endif{len(self.items)}"
        self.emit("push_mask", end)
        self.stack_room -= 1
        self.emit("mask_nz", ra=self.condition())
        body()
        self.emit("pop_mask")
        self.stack_room += 1
        self.labels[end] = len(self.items)

    def masked_if_else(self, true_body: Callable[[], None], false_body: Callable[[], None]) -> None:
        """br_push and two sides that end in pop_mask."""
        if not self.has_room(2):
            return
        condition = self.condition()
        otherwise, join = f"else{len(self.items)}", f"join{len(self.items)}"
        self.emit("br_push", join, otherwise, ra=condition)
        self.stack_room -= 2
        true_body()
        self.emit("pop_mask")
        self.labels[otherwise] = len(self.items)
        false_body()
        self.emit("pop_mask")
        self.stack_room += 2
        self.labels[join] = len(self.items)

    def masked_while(self, body: Callable[[], None]) -> None:
        """Each lane its own number of trips, counted down; lanes may break off between two halves of the body."""
        step = self.constant(1)
        most = self.constant(self.rng.choice([1, 3, 3, 7]))
        counter = self.take_register() if self.has_room(1) and step is not None and most is not None else None
        if counter is None:
            return
        of = SPECIALS[self.rng.choice(["lane_id", "thread_id"])] if self.rng.random() < 0.6 else self.source()
        self.emit("and.b32", rd=counter, ra=of, csel="b", const=most)
        end = f"endwhile{len(self.items)}"
        self.emit("push_mask", end)
        self.stack_room -= 1
        label = self.label()
        self.emit("mask_nz", ra=counter)
        body()
        if self.rng.random() < 0.4:
            self.emit("mask_nz", ra=self.condition())  # break
            self.any_operation()
        self.emit("sub.u32", rd=counter, ra=counter, csel="b", const=step)
        self.emit("jmp", label)
        self.stack_room += 1
        self.labels[end] = len(self.items)
        self.free.append(counter)

    def exit_of_some(self) -> None:
        """Some active lanes end here."""
        if not self.has_room(1):
            return
        end = f"living{len(self.items)}"
        rd = self.rng.choice(self.free)
        if not self.lane_0_survives:
            condition = self.condition()
        elif self.emit_with_constant("and.b32", "b", self.rng.choice([1, 2, 4, 6]), rd=rd, ra=SPECIALS["lane_id"]):
            condition = rd
        else:
            condition = SPECIALS["lane_id"]
        if self.rng.random() < 0.5 or not self.has_room(2):
            self.emit("push_mask", end)
            self.emit("mask_nz", ra=condition)
            self.emit("ret")
        else:
            otherwise = f"stay{len(self.items)}"
            self.emit("br_push", end, otherwise, ra=condition)
            self.emit("ret")
            self.labels[otherwise] = len(self.items)
            self.any_operation()
            self.emit("pop_mask")
        self.labels[end] = len(self.items)

    # The whole

    def words(self) -> list[int]:
        """The encoded program. A label at its end is past the program."""
        items, labels = bundled(self) if self.slots > 1 else (self.items, self.labels)
        encoded = []
        for instruction, jump, otherwise in items:
            if jump is not None:
                instruction = replace(instruction, target=labels[jump])
            if otherwise is not None:
                instruction = replace(instruction, otherwise=labels[otherwise])
            encoded.append(encode(instruction))
        return encoded

    def program(self) -> Program:
        program = Program.from_words(
            self.words(), constants=self.constants, threads=self.threads, local_words=self.machine.local.words
        )
        if self.has_scalars:
            program = replace(program, at_launch=some_launch_values(self.rng, self.machine.registers))
        return program


def random_threads(rng: random.Random, machine: Machine) -> int:
    """Whole warps more often than not, all of the machine's or fewer."""
    warps = rng.choice([machine.warps, rng.randint(1, machine.warps)])
    threads = warps * machine.warp_size
    return threads if rng.random() < 0.6 else threads - rng.randrange(machine.warp_size)


def random_program(rng: random.Random, machine: Machine, threads: int | None = None) -> Program:
    """A program of about 5 to 60 instructions for `machine`; one in five or so can trap, deadlock or run forever."""
    builder = Builder(rng, machine, threads or random_threads(rng, machine))
    for register in builder.free[: rng.randint(1, 3)]:
        builder.emit("mov.b32", rd=register, ra=rng.choice(list(SPECIALS.values())))
    troubles = TROUBLES + MASK_TROUBLES * builder.has_masks + LANE_TROUBLES * builder.lanes_jump
    troubles += (BUNDLE_TROUBLES + [early_exit] * 3) * (builder.slots > 1)
    trouble = rng.choice(troubles) if rng.random() < 0.4 else None
    builder.fits_stack = rng.random() < (0.7 if builder.lanes_jump else 0.85)
    builder.lane_0_survives = rng.random() < 0.7
    pieces = rng.randint(2, 9)
    at = rng.randrange(pieces)
    for number in range(pieces):
        if len(builder.items) > 45:
            break
        random_piece(builder, depth=0, is_uniform=True)
        if builder.slots > 1 and machine.register_file.organisation == "three_banks":
            reading_bundles(builder)
        if trouble is not None and number == at:
            trouble(builder)
    builder.emit("ret")
    pieces_behind(builder)
    program = builder.program()
    return damaged(rng, program, builder.slots > 1) if rng.random() < 0.05 else program


def random_piece(builder: Builder, depth: int, is_uniform: bool) -> None:
    """One piece of a program. Barriers only where every warp comes by equally often."""
    rng = builder.rng
    inner_is_uniform = False

    def body() -> None:
        for _ in range(rng.randint(1, 3)):
            random_piece(builder, depth + 1, inner_is_uniform)

    if builder.has_masks and depth < 4 and rng.random() < 0.45:
        divergent_piece(builder, depth, body)
        return
    if builder.lanes_jump and depth < 4 and rng.random() < 0.45:
        random_lane_piece(builder, depth, body)
        return
    if builder.has_scalars and depth < 4 and rng.random() < 0.45:
        explicit_piece(builder, depth, body)
        return
    choice = rng.random()
    if choice < 0.35 or depth > 2:
        for _ in range(rng.randint(1, 4)):
            builder.any_operation()
    elif choice < 0.5:
        builder.local_accesses()
    elif choice < 0.55:
        builder.broadcast()
    elif choice < 0.62:
        builder.carry_chain()
    elif choice < 0.74:
        if is_uniform:
            builder.emit("bar")
    elif choice < 0.84:
        builder.skip(body)
    elif depth < 2:
        inner_is_uniform = is_uniform and rng.random() < 0.6
        builder.loop(body, inner_is_uniform)


def divergent_piece(builder: Builder, depth: int, body: Callable[[], None]) -> None:
    """A structure whose lanes part and meet again."""
    rng = builder.rng
    if len(builder.items) > 90:
        builder.any_operation()
        return
    choice = rng.random()
    if choice < 0.35:
        builder.masked_if(body)
    elif choice < 0.65:
        builder.masked_if_else(body, body if rng.random() < 0.8 else builder.any_operation)
    elif choice < 0.88:
        if depth < 2:
            builder.masked_while(body)
    else:
        builder.exit_of_some()


# Troubles: each may end the run early.


def early_exit(builder: Builder) -> None:
    """Some warps end here: a deadlock if the others come to a barrier."""
    position = len(builder.items)
    threshold = builder.constant(builder.rng.randint(0, builder.warps))
    if threshold is None:
        return
    rd = builder.rng.choice(builder.free)
    label = f"early{position}"
    name = builder.rng.choice(["lt.u32", "eq.u32", "ne.u32"])
    builder.emit(name, label, cond="c", rd=rd, ra=SPECIALS["warp_id"], csel="b", const=threshold)
    builder.emit("ret")
    builder.labels[label] = len(builder.items)
    if builder.rng.random() < 0.5:
        builder.emit("bar")


def unequal_barriers(builder: Builder) -> None:
    builder.skip(lambda: builder.emit("bar"))


def past_the_end(builder: Builder) -> None:
    builder.labels["past"] = builder.rng.choice([200, 4095, 100])
    if builder.rng.random() < 0.5:
        builder.emit("jmp", "past")
    else:
        rd = builder.rng.choice(builder.free)
        builder.emit("mov.b32", "past", cond="nz", rd=rd, ra=builder.source())


def endless_loop(builder: Builder) -> None:
    label = builder.label()
    builder.any_operation()
    if builder.rng.random() < 0.5:
        builder.local_accesses()
    builder.emit("jmp", label)


def illegal(builder: Builder) -> None:
    """An instruction that this machine, or any, lacks."""
    rng, machine = builder.rng, builder.machine
    kind = rng.randrange(5)
    if (
        machine.has("dpu") and machine.registers < 112 and rng.random() < 0.3
    ):  # a pair whose second register is not there
        fields = {"rd": 0, "ra": 0, "rb": 0, rng.choice(["rd", "ra", "rb"]): machine.registers - 1}
        builder.emit("add.f64", **fields)
    elif kind == 0 and machine.registers < 112:
        fields = {"rd": 0, "ra": 0, "rb": 0, rng.choice(["rd", "ra", "rb"]): rng.randint(machine.registers, 111)}
        builder.emit("xor.b32", **fields)
    elif kind == 1:
        builder.emit("mov.b32", csel="a", const=rng.randint(min(machine.constants.words, 1023), 1023))
    elif kind == 2:
        builder.emit(rng.choice(["mul.u32", "mulh.s32", "mad.f32", "mad.f64"]), rd=0, ra=0, rb=0)
    elif kind == 3:
        builder.emit(rng.choice(["pop_mask", "mask_nz", "push_mask", "br_push", "s_mov.b64", "vtest.b32"]))
    else:
        builder.emit("add.f32", more=True)


def conflict_heavy(builder: Builder) -> None:
    """Lanes at a stride that is a multiple of the banks."""
    register = builder.take_register()
    if register is None:
        return
    machine = builder.machine
    shift = max(machine.local.banks.bit_length() - 1, 0)
    if builder.constant(shift) is not None and machine.warp_size << shift <= machine.local.words:
        builder.emit_with_constant("shl.b32", "b", shift, rd=register, ra=SPECIALS["lane_id"])
        for _ in range(builder.rng.randint(1, 4)):
            builder.access(register, 0, builder.rng.random() < 0.5)
    builder.free.append(register)


def parting(builder: Builder) -> None:
    """Some warps come to one trouble, the others to another or to none, all released by one barrier.

    So that two traps are found in one cycle, or one beside warps that could be selected.
    """
    rng = builder.rng
    position = len(builder.items)
    threshold = builder.constant(rng.randrange(builder.warps))
    if threshold is None:
        return
    label = f"parting{position}"
    name = rng.choice(["lt.u32", "eq.u32", "eq.u32", "ne.u32"])
    rd = rng.choice(builder.free)
    traps: list[Callable[[Builder], None]] = [Builder.raw_access, illegal, past_the_end]
    builder.emit(name, label, cond="c", rd=rd, ra=SPECIALS["warp_id"], csel="b", const=threshold)
    sides = [rng.choice(traps), rng.choice([Builder.any_operation, Builder.any_operation, *traps])]
    rng.shuffle(sides)
    for side in sides:
        builder.emit("bar")
        for _ in range(rng.choice([0, 0, 1, 2])):
            builder.any_operation()
        side(builder)
        if label not in builder.labels:
            builder.emit("ret")
            builder.labels[label] = len(builder.items)


TROUBLES: list[Callable[[Builder], None]] = [
    early_exit,
    early_exit,
    unequal_barriers,
    past_the_end,
    endless_loop,
    illegal,
    conflict_heavy,
    Builder.raw_access,
    parting,
    parting,
    parting,
    parting,
]


def pop_of_nothing(builder: Builder) -> None:
    builder.emit("pop_mask")


def endless_pushes(builder: Builder) -> None:
    """The stack runs full, one or two entries at a time."""
    label = builder.label()
    if builder.rng.random() < 0.5:
        builder.emit("push_mask", label)
    else:
        builder.emit("br_push", label, label, ra=builder.condition())
    if builder.rng.random() < 0.3:
        builder.any_operation()
    builder.emit("jmp", label)


def divergent_barrier(builder: Builder) -> None:
    if builder.rng.random() < 0.5:
        builder.masked_if(lambda: builder.emit("bar"))
    else:
        builder.masked_if_else(lambda: builder.emit("bar"), builder.any_operation)


def lanes_without_a_way_back(builder: Builder) -> None:
    """mask_nz with nothing pushed: lanes drop out for good, or the stack underflows at once."""
    builder.emit("mask_nz", ra=builder.condition())
    if builder.rng.random() < 0.5:
        builder.emit(builder.rng.choice(["ret", "bar", "pop_mask"]))


def deep_nesting(builder: Builder) -> None:
    """Ifs to the depth of a small stack and one more, or up to eight."""
    depth = min(builder.machine.branch.stack_depth + builder.rng.randint(0, 1), 8)

    def nest(level: int) -> None:
        if level == depth:
            builder.any_operation()
        elif builder.rng.random() < 0.6:
            builder.masked_if(lambda: nest(level + 1))
        else:
            builder.masked_if_else(lambda: nest(level + 1), builder.any_operation)

    fits, builder.fits_stack = builder.fits_stack, False
    nest(0)
    builder.fits_stack = fits


def any_masks(builder: Builder) -> None:
    """Mask instructions in no order, whose targets are anywhere near, between other operations."""
    rng = builder.rng
    for _ in range(rng.randint(1, 5)):
        here = len(builder.items)
        near, also = f"near{here}", f"also{here}"
        builder.labels[near] = max(here + rng.randint(-3, 8), 0)
        builder.labels[also] = max(here + rng.randint(-3, 8), 0)
        match rng.randrange(6):
            case 0:
                builder.emit("push_mask", near)
            case 1:
                builder.emit("pop_mask")
            case 2:
                builder.emit("mask_nz", ra=builder.condition())
            case 3:
                builder.emit("br_push", near, also, ra=builder.condition())
            case 4:
                builder.emit("ret")
            case _:
                builder.any_operation()


MASK_TROUBLES: list[Callable[[Builder], None]] = [
    pop_of_nothing,
    endless_pushes,
    endless_pushes,
    divergent_barrier,
    divergent_barrier,
    lanes_without_a_way_back,
    deep_nesting,
    any_masks,
    any_masks,
    any_masks,
]


def damaged(rng: random.Random, program: Program, has_bundles: bool) -> Program:
    """The same program without its last `ret`, or with a random word somewhere, or with one bit turned over.

    With bundles that bit is often `more`.
    """
    words = list(program.words)
    position = rng.randrange(len(words))
    kind = rng.randrange(4)
    if kind == 0:
        words.pop()
    elif kind == 1 and has_bundles:
        words[position] ^= MORE
    elif kind == 1:
        words[position] = rng.getrandbits(64)
    else:
        words[position] ^= 1 << rng.randrange(64)
    return replace(
        Program.from_words(
            words, constants=program.constants, threads=program.threads, local_words=program.local_words
        ),
        at_launch=program.at_launch,
    )


# --- Programs without races ------------------------------------------------------------------------------------------


def random_race_free_program(rng: random.Random, machine: Machine, threads: int | None = None) -> Program:
    """A program that ends, never traps, and whose result does not depend on the order of the warps.

    A warp writes its own part of local memory only. It reads its own part at any time, and that of others only in a
    phase between two barriers in which nobody writes. Under `ipdom_stack` there is no barrier after early exits: they
    take joins away.
    """
    builder = Builder(rng, machine, threads or random_threads(rng, machine))
    builder.may_race = False
    for register in builder.free[: rng.randint(1, 3)]:
        builder.emit("mov.b32", rd=register, ra=rng.choice(list(SPECIALS.values())))
    for _ in range(rng.randint(2, 9)):
        if len(builder.items) > 45:
            break
        if rng.random() < 0.25 and not (builder.has_exits and machine.branch.policy == "ipdom_stack"):
            reading_phase(builder)
        else:
            race_free_piece(builder, depth=0)
    builder.emit("ret")
    return builder.program()


def private_accesses(builder: Builder) -> None:
    """Accesses within warp_id x size to warp_id x size + size - 1, size a power of two."""
    register = builder.take_register()
    if register is None:
        return
    if builder.private_words:
        size = 1 << (builder.private_words.bit_length() - 1)
        shift = builder.constant(size.bit_length() - 1)
        base = builder.take_register()
        if shift is not None and base is not None and builder.address(register, 0, size):
            builder.emit("shl.b32", rd=base, ra=SPECIALS["warp_id"], csel="b", const=shift)
            builder.emit("or.b32", rd=register, ra=register, rb=base)
            for _ in range(builder.rng.randint(1, 3)):
                builder.access(register, 0, builder.rng.random() < 0.6)
        if base is not None:
            builder.free.append(base)
    builder.free.append(register)


def reading_phase(builder: Builder) -> None:
    """Barrier, loads from anywhere, barrier."""
    register = builder.take_register()
    if register is None:
        return
    builder.emit("bar")
    if builder.address(register, 0, builder.machine.local.words):
        for _ in range(builder.rng.randint(1, 3)):
            builder.access(register, 0, is_store=False)
    builder.emit("bar")
    builder.free.append(register)


def race_free_piece(builder: Builder, depth: int) -> None:
    rng = builder.rng

    def body() -> None:
        for _ in range(rng.randint(1, 3)):
            race_free_piece(builder, depth + 1)

    if builder.has_masks and depth < 4 and rng.random() < 0.4:
        divergent_piece(builder, depth, body)
        return
    if builder.lanes_jump and depth < 4 and rng.random() < 0.4:
        random_lane_piece(builder, depth, body)
        return
    if builder.has_scalars and depth < 4 and rng.random() < 0.4:
        explicit_piece(builder, depth, body)
        return
    choice = rng.random()
    if choice < 0.4 or depth > 2:
        for _ in range(rng.randint(1, 4)):
            builder.any_operation()
    elif choice < 0.6:
        private_accesses(builder)
    elif choice < 0.7:
        builder.carry_chain()
    elif choice < 0.85:
        builder.skip(body)
    elif depth < 2:
        builder.loop(body, is_uniform=False)


# --- Cases -----------------------------------------------------------------------------------------------------------


def case_from(rng: random.Random, make: Callable[[random.Random, Machine], Program], seed: int = -1) -> Case:
    # With a seed slots and register file are not drawn from `rng`, so that a seed chosen for its case keeps the rest.
    machine = random_machine(rng, None if seed < 0 else random_slots(random.Random(f"words of {seed}")))
    machine = with_register_file(rng if seed < 0 else random.Random(f"register file of {seed}"), machine)
    machine = with_dpu(rng if seed < 0 else random.Random(f"doubles of {seed}"), machine)
    program = make(rng, machine)
    groups = rng.choice([1, 1, 4, 1000])
    return Case(
        machine=machine,
        program=program,
        threads=program.threads,
        max_cycles=1500 if rng.random() < 0.9 else rng.randint(1, 300),
        group_id=rng.randrange(groups),
        groups=groups,
        seed=seed,
    )


def random_case(seed: int) -> Case:
    """The case of a seed: always the same one."""
    return case_from(random.Random(seed), random_program, seed)


def random_race_free_case(seed: int) -> Case:
    """The race-free case of a seed; it always ends, in less than 100,000 cycles."""
    return replace(case_from(random.Random(seed), random_race_free_program, seed), max_cycles=100_000)


def machines() -> st.SearchStrategy[Machine]:
    """Hypothesis strategy of machines."""
    return st.randoms(use_true_random=False).map(random_machine)


def programs(machine: Machine) -> st.SearchStrategy[Program]:
    """Hypothesis strategy of programs for a machine."""
    return st.randoms(use_true_random=False).map(lambda rng: random_program(rng, machine))


def cases() -> st.SearchStrategy[Case]:
    """Hypothesis strategy of cases."""
    return st.randoms(use_true_random=False).map(lambda rng: case_from(rng, random_program))


def race_free_cases() -> st.SearchStrategy[Case]:
    """Hypothesis strategy of cases without races."""
    return st.randoms(use_true_random=False).map(
        lambda rng: replace(case_from(rng, random_race_free_program), max_cycles=100_000)
    )


def shrink(case: Case, fails: Callable[[Case], bool]) -> Case:
    """A smaller case that still fails: fewer cycles and warps, `mov r0, r0` for other instructions, plainer machine."""
    nothing = encode(Instruction(INSTRUCTIONS["mov.b32"]))

    def with_words(candidate: Case, words: list[int]) -> Case:
        program = Program.from_words(
            words,
            constants=candidate.program.constants,
            threads=candidate.threads,
            local_words=candidate.program.local_words,
        )
        return replace(candidate, program=replace(program, at_launch=candidate.program.at_launch))

    def candidates(best: Case) -> list[Callable[[], Case]]:
        words = list(best.program.words)
        size = best.machine.warp_size
        found: list[Callable[[], Case]] = [lambda: replace(best, max_cycles=best.max_cycles // 2)]
        found.append(lambda: replace(best, max_cycles=best.max_cycles - 1))
        found += [lambda t=t: replace(best, threads=t) for t in (size, best.threads - size) if 0 < t < best.threads]
        found.append(lambda: with_words(best, words[:-1]))
        for key, value in PLAIN.items():
            section, _, name = key.partition(".")
            now = getattr(best.machine, section)
            if (getattr(now, name) if name else now) != value:
                found.append(lambda key=key, value=value: replace(best, machine=best.machine.replace(**{key: value})))
        for index, word in enumerate(words):
            for plainer in sorted({nothing, nothing | word & MORE, word & ~MORE} - {word}):
                found.append(
                    lambda index=index, plainer=plainer: with_words(
                        best, [*words[:index], plainer, *words[index + 1 :]]
                    )
                )
        return found

    def still_fails(candidate: Case) -> bool:
        return candidate.max_cycles > 0 and bool(candidate.program.words) and fails(candidate)

    smallest = shrunk(case, candidates, still_fails)
    return case if smallest is case else replace(smallest, seed=-1)


PLAIN: dict[str, object] = {
    "issue_width": 1,
    "scheduler.policy": "paper",
    "front_end.stages": 1,
    "alu.latency": 1,
    "fpu.latency": 1,
    "lds.latency": 1,
    "sfu.latency": 1,
    "dpu.latency": 1,
    "alu.interval": 1,
    "fpu.interval": 1,
    "lds.interval": 1,
    "sfu.interval": 1,
    "dpu.interval": 1,
    "alu.count": 1,
    "fpu.count": 1,
    "control.route": "alu",
    "retire.stages": 0,
    "retire.ports": 1,
    "branch.stack_depth": 32,
    "branch.order": "true_first",
    "register_file.organisation": "auto",
}


def describe(case: Case) -> str:
    """The case as Python that rebuilds it, with the disassembly."""
    return described(case.seed, case.machine, case.program, case.threads) + (
        f"simulate(program, machine, threads={case.threads}, max_cycles={case.max_cycles}, "
        f"group_id={case.group_id}, groups={case.groups})\n"
    )
