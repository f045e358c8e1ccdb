"""A random program while it is built: instructions one by one, loops, loads and stores, bundles."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from isa.program.encoding import Instruction, encode
from isa.program.program import Program
from isa.table.table import INSTRUCTIONS, SPECIALS
from simt.machine import Machine
from tests.generators.across import across_names, across_operation, across_piece
from tests.generators.bundles import bundled
from tests.generators.explicit import read_by_number, some_launch_values
from tests.generators.lane_jumps import stack_room
from tests.generators.parts import local_parts, private_pieces
from tests.generators.words import (
    ALU,
    CONDITIONS,
    DOUBLES,
    DPU,
    DPU_EXTRAS,
    DPU_WORDS,
    EXTRAS,
    FPU,
    INTERESTING,
    INTERESTING_TO_EXTRAS,
    SFU,
)
from tests.reference.bundle_slots import BundleSlots


class Builder:
    """Collects instructions; jump targets are labels until the end."""

    def __init__(
        self, rng: random.Random, machine: Machine, threads: int, extras: bool = False, own_words: int = 0
    ) -> None:
        self.rng = rng
        self.own_words = own_words  # of each thread's private memory
        self.buffers: tuple[tuple[int, int], ...] = ()  # of global memory: first byte, end byte
        self.extras = extras  # draw what the programs of other cases do not have
        self.machine = machine
        self.threads = threads
        self.warps = -(-threads // machine.warp_size)
        self.reads_lanes = bool(across_names(self))
        self.bundle_slots = BundleSlots(machine)
        self.slots = self.bundle_slots.count
        self.most_words = 200  # no operations are added to bundles of a program of that many words
        # With described slots many neighbours may be joined: mostly ones that do not need the result of each other.
        self.heeds_results = not isinstance(machine.vliw.slots, int)
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
        branch = machine.branch
        # Who has words of local memory alone: warps, or threads where these may change their warps. The last word of
        # each is kept for loop counters.
        self.threads_move = branch.policy == "warp_formation"
        self.owner, self.owners = ("thread_id", threads) if self.threads_move else ("warp_id", self.warps)
        self.private_words = max(machine.local.words - self.owners, 0) // self.owners
        self.has_masks = branch.policy == "mask_stack"
        self.has_scalars = branch.policy == "explicit_masks"
        self.saves = 0  # pairs of scalar registers that hold a saved mask
        self.lanes_jump = branch.parts_at_jumps  # each for itself
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
        if requires in ("global_memory", "mask_stack", "explicit_masks") or (name in EXTRAS and not self.extras):
            return False
        return self.machine.has(requires)

    def take_register(self) -> int | None:
        """A register that random results will leave alone; give it back with `free.append`."""
        return self.free.pop() if len(self.free) > 1 else None

    # Straight pieces

    def compute(self, names: list[str]) -> None:
        """One random operation on random sources, sometimes with a constant in one of them."""
        constants: tuple[int, ...] = INTERESTING
        if self.extras and self.rng.random() < 0.5:
            names = [name for name in EXTRAS if self.has(name) and not INSTRUCTIONS[name].doubles] or names
            constants += INTERESTING_TO_EXTRAS
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
        if (self.has_scalars or self.extras) and self.rng.random() < 0.2:
            self.emit(name, **{**fields, **read_by_number(self, spec.sources)})
            return
        if self.rng.random() < 0.35:
            slot = self.rng.choice(spec.sources)
            replaced = {key: value for key, value in fields.items() if key != "r" + slot}
            if self.emit_with_constant(name, slot, self.rng.choice(constants), **replaced):
                return
        self.emit(name, **fields)

    def any_operation(self) -> None:
        if self.extras and self.rng.random() < 0.2:
            self.extra_access()
            return
        if self.reads_lanes and self.rng.random() < 0.5:
            across_piece(self)
            return
        if self.machine.has("dpu") and self.rng.random() < 0.3:
            self.double_operation(DPU)
            return
        names = FPU if not self.machine.has("sfu") or self.rng.random() < 0.7 else SFU
        self.compute(ALU if self.rng.random() < 0.6 else names)

    def extra_access(self) -> None:
        """Some accesses of section 23: to private memory, and, where they may race, to local memory."""
        if self.may_race and self.rng.random() < 0.6:
            register = self.take_register()
            if register is not None:
                local_parts(self, register)
                self.free.append(register)
        else:
            private_pieces(self)

    def double_operation(self, names: list[str]) -> None:
        """One operation on doubles; now and then a double is moved into a pair of registers before."""
        name = self.rng.choice([*names, *DPU_EXTRAS] if self.extras and names is DPU else names)
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
        if words and (self.has_scalars or self.extras) and self.rng.random() < 0.3:
            self.emit(name, **{**fields, **read_by_number(self, words)})
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
        if offset == 0 and is_store and self.extras and self.rng.random() < 0.3:
            fields |= read_by_number(self, ("b",))
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
        elif self.reads_lanes and self.rng.random() < 0.3:
            across_operation(self)
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
        if kind == "load" and self.machine.local.words <= 2 * self.owners:
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
        else:  # the counter goes through the owner's word at the end of local memory
            self.emit("sub.u32", **change)
            base = self.constant(self.machine.local.words - self.owners)
            if base is None:
                self.emit("mov.b32", label, cond="nz", rd=counter, ra=counter)
                return
            owner = SPECIALS[self.owner]
            self.emit("st.local", ra=owner, rb=counter, csel="c", const=base)
            self.emit("ld.local", label, cond="nz", rd=counter, ra=owner, csel="c", const=base)

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
            self.words(),
            constants=self.constants,
            threads=self.threads,
            local_words=self.machine.local.words,
            private_words=self.own_words,
        )
        return self.with_launch_values(program)

    def with_launch_values(self, program: Program) -> Program:
        """The program, whose registers may have values at launch on machines of explicit masks, and with extras."""
        if self.has_scalars or (self.extras and self.rng.random() < 0.5):
            program = replace(program, at_launch=some_launch_values(self))
        return program
