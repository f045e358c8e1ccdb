"""What `simt.views.report.pack` wrote, read back: in Python what `data.js` does in the browser."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence

import numpy as np

from simt.core.state.layout import EVENT
from simt.views.report.pack import AFTER, SETS, by_warp


def read_varints(data: bytes, count: int, start: int = 0) -> tuple[np.ndarray, int]:
    """`count` numbers, int64, from `data` at `start`, and the place after them.

    Raises `ValueError` if they end early.
    """
    octets = np.frombuffer(data, np.uint8)[start:]
    last = np.flatnonzero(octets < 128)[:count]
    if len(last) < count:
        raise ValueError(f"{count} numbers expected, {len(last)} found")
    if not count:
        return np.zeros(0, np.int64), start
    size = int(last[-1]) + 1
    first = np.concatenate(([0], last[:-1] + 1))
    within = np.arange(size) - np.repeat(first, last - first + 1)
    digits = (octets[:size] & 127).astype(np.int64) << 7 * within
    return np.add.reduceat(digits, first), start + size


def _signed(values: np.ndarray) -> np.ndarray:
    return np.where(values & 1, -(values + 1 >> 1), values >> 1)


def unpack_text(text: str) -> str:
    """What `pack_text` was given."""
    return zlib.decompress(base64.b64decode(text)).decode("utf-8")


def unpack(counts: Sequence[tuple[str, int]], text: str) -> dict[str, np.ndarray]:
    """What `pack` was given, int64. Raises `ValueError` for bytes that it did not write."""
    data = zlib.decompress(base64.b64decode(text))
    columns, place = {}, 0
    for name, count in counts:
        columns[name], place = read_varints(data, count, place)
    if place != len(data):
        raise ValueError(f"{len(data) - place} bytes too many")
    return columns


def events_of(columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """What `event_columns` was given."""
    result = np.zeros(len(columns["warp"]), EVENT)
    result["sequence"] = np.cumsum(_signed(columns["sequence"]) + 1) - 1
    for name in ("select", "warp"):
        result[name] = np.cumsum(_signed(columns[name]))
    order, is_first = by_warp(result["warp"])
    result["pc"] = _running_sum(_signed(columns["pc"]) + 1, order, is_first) - 1
    result["depth"] = _running_sum(_signed(columns["depth"]), order, is_first)
    for name in SETS:
        low, high = (_running_xor(columns[f"{name}_{part}"], order, is_first) for part in ("low", "high"))
        result[name] = (low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)).view(np.int64)
    for name in ("slot", "degree"):
        result[name] = columns[name]
    result["instance"] = columns["instance"] - 1
    for name, base in AFTER.items():
        result[name] = np.where(columns[name] == 0, -1, columns[name] - 1 + result[base])
    return result


def _running_sum(steps: np.ndarray, order: np.ndarray, is_first: np.ndarray) -> np.ndarray:
    sums = np.cumsum(steps[order])
    starts = np.flatnonzero(is_first)
    sizes = np.diff(np.append(starts, len(steps)))
    before = np.concatenate(([0], sums))[starts]
    result = np.empty(len(steps), np.int64)
    result[order] = sums - np.repeat(before, sizes)
    return result


def _running_xor(steps: np.ndarray, order: np.ndarray, is_first: np.ndarray) -> np.ndarray:
    result = np.empty(len(steps), np.int64)
    value = 0
    for place, first in zip(order.tolist(), is_first.tolist(), strict=True):
        value = int(steps[place]) if first else value ^ int(steps[place])
        result[place] = value
    return result


def rows_of(columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """What `row_columns` was given, int8 [cycles, rows]."""
    flat = np.repeat(columns["state"], columns["length"]).astype(np.int8)
    rows = len(columns["runs"])
    return flat.reshape(rows, len(flat) // rows).T if rows else np.zeros((0, 0), np.int8)


def registers_of(columns: Mapping[str, np.ndarray], first: int, cycle: int, shape: tuple[int, int, int]) -> np.ndarray:
    """What `simt.views.report.registers` was given of a cycle, uint32 [warps, registers, lanes] of this shape."""
    words, place = np.zeros(shape, np.uint32), 0
    added = _signed(columns["register_added"]).astype(np.uint32)
    rows = (columns[f"register_{name}"] for name in ("warp", "number", "low", "high"))
    cycles = np.cumsum(columns["register_cycle"]) + first - 1
    for at, warp, register, low, high in zip(cycles.tolist(), *(row.tolist() for row in rows), strict=True):
        lanes = [lane for lane in range(64) if (low | high << 32) >> lane & 1]
        if at <= cycle:
            words[warp, register, lanes] += added[place : place + len(lanes)]
        place += len(lanes)
    return words
