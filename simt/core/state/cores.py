"""A core of several: views of its part of every array. Nothing is copied, and None is part of None.

An array whose leading axis is 1 belongs to all cores: each has all of it as its part.
"""

from __future__ import annotations

from typing import Any

from simt.core.jit import block
from simt.core.jit.compile import inlined
from simt.core.state.layout import (
    Bundles,
    Core,
    Divergence,
    Ledgers,
    Link,
    LocalMemory,
    Operands,
    Pipeline,
    Record,
    RegisterFile,
)


def _part_of(group: Any) -> Any:
    """The function that gives core k's part of such a group: numba cannot walk over a tuple of different types."""
    arrays = ", ".join(f"group.{name}[min(k, group.{name}.shape[0] - 1)]" for name in group._fields)
    namespace = {"Group": group}
    exec(f"def group_of(k, group):\n    return None if group is None else Group({arrays})\n", namespace)
    return block(namespace["group_of"])


pipeline_of, bundles_of, register_file_of = _part_of(Pipeline), _part_of(Bundles), _part_of(RegisterFile)
operands_of, divergence_of, memory_of = _part_of(Operands), _part_of(Divergence), _part_of(LocalMemory)
ledgers_of, record_of, link_of = _part_of(Ledgers), _part_of(Record), _part_of(Link)


@inlined
def untimed_core_of(k, cores):
    """Core k without what only time needs."""
    return Core(
        cores.spec[0], cores.code[0], cores.run[k], None, bundles_of(k, cores.bundles), None, cores.warps[k], None,
        operands_of(k, cores.operands), divergence_of(k, cores.divergence), memory_of(k, cores.memory),
        ledgers_of(k, cores.ledgers), None, link_of(k, cores.link),
    )  # fmt: skip


@inlined
def core_of(k, cores):
    """Core k. Its specification and its scalars of a run are records, which no function can return in a tuple."""
    shared = min(k, cores.spec.shape[0] - 1)
    return Core(
        cores.spec[shared], cores.code[shared], cores.run[k], pipeline_of(k, cores.pipeline),
        bundles_of(k, cores.bundles), register_file_of(k, cores.register_file), cores.warps[k], cores.wheel[k],
        operands_of(k, cores.operands), divergence_of(k, cores.divergence), memory_of(k, cores.memory),
        ledgers_of(k, cores.ledgers), record_of(k, cores.record), link_of(k, cores.link),
    )  # fmt: skip
