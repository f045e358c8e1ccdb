"""Values that move from work-group to work-group: steps against the values of every group, one by one."""

from __future__ import annotations

import numpy as np
import pytest

from isa.table.table import INSTRUCTIONS
from simt.models.static.values.moving import Span, evaluate_moving
from simt.models.static.values.words import STAYS, Word, evaluate

HALF, MOST = 0x8000_0000, 0x7FFF_FFFF


@pytest.mark.parametrize("kind", ["lt", "le", "gt", "ge", "eq", "ne"])
@pytest.mark.parametrize(("a", "a_step", "b", "b_step"), [(0, MOST, HALF, -HALF), (HALF, -HALF, 0, MOST), (4, 1, 9, 1)])
def test_compares_of_values_that_are_far_apart(kind: str, a: int, a_step: int, b: int, b_step: int) -> None:
    """The difference of two steps has 33 bits: `same for all groups` is said only where it is so."""
    span, spec = Span(count=(2, 1)), INSTRUCTIONS[f"{kind}.u32"]
    sources = [Word(np.array([[a]]), steps=(a_step, 0)), Word(np.array([[b]]), steps=(b_step, 0))]
    result, _ = evaluate_moving(spec, sources, Word(0), 0, 0, span, needs_carry=False)
    each = [
        int(np.ravel(evaluate(spec, [Word(a + k * a_step), Word(b + k * b_step)], Word(0), 0, 0)[0].value)[0])
        for k in range(2)
    ]
    assert result.steps is not STAYS or each[0] == each[1]
    assert result.steps is STAYS or a_step != b_step


def test_a_borrow_of_values_that_are_far_apart() -> None:
    span = Span(count=(2, 1))
    sources = [Word(np.array([[0]]), steps=(MOST, 0)), Word(np.array([[HALF]]), steps=(-HALF, 0))]
    _, flag = evaluate_moving(INSTRUCTIONS["sub.u32"], sources, Word(0), 0, 0, span, needs_carry=True)
    assert flag is not None
    assert flag.steps is not STAYS  # 0 - 2^31 borrows, 2^31 - 1 - 0 does not
