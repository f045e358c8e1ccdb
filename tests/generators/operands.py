"""Generated cases with operands from local memory, for machines with kinds of slots."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from isa.program.encoding import encode
from tests.generators.cases import Case
from tests.generators.devices import DeviceCase

__all__ = ["with_operands"]

CaseType = TypeVar("CaseType", Case, DeviceCase)


def with_operands(case: CaseType) -> CaseType:
    """The case with more operand loads, if its machine has kinds of slots: local loads feed what stands behind them."""
    words = list(case.program.words)
    for place, (load, user) in enumerate(pairwise(case.program.instructions), 1):
        if load is None or user is None or load.spec.name != "ld.local" or user.spec.unit not in ("alu", "fpu"):
            continue
        if "a" in user.spec.sources and user.csel != "a" and not user.reads_by_number:
            words[place] = encode(replace(user, ra=load.rd))
    return replace(case, program=replace(case.program, words=tuple(words))) if case.machine.issue.has_kinds else case
