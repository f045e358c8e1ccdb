"""The preparation of a run: the origin of its kernel and data, for messages and views."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from isa.program.bundles import Slots, SlotsValue


@dataclass(frozen=True, slots=True)
class Preparation:
    """The origin of a launch's parts.

    - kernel, oracle: their files, "" if there is none.
    - machine: its name, with the changed keys.
    - packed: the slots for which a scalar program was packed, in the form of `vliw.slots`; 0 if it was not packed.
    - unchecked: the reason why no oracle checks the result; "" if an oracle does.
    """

    kernel: str
    machine: str
    oracle: str
    packed: SlotsValue
    unchecked: str

    def text(self, seed: int | None) -> str:
        """Return the preparation as a line: `fft128.s, inputs of fft128.py (seed 1), packed for 3 slots`.

        seed: the seed of generated inputs. The line has the seed only if there is an oracle.
        """
        inputs = f"inputs of {PurePath(self.oracle).name} (seed {seed})" if self.oracle else self.kernel and "no oracle"
        parts = [PurePath(self.kernel).name if self.kernel else "", inputs]
        parts += [f"packed for {Slots.of(self.packed).text}"] if self.packed else []
        return ", ".join(filter(None, parts))
