"""Hints to the processor about what compiled code reads soon."""

from __future__ import annotations

from typing import Any

from simt.core.jit.deferred import INTERPRETED, intrinsic

if INTERPRETED:

    def fetch_lines(_array: Any, _first: Any, _count: Any) -> None:
        """Ask the processor to bring elements of an array into its cache, `count` of them from `first` on."""

else:
    fetch_lines = intrinsic("fetch_lines")
