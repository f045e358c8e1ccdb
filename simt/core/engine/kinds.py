"""Kinds of engine: an entry point and the groups that its machines have. Each is compiled when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simt.core.engine.entry import CLIENTS, DRAM, OPTIONAL, ROUTINE, compile_needed, forget
from simt.core.state.grid import Grid
from simt.machine import Machine

_SECONDS: Mapping[str, int] = {  # seconds that an engine takes to compile, about, on one core of 2024
    "cycle": 8, "device": 28, "functional": 6, "groups": 9, "check": 10, "check_groups": 14, DRAM: 4, CLIENTS: 6,
    ROUTINE: 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: `engine` is a field of `EntryPoints`, `has` names the groups of `OPTIONAL` that its machines have.

    keys: the keys for which a machine needs it, above the preset fpga4.
    """

    name: str
    what: str
    engine: str
    has: tuple[str, ...] = ()
    keys: Mapping[str, object] = field(default_factory=dict)

    @property
    def groups(self) -> tuple[bool, ...]:
        """List the groups of OPTIONAL that its machines have."""
        return tuple(name in self.has for name in OPTIONAL)

    @property
    def seconds(self) -> int:
        """Seconds that it takes to compile, about: each group that its machines have adds a tenth."""
        return round(_SECONDS[self.engine] * (1 + len(self.has) / 10))

    @property
    def is_compiled(self) -> bool:
        """Return whether it is in memory, or in the cache on disk."""
        return not compile_needed(self.engine, self.groups)

    def forget(self) -> None:
        """Have it compiled anew by the next run that needs it."""
        forget(self.engine, self.groups)


_MASKS: dict[str, object] = {"branch.policy": "mask_stack"}
_BANKED: dict[str, object] = {"register_file.organisation": "three_banks"}
_BOARD: dict[str, object] = {"issue.dependences": "scoreboard"}
_DEVICE: dict[str, object] = {"cores": 2, "memory.policy": "simple"}
_DRAM: dict[str, object] = {"cores": 2, "memory.policy": "dram"}

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("plain", "one core, cycle by cycle", "cycle"),
        Kind("masks", "lanes that part", "cycle", ("divergence",), _MASKS),
        Kind("bundles", "bundles", "cycle", ("bundles",), {"vliw": 2}),
        Kind("banks", "banks of registers", "cycle", ("register_file",), _BANKED),
        Kind("masks-banks", "lanes that part, banks", "cycle", ("divergence", "register_file"), _MASKS | _BANKED),
        Kind("bundles-banks", "bundles, banks", "cycle", ("bundles", "register_file"), {"vliw": 2} | _BANKED),
        Kind("device", "several cores or global memory", "device", (), _DEVICE),
        Kind("device-masks", "the same, lanes that part", "device", ("divergence",), _DEVICE | _MASKS),
        Kind("device-dram", "several cores, memory of DRAM", "device", ("dram",), _DRAM),
        Kind("device-masks-dram", "the same, lanes that part", "device", ("divergence", "dram"), _DRAM | _MASKS),
        Kind("scoreboard", "several instructions of a warp in flight", "cycle", ("flights",), _BOARD),
        Kind("masks-scoreboard", "the same, lanes that part", "cycle", ("divergence", "flights"), _MASKS | _BOARD),
        Kind("device-scoreboard", "the same, several cores", "device", ("flights",), _DEVICE | _BOARD),
        Kind(
            "device-masks-scoreboard",
            "the same, lanes that part",
            "device",
            ("divergence", "flights"),
            _DEVICE | _MASKS | _BOARD,
        ),
        Kind("device-scoreboard-dram", "the same, memory of DRAM", "device", ("flights", "dram"), _DRAM | _BOARD),
        Kind(
            "device-masks-scoreboard-dram",
            "the same, lanes that part",
            "device",
            ("divergence", "flights", "dram"),
            _DRAM | _MASKS | _BOARD,
        ),
        Kind("functional", "values only", "functional"),
        Kind("functional-masks", "values only, lanes that part", "functional", ("divergence",), _MASKS),
        Kind("functional-bundles", "values only, bundles", "functional", ("bundles",), {"vliw": 2}),
        Kind("functional-device", "values only, several work-groups", "groups", (), _DEVICE),
        Kind("functional-device-masks", "the same, lanes that part", "groups", ("divergence",), _DEVICE | _MASKS),
        Kind("check", "races and reads of what nobody wrote", "check"),
        Kind("check-masks", "the same, lanes that part", "check", ("divergence",), _MASKS),
        Kind("check-bundles", "the same, bundles", "check", ("bundles",), {"vliw": 2}),
        Kind("check-device", "the same, several work-groups", "check_groups", (), _DEVICE),
        Kind("check-device-masks", "the same, lanes that part", "check_groups", ("divergence",), _DEVICE | _MASKS),
        Kind("dram", "a controller of DRAM and a trace", DRAM),
        Kind("clients", "a channel of DRAM and its clients", CLIENTS),
        Kind("routine", "instructions that few programs have", ROUTINE),
    )
}


def kind_of_launch(machine: Machine, grid: Grid | None = None, engine: str = "cycle") -> Kind:
    """Return the kind that runs a launch on a machine.

    grid: None for one work-group. engine: "cycle", "functional", or "check", which is functional and watched.
    """
    if machine.is_device if grid is None else grid.needs_device(machine):
        engine = {"cycle": "device", "functional": "groups", "check": "check_groups"}[engine]
    return kind_of(engine, optional_groups(machine))


def optional_groups(machine: Machine) -> tuple[bool, ...]:
    """List the groups of OPTIONAL that a machine's engine has."""
    return (
        machine.branch.lanes_may_part,
        machine.vliw.slots > 1,
        machine.register_banks > 0,
        machine.issue.has_scoreboard,
        machine.memory.policy == "dram",
    )


def kind_of(engine: str, groups: Sequence[bool]) -> Kind:
    """Return the kind that a machine with these groups needs; without time there are no register banks and no DRAM."""
    divergence, bundles, banks, flights, dram = groups
    is_timed = engine in ("cycle", "device")
    wanted = (divergence, bundles, banks and engine == "cycle", flights and is_timed, dram and engine == "device")
    return _BY_GROUPS[engine, wanted]


_BY_GROUPS = {(kind.engine, kind.groups): kind for kind in KINDS.values()}
