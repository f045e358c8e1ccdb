"""Sections 11, 16, 17, 19, 25 and 27: the three ledgers, recounted in every cycle from the definitions.

Nothing is remembered here from one cycle to the next but the sums: the state of a warp is found by looking where its
operations are.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from isa.table.units import UNITS
from tests.reference.bundles import Bundle
from tests.reference.memory import MemoryUnit
from tests.reference.record import ReferenceResult
from tests.reference.units import Flight, Instance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.reference.bundle_slots import Operation
    from tests.reference.processor import Processor, Warp

__all__ = ["count_cycle", "count_lanes", "hold_cause", "warp_state"]

Place = tuple[Flight, "Instance | MemoryUnit"]  # an operation and where it is
State = tuple[str, int]  # reason, program counter that it blames (-1: nothing)
NOTHING = -1
OF_MEMORY = ("memory_grant", "memory_bank", "memory_bus")  # that warps have, and issue slots do not


class Front(NamedTuple):
    """The front end in one cycle: why it is held (None: it is not), its entries, and those of them that stand."""

    cause: State | None
    entries: list[Bundle]
    held: list[Bundle]

    @classmethod
    def of(cls, processor: Processor) -> Front:
        front = processor.front_end
        if not front.is_held:
            return cls(None, list(front.entries()), [])
        return cls(hold_cause(processor), list(front.entries()), list(front.held_entries()))


def hold_cause(processor: Processor) -> State:
    """Why the front end is held: R0 may not leave, or the first remaining entry of the oldest stage cannot enter.

    Of a group in R0 the entry counts whose operands are the last to be read, of several the lowest slot.
    """
    if processor.front_end.is_held_up_to_r0:
        return "operand_bank", max(processor.front_end.r0(), key=lambda entry: entry.read_last).pc
    entry = processor.front_end.first_remaining()
    assert entry is not None
    return cause_of_refusal(processor, entry.warp, [flight.operation for flight in entry.operations]), entry.pc


def warp_state(processor: Processor, warp: Warp, inside: list[Place], front: Front) -> State:
    """The first line of the table of warp states that holds after the select step.

    `inside` are the operations of this warp that are in units.
    """
    if warp.is_idle:
        return "idle", NOTHING
    if warp.is_finished:
        return "drain", NOTHING
    if warp.last_select == processor.cycle:
        assert warp.bundle is not None
        return "issued", warp.bundle.pc
    if not warp.is_ready:
        awaited, is_full = processor.awaited(warp)
        return ("scoreboard_full", awaited.pc) if is_full else state_of(processor, awaited, inside, front)
    blamed = warp.pc if warp.pc < len(processor.program.words) else NOTHING
    if front.cause is not None:
        return front.cause[0], blamed
    operations = processor.checked_bundle(warp)
    if processor.front_end_stages > 0 or operations is None:
        return "not_selected", blamed
    if processor.collectors.are_there:
        return processor.collectors.state_of_ready(warp.number, processor.cycle), blamed
    if processor.can_enter(warp.number, operations):
        return "not_selected", blamed
    if first_refused(processor, warp.number, operations).unit == "memory":
        return cause_of_refusal(processor, warp.number, operations), blamed
    return "unit_busy", blamed


def first_refused(processor: Processor, warp: int, operations: Sequence[Operation]) -> Operation:
    """The first operation of a bundle that finds no instance that can accept."""
    return next(operation for operation in operations if processor.units.accepting(operation, warp) is None)


def cause_of_refusal(processor: Processor, warp: int, operations: Sequence[Operation]) -> str:
    """Why a bundle cannot enter: judged on its first operation that is refused, on the lowest instance for that."""
    refused = first_refused(processor, warp, operations)
    return processor.units.serving(refused.unit, refused.slot, warp)[0].hold_cause()


def state_of(processor: Processor, bundle: Bundle, inside: list[Place], front: Front) -> State:
    """The state of a warp that waits for a bundle: by where its operations are."""
    if bundle in front.entries:
        is_standing = front.cause is not None and bundle in front.held
        return (front.cause[0], bundle.pc) if is_standing else ("fetch", bundle.pc)
    in_collector = processor.collectors.state(bundle, processor.cycle)
    if in_collector is not None:
        return in_collector, bundle.pc
    own = [place for place in inside if place[0] in bundle.operations]
    if own:
        return state_in_units(sorted(own, key=lambda place: place[0].operation.slot))
    bar = bundle.arrival or bundle.named("bar")  # complete, and not released
    if bar is not None:
        return "barrier", bar.pc
    if bundle.written > processor.cycle:
        assert bundle.written_last is not None
        return "retire_port", bundle.written_last.pc
    return dependence(bundle.taken_last)


def state_in_units(inside: list[Place]) -> State:
    """Of operations in units, in slot order: one that is kept there, else one in conflict cycles, else the first."""
    for flight, instance in inside:
        if instance.keeps(flight):
            return "retire_port", flight.pc
    for flight, instance in inside:
        if isinstance(instance, Instance) and instance.in_first_stage is flight and instance.is_in_conflict_cycles():
            return "bank_conflict", flight.pc
    flight, instance = inside[0]
    return (instance.state(flight), flight.pc) if isinstance(instance, MemoryUnit) else dependence(flight)


def dependence(flight: Flight) -> State:
    return ("branch" if flight.is_control else UNITS[flight.unit].reason), flight.pc


def slot_states(processor: Processor, states: list[State], chosen: list[Bundle | None], front: Front) -> list[State]:
    """What every issue slot of this cycle is charged to."""
    slots, schedulers = processor.slots, processor.schedulers
    if front.cause is not None:
        return [front.cause] * (schedulers.issue_slots * slots)
    live = [warp for warp in processor.warps if not warp.is_finished and not warp.is_idle]
    all_in_last = all(
        warp.bundle is not None
        and warp.bundle.named("ret") is not None
        and (not warp.bundle.is_complete or warp.is_ending)
        for warp in live
    )
    waiting = [warp for warp in live if warp.last_select != processor.cycle]
    no_warp = "drain" if any(processor.warps_of_groups()) else "idle"
    result: list[State] = []
    for slot, bundle in enumerate(chosen):
        scheduler = schedulers.of_slot(slot)
        if bundle is not None:
            result += bundle_states(bundle, slots)
        elif all_in_last:
            result += [(no_warp, NOTHING)] * slots
        elif not schedulers.has_turn(scheduler, processor.cycle):
            result += [("interval", NOTHING)] * slots
        elif not (own := [warp for warp in waiting if schedulers.of_warp(warp.number) == scheduler]):
            result += [(no_warp, NOTHING)] * slots
        else:
            longest = min(own, key=lambda warp: (warp.last_select, warp.number))
            waiting.remove(longest)  # the next unfilled slot takes the next warp
            reason, pc = states[longest.number]
            reason = processor.slot_kinds.unfilled(reason)
            result += [("dep_global" if reason in OF_MEMORY else reason, pc)] * slots
    return result


def bundle_states(bundle: Bundle, slots: int) -> list[State]:
    """The slots of a cycle in which a bundle is selected."""
    if slots == 1:
        return [("issued", bundle.pc)]
    result: list[State] = [("slot_empty", bundle.pc)] * slots
    for operation in bundle.operations:
        result[operation.event.slot] = "issued", operation.pc
    return result


def count_cycle(processor: Processor, result: ReferenceResult, chosen: list[Bundle | None]) -> None:
    """Charge one cycle to the issue and the warp ledger, and record it; `chosen` is what was selected."""
    places: defaultdict[int, list[Place]] = defaultdict(list)  # by warp
    for instance in processor.units.in_priority_order():
        for flight in instance.flights():
            places[flight.warp].append((flight, instance))
    front = Front.of(processor)
    states = [warp_state(processor, warp, places.get(warp.number, []), front) for warp in processor.warps]
    slots = slot_states(processor, states, chosen, front)
    for reason, pc in states:
        result.warp_ledger[pc, reason] += 1
    for reason, pc in slots:
        result.issue_ledger[pc, reason] += 1
    result.warp_states.append([reason for reason, _ in states])
    result.slot_reasons.append([reason for reason, _ in slots])
    result.ready_bits.append(sum(1 << warp.number for warp in processor.warps if warp.is_ready))
    result.bank_words.append(processor.bank_words)
    processor.bank_words = [0] * processor.machine.local.banks


def count_lanes(result: ReferenceResult, warp: Warp, threads: int, warp_size: int) -> None:
    """Charge one issued operation to the lane ledger."""
    with_thread = max(0, min(warp_size, threads - warp.in_group * warp_size))
    active, living = warp.lanes.active.bit_count(), (warp.lanes.active | warp.lanes.living).bit_count()
    counted = {
        "active": active,
        "diverged": living - active,
        "finished": with_thread - living,
        "tail": warp_size - with_thread,
    }
    for kind, lanes in counted.items():
        if lanes:
            result.lane_ledger[kind] += lanes
