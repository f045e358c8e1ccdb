"""The entry point that runs a launch, and the optional groups of a core or a device that each kind of engine has.

A missing group is None, which has a type of its own. So it causes another compilation, without any code for the group.
A kind for each set of groups would mean hundreds of kinds, so a machine gets the first kind that has all groups that
the machine needs. Further groups of this kind have no effect: bundles of one operation, a bank without accesses, lanes
that stay together, threads that stay in their warps, no channels. But only a machine with a scoreboard has flights, and
only one with collectors has them: a kind that has them must not be the first for another machine.
"""

from __future__ import annotations

from functools import lru_cache

from simt.machine import Machine

# The first are groups of Core, the last is one of Device.
OPTIONAL = ("divergence", "bundles", "register_file", "flights", "collectors", "formation", "dram")

UNTIMED = ("functional", "groups", "check", "check_groups")  # the engines without time

_MASKS, _BUNDLES, _BANKS = "divergence", "bundles", "register_file"
MANY = (_MASKS, "flights")
COLLECT = (*MANY, "collectors", "formation")
FULL, MANY_FULL = (_MASKS, _BUNDLES, _BANKS, "formation"), (*MANY, _BANKS, "formation")
# By engine, the one with the fewest groups first. The fast ones are for machines of which many are run.
KIND_GROUPS: dict[str, tuple[tuple[str, ...], ...]] = {
    "cycle": (
        (), (_MASKS,), (_BUNDLES,), ("flights",), MANY, FULL, MANY_FULL, COLLECT,
    ),
    "device": (
        (), (_MASKS,), (_MASKS, "dram"), MANY, (*MANY, "dram"), (*FULL, "dram"), (*MANY_FULL, "dram"),
        (*COLLECT, "dram"),
    ),
    "functional": ((), (_MASKS,), (_MASKS, _BUNDLES)),
    "groups": ((_MASKS,), (_MASKS, _BUNDLES)),
    "check": ((_MASKS, _BUNDLES),),
    "check_groups": ((_MASKS, _BUNDLES),),
}  # fmt: skip


def entry_of(on_device: bool, without_time: bool = False, is_checked: bool = False) -> str:
    """Return the name of the compiled entry point that runs a launch. is_checked: only of a run without time."""
    if not without_time:
        return "device" if on_device else "cycle"
    if on_device:
        return "check_groups" if is_checked else "groups"
    return "check" if is_checked else "functional"


def groups_of(machine: Machine, engine: str) -> frozenset[str]:
    """Return the optional groups that an engine has for a machine. engine: a field of `POINTS` that runs cores."""
    return _first(engine, _needed(machine, engine))


@lru_cache
def _first(engine: str, needed: frozenset[str]) -> frozenset[str]:
    return next(frozenset(groups) for groups in KIND_GROUPS[engine] if needed.issubset(groups))


def _needed(machine: Machine, engine: str) -> frozenset[str]:
    """Return the optional groups without which an engine cannot run a machine."""
    is_timed = engine not in UNTIMED
    needed = {
        _MASKS: machine.branch.lanes_may_part,
        _BUNDLES: machine.vliw.count > 1,
        _BANKS: is_timed and machine.register_banks > 0,
        "flights": is_timed and machine.issue.has_scoreboard,
        "collectors": is_timed and machine.has_collectors,
        "formation": is_timed and machine.branch.forms_warps,
        "dram": engine == "device" and machine.memory.policy == "dram",
    }
    return frozenset(name for name, is_needed in needed.items() if is_needed)
