"""Programs of more instructions than the lower 12 bits of a jump's target can name."""

from __future__ import annotations

import pytest

import isa
from isa.table.table import MAX_INSTRUCTIONS, NEAR_INSTRUCTIONS

FAR = NEAR_INSTRUCTIONS + 2


def program(jump: str) -> isa.Program:
    """A jump to the label `far`, which lies out of the reach of 12 bits."""
    return isa.assemble(f"{jump}\n.rept {FAR - 1}\nbar\n.endr\nfar: ret\n")


@pytest.mark.parametrize("jump", ["jmp far", "sub.u32 r1, r1, 5 -> far if nz", "br_push r1, far, far"])
def test_jumps_with_room_for_it_go_far(jump: str) -> None:
    made = program(jump)
    first = made.instructions[0]
    assert first is not None
    assert first.target == made.labels["far"] == FAR
    assert first.otherwise in (0, FAR)
    again = isa.assemble(isa.disassemble(made))
    assert again.words == made.words


def test_three_sources_leave_no_room_for_it() -> None:
    with pytest.raises(isa.AssemblyError) as caught:
        program("mad.u24 r1, r1, r2, r3 -> far if z")
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E0213", f"a jump of `mad.u24` cannot reach {FAR}, only 0 to 4095")
    assert found.help == "jump on a move of its result, as `mov.b32 r1, r1 -> label if z`"


def test_the_bounds() -> None:
    assert (NEAR_INSTRUCTIONS, MAX_INSTRUCTIONS) == (4096, 65536)
    assert isa.assemble("jmp 65535\nret").instructions[0].target == 65535  # type: ignore[union-attr]
