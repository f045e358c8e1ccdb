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
    """The choice of an oracle beside the kernel, by a verb whose user names none."""

    SHIPPED = "shipped"  # only simt's own: of verbs that do not run files beside a kernel (SECURITY.md)


@dataclass(frozen=True, kw_only=True)
class Words:
    """The arguments of `simt.Launch` of these names. None stands for the value of the oracle, or else of the kernel."""

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
