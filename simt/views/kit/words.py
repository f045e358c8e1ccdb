"""Names, in a kernel's language, of the things that advice mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isa.forms.texts import language_of

if TYPE_CHECKING:
    from isa.program.program import Program


def barrier_of(program: Program, *, is_global: bool = False) -> str:
    """The name of a work-group barrier in a kernel's language. is_global: for data in global memory."""
    language = language_of(program)
    if language == ".cl":
        return f"`barrier(CLK_{'GLOBAL' if is_global else 'LOCAL'}_MEM_FENCE)`"
    return "`barrier()`" if language else "`bar`"
