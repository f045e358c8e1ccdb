"""The warp in which a thread began, where warps form (docs/processor.md, section 30)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simt.core.jit import block
from simt.core.jit.deferred import hand_on_whole


class Formation(NamedTuple):
    """The threads of a core that change their warps. None on a machine whose warps do not form."""

    homes: Any  # int64 [W, lanes]: the warp in which the thread of a lane began
    moving: Any  # int64 [n]: the rows of a warp's operands that a thread takes along


hand_on_whole(Formation)


@block
def home_of(core, w, lane):
    """Return the warp in which the thread of a lane of warp w began."""
    if core.formation is not None:
        return core.formation.homes[w, lane]
    return np.int64(w)
