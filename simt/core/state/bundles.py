"""The bundles of a core before cycle 0, with the slot and the instances of each operation of a program."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simt.core.state import layout
from simt.core.state.layout import Bundles
from simt.core.state.lowering import bundle_at
from simt.core.state.placed import Placed
from simt.core.state.units import Unit


def bundles_of(placed: Placed, warps: int, units: Mapping[str, Unit]) -> Bundles:
    """Return the bundles of a core with `warps` warps, none of which is in flight."""
    return Bundles(
        _positions(placed, units),
        parts=np.zeros((warps, placed.machine.vliw.count), layout.PART),
        left=np.zeros(warps, np.int64),
        count=np.zeros(warps, np.int64),
    )


def _positions(placed: Placed, units: Mapping[str, Unit]) -> np.ndarray:
    """Return slots and instances of the operations of the bundle that begins at each word: POSITION [words, slots]."""
    machine, legal, slots = placed.machine, placed.legal, placed.machine.bundle_slots
    positions = np.zeros((max(1, len(legal)), len(slots)), layout.POSITION)
    for pc in range(len(legal)):
        specs = [entry.spec for entry in bundle_at(legal, pc) if entry is not None]
        for part, slot in enumerate(slots.placed(specs)):
            serving = machine.serving(specs[part].unit)
            sharing = slots.by_unit[serving]
            positions[pc, part] = slot, units[serving].first + sharing.index(slot), len(sharing)
    return positions
