"""The arguments of a launch beside its kernel and its machine, before they are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from isa.reporting.diagnostics import ArgumentError, quote

if TYPE_CHECKING:
    from simt.launch.oracle import Oracle
    from simt.launch.sizes import Size
    from simt.memory.storage.layout import Key
    from simt.memory.storage.manager import StorageManager


class Beside(StrEnum):
    """The choice of the oracle beside a kernel, made by a verb if its user names no oracle."""

    SHIPPED = "shipped"  # only simt's own, for verbs that do not run other files (SECURITY.md)


@dataclass(frozen=True, kw_only=True)
class Words:
    """Arguments of `simt.Launch`, with its names and its defaults."""

    defines: Mapping[str, int | float | str] = field(default_factory=dict)
    include_paths: Sequence[str | Path] = ()
    inputs: Mapping[str, Any] = field(default_factory=dict)
    global_size: Size | None = None
    local_size: Size | None = None
    threads: int | None = None
    offset: Size | None = None
    oracle: str | Path | Oracle | bool | None = None
    seed: int = 1
    pack: bool | None = None
    strict: bool = True
    storage: StorageManager | str | Path | None = None
    bind: Mapping[str, str | Key] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("defines", "inputs", "bind"):
            check_mapping(name, getattr(self, name))
        check_seed(self.seed)
        threads: object = self.threads
        if not (threads is None or is_whole(threads)):
            raise ArgumentError(f"`threads` is a whole number, not {quote(str(threads))}")


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number, of Python or of numpy. True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def check_mapping(name: str, value: object) -> None:
    """Raise `ArgumentError` if the argument `name` is anything other than a mapping."""
    if not isinstance(value, Mapping):
        message = f"`{name}` is a mapping of values by name, not {type(value).__name__}"
        raise ArgumentError(message, help=f'write {name}={{"NAME": VALUE}}')


def check_seed(seed: object) -> None:
    """Raise `ArgumentError` if the seed of the oracle's inputs is anything other than a whole number from 0 up."""
    if not is_whole(seed) or seed < 0:
        raise ArgumentError(f"`seed` is a whole number from 0 up, not {quote(str(seed)).strip('`')}")
