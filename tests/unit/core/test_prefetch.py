"""What compiled code asks the processor to bring into its cache (simt/core/jit/prefetch.py)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simt.core.jit.deferred import INTERPRETED


@pytest.mark.skipif(INTERPRETED, reason="plain Python has no such instruction")
def test_lines_of_an_array_are_asked_for_and_nothing_is_read() -> None:
    from numba import njit

    import simt.core.jit.compile  # noqa: F401 - which numba needs before its parts
    from simt.core.jit.prefetch import fetch_lines

    @njit
    def ask(array: Any, first: Any, count: Any) -> Any:
        fetch_lines(array, first, count)
        return array[0]

    array = np.arange(10)
    # Places outside the array are harmless: the processor ignores addresses that it cannot read.
    assert [ask(array, first, count) for first, count in ((0, 10), (9, 1), (10, 1000), (3, 0))] == [0] * 4
    (code,) = ask.inspect_asm().values()
    assert "prefetch" in code or "prfm" in code
