"""The kinds of slots: what a slot of a bundle, or of a scheduler, takes (docs/processor.md, sections 16 and 26).

A kind is `any`, or names joined by `+`: units, and `arithmetic` for the units that compute. Slots of schedulers may
have further names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from isa.table.units import COMPUTE_UNITS, UNITS

ANY, ARITHMETIC = "any", "arithmetic"
JOINABLE = (ARITHMETIC, *UNITS)  # the names that can be joined


def takes(kind: str, name: str) -> bool:
    """Return whether a slot of a kind takes the instructions of a unit, or the further name that it has."""
    names = kind.split("+")
    if name in names:
        return True
    return name in UNITS and (ANY in names or (ARITHMETIC in names and name in COMPUTE_UNITS))


def canonical(kind: str) -> str:
    """Return the one text of all kinds that take the same units: `any`, or the units in the order of their table."""
    units = [unit for unit in UNITS if takes(kind, unit)]
    return ANY if len(units) == len(UNITS) else "+".join(units)


def unknown_name(kinds: Iterable[str], names: Collection[str] = JOINABLE) -> str | None:
    """Return the first name in kinds other than `any` that is not one of `names`; None if all are."""
    return next((name for kind in kinds if kind != ANY for name in kind.split("+") if name not in names), None)
