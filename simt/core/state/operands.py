"""The operand file: registers, special sources and constants in one array.

It is a flat uint32 array. First come the registers and the specials of each warp, `[register, lane]`. Then follow the
constant memory, the specials of the launch and, with explicit masks, the scalar registers of each warp. An operand of
warp w and lane k lies at base + w x warp stride + k x lane stride. Both strides of a constant and of a special of the
launch are 0; a scalar register has the lane stride 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from isa.program.program import LaunchValue
from isa.table.table import INDEXED, PAIRS, SCALAR_COUNT, SPECIALS
from simt.core.state import layout
from simt.core.state.grid import Grid
from simt.machine import Machine

_ROWS = (*SPECIALS, "local_id_z", "group_id_z", "global_id_z")  # specials with a row in each warp
_OF_THREAD = (  # those that a thread has to itself
    "thread_id", "warp_id", "global_id", "local_id_x", "local_id_y", "local_id_z", "global_id_x", "global_id_y",
    "global_id_z",
)  # fmt: skip
_OF_LAUNCH = tuple(name for name in INDEXED if name not in _ROWS)  # specials with a word
_SOURCES = {number: name for name, number in SPECIALS.items()}
_INDEXED = {number: name for name, number in INDEXED.items()}


@dataclass(frozen=True, slots=True)
class OperandFile:
    """The places of registers, specials and constants in the operand file of a launch."""

    warps: int
    registers: int
    lanes: int
    constants: int
    has_scalars: bool = False
    slots: int = 0  # operations of a bundle whose results wait for the others; 0 without bundles
    result_words: int = 1  # of an operation, at most

    @classmethod
    def of(cls, machine: Machine, warps: int, has_bundles: bool) -> OperandFile:
        """Return the operand file of a number of warps on a machine. has_bundles: whether its core has that group."""
        return cls(
            warps, machine.registers, machine.warp_size, machine.constants.words, machine.branch.has_scalars,
            machine.vliw.count if has_bundles else 0,
            layout.WORDS_PER_ACCESS if machine.memory.is_present else 2 if machine.dpu.count else 1,
        )  # fmt: skip

    @property
    def warp_words(self) -> int:
        """Words per warp: registers, specials, and with bundles scratch rows for the results of each slot."""
        return (self.registers + len(_ROWS) + self.slots * self.result_words) * self.lanes

    @property
    def size(self) -> int:
        """Words in all, with at least one constant place, to which missing operands point."""
        return self.first_scalar + (self.warps * layout.SCALAR_WORDS if self.has_scalars else 0)

    @property
    def first_scalar(self) -> int:
        """The place of the first warp's first scalar register."""
        return self.warps * self.warp_words + self.constants + 1 + len(_OF_LAUNCH)

    def row(self, name: str) -> int:
        """Return the row of a special source among the rows of a warp: its registers, then its special sources."""
        return self.registers + _ROWS.index(name)

    def rows_of_thread(self, registers: int) -> np.ndarray:
        """Return the rows of a warp's words that may differ by thread, int64. registers: those that a thread uses."""
        return np.array([*range(registers), *map(self.row, _OF_THREAD)], np.int64)

    def register(self, number: int) -> tuple[int, int, int]:
        """Return (base, warp stride, lane stride) of a register or special source."""
        row = self.row(_SOURCES[number]) if number in _SOURCES else number
        return row * self.lanes, self.warp_words, 1

    def scratch(self, pc: int) -> tuple[int, int, int]:
        """Return (base, warp stride, lane stride) of the row in which the result of the operation at `pc` waits.

        The words of a bundle have different rows: they follow one another, and there are at most as many of them as
        slots.
        """
        row = self.registers + len(_ROWS) + pc % self.slots * self.result_words
        return row * self.lanes, self.warp_words, 1

    def constant(self, index: int) -> tuple[int, int, int]:
        """Return (base, warp stride, lane stride) of a word of constant memory."""
        return self.warps * self.warp_words + index, 0, 0

    def scalar(self, number: int) -> tuple[int, int, int]:
        """Return (base, warp stride, lane stride) of a scalar register; number SCALARS is SCC."""
        return self.first_scalar + number, layout.SCALAR_WORDS, 0

    def by_number(self, number: int) -> tuple[int, int, int]:
        """Return (base, warp stride, lane stride) of the scalar register or special source in the field `const`."""
        if number < SCALAR_COUNT:
            return self.scalar(number)
        name = _INDEXED[number]
        if name in _ROWS:
            return self.row(name) * self.lanes, self.warp_words, 1
        return self.warps * self.warp_words + self.constants + 1 + _OF_LAUNCH.index(name), 0, 0

    @property
    def zero(self) -> tuple[int, int, int]:
        """The place of a missing operand: a constant 0."""
        return self.constant(self.constants)


def lowest(count: int) -> int:
    """Return the set of the lowest `count` bits, as a signed 64-bit value."""
    return -1 if count == 64 else (1 << count) - 1


def set_of(members: Iterable[int]) -> int:
    """Return a set of numbers below 64 as bits, a signed 64-bit value."""
    bits = sum(1 << member for member in members)
    return bits - (1 << 64) if bits >> 63 else bits


def words_of(members: Collection[int], count: int) -> list[int]:
    """Return a set of numbers as bits of `count` signed words of 64 bits."""
    return [set_of(member % 64 for member in members if member // 64 == word) for word in range(count)]


@lru_cache(maxsize=64)
def operands_at_launch(
    constants: tuple[int, ...], at_launch: tuple[LaunchValue, ...], file: OperandFile, grid: Grid, group_warps: int
) -> np.ndarray:
    """Return the operand file at launch, uint32 [size]: specials, constants and registers, with `exec` set to the mask.

    group_warps: the warps of a work-group. A core may have places for several work-groups. The array must not be
    written to.
    """
    words = np.zeros(file.size, np.uint32)
    block = words[: file.warps * file.warp_words].reshape(file.warps, -1, file.lanes)
    lane = np.arange(file.lanes, dtype=np.uint32)[None, :]
    warp = np.arange(file.warps, dtype=np.uint32)[:, None] % np.uint32(group_warps)
    thread = warp * np.uint32(file.lanes) + lane
    number = grid.number or 0
    values: dict[str, Any] = {
        "lane_id": lane,
        "thread_id": thread,
        "warp_id": warp,
        "group_id": np.uint32(number),
        "group_size": np.uint32(grid.threads),
        "groups": np.uint32(grid.groups),
        "warp_size": np.uint32(file.lanes),
        "global_id": np.uint32(number * grid.threads & 0xFFFF_FFFF) + thread,
        "work_dim": np.uint32(grid.dimensions),
    }
    places = zip(grid.thread_places(thread), grid.group_places(number), strict=True)
    sizes = zip(grid.groups3, grid.local3, grid.offset3, strict=True)
    for d, (place, group), (groups, size, offset) in zip("xyz", places, sizes, strict=True):
        values |= {
            f"local_id_{d}": place,
            f"group_id_{d}": np.uint32(group),
            f"global_id_{d}": np.uint32(offset + group * size & 0xFFFF_FFFF) + place,
            f"group_size_{d}": np.uint32(size),
            f"groups_{d}": np.uint32(groups),
            f"global_size_{d}": np.uint32(groups * size & 0xFFFF_FFFF),
            f"global_offset_{d}": np.uint32(offset),
        }
    for name in _ROWS:
        block[:, file.row(name), :] = values[name]
    constants = constants[: file.constants]
    start = file.warps * file.warp_words
    words[start : start + len(constants)] = np.array(constants, np.uint32)
    for name in _OF_LAUNCH:
        words[file.by_number(INDEXED[name])[0]] = values[name]
    scalars = words[file.first_scalar :].reshape(-1, layout.SCALAR_WORDS)
    for entry in at_launch:
        value = np.broadcast_to(values[entry.source], (file.warps, file.lanes))
        if entry.bank == "register" and entry.number < file.registers:
            block[:, entry.number, :] = value
        elif entry.bank == "scalar" and file.has_scalars:
            scalars[:, entry.number] = value[:, 0]
    if file.has_scalars:
        with_thread = [lowest(min(file.lanes, grid.threads - w % group_warps * file.lanes)) for w in range(file.warps)]
        low, high = PAIRS["exec"], PAIRS["exec"] + 1
        scalars[:, low] = [mask & 0xFFFF_FFFF for mask in with_thread]
        scalars[:, high] = [mask >> 32 & 0xFFFF_FFFF for mask in with_thread]
    return words
