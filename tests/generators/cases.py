"""Cases: a program on a machine with its launch, drawn, shrunk, and printed so that they can be pasted into a test."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from isa.program.encoding import Instruction, encode
from isa.program.program import Program
from isa.table.table import INSTRUCTIONS
from simt.machine import Machine
from tests.generators.across import with_across
from tests.generators.launches import random_offset, random_shape
from tests.generators.machines import (
    random_machine,
    random_slots,
    with_dpu,
    with_ideal,
    with_options,
    with_register_file,
)
from tests.generators.parts import with_private_place
from tests.generators.programs import random_program
from tests.generators.race_free import random_race_free_program
from tests.generators.shrinking import described, shrunk
from tests.generators.words import MORE


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
    shape: tuple[int, ...] = ()  # of the group, where it has more than one dimension
    offset: tuple[int, ...] = ()


def case_from(rng: random.Random, make: Callable[..., Program], seed: int = -1, extras: bool = False) -> Case:
    # With a seed slots and register file are not drawn from `rng`, so that a seed chosen for its case keeps the rest.
    machine = random_machine(rng, None if seed < 0 else random_slots(random.Random(f"words of {seed}")))
    machine = with_register_file(rng if seed < 0 else random.Random(f"register file of {seed}"), machine)
    machine = with_dpu(rng if seed < 0 else random.Random(f"doubles of {seed}"), machine)
    machine = with_ideal(rng if seed < 0 else random.Random(f"idealisations of {seed}"), machine)
    if extras:
        machine = with_private_place(rng if seed < 0 else random.Random(f"private memory of {seed}"), machine)
        machine = with_options(rng if seed < 0 else random.Random(f"options of {seed}"), machine)
        machine = with_across(rng if seed < 0 else random.Random(f"lanes of {seed}"), machine)
    program = make(rng, machine, extras=extras)
    groups = rng.choice([1, 1, 4, 1000])
    shape, offset = (), ()
    if extras:
        launches = rng if seed < 0 else random.Random(f"dimensions of {seed}")
        shape = random_shape(launches, program.threads)
        offset = random_offset(launches, (groups * shape[0], *shape[1:]))
    return Case(
        machine=machine,
        program=program,
        threads=program.threads,
        max_cycles=1500 if rng.random() < 0.9 else rng.randint(1, 300),
        group_id=rng.randrange(groups),
        groups=groups,
        seed=seed,
        shape=shape,
        offset=offset,
    )


def race_free_from(rng: random.Random, seed: int = -1, extras: bool = False) -> Case:
    """A case without races: its machine has barriers, on which its program relies."""
    case = case_from(rng, random_race_free_program, seed, extras)
    return replace(case, machine=case.machine.replace(**{"ideal.barriers": False}), max_cycles=100_000)


def random_case(seed: int, extras: bool = False) -> Case:
    """The case of a seed: always the same one. With extras: what seeds were chosen without."""
    return case_from(random.Random(seed), random_program, seed, extras)


def random_race_free_case(seed: int, extras: bool = False) -> Case:
    """The race-free case of a seed; it always ends, in less than 100000 cycles."""
    return race_free_from(random.Random(seed), seed, extras)


def machines() -> st.SearchStrategy[Machine]:
    """Hypothesis strategy of machines."""
    return st.randoms(use_true_random=False).map(random_machine)


def programs(machine: Machine) -> st.SearchStrategy[Program]:
    """Hypothesis strategy of programs for a machine."""
    return st.randoms(use_true_random=False).map(lambda rng: random_program(rng, machine))


def cases() -> st.SearchStrategy[Case]:
    """Hypothesis strategy of cases."""
    return st.builds(
        lambda rng, extras: case_from(rng, random_program, extras=extras),
        st.randoms(use_true_random=False),
        st.booleans(),
    )


def race_free_cases() -> st.SearchStrategy[Case]:
    """Hypothesis strategy of cases without races."""
    return st.builds(
        lambda rng, extras: race_free_from(rng, extras=extras), st.randoms(use_true_random=False), st.booleans()
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
            private_words=candidate.program.private_words,
        )
        return replace(candidate, program=replace(program, at_launch=candidate.program.at_launch))

    def candidates(best: Case) -> list[Callable[[], Case]]:
        words = list(best.program.words)
        size = best.machine.warp_size
        found: list[Callable[[], Case]] = [lambda: replace(best, max_cycles=best.max_cycles // 2)]
        found.append(lambda: replace(best, max_cycles=best.max_cycles - 1))
        fewer = [threads for threads in (size, best.threads - size) if 0 < threads < best.threads]
        found += [lambda threads=threads: replace(best, threads=threads, shape=()) for threads in fewer]
        if best.shape or best.offset:
            found.append(lambda: replace(best, shape=(), offset=()))
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
    "issue.dependences": "one_in_flight",
    "issue.entries": 8,
    "issue.loads": 0,
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
    "register_file.banks": 8,
    "register_file.collectors": 4,
    "ideal.banks": False,
    "ideal.lanes": False,
    "ideal.barriers": False,
    "ideal.dependences": False,
}


def describe(case: Case) -> str:
    """The case as Python that rebuilds it, with the disassembly."""
    return described(case.seed, case.machine, case.program, case.threads) + (
        f"simulate(program, machine, threads={case.threads}, max_cycles={case.max_cycles}, "
        f"group_id={case.group_id}, groups={case.groups}, shape={case.shape}, offset={case.offset})\n"
    )
