"""The kinds of issue slots: what each slot of a scheduler takes (docs/processor.md, section 26).

`simt.machine.bundle_slots` has the slots of bundles, whose kinds are of the same form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from isa.program.encoding import Instruction
from isa.reporting.diagnostics import listed, quote
from isa.table.slot_kinds import ANY, JOINABLE, takes, unknown_name
from isa.table.units import UNITS
from simt.machine.description import Description

_OPERAND = "operand"
_NAMES = (*JOINABLE, _OPERAND)  # which can be joined


def mistakes(machine: Description) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield the keys, the message and a way out for each mistake about slots and their operands."""
    yield from _of_slots(machine)
    yield from _of_operand_interval(machine)


def _of_slots(machine: Description) -> Iterator[tuple[tuple[str, ...], str, str]]:
    key, slots, width = "issue.slots", machine.issue.slots, machine.issue_width
    if not slots:
        return
    if (name := unknown_name(slots, _NAMES)) is not None:
        yield (key,), *no_kind(name, _NAMES)
        return
    if len(slots) != width:
        message = f"issue.slots names {len(slots)} slots with issue_width = {width}"
        yield (key, "issue_width"), message, f"set issue_width to {len(slots)}, or name a kind for each slot"
    if not machine.issue.has_kinds:
        return
    if not machine.issue.has_scoreboard:
        message = f"issue.slots with issue.dependences = {machine.issue.dependences}: kinds of slots need a scoreboard"
        advice = "set issue.dependences to scoreboard; with issue.entries = 1 a warp has one in flight as well"
        yield (key, "issue.dependences"), message, advice
    taken = slots_by_unit(slots)
    present = {"control", *machine.unit_counts}
    if missing := [unit for unit in UNITS if unit in present and not taken[unit]]:
        message = f"no slot of issue.slots takes instructions of {listed(missing, 'or')}"
        yield (key,), message, f"add {missing[0]} to a slot, as in {slots[0]}+{missing[0]}"


def no_kind(name: str, names: Sequence[str]) -> tuple[str, str]:
    """Return the message and a way out for a name that is not one of `names`, the names that can be joined."""
    advice = f"use {ANY} alone, or {listed(names, 'or')}, joined by +"
    return f"{quote(name)} is not a kind of slot that can be joined", advice


def _of_operand_interval(machine: Description) -> Iterator[tuple[tuple[str, ...], str, str]]:
    key, interval, least = "issue.operand_interval", machine.issue.operand_interval, machine.issue.interval
    if not interval:
        return
    if interval < least:
        message = f"{key} = {interval} with issue.interval = {least}: a turn after an operand is no earlier than others"
        yield (key, "issue.interval"), message, f"set {key} to {least} or more, or to 0"
    if not machine.issue.takes_operands:
        message = f"{key} = {interval} without a slot for operands: only loads of kind {_OPERAND} make a turn wait"
        yield (key, "issue.slots"), message, f"name {_OPERAND} in a slot of issue.slots, or set {key} to 0"


@lru_cache(256)
def slots_by_unit(slots: tuple[str, ...]) -> Mapping[str, frozenset[int]]:
    """Return the slots that take the instructions of each unit.

    The entry `operand` has the slots for operand loads: the slots of the LDS if no slot names `operand`.
    """

    def taking(name: str) -> frozenset[int]:
        return frozenset(slot for slot, kind in enumerate(slots) if takes(kind, name))

    taken = {unit: taking(unit) for unit in UNITS}
    return {**taken, _OPERAND: taking(_OPERAND) or taken["lds"]}


def slots_by_word(
    machine: Description, instructions: Sequence[Instruction | None], loads: Collection[int]
) -> list[frozenset[int]]:
    """Return the slots of a scheduler that take each word of a program; every slot for a word that does not decode.

    An empty program counts as a word that does not decode. The machine must have kinds of slots (`Issue.has_kinds`).
    loads: the program's `operand_loads`.
    """
    taken = slots_by_unit(machine.issue.slots)
    every = frozenset(range(machine.issue_width))
    return [
        every if entry is None else taken[_OPERAND if address in loads else machine.unit_of(entry)]
        for address, entry in enumerate(instructions or [None])
    ]


def rounds(machine: Description, issued: Mapping[str, int], operands: int | None = None) -> int:
    """Return the least number of turns in which each scheduler of a core issues instructions, by the kinds of slots.

    issued: the number of instructions by unit. operands: the number of operand loads among the instructions of the LDS,
    None if it is not known.

    Each set of slots gives a bound: the number of instructions that fit only slots of the set, divided by the number of
    these slots on all schedulers and rounded up. The result is the greatest bound; 0 without kinds of slots.
    """
    if not machine.issue.has_kinds:
        return 0
    taken = dict(slots_by_unit(machine.issue.slots))
    if operands is None:
        taken["lds"] |= taken[_OPERAND]
    counts = {**issued, "lds": issued["lds"] - (operands or 0), _OPERAND: operands or 0}
    most = 0
    for size in range(1, machine.issue_width + 1):
        for part in map(frozenset, combinations(range(machine.issue_width), size)):
            alone = sum(count for name, count in counts.items() if taken[name] <= part)
            most = max(most, -(-alone // (size * machine.issue.schedulers)))
    return most
