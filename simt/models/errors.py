"""The errors of a model's inputs."""

from __future__ import annotations

from isa.reporting.diagnostics import PlacedError


class ModelError(PlacedError):
    """Counts, parameters or readings that a model cannot use. diagnostics: the mistakes with their places, if any."""

    code = "E0802"


class MissingInputError(ModelError):
    """A missing parameter or count, `key`, that the model needs."""

    code = "E0804"

    def __init__(self, key: str, message: str, *, help: str = "") -> None:  # noqa: A002
        super().__init__(message, help=help)
        self.key = key


class UnknownUnitError(MissingInputError):
    """A unit, `key`, for which the model has no term."""

    code = "E0811"
