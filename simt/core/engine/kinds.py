"""Kinds of engine: an entry point and the optional groups that it has. Each is compiled when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from simt.core.engine.entry import compile_needed, forget
from simt.core.engine.names import CLIENTS, DRAM, REPLAY, ROUTINE
from simt.core.state.grid import Grid
from simt.core.state.groups import COLLECT, FULL, MANY, MANY_FULL, OPTIONAL, entry_of, groups_of
from simt.machine import Machine

_SECONDS: Mapping[str, int] = {  # of a processor of 2024, to compile an engine without groups: benches/first_compile.py
    "cycle": 6, "device": 15, "functional": 3, "groups": 6, "check": 6, "check_groups": 11, DRAM: 2, CLIENTS: 3,
    REPLAY: 1, ROUTINE: 2,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of engine. engine: a field of `POINTS`. has: the names of its groups, of `OPTIONAL`.

    keys: values of machine keys, with which the preset fpga4 needs this kind.
    """

    name: str
    what: str
    engine: str
    has: tuple[str, ...] = ()
    keys: Mapping[str, object] = field(default_factory=dict)

    @property
    def groups(self) -> tuple[bool, ...]:
        """List for each group of OPTIONAL whether the kind has it."""
        return tuple(name in self.has for name in OPTIONAL)

    @property
    def seconds(self) -> int:
        """Seconds that it takes to compile, about: each group adds a quarter."""
        return round(_SECONDS[self.engine] * (1 + len(self.has) / 4))

    @property
    def is_compiled(self) -> bool:
        """Return whether it is in memory, or in the cache on disk."""
        return not compile_needed(self.engine, self.groups)

    def forget(self) -> None:
        """Have it compiled anew by the next run that needs it."""
        forget(self.engine, self.groups)


_MASKS: dict[str, object] = {"branch.policy": "mask_stack"}
_BUNDLES: dict[str, object] = {"vliw": 2}
_BANKED: dict[str, object] = {"register_file.organisation": "three_banks"}
_BOARD: dict[str, object] = {"issue.dependences": "scoreboard"}
_COLLECTORS = _BOARD | {"register_file.organisation": "collectors", "front_end.stages": 0}
_DEVICE: dict[str, object] = {"cores": 2, "memory.policy": "simple"}
_DRAM: dict[str, object] = {"cores": 2, "memory.policy": "dram"}

_SIDES = ("divergence",)

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("plain", "one core, cycle by cycle", "cycle"),
        Kind("masks", "lanes that part", "cycle", _SIDES, _MASKS),
        Kind("bundles", "bundles", "cycle", ("bundles",), _BUNDLES),
        Kind("full", "banks of registers, lanes that part in bundles", "cycle", FULL, _BUNDLES | _MASKS),
        Kind("device", "several cores or global memory", "device", (), _DEVICE),
        Kind("device-masks", "the same, lanes that part", "device", _SIDES, _DEVICE | _MASKS),
        Kind("device-dram", "several cores, memory of DRAM", "device", (*_SIDES, "dram"), _DRAM),
        Kind("device-full", "the same, banks or bundles", "device", (*FULL, "dram"), _DEVICE | _BUNDLES),
        Kind("scoreboard", "several instructions of a warp in flight", "cycle", ("flights",), _BOARD),
        Kind("masks-scoreboard", "the same, lanes that part", "cycle", MANY, _MASKS | _BOARD),
        Kind("full-scoreboard", "the same, banks of registers", "cycle", MANY_FULL, _BOARD | _BANKED),
        Kind("device-scoreboard", "a scoreboard, several cores", "device", MANY, _DEVICE | _BOARD),
        Kind("device-scoreboard-dram", "the same, memory of DRAM", "device", (*MANY, "dram"), _DRAM | _BOARD),
        Kind(
            "device-full-scoreboard",
            "the same, banks of registers",
            "device",
            (*MANY_FULL, "dram"),
            _DEVICE | _BOARD | _BANKED,
        ),
        Kind("collectors", "a scoreboard, operand collectors", "cycle", COLLECT, _COLLECTORS),
        Kind("device-collectors", "the same, several cores", "device", (*COLLECT, "dram"), _DEVICE | _COLLECTORS),
        Kind("functional", "values only", "functional"),
        Kind("functional-masks", "values only, lanes that part", "functional", _SIDES, _MASKS),
        Kind("functional-bundles", "values only, bundles", "functional", (*_SIDES, "bundles"), _BUNDLES),
        Kind("functional-device", "values only, several work-groups", "groups", _SIDES, _DEVICE),
        Kind("functional-device-bundles", "the same, bundles", "groups", (*_SIDES, "bundles"), _DEVICE | _BUNDLES),
        Kind("check", "races and reads of what nobody wrote", "check", (*_SIDES, "bundles")),
        Kind("check-device", "the same, several work-groups", "check_groups", (*_SIDES, "bundles"), _DEVICE),
        Kind("dram", "a controller of DRAM and a trace", DRAM),
        Kind("clients", "a channel of DRAM and its clients", CLIENTS),
        Kind("replay", "commands of DRAM as early as can be", REPLAY),
        Kind("routine", "instructions that few programs have", ROUTINE),
    )
}


def kind_of_launch(machine: Machine, grid: Grid | None = None, engine: str = "cycle") -> Kind:
    """Return the kind that runs a launch on a machine.

    grid: the sizes of the launch, None for one work-group. engine: "cycle", "functional", or "check" for a functional
    run that is watched.
    """
    on_device = machine.is_device if grid is None else grid.needs_device(machine)
    return kind_of(entry_of(on_device, engine != "cycle", engine == "check"), machine)


def optional_groups(machine: Machine, engine: str = "cycle") -> tuple[bool, ...]:
    """List for each group of OPTIONAL whether the kind that a machine gets has it. engine: a field of `POINTS`."""
    groups = groups_of(machine, engine)
    return tuple(name in groups for name in OPTIONAL)


def kind_of(engine: str, machine: Machine) -> Kind:
    """Return the kind of an engine that runs a machine. engine: a field of `POINTS`."""
    return kind_with(engine, optional_groups(machine, engine))


def kind_with(engine: str, groups: tuple[bool, ...]) -> Kind:
    """Return the kind of an engine that has groups. groups: whether it has each of OPTIONAL."""
    return _BY_GROUPS[engine, groups]


_BY_GROUPS = {(kind.engine, kind.groups): kind for kind in KINDS.values()}
