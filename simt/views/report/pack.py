"""Columns of whole numbers to few bytes and back: differences to what was to be expected, as variable-length numbers.

An instruction of a regular run is what its warp's last one leads to expect, so that nearly every byte is 0 and the
compressor leaves little of them. `data.js` reads in the browser what is written here; the readers of this module are
the same in Python, for tests. A packed block is a list of (name, count) and the bytes of these columns in that order.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence

import numpy as np

from simt.core.state.layout import EVENT

_LEVEL = 6  # of zlib: level 9 saves a tenth and takes three times as long

# The columns of instructions, in the order in which they are written.
EVENT_COLUMNS = (
    "sequence", "select", "warp", "pc", "mask_low", "mask_high", "living_low", "living_high", "slot", "instance",
    "degree", "depth", "enter", "offer", "retire", "ready",
)  # fmt: skip

# Cycles that are written as cycles after an earlier one, 0 for -1.
_AFTER = {"enter": "select", "offer": "enter", "retire": "offer", "ready": "retire"}

# Sets of lanes, written in two halves of 32 as what differs from the warp's last.
_SETS = ("mask", "living")
_LOW = 0xFFFFFFFF


# --- numbers ----------------------------------------------------------------------------------------------------------


def varints(values: np.ndarray) -> bytes:
    """Whole numbers from 0 to 2^63 - 1, int64 [n], as bytes: seven bits each, lowest first, the last without bit 7."""
    numbers = np.ascontiguousarray(values, dtype=np.uint64)
    if not len(numbers) or int(numbers.max()) < 128:
        return numbers.astype(np.uint8).tobytes()
    lengths = np.ones(len(numbers), np.int64)
    for bits in range(7, 64, 7):
        longer = numbers >= np.uint64(1 << bits)
        if not longer.any():
            break
        lengths += longer
    places = np.cumsum(lengths) - lengths
    out = np.zeros(int(lengths.sum()), np.uint8)
    for k in range(int(lengths.max())):
        has = lengths > k
        digit = (numbers[has] >> np.uint64(7 * k) & np.uint64(127)).astype(np.uint8)
        out[places[has] + k] = digit | np.where(lengths[has] > k + 1, 128, 0).astype(np.uint8)
    return out.tobytes()


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


def _unsigned(values: np.ndarray) -> np.ndarray:
    """Small numbers of either sign as small numbers: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4."""
    return np.where(values < 0, -2 * values - 1, 2 * values)


def _signed(values: np.ndarray) -> np.ndarray:
    return np.where(values & 1, -(values + 1 >> 1), values >> 1)


# --- blocks -----------------------------------------------------------------------------------------------------------


def pack(columns: Mapping[str, np.ndarray]) -> tuple[list[tuple[str, int]], str]:
    """Columns of numbers that are not negative: their names and counts, and the compressed bytes in base64."""
    raw = b"".join(varints(values) for values in columns.values())
    text = base64.b64encode(zlib.compress(raw, _LEVEL)).decode("ascii")
    return [(name, len(values)) for name, values in columns.items()], text


def pack_text(text: str) -> str:
    """A text, compressed, in base64; what is no Unicode in it becomes a question mark."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), _LEVEL)).decode("ascii")


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


# --- instructions -----------------------------------------------------------------------------------------------------


def _by_warp(warp: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The order that puts each warp's instructions together, and whether each, in that order, is its warp's first."""
    order = np.argsort(warp, kind="stable")
    sorted_warps = warp[order]
    return order, np.concatenate(([True], sorted_warps[1:] != sorted_warps[:-1])) if len(warp) else np.zeros(0, bool)


def _previous(values: np.ndarray, order: np.ndarray, is_first: np.ndarray, start: int) -> np.ndarray:
    """For each instruction the value of its warp's one before, `start` for a warp's first."""
    grouped = values[order]
    before = np.where(is_first, start, np.concatenate(([start], grouped[:-1])))
    result: np.ndarray = np.empty_like(grouped)
    result[order] = before
    return result


def event_columns(instructions: np.ndarray) -> dict[str, np.ndarray]:
    """The columns of `EVENT_COLUMNS` to pack, int64 [n], of instructions, EVENT [n]."""
    known = {name: instructions[name].astype(np.int64) for name in EVENT.names or ()}
    order, is_first = _by_warp(known["warp"])
    found: dict[str, np.ndarray] = {
        "sequence": _unsigned(np.diff(known["sequence"], prepend=-1) - 1),
        "select": _unsigned(np.diff(known["select"], prepend=0)),
        "warp": _unsigned(np.diff(known["warp"], prepend=0)),
        "pc": _unsigned(known["pc"] - _previous(known["pc"], order, is_first, -1) - 1),
        "slot": known["slot"],
        "instance": known["instance"] + 1,
        "degree": known["degree"],
        "depth": _unsigned(known["depth"] - _previous(known["depth"], order, is_first, 0)),
    }
    for name in _SETS:
        for part, half in (("low", known[name] & _LOW), ("high", known[name] >> 32 & _LOW)):
            found[f"{name}_{part}"] = half ^ _previous(half, order, is_first, 0)
    for name, base in _AFTER.items():
        found[name] = np.where(known[name] < 0, 0, known[name] - known[base] + 1)
    return {name: found[name] for name in EVENT_COLUMNS}


def events_of(columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """What `event_columns` was given."""
    result = np.zeros(len(columns["warp"]), EVENT)
    result["sequence"] = np.cumsum(_signed(columns["sequence"]) + 1) - 1
    for name in ("select", "warp"):
        result[name] = np.cumsum(_signed(columns[name]))
    order, is_first = _by_warp(result["warp"])
    result["pc"] = _running_sum(_signed(columns["pc"]) + 1, order, is_first) - 1
    result["depth"] = _running_sum(_signed(columns["depth"]), order, is_first)
    for name in _SETS:
        low, high = (_running_xor(columns[f"{name}_{part}"], order, is_first) for part in ("low", "high"))
        result[name] = (low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)).view(np.int64)
    for name in ("slot", "degree"):
        result[name] = columns[name]
    result["instance"] = columns["instance"] - 1
    for name, base in _AFTER.items():
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


# --- states per cycle -------------------------------------------------------------------------------------------------


def row_columns(states: np.ndarray) -> dict[str, np.ndarray]:
    """States, int8 [cycles, rows], as runs of equal ones, row after row: runs of each row, their states and lengths."""
    cycles, rows = states.shape
    by_row = np.ascontiguousarray(states.T)
    begins = np.ones((rows, cycles), bool)
    begins[:, 1:] = by_row[:, 1:] != by_row[:, :-1]
    places = np.flatnonzero(begins.ravel())
    return {
        "runs": begins.sum(axis=1, dtype=np.int64),
        "state": by_row.ravel()[places].astype(np.int64),
        "length": np.diff(places, append=cycles * rows),
    }


def rows_of(columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """What `row_columns` was given, int8 [cycles, rows]."""
    flat = np.repeat(columns["state"], columns["length"]).astype(np.int8)
    rows = len(columns["runs"])
    return flat.reshape(rows, len(flat) // rows).T if rows else np.zeros((0, 0), np.int8)
