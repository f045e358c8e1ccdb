"""Generated cases with operands from local memory, for machines with kinds of slots."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from isa.assembly.assembler import assemble
from isa.program.encoding import encode
from tests.generators.cases import Case
from tests.generators.devices import DeviceCase

if TYPE_CHECKING:
    from isa.program.encoding import Instruction

__all__ = ["with_operands"]

MORE = 3  # pairs at most in which a load takes the place of an instruction
CaseType = TypeVar("CaseType", Case, DeviceCase)


def with_operands(case: CaseType) -> CaseType:
    """The case with more operand loads, if its machine has kinds of slots.

    Local loads feed the instruction after them. And of some pairs of instructions the first becomes a local load, so a
    program without races may have races then.
    """
    if not case.machine.issue.has_kinds:
        return case
    words = list(case.program.words)
    pairs = []
    for place, (first, user) in enumerate(pairwise(case.program.instructions)):
        if first is None or user is None or not can_take_operand(user):
            continue
        if first.spec.name == "ld.local":
            words[place + 1] = encode(replace(user, ra=first.rd))
        elif first.spec.unit in ("alu", "fpu") and first.cond == "always" and first.spec.writes_register:
            pairs.append((place, first.rd, user))
    rng = random.Random(f"operands of {case.seed}")
    for place, register, user in rng.sample(pairs, min(len(pairs), rng.randint(0, MORE))):
        words[place] = assemble(f"ld.local r{register}, [lane_id]\n").words[0]
        words[place + 1] = encode(replace(user, ra=register))
    return replace(case, program=replace(case.program, words=tuple(words)))


def can_take_operand(user: Instruction) -> bool:
    """Whether the first source of an instruction may be a register that is loaded before it."""
    if user.spec.unit not in ("alu", "fpu"):
        return False
    return "a" in user.spec.sources and user.csel != "a" and not user.reads_by_number
