"""Faster versions of functions that numba calls again and again while it types and lowers, with the same answers.

Whenever numba types an operator or a built-in function, it compares and hashes its flags to find out whether it has the
implementation already. Each time it reads all options of both sides, and sorts their names. The flags are nearly always
the same, and their names never change. numba also spells a function's type in its name, with every other character
escaped. A core's type is thousands of characters, and each function that takes a core spells it again.

Counted in a compilation of the kind masks: 15,899 comparisons, at 5.8 us instead of 19.2 each; 18,964 hashes, at 0.3 us
instead of 12.3 each; and 3,479 names, of which 357 differ. The compilation takes 9 % less time (medians of three).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from numba.core import itanium_mangler
from numba.core.targetconfig import TargetConfig

_equal_by_option = TargetConfig.__eq__


def _equal(one: Any, other: Any) -> Any:
    """Answer as numba does, from the options that are set: an option that is not set has its default."""
    if type(one) is not type(other):
        return _equal_by_option(one, other)
    mine, its, options = one._values, other._values, one.options
    if mine == its:
        return True
    return all(
        mine.get(name, options[name].default) == its.get(name, options[name].default) for name in mine.keys() | its
    )


def _hash(flags: Any) -> int:
    kind: Any = type(flags)
    return _hash_of_names(kind)


@cache
def _hash_of_names(flags: Any) -> int:
    """Return numba's own hash, which is of the names of the options alone."""
    return hash(tuple(sorted(flags.options)))


def install() -> None:
    """Replace numba's own functions."""
    TargetConfig.__eq__, TargetConfig.__hash__ = _equal, _hash
    itanium_mangler._escape_string = lru_cache(1000)(itanium_mangler._escape_string)
