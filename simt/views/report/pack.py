"""Packing of columns of whole numbers into few bytes: differences from a prediction, as variable-length numbers.

A warp's last instruction predicts its next one, so in a regular run nearly every byte is 0, and compresses well. A
packed block is a list of (name, count) and the columns' bytes in this order. `data.js` reads the format in the browser,
`tests/unit/views/unpacking.py` in Python.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping

import numpy as np

from simt.core.state.layout import EVENT
from simt.views.kit.panels import runs_of

_LEVEL = 6  # of zlib: level 9 saves a tenth and takes three times as long

# The columns of instructions, in the order of writing.
EVENT_COLUMNS = (
    "sequence", "select", "warp", "pc", "mask_low", "mask_high", "living_low", "living_high", "slot", "instance",
    "degree", "depth", "enter", "offer", "retire", "ready",
)  # fmt: skip

# Cycles, each written as 1 + the difference from another column; 0 for a step that is not reached.
AFTER = {"enter": "select", "offer": "enter", "retire": "offer", "ready": "retire"}

# Sets of lanes, written in two halves of 32 bits, each as the difference from the warp's last instruction.
SETS = ("mask", "living")
_LOW = 0xFFFFFFFF


def varints(values: np.ndarray) -> bytes:
    """Encode whole numbers below 2^63, int64 [n], as bytes: seven bits each, lowest first, the last without bit 7."""
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


def unsigned(values: np.ndarray) -> np.ndarray:
    """Map small numbers of either sign to small numbers: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4."""
    return np.where(values < 0, -2 * values - 1, 2 * values)


def pack(columns: Mapping[str, np.ndarray]) -> tuple[list[tuple[str, int]], str]:
    """Pack columns of non-negative numbers: their names and counts, and the compressed bytes in base64."""
    raw = b"".join(varints(values) for values in columns.values())
    text = base64.b64encode(zlib.compress(raw, _LEVEL)).decode("ascii")
    return [(name, len(values)) for name, values in columns.items()], text


def pack_text(text: str) -> str:
    """Return a text, compressed, in base64; characters outside Unicode become question marks."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), _LEVEL)).decode("ascii")


def by_warp(warp: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the order that groups instructions by warp, and which of them, in this order, are the first of a warp.

    warp: int64 [n]. The order is int64 [n]; the second array is bool [n].
    """
    order = np.argsort(warp, kind="stable")
    sorted_warps = warp[order]
    return order, np.concatenate(([True], sorted_warps[1:] != sorted_warps[:-1])) if len(warp) else np.zeros(0, bool)


def _previous(values: np.ndarray, order: np.ndarray, is_first: np.ndarray, start: int) -> np.ndarray:
    """Return, for each instruction, the value of the warp's previous instruction; `start` for a warp's first."""
    grouped = values[order]
    before = np.where(is_first, start, np.concatenate(([start], grouped[:-1])))
    result: np.ndarray = np.empty_like(grouped)
    result[order] = before
    return result


def event_columns(instructions: np.ndarray) -> dict[str, np.ndarray]:
    """Return the columns of `EVENT_COLUMNS`, int64 [n] each, of instructions, EVENT [n]."""
    known = {name: instructions[name].astype(np.int64) for name in EVENT.names or ()}
    order, is_first = by_warp(known["warp"])
    columns: dict[str, np.ndarray] = {
        "sequence": unsigned(np.diff(known["sequence"], prepend=-1) - 1),
        "select": unsigned(np.diff(known["select"], prepend=0)),
        "warp": unsigned(np.diff(known["warp"], prepend=0)),
        "pc": unsigned(known["pc"] - _previous(known["pc"], order, is_first, -1) - 1),
        "slot": known["slot"],
        "instance": known["instance"] + 1,
        "degree": known["degree"],
        "depth": unsigned(known["depth"] - _previous(known["depth"], order, is_first, 0)),
    }
    for name in SETS:
        for part, half in (("low", known[name] & _LOW), ("high", known[name] >> 32 & _LOW)):
            columns[f"{name}_{part}"] = half ^ _previous(half, order, is_first, 0)
    for name, base in AFTER.items():
        columns[name] = np.where(known[name] < 0, 0, known[name] - known[base] + 1)
    return {name: columns[name] for name in EVENT_COLUMNS}


def row_columns(states: np.ndarray) -> dict[str, np.ndarray]:
    """Return runs of equal values in int8 [cycles, rows], row by row: their number in each row, values and lengths."""
    by_row = np.ascontiguousarray(states.T)
    row, start, stop = runs_of(by_row)
    return {
        "runs": np.bincount(row, minlength=len(by_row)),
        "state": by_row[row, start].astype(np.int64),
        "length": stop - start,
    }
