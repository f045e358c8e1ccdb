"""The operand collectors of a core before cycle 0, with the registers that each instruction reads and writes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simt.core.state import layout
from simt.core.state.layout import Collectors
from simt.core.state.placed import Placed

_MOST = 8  # registers that one instruction reads or writes, at most


def collectors_of(placed: Placed, warps: int) -> Collectors:
    """Return the empty operand collectors of a core with `warps` warps."""
    machine, legal = placed.machine, placed.legal or [None]
    pools = np.zeros(1, layout.POOL)
    pools[0]["banks"] = count = machine.register_file.banks
    return Collectors(
        pools,
        taken=np.zeros(machine.issue.schedulers, np.int64),
        waiting=np.zeros(machine.issue.schedulers * machine.register_file.collectors, np.int64),
        due=np.zeros(warps * machine.issue.entries, np.int64),
        collected=np.zeros(warps, np.int64),
        reads=_rows([() if entry is None else entry.registers_read for entry in legal]),
        writes=_rows([() if entry is None else entry.registers_written for entry in legal]),
        read_free=np.zeros(count, np.int64),
        write_free=np.zeros(count, np.int64),
    )


def _rows(registers: Sequence[Sequence[int]]) -> np.ndarray:
    """Return the different numbers of each list as a row, which -1 fills up."""
    rows = np.full((len(registers), _MOST), -1, np.int64)
    for row, numbers in zip(rows, registers, strict=True):
        different = sorted(set(numbers))
        row[: len(different)] = different
    return rows
