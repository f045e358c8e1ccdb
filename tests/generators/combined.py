"""Random launches on machines that combine every feature with every other (`combined_machines`), and their features.

Programs are short and made of the pieces that other generators have. A third has one trouble: a trap as it enters its
unit or as it retires, an illegal bundle, a deadlock, or a run into the limit of cycles. A fifth of the cases is without
races: they end, and what they leave does not depend on who comes first. A case that needs no device may be a plain one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from isa.program.buffers import buffer_addresses
from isa.program.program import Program
from isa.table.table import INSTRUCTIONS, SPECIALS
from simt.machine import Machine
from tests.generators.across import across_piece
from tests.generators.builder import Builder
from tests.generators.bundles import BUNDLE_TROUBLES
from tests.generators.cases import Case
from tests.generators.combined_machines import combined_machine, compares_warps
from tests.generators.device_programs import GLOBAL_TROUBLES, DeviceBuilder
from tests.generators.devices import DeviceCase
from tests.generators.lane_jumps import LANE_TROUBLES, parted_at_a_barrier, pieces_behind
from tests.generators.launches import divisors, in_dimensions
from tests.generators.operands import with_operands
from tests.generators.parts import private_pieces, random_own_words, raw_part, without_private
from tests.generators.programs import random_piece
from tests.generators.race_free import race_free_piece, reading_phase
from tests.generators.troubles import MASK_TROUBLES, TROUBLES, damaged, early_exit
from tests.generators.words import DPU, INTERESTING

__all__ = ["combined_case", "features", "is_race_free"]

RACE_FREE = 0.2  # of the cases
WORDS = 12  # of a program, about, before its bundles are filled
CYCLES = (80, 400, 400, 400, 400)  # limits
ENOUGH = 20_000  # cycles for a program that ends


def is_race_free(seed: int) -> bool:
    """Whether the case of a seed is without races."""
    return random.Random(f"races of {seed}").random() < RACE_FREE


def combined_case(seed: int) -> Case | DeviceCase:
    """The case of a seed: always the same one. At least one group fits a core."""
    rng = random.Random(f"combined {seed}")
    while True:
        machine = combined_machine(rng, seed)
        if is_race_free(seed):
            machine = machine.replace(**{"ideal.barriers": False, "constants.words": 64})
        found = launch(rng, seed, machine)
        if found is not None:
            return found if is_race_free(seed) else with_operands(found)


def launch(rng: random.Random, seed: int, machine: Machine) -> Case | DeviceCase | None:
    """A launch on a machine; None if it would be refused."""
    size, local = small_sizes(rng, machine)
    lengths = [rng.choice((8, 16, 64, 100)) for _ in range(rng.randint(1, 2))]
    if is_race_free(seed):
        lengths[0] = max(lengths[0], 2 * size[0] * size[1])  # words that each thread has alone
    buffers = tuple((first, first + 4 * n) for first, n in zip(buffer_addresses(lengths), lengths, strict=True))
    groups = size[0] // local[0]
    program = combined_program(rng, machine, local[0] * local[1], buffers, groups, may_race=not is_race_free(seed))
    warps = -(-local[0] * local[1] // machine.warp_size)
    if warps * min(program.registers, machine.registers) > machine.register_file.words:
        return None
    cycles = ENOUGH if is_race_free(seed) else rng.choice(CYCLES)
    if not machine.is_device and rng.random() < 0.6:
        return Case(machine, program, program.threads, cycles, seed=seed)
    shapes = in_dimensions(rng, size, local)
    words = [0] * (buffers[-1][1] // 4)
    for first, end in buffers:
        for word in range(first // 4, end // 4):
            words[word] = rng.choice((word, rng.randrange(8), rng.choice(INTERESTING)))
    return DeviceCase(
        machine=machine,
        program=program,
        size=shapes[0],
        local=shapes[1],
        buffers=buffers,
        words=tuple(words),
        local_memory=tuple(rng.randrange(16) for _ in range(rng.randint(0, min(program.local_words, 8)))),
        max_cycles=cycles,
        seed=seed,
        offset=shapes[2],
    )


def small_sizes(rng: random.Random, machine: Machine) -> tuple[tuple[int, int], tuple[int, int]]:
    """The global and the local size of a launch of few groups of few warps."""
    if compares_warps(machine.branch.policy, machine.scheduler.policy):  # several of one scheduler, if there are
        threads = machine.warp_size * rng.randint(min(machine.warps, machine.issue.schedulers + 1), machine.warps)
    else:
        threads = machine.warp_size * rng.randint(1, min(machine.warps, 3))
    if rng.random() < 0.3:
        threads -= rng.randrange(machine.warp_size)
    x = rng.choice(divisors(threads))
    groups = rng.choice((1, 2, 2, 3)) if machine.is_device else 1
    return (x * groups, threads // x), (x, threads // x)


# --- Programs ---------------------------------------------------------------------------------------------------------


class CombinedBuilder(DeviceBuilder):
    """A builder whose operations are of every kind that the machine has, each about as often as the others."""

    def any_operation(self) -> None:
        kinds = [super().any_operation]
        if self.may_race and self.share:
            kinds.append(self.global_access)
        elif self.share:
            kinds.append(lambda: own_global_words(self))
        if self.own_words:
            kinds.append(lambda: private_pieces(self))
        if self.machine.has("dpu"):
            kinds.append(lambda: self.double_operation(DPU))
        if self.reads_lanes:
            kinds.append(lambda: across_piece(self))
        self.rng.choice(kinds)()

    def global_access(self) -> None:
        if not self.may_race:
            own_global_words(self)
        elif self.rng.random() < 0.7:
            super().global_access()
        else:
            self.wide_access()

    def wide_access(self) -> None:
        """A load or a store of two or four words, or an atomic."""
        register = self.take_register()
        if register is None:
            return
        words = self.rng.choice((2, 2, 4))
        base = self.global_address(register, 4 * words)
        if base is not None:
            self.access_at(register, base, words)
        self.free.append(register)


def own_global_words(builder: DeviceBuilder) -> None:
    """Accesses to two words that this thread has alone: of one word, or of both at once."""
    rng = builder.rng
    register = builder.take_register()
    base, shift = builder.constant(builder.buffers[0][0]), builder.constant(3)
    if register is None:
        return
    if base is not None and shift is not None:
        builder.emit("shl.b32", rd=register, ra=SPECIALS["global_id"], csel="b", const=shift)
        for _ in range(rng.randint(1, 3)):
            words = rng.choice((1, 1, 2))
            is_load = rng.random() < 0.5
            data = builder.data_register(words, is_load=is_load)
            if data is None:
                continue
            suffix = ".b64" if words == 2 else ""
            name, field = ("ld.global", "rd") if is_load else ("st.global", "rb")
            builder.emit(name + suffix, ra=register, csel="c", const=base, **{field: data})
    builder.free.append(register)


def combined_program(
    rng: random.Random,
    machine: Machine,
    threads: int,
    buffers: tuple[tuple[int, int], ...],
    groups: int,
    *,
    may_race: bool,
) -> Program:
    """A program of about 5 to 40 words. Without races private memory is one group's: a second one finds the first's."""
    banks = machine.local.banks
    own_words = random_own_words(rng, machine, threads) if may_race or groups == 1 else 0
    words = without_private(machine, threads, own_words).local.words
    if rng.random() < 0.7:  # let several places fit
        words = max(1, words // banks // rng.choice((2, 3))) * banks
    small = machine.replace(**{"local.words": words})
    builder = CombinedBuilder(rng, small, threads, buffers, 0.3, True, own_words)
    builder.may_race, builder.most_words = may_race, 2 * WORDS
    for register in builder.free[: rng.randint(1, 2)]:
        builder.emit("mov.b32", rd=register, ra=rng.choice(list(SPECIALS.values())))
    builder.fits_stack = not may_race or rng.random() < 0.85
    builder.lane_0_survives = rng.random() < 0.7
    trouble = rng.choice(rng.choice(troubles(builder))) if may_race and rng.random() < 0.5 else None
    pieces = rng.randint(1, 3)
    at = rng.randrange(pieces)
    for number in range(pieces):
        if len(builder.items) > WORDS:
            break
        if builder.threads_move and rng.random() < (0.9 if number == 0 else 0.15):
            parted_at_a_barrier(builder, partial(small_piece, builder))
        if may_race:
            builder.any_operation()
            random_piece(builder, depth=1, is_uniform=True)
        elif rng.random() < 0.2 and not builder.has_exits:
            reading_phase(builder)
        else:
            race_free_piece(builder, depth=1)
        if trouble is not None and number == at:
            trouble(builder)
    builder.emit("ret")
    pieces_behind(builder)
    uses_local = any(item[0].spec.unit == "lds" for item in builder.items)
    program = builder.device_program(words if uses_local or not may_race else 0)
    return damaged(rng, program, builder.slots > 1) if may_race and rng.random() < 0.04 else program


def small_piece(builder: CombinedBuilder) -> None:
    """A piece for one side of a branch, without barriers."""
    if builder.may_race:
        random_piece(builder, depth=2, is_uniform=False)
    else:
        race_free_piece(builder, depth=2)


def troubles(builder: DeviceBuilder) -> list[list[Callable[[Builder], None]]]:
    """What may end a run early on the builder's machine, by kind; early exits and barriers are a deadlock, often."""
    found = [TROUBLES, [early_exit, raw_part]]
    found += [MASK_TROUBLES] * builder.has_masks + [LANE_TROUBLES] * builder.lanes_jump
    found += [BUNDLE_TROUBLES] * (builder.slots > 1) + [GLOBAL_TROUBLES] * builder.machine.memory.is_present
    return found


# --- Features ---------------------------------------------------------------------------------------------------------

ACROSS = {name for name, spec in INSTRUCTIONS.items() if spec.across}


def features(case: Case | DeviceCase) -> set[str]:
    """The features of a case: of its machine, and of its program as far as this has an instruction for them."""
    machine = case.machine
    found = {machine.branch.policy, machine.scheduler.policy}
    if machine.bundle_slots.standard != 1 and machine.vliw.count > 1:
        found.add("bundles" if machine.bundle_slots.standard else "slots of kinds")
    if machine.register_file.organisation in ("three_banks", "eight_banks", "collectors"):
        found.add(machine.register_file.organisation)
    has = {
        "scoreboard": machine.issue.has_scoreboard,
        "issue_width": machine.issue_width > 1,
        "schedulers": machine.issue.schedulers > 1,
        "interval": machine.issue.interval > 1,
        "issue slots of kinds": machine.issue.has_kinds,
        "costs": bool(machine.costs),
        "no front end": machine.front_end.stages == 0,
        "front end": machine.front_end.stages > 0,
        "cores": machine.cores > 1,
        "simple memory": machine.memory.policy == "simple",
        "dram": machine.memory.policy == "dram",
        **{f"ideal.{key}": getattr(machine.ideal, key) for key in ("banks", "lanes", "barriers", "dependences")},
    }
    return found | {name for name, is_there in has.items() if is_there} | _of_words(case.program)


def _of_words(program: Program) -> set[str]:
    specs = [each.spec for each in program.instructions if each is not None]
    found = set()
    if any(spec.unit == "dpu" for spec in specs):
        found.add("doubles")
    if any(spec.unit == "private" for spec in specs):
        found.add("private memory")
    if any(spec.name in ACROSS for spec in specs):
        found.add("lanes that read one another")
    if any(spec.name.startswith("atom.") for spec in specs):
        found.add("atomics")
    if any(spec.unit == "memory" and spec.words > 1 for spec in specs):
        found.add("wide accesses")
    return found
