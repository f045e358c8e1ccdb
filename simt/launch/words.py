"""The arguments of a launch beside its kernel and its machine, before they are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
