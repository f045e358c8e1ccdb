"""Kinds of engine: an entry point and the optional groups that it has. Each is compiled when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from simt.core.engine.entry import compile_needed, forget
from simt.core.engine.names import CLIENTS, DRAM, OPTIONAL, ROUTINE, UNTIMED
from simt.core.state.grid import Grid
from simt.core.state.state import entry_of, has_divergence
from simt.machine import Machine

_SECONDS: Mapping[str, int] = {  # seconds that an engine takes to compile, about, on one core of 2024
    "cycle": 8, "device": 28, "functional": 6, "groups": 9, "check": 10, "check_groups": 14, DRAM: 4, CLIENTS: 6,
    ROUTINE: 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: `engine` is a field of `POINTS`, `has` names the groups of `OPTIONAL` that it has.

    keys: keys of a machine; the preset fpga4 with these values needs the kind.
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
        """Seconds that it takes to compile, about: each group adds a tenth."""
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
_COLLECTORS = _BOARD | {"register_file.organisation": "collectors", "front_end.stages": 0}
_DEVICE: dict[str, object] = {"cores": 2, "memory.policy": "simple"}
_DRAM: dict[str, object] = {"cores": 2, "memory.policy": "dram"}

_COLLECT = ("flights", "collectors")

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
        Kind("device-dram", "several cores, memory of DRAM", "device", ("divergence", "dram"), _DRAM),
        Kind("scoreboard", "several instructions of a warp in flight", "cycle", ("flights",), _BOARD),
        Kind("masks-scoreboard", "the same, lanes that part", "cycle", ("divergence", "flights"), _MASKS | _BOARD),
        Kind("device-scoreboard", "the same, several cores", "device", ("divergence", "flights"), _DEVICE | _BOARD),
        Kind(
            "device-scoreboard-dram",
            "the same, memory of DRAM",
            "device",
            ("divergence", "flights", "dram"),
            _DRAM | _BOARD,
        ),
        Kind("collectors", "a scoreboard, operand collectors", "cycle", ("divergence", *_COLLECT), _COLLECTORS),
        Kind(
            "device-collectors",
            "the same, several cores",
            "device",
            ("divergence", *_COLLECT),
            _DEVICE | _COLLECTORS,
        ),
        Kind(
            "device-collectors-dram",
            "the same, memory of DRAM",
            "device",
            ("divergence", *_COLLECT, "dram"),
            _DRAM | _COLLECTORS,
        ),
        Kind("functional", "values only", "functional"),
        Kind("functional-masks", "values only, lanes that part", "functional", ("divergence",), _MASKS),
        Kind("functional-bundles", "values only, bundles", "functional", ("bundles",), {"vliw": 2}),
        Kind("functional-device", "values only, several work-groups", "groups", ("divergence",), _DEVICE),
        Kind("check", "races and reads of what nobody wrote", "check", ("divergence",)),
        Kind("check-bundles", "the same, bundles", "check", ("bundles",), {"vliw": 2}),
        Kind("check-device", "the same, several work-groups", "check_groups", ("divergence",), _DEVICE),
        Kind("dram", "a controller of DRAM and a trace", DRAM),
        Kind("clients", "a channel of DRAM and its clients", CLIENTS),
        Kind("routine", "instructions that few programs have", ROUTINE),
    )
}


def kind_of_launch(machine: Machine, grid: Grid | None = None, engine: str = "cycle") -> Kind:
    """Return the kind that runs a launch on a machine.

    grid: None for one work-group. engine: "cycle", "functional", or "check", which is functional and watched.
    """
    on_device = machine.is_device if grid is None else grid.needs_device(machine)
    return kind_of(entry_of(on_device, engine != "cycle", engine == "check"), machine)


def optional_groups(machine: Machine, engine: str = "cycle") -> tuple[bool, ...]:
    """List for each group of OPTIONAL whether a machine's engine has it. engine: a field of `POINTS`.

    Only `cycle` has register banks, only `device` has DRAM, and only these two have a scoreboard or collectors.
    """
    return (
        has_divergence(machine, engine),
        machine.vliw.count > 1,
        machine.register_banks > 0 and engine == "cycle",
        machine.issue.has_scoreboard and engine not in UNTIMED,
        machine.has_collectors and engine not in UNTIMED,
        machine.memory.policy == "dram" and engine == "device",
    )


def kind_of(engine: str, machine: Machine) -> Kind:
    """Return the kind of an engine that a machine needs. engine: a field of `POINTS`."""
    return _BY_GROUPS[engine, optional_groups(machine, engine)]


_BY_GROUPS = {(kind.engine, kind.groups): kind for kind in KINDS.values()}
