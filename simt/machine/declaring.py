"""The declaration of a key of a machine description: its unit, default, bounds and source."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

# The default of a key that follows from another one. Machine replaces it, so that nobody else sees it.
_DERIVED = 0


def key(
    default: object, doc: str, *, unit: str, source: str, low: float | None = None, high: float | None = None,
    aliases: tuple[str, ...] = (),
) -> Any:  # fmt: skip
    """Declare a key. `unit` and `source` are shown by `simt machine schema`; `aliases` are its short names."""
    extra: dict[str, Any] = {"unit": unit, "source": source, "aliases": list(aliases)}
    return Field(default, ge=low, le=high, description=doc, json_schema_extra=extra)


def derived_key(
    doc: str, origin: str, *, unit: str, source: str, low: int, high: int, times: int | str = 1, over: int = 1,
    aliases: tuple[str, ...] = (),
) -> Any:  # fmt: skip
    """Declare a key whose default is `origin` x times / over, rounded up; the names in it are top-level keys."""
    derived = key(_DERIVED, doc, unit=unit, source=source, low=low, high=high, aliases=aliases)
    derived.json_schema_extra["derived"] = {"from": origin, "times": times, "over": over}
    return derived


class Section(BaseModel):
    """A table of the machine description: frozen, strict about types, closed to unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)
