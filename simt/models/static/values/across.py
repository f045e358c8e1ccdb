"""The results of instructions that read other lanes of their warp, for the warps of a group at once.

Words share no code with the engines; tests compare both.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from isa.table.semantics import SIGN
from isa.table.spec import InstructionSpec
from simt.models.static.values.words import MASK32, Word

# The lane from which a lane reads, int64; it may be none of the warp. The arguments are lanes and b.
_SOURCES: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "shuffle.b32": lambda _lane, b: b,
    "shuffle_up.b32": lambda lane, b: lane - b,
    "shuffle_down.b32": lambda lane, b: lane + b,
    "shuffle_xor.b32": lambda lane, b: lane ^ b,
}
# The word of all lanes, from those that take part: int64 [warps, lanes that take part] to [warps].
_COMMON: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "vote_any.b32": lambda a: (a != 0).any(axis=1) * 1,
    "vote_all.b32": lambda a: (a != 0).all(axis=1) * 1,
    "reduce_add.u32": lambda a: a.sum(axis=1) & MASK32,
    "reduce_min.u32": lambda a: a.min(axis=1),
    "reduce_max.u32": lambda a: a.max(axis=1),
    "reduce_min.s32": lambda a: (a ^ SIGN).min(axis=1) ^ SIGN,
    "reduce_max.s32": lambda a: (a ^ SIGN).max(axis=1) ^ SIGN,
    "reduce_and.b32": lambda a: np.bitwise_and.reduce(a, axis=1),
    "reduce_or.b32": lambda a: np.bitwise_or.reduce(a, axis=1),
    "reduce_xor.b32": lambda a: np.bitwise_xor.reduce(a, axis=1),
}


def evaluate_across(spec: InstructionSpec, sources: list[Word], active: np.ndarray) -> Word | None:
    """Return the result in the lanes that take part.

    All warps of a group have the same lanes take part. None for floats.

    sources: words that are known there, without steps. active: bool [lanes], of which one or more are set.
    """
    rows = max((part.shape[0] for word in sources if isinstance(part := word.value, np.ndarray)), default=1)
    shape = rows, len(active)
    a, *others = (np.broadcast_to(word.value, shape) for word in sources)
    if spec.name in _SOURCES:
        lanes = np.arange(len(active))
        source = _SOURCES[spec.name](lanes, others[0])
        inside = (source >= 0) & (source < len(active))
        source = np.where(inside, source, lanes)
        source = np.where(active[source], source, lanes)
        return Word(np.take_along_axis(a, source, axis=1))
    if spec.name == "ballot.b32":
        bits = np.where(active & (a != 0), 1 << np.arange(len(active)) % 32, 0)
        words = np.add.reduceat(np.pad(bits, ((0, 0), (0, 64 - len(active)))), [0, 32], axis=1)
        which = others[0]
        return Word(np.where(which < 2, np.take_along_axis(words, np.minimum(which, 1), axis=1), 0))
    common = _COMMON.get(spec.name)
    return None if common is None else Word(common(a[:, active])[:, np.newaxis])
