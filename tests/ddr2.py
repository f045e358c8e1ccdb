"""The reference traces of tests/data/ddr2 (its README tells what they are)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

FOLDER = Path(__file__).parent / "data" / "ddr2"
CONFIGS: dict[str, dict[str, Any]] = json.loads((FOLDER / "configs.json").read_text())
_LINE = 32  # bytes


class Reference(NamedTuple):
    """A trace, and what the reference made of it; an array each of a value per request."""

    config: str
    outstanding: int
    arrival: np.ndarray
    address: np.ndarray
    is_write: np.ndarray
    accept: np.ndarray
    complete: np.ndarray

    @property
    def text(self) -> bytes:
        """The trace as a file of the reference format."""
        rows = zip(self.arrival.tolist(), self.address.tolist(), self.is_write.tolist(), strict=True)
        return "".join(f"{arrival} {address:x} {'RW'[write]}\n" for arrival, address, write in rows).encode()


@cache
def references() -> dict[str, Reference]:
    """All traces, by the letter of the configuration and the trace's name: `A-copy`."""
    with np.load(FOLDER / "traces.npz") as data:
        arrays = dict(data)
    ends = np.cumsum(arrays["requests"]).tolist()
    words = {name: _words(arrays[name]) for name in ("arrival", "line", "accept", "complete")}
    writes = np.unpackbits(arrays["is_write"])[: ends[-1]].astype(bool)
    found = {}
    for name, config, outstanding, first, end in zip(
        arrays["name"].tolist(), arrays["config"].tolist(), arrays["outstanding"].tolist(), [0, *ends], ends,
        strict=False,
    ):  # fmt: skip
        part = {key: array[first:end] for key, array in words.items()}
        accept = np.cumsum(part["accept"])
        found[f"{config[0]}-{name}"] = Reference(
            config, outstanding, np.cumsum(part["arrival"]), part["line"] * _LINE, writes[first:end], accept,
            accept + part["complete"],
        )  # fmt: skip
    return found


def _words(planes: np.ndarray) -> np.ndarray:
    return planes.T.copy().view("<u4").ravel().astype(np.int64)
