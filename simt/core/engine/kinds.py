"""Kinds of engine: an entry point and the groups that its machines have. Each is compiled when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simt.core.engine.entry import DRAM, compile_needed, forget

SECONDS = 8  # that a kind takes to compile, about


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: `engine` is a field of `EntryPoints`, `groups` say which of `OPTIONAL` its machines have.

    keys: what makes a machine need it, above the preset fpga4.
    """

    name: str
    what: str
    engine: str
    groups: tuple[bool, bool, bool]
    keys: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_compiled(self) -> bool:
        """Whether it is in memory, or in the cache on disk."""
        return not compile_needed(self.engine, self.groups)

    def forget(self) -> None:
        """Have it compiled anew by the next run that needs it."""
        forget(self.engine, self.groups)


_MASKS: dict[str, object] = {"branch.policy": "mask_stack"}
_BANKED: dict[str, object] = {"register_file.organisation": "three_banks"}
_DEVICE: dict[str, object] = {"cores": 2, "memory.policy": "simple"}

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("plain", "one core, cycle by cycle", "cycle", (False, False, False)),
        Kind("masks", "lanes that part", "cycle", (True, False, False), _MASKS),
        Kind("bundles", "bundles", "cycle", (False, True, False), {"vliw": 2}),
        Kind("banks", "banks of registers", "cycle", (False, False, True), _BANKED),
        Kind("masks-banks", "lanes that part, banks of registers", "cycle", (True, False, True), _MASKS | _BANKED),
        Kind("bundles-banks", "bundles, banks of registers", "cycle", (False, True, True), {"vliw": 2} | _BANKED),
        Kind("device", "several cores or global memory", "device", (False, False, False), _DEVICE),
        Kind("device-masks", "the same, lanes that part", "device", (True, False, False), _DEVICE | _MASKS),
        Kind("functional", "values only", "functional", (False, False, False)),
        Kind("functional-masks", "values only, lanes that part", "functional", (True, False, False), _MASKS),
        Kind("functional-bundles", "values only, bundles", "functional", (False, True, False), {"vliw": 2}),
        Kind("functional-device", "values only, several work-groups", "groups", (False, False, False), _DEVICE),
        Kind("functional-device-masks", "the same, lanes that part", "groups", (True, False, False), _DEVICE | _MASKS),
        Kind("dram", "a controller of DRAM and a trace", DRAM, (False, False, False)),
    )
}


def kind_of(engine: str, groups: Sequence[bool]) -> Kind:
    """The kind that a machine with these groups needs. An engine without time knows no banks of registers."""
    divergence, bundles, banks = groups
    return _BY_GROUPS[engine, (divergence, bundles, banks and engine == "cycle")]


_BY_GROUPS = {(kind.engine, kind.groups): kind for kind in KINDS.values()}
