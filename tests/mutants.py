"""Shipped kernels with a mistake planted: a barrier removed, a store dropped, an index shifted by one element."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import simt
from isa.program.encoding import Instruction, encode
from isa.program.program import Program
from isa.table.table import INSTRUCTIONS
from simt.launch.bound import Bound
from tests.checking import Launch

STEPS = 20_000


class Corpus(NamedTuple):
    """A kernel of the corpus, small, and how many of its mutants have something to find."""

    kernel: str
    machine: str
    defines: dict[str, int]
    planted: int
    threads: int | None = None


def launch_of(corpus: Corpus) -> Launch:
    """The kernel as it is shipped, with its oracle's inputs."""
    made = simt.Launch(corpus.kernel, corpus.machine, defines=corpus.defines, threads=corpus.threads)
    bound = Bound.of(made.placed, made.values)
    memories = bound.memories(is_watched=True)
    return Launch(
        bound.placed.program, made.machine, made.grid, bound.data.local, memories.words, memories.buffers,
        memories.given, STEPS,
    )  # fmt: skip


def mutants(launch: Launch) -> Iterator[tuple[str, Launch]]:
    """Each mistake that can be planted, with its name."""
    program = launch.program
    for pc, instruction in enumerate(program.instructions):
        assert instruction is not None
        name = f"{instruction.spec.name} at {pc}"
        if instruction.spec.name == "bar" or instruction.spec.is_store:
            yield f"{name} left out", replace(launch, program=_without(program, pc))
        if "offset" in instruction.spec.syntax:
            yield f"{name} shifted", replace(launch, program=_shifted(program, pc, instruction))


def _without(program: Program, pc: int) -> Program:
    """A jump to the next instruction in the place of one."""
    word = encode(Instruction(INSTRUCTIONS["jmp"], target=pc + 1))
    return replace(program, words=(*program.words[:pc], word, *program.words[pc + 1 :]))


def _shifted(program: Program, pc: int, instruction: Instruction) -> Program:
    """The access of one element further on: its offset is another constant."""
    if instruction.csel not in ("none", "c"):
        return program
    before = program.constants[instruction.const] if instruction.csel == "c" else 0
    step = 4 * instruction.spec.words if instruction.spec.unit == "memory" else 1
    changed = replace(instruction, csel="c", const=len(program.constants))
    words = (*program.words[:pc], encode(changed), *program.words[pc + 1 :])
    return replace(program, words=words, constants=(*program.constants, before + step))
