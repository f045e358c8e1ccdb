"""What the language of a kernel calls things that advice names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isa.forms.texts import language_of

if TYPE_CHECKING:
    from isa.program.program import Program


def barrier_of(program: Program, *, is_global: bool = False) -> str:
    """A barrier of the work-group in a kernel's language. is_global: for what lies in global memory."""
    language = language_of(program)
    if language == ".cl":
        return f"`barrier(CLK_{'GLOBAL' if is_global else 'LOCAL'}_MEM_FENCE)`"
    return "`barrier()`" if language else "`bar`"
