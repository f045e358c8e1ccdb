"""The slots of a machine's bundles: the mistakes in them, and the instances that serve them (docs/processor.md, 16)."""

from __future__ import annotations

from collections.abc import Iterator

from isa.program.bundles import MAX_SLOTS, Slots
from isa.reporting.diagnostics import listed
from isa.table.slot_kinds import JOINABLE, unknown_name
from isa.table.units import UNITS
from simt.machine.description import Description
from simt.machine.schema import Declared
from simt.machine.slot_kinds import no_kind

_KEY = "vliw.slots"


def slots_of_instances(machine: Description, unit: str) -> list[int]:
    """Return the slot that each instance of a unit serves; [] if the machine has no instances of it.

    Of m slots that take the unit, the j-th instance serves the (j mod m)-th. Control instructions that the ALU executes
    have the slots of its instances.
    """
    taking = machine.bundle_slots.by_unit[unit]
    return [taking[number % len(taking)] for number in range(machine.unit_counts.get(unit, 0))]


def mistakes(machine: Description) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield the keys, the message and a way out for each mistake about the slots of bundles."""
    kinds = machine.vliw.slots
    if isinstance(kinds, int):
        return
    if not 1 <= len(kinds) <= MAX_SLOTS:
        yield (_KEY,), f"{_KEY} names {len(kinds)} slots", f"a bundle has 1 to {MAX_SLOTS} slots"
    elif (name := unknown_name(kinds)) is not None:
        yield (_KEY,), *no_kind(name, JOINABLE)
    else:
        yield from _of_kinds(machine, kinds, machine.bundle_slots)


def _of_kinds(machine: Description, kinds: tuple[str, ...], slots: Slots) -> Iterator[tuple[tuple[str, ...], str, str]]:
    present = [unit for unit in UNITS if unit == "control" or unit in machine.unit_counts]
    if missing := [unit for unit in present if not slots.by_unit[unit]]:
        message = f"no slot of {_KEY} takes instructions of {listed(missing, 'or')}"
        yield (_KEY,), message, f"add {missing[0]} to a slot, as in {kinds[0]}+{missing[0]}"
    for name in dict.fromkeys(name for kind in kinds for name in kind.split("+")):
        if name in UNITS and name not in present:
            message = f"{_KEY} names {name}, and {machine.name} has no such unit: nothing can fill that"
            yield (_KEY,), message, f"leave {name} out{_way_to(name)}"
    if machine.control.route == "alu":
        for slot in slots.by_unit["control"]:
            if slot not in slots.by_unit["alu"]:
                message = f"the slot {kinds[slot]} of {_KEY} takes control instructions, which the ALU executes"
                yield (_KEY, "control.route"), message, "add alu to the slot, or set control.route to own"
    for unit in present:
        taking, count = len(slots.by_unit[unit]), machine.unit_counts.get(unit, 0)
        if not count or count % max(1, taking) == 0:
            continue
        keys: tuple[str, ...] = (_KEY,)
        advice = f"let {'one slot' if count == 1 else f'{count} slots or fewer'} take {unit}"
        if _has_count(unit):
            keys, advice = (
                (_KEY, f"{unit}.count"),
                f"set {unit}.count to {taking * max(1, count // taking)}, or {advice}",
            )
        if count < taking:
            message = f"{taking} slots of {_KEY} take {unit}, and there {'is' if count == 1 else 'are'} {count} of it"
        else:
            message = f"{taking} slots of {_KEY} take {unit}, and {count} instances cannot be shared out equally"
        yield keys, message, advice


def _has_count(unit: str) -> bool:
    """Return whether a machine may have several instances of a unit."""
    return isinstance(Description.tables()[unit].model_fields.get("count"), Declared)


def _way_to(unit: str) -> str:
    """Return words for a machine that has a unit."""
    if unit == "memory":
        return ", or set memory.policy to simple or dram"
    return f", or set {unit}.count to 1 or more" if _has_count(unit) else ""
