"""Several cores as one group of arrays: how they are made from one, and the part of each, a view.

An array whose leading axis is 1 belongs to all cores, so the part of a core is the whole array. If a group of arrays is
missing (None), the core's part is None.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simt.core.jit import block
from simt.core.jit.deferred import by_address, inlined
from simt.core.state import layout
from simt.core.state.dram import Dram
from simt.core.state.homes import Formation
from simt.core.state.layout import Core, Link
from simt.core.state.shadow import Shadow

_SHARED: dict[Any, tuple[str, ...]] = {  # the arrays that cores may share
    Core: ("spec", "code"),
    layout.Bundles: ("positions",),
    layout.Flights: ("uses",),
    Link: ("launches", "buffers", "template", "copies", "local"),
    Shadow: Shadow._fields,
}


def repeated(cores: Core, count: int) -> Core:
    """Return `count` cores that are like the first of `cores`, and share the arrays of _SHARED with it."""
    operands = cores.operands._replace(floats=None)  # the memory of the words
    return with_floats(_repeated(cores._replace(operands=operands), count))


def _repeated(group: Any, count: int) -> Any:
    if not isinstance(group, tuple):
        if group is None or group[:1].reshape(-1).view(np.uint8).any():
            return None if group is None else np.repeat(group[:1], count, axis=0)
        return np.zeros((count, *group.shape[1:]), group.dtype)  # pages that a run does not reach are never touched
    shared = _SHARED.get(type(group), ())
    fields = zip(type(group)._fields, group, strict=True)  # type: ignore[attr-defined]
    return type(group)(*(array if name in shared else _repeated(array, count) for name, array in fields))


def with_floats(cores: Core) -> Core:
    """Return cores whose `operands.floats` is the memory of `operands.words`, which it is not after both are copied."""
    return cores._replace(operands=cores.operands._replace(floats=cores.operands.words.view(np.float32)))


def own_part(array: np.ndarray, k: int) -> Any:
    """Return the part of core k of an array that cores may share."""
    return array[min(k, len(array) - 1)]


def _part_of(group: Any) -> Any:
    """Return a function that takes core k's part of a group: numba cannot walk over a tuple of different types.

    Other arrays are not asked for their length. It cost a device some 40 ns per array, core and window.
    """
    shared = _SHARED.get(group, ())
    rows = [f"min(k, group[{n}].shape[0] - 1)" if name in shared else "k" for n, name in enumerate(group._fields)]
    arrays = ", ".join(f"group[{place}][{row}]" for place, row in enumerate(rows))
    namespace = {"Group": group}
    exec(f"def group_of(k, group):\n    return None if group is None else Group({arrays})\n", namespace)
    return block(namespace["group_of"])


pipeline_of, bundles_of, register_file_of = map(_part_of, (layout.Pipeline, layout.Bundles, layout.RegisterFile))
flights_of, collectors_of, formation_of = map(_part_of, (layout.Flights, layout.Collectors, Formation))
operands_of, divergence_of, memory_of = map(_part_of, (layout.Operands, layout.Divergence, layout.LocalMemory))
ledgers_of, record_of, link_of, shadow_of = map(_part_of, (layout.Ledgers, layout.Record, Link, Shadow))


@inlined
def channel_of(k, dram):
    """Return channel k of several, handed on by its address: its controller is not inlined where it is called."""
    return by_address(
        Dram(
            dram.channel[k], dram.control[k], dram.banks[k], dram.activates[k], dram.reads[k], dram.writes[k],
            dram.queues[k], dram.requests[k], dram.log[k],
        )
    )  # fmt: skip


@block
def _row_of(k, array):
    """Return row k, in a tuple because numba cannot return a bare view; None of None."""
    return (None,) if array is None else (array[k],)


@inlined
def core_of(k, cores):
    """Return core k.

    The core's specification and its scalars of a run are records, which no function can return in a tuple.
    """
    (
        spec, code, run, pipeline, bundles, register_file, flights, collectors, warps, wheel, operands,
        divergence, formation, memory, ledgers, record, link, shadow,
    ) = cores  # fmt: skip
    shared = min(k, spec.shape[0] - 1)
    return Core(
        spec[shared], code[shared], run[k], pipeline_of(k, pipeline), bundles_of(k, bundles),
        register_file_of(k, register_file), flights_of(k, flights), collectors_of(k, collectors), warps[k],
        _row_of(k, wheel)[0], operands_of(k, operands), divergence_of(k, divergence),
        formation_of(k, formation), memory_of(k, memory), ledgers_of(k, ledgers), record_of(k, record),
        link_of(k, link), shadow_of(k, shadow),
    )  # fmt: skip
