"""The preparation of a run, for its readers: where the kernel and its data are from, bundles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True, slots=True)
class Preparation:
    """The way in which a launch was put together.

    kernel, oracle: their files, "" if there is none. machine: its name with the changed keys. packed: slots of the
    bundles that were made of a scalar program, 0 if none were. unchecked: why nothing is compared, "" if it is.
    """

    kernel: str
    machine: str
    oracle: str
    packed: int
    unchecked: str

    def text(self, seed: int | None) -> str:
        """Return the same in a line: `fft128.s, inputs of fft128.py (seed 1), packed for 3 slots`."""
        inputs = f"inputs of {PurePath(self.oracle).name} (seed {seed})" if self.oracle else self.kernel and "no oracle"
        parts = [PurePath(self.kernel).name if self.kernel else "", inputs]
        parts += [f"packed for {self.packed} slots"] if self.packed else []
        return ", ".join(filter(None, parts))
