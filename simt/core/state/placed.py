"""The places of work-groups, their arrays and private memory on a machine (docs/processor.md, sections 17 and 18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from isa.program.buffers import FIRST_BUFFER, after_buffer
from isa.program.encoding import Instruction
from isa.program.program import Program
from simt.core.state.grid import Grid
from simt.machine import Machine
from simt.machine.capabilities import obstacle


class Given(NamedTuple):
    """The words that a launch stores: uint8, 1 for each, of local memory and of global memory from byte 0."""

    local: np.ndarray
    words: np.ndarray


class Memories(NamedTuple):
    """The contents of memories before cycle 0.

    - local: uint32, the local memory of every work-group.
    - words: uint32, global memory from byte 0, to which a run writes; None without global memory.
    - buffers: int64 [n, 2], for each buffer the address of its first byte and the address after its last byte.
    - frames: int64, the place in memory at which each page of the program's addresses begins; None without a storage
      manager.
    - given: the words stored before a run that is checked, which must be without time; None for a run without checks.
    """

    local: np.ndarray | None = None
    words: np.ndarray | None = None
    buffers: np.ndarray | None = None
    frames: np.ndarray | None = None
    given: Given | None = None

    def local_words(self, count: int) -> np.ndarray:
        """Return the first `count` words of a work-group's local memory, uint32; 0 where none are given."""
        words = np.zeros(count, np.uint32)
        if self.local is not None:
            words[: len(self.local)] = self.local[:count]
        return words

    @property
    def spans(self) -> np.ndarray:
        """The buffers, int64 [n, 2]; no row if none are given."""
        return np.array([] if self.buffers is None else self.buffers, np.int64).reshape(-1, 2)


NOTHING = Memories()


@dataclass(frozen=True)
class Placed:
    """A program on a machine, in a launch of these sizes: the memory of a work-group, and a core's places for groups.

    All sizes are in words of 4 bytes.
    """

    program: Program
    machine: Machine
    grid: Grid

    @cached_property
    def legal(self) -> Sequence[Instruction | None]:
        """The instructions of the program; None for a word that the machine cannot execute."""
        return [entry if obstacle(entry, self.machine) is None else None for entry in self.program.instructions]

    @property
    def warps(self) -> int:
        """Warps of a work-group."""
        return self.grid.warps(self.machine)

    @property
    def registers(self) -> int:
        """The registers of a thread that the program names and the machine has."""
        return min(self.program.registers, self.machine.registers)

    @property
    def shared(self) -> int:
        """Local memory that the threads of a work-group share: whole rows of the banks."""
        return self._rows(self.program.local_words)

    @property
    def private(self) -> int:
        """Private memory of a warp, all lanes together."""
        return self.program.private_words * self.machine.warp_size

    @property
    def has_private_in_local(self) -> bool:
        """Return whether private memory lies in local memory."""
        return self.program.private_words > 0 and self.machine.private_place == "local"

    @property
    def local(self) -> int:
        """Local memory of a work-group, with private memory that lies there."""
        own = self.warps * self.private if self.machine.private_place == "local" else 0
        return self._rows(self.shared + own)

    def _rows(self, words: int) -> int:
        banks = self.machine.local.banks
        return -(-words // banks) * banks

    @cached_property
    def places_by(self) -> Mapping[str, int]:
        """The number of places for work-groups in a core by each limit; the smallest one applies."""
        machine, words = self.machine, self.local
        bounds = {
            "groups_per_core": machine.groups_per_core,
            "warps": machine.warps // self.warps,
            "register_file.words": machine.register_file.words // (self.warps * max(1, self.registers)),
            "groups of the launch": -(-self.grid.groups // machine.cores),
        }
        if words:
            bounds["local.words"] = machine.local.words // words
        return bounds

    @property
    def places(self) -> int:
        """Places for work-groups in a core; less than 1 if a group does not fit."""
        return min(self.places_by.values())

    def reach(self, places: int) -> int:
        """Return the words that local addresses reach from a work-group's first one, in a core of `places` places."""
        return self.shared if places > 1 or self.has_private_in_local else self.machine.local.words

    def private_span(self, places: int, buffers: Iterable[tuple[int, int]]) -> range:
        """Return the words of global memory that are private memory; none if private memory lies elsewhere.

        buffers: for each buffer, the address of its first byte and the address after its last byte.
        """
        if not self.program.private_words or self.machine.private_place != "global":
            return range(0)
        ends = [int(end) for _, end in buffers]
        first = after_buffer(max(ends)) // 4 if ends else FIRST_BUFFER // 4
        return range(first, first + self.machine.cores * places * self.warps * self.private)
