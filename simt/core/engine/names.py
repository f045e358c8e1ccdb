"""The names of engines and of their kinds.

A *kind* is an entry point and the optional groups that it has (simt/core/state/groups.py): a missing group is None,
which has a type of its own. So it causes another compilation, without any code for the group (simt/core/jit/absent.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simt.core.state.far_side import Device
from simt.core.state.groups import OPTIONAL
from simt.core.state.layout import Core

DRAM, CLIENTS, REPLAY, ROUTINE = "dram", "clients", "replay", "routine"
CORELESS = (DRAM, CLIENTS, REPLAY, ROUTINE)  # the engines that have no core, hence none of the groups


def kind_name(engine: str, groups: Iterable[bool]) -> str:
    """Return the name of a kind, with which the names of its files begin. groups: whether it has each of OPTIONAL."""
    return "-".join([engine, *(name for name, has in zip(OPTIONAL, groups, strict=True) if has)])


def groups_in(engine: str, arguments: tuple[Any, ...]) -> list[bool]:
    """List for each group of OPTIONAL whether it is in an entry point's arguments."""
    if engine in CORELESS:
        return [False] * len(OPTIONAL)
    present = [arguments[0][place] is not None for place in _PLACES]
    present.append(engine == "device" and arguments[1][_PLACE_OF_DRAM] is not None)
    return present


_PLACES = [Core._fields.index(name) for name in OPTIONAL if name in Core._fields]
_PLACE_OF_DRAM = Device._fields.index("dram")
