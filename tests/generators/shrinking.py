"""What generated cases of cores and of devices share: making a failing one smaller, and writing it as Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import isa
from isa.program.program import Program
from simt.machine import Machine

__all__ = ["described", "shrunk"]

C = TypeVar("C")


def shrunk(case: C, candidates: Callable[[C], Iterable[Callable[[], C]]], fails: Callable[[C], bool]) -> C:
    """The case made smaller step by step, as long as one of the candidates of what is left fails too."""
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for make in candidates(case):
            try:
                candidate = make()
                is_smaller = fails(candidate)
            except Exception:  # a machine that does not validate, a program or a group that does not fit
                continue
            if is_smaller:
                case = candidate
                break
    return case


def described(seed: int, machine: Machine, program: Program, threads: int) -> str:
    """Python that rebuilds a machine and a program, with the disassembly in comments."""
    keys: dict[str, Any] = machine.model_dump()
    keys["retire"]["priority"] = list(keys["retire"]["priority"])
    words = ", ".join(f"{word:#018x}" for word in program.words)
    constants = ", ".join(f"{word:#x}" for word in program.constants)
    try:
        text = isa.disassemble(program)
    except Exception as error:  # a description must not fail where the case does
        text = f"(no disassembly: {error})"
    numbered = "\n".join(f"#   {line}" for line in text.splitlines())
    return (
        f"# seed {seed}\n{numbered}\n"
        f"machine = Machine.model_validate({keys!r})\n"
        f"program = Program.from_words([{words}], constants=[{constants}], threads={threads}, "
        f"local_words={program.local_words}, private_words={program.private_words})\n"
        f"program = replace(program, at_launch={program.at_launch!r})\n"
    )
