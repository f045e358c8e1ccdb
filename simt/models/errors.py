"""The errors of a model's inputs."""

from __future__ import annotations

from isa.reporting.diagnostics import PlacedError


class ModelError(PlacedError):
    """Counts, parameters or readings that a model cannot use; `diagnostics` lists places, if there are any."""

    code = "E0802"


class MissingInputError(ModelError):
    """A parameter or a count that the model at hand needs and that nobody gave; `key` names it."""

    code = "E0804"

    def __init__(self, key: str, message: str, *, help: str = "") -> None:  # noqa: A002
        super().__init__(message, help=help)
        self.key = key


class UnknownUnitError(MissingInputError):
    """A unit that the model at hand has no term for; `key` names it."""

    code = "E0811"
