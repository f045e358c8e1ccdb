"""The arrays of a result by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from isa.reporting.diagnostics import SimtError, listed, quote, suggest

if TYPE_CHECKING:
    from isa.program.program import Program


class UnknownArrayError(SimtError, KeyError):
    """The name of an array that a result does not have."""

    code = "E0601"


class Arrays(dict[str, np.ndarray]):
    """The arrays of local and of global memory by name. Raises `UnknownArrayError` for any other name."""

    def __init__(self, program: Program, arrays: Mapping[str, np.ndarray]) -> None:
        """Take the arrays that a run of the program has left."""
        super().__init__(arrays)
        self._program = program

    def __missing__(self, name: object) -> NoReturn:
        program, names = self._program, [quote(own) for own in self]
        advice = f"its arrays are {listed(names, 'and')}" if names else "it has no arrays"
        if name in program.buffers:
            advice = "a sample leaves no arrays unless it is asked for them: outputs=True"
        elif name in program.locals:
            advice = "each of the work-groups had its own, and they are gone: store it into a buffer"
        elif guess := suggest(str(name), self):
            advice = f"did you mean `{guess}`?"
        raise UnknownArrayError(f"the result of {quote(program.name)} has no array {quote(str(name))}", help=advice)
