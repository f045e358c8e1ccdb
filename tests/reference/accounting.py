"""Section 11: the three ledgers, recounted in every cycle from the definitions.

Nothing is remembered here from one cycle to the next but the sums: the state of a warp is found by looking where its
instruction is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference.record import ReferenceResult
from tests.reference.units import Flight, Instance

if TYPE_CHECKING:
    from tests.reference.processor import Processor, Warp

__all__ = ["count_cycle", "count_lanes", "hold_cause", "warp_state"]

State = tuple[str, int]  # reason, program counter that it blames (-1: nothing)
NOTHING = -1
DEPENDENCE = {"alu": "dep_alu", "fpu": "dep_fpu", "lds": "dep_local"}


def hold_cause(processor: Processor) -> State:
    """Why the front end is held: the first remaining entry, judged on the lowest-numbered instance of its unit."""
    entry = processor.front_end.first_remaining()
    assert entry is not None
    instance = processor.units.instances[entry.unit][0]
    if instance.is_frozen:
        return "retire_port", entry.pc
    if instance.is_in_conflict_cycles():
        return "bank_conflict", entry.pc
    return "unit_busy", entry.pc


def warp_state(
    processor: Processor, warp: Warp, in_front_end: dict[int, Flight], in_instance: dict[int, tuple[Flight, Instance]]
) -> State:
    """The first line of the table of warp states that holds after the select step."""
    is_held = processor.front_end.is_held
    if warp.is_finished:
        return "drain", NOTHING
    if warp.last_select == processor.cycle:
        assert warp.flight is not None
        return "issued", warp.flight.pc
    if warp.number in in_front_end:
        pc = in_front_end[warp.number].pc
        return (hold_cause(processor)[0], pc) if is_held else ("fetch", pc)
    if warp.number in in_instance:
        flight, instance = in_instance[warp.number]
        if instance.is_frozen:
            return "retire_port", flight.pc
        if instance.stages[0] is flight and instance.is_in_conflict_cycles():
            return "bank_conflict", flight.pc
        return dependence(flight)
    if warp.flight is not None and warp.flight.instruction.spec.name == "bar":
        return "barrier", warp.flight.pc  # retired, and not ready again
    if warp.flight is not None:
        return dependence(warp.flight)  # retired, in its r cycles
    assert warp.is_ready
    blamed = warp.pc if warp.pc < len(processor.program.words) else NOTHING
    if is_held:
        return hold_cause(processor)[0], blamed
    instruction = processor.checked_instruction(warp)
    if processor.front_end_stages > 0 or instruction is None:
        return "not_selected", blamed
    if processor.units.accepting(processor.units.unit_of(instruction)) is None:
        return "unit_busy", blamed
    return "not_selected", blamed


def dependence(flight: Flight) -> State:
    return ("branch" if flight.is_control else DEPENDENCE[flight.instruction.spec.unit]), flight.pc


def slot_states(processor: Processor, states: list[State], chosen: list[Flight | None]) -> list[State]:
    """What every issue slot of this cycle is charged to."""
    if processor.front_end.is_held:
        return [hold_cause(processor)] * processor.issue_width
    live = [warp for warp in processor.warps if not warp.is_finished]
    all_in_last = all(
        warp.flight is not None and warp.flight.instruction.spec.name == "ret" and warp.flight.event.retire < 0
        for warp in live
    )
    waiting = [warp for warp in live if warp.last_select != processor.cycle]
    waiting.sort(key=lambda warp: (warp.last_select, warp.number))
    result: list[State] = []
    unfilled = 0
    for flight in chosen:
        if flight is not None:
            result.append(("issued", flight.pc))
            continue
        if all_in_last or unfilled >= len(waiting):
            result.append(("drain", NOTHING))
        else:
            result.append(states[waiting[unfilled].number])
        unfilled += 1
    return result


def count_cycle(processor: Processor, result: ReferenceResult, chosen: list[Flight | None]) -> None:
    """Charge one cycle to the issue and the warp ledger, and record it; `chosen` are the slots' selections."""
    in_front_end = {entry.warp: entry for entry in processor.front_end.entries()}
    in_instance = {
        flight.warp: (flight, instance)
        for instances in processor.units.instances.values()
        for instance in instances
        for flight in instance.stages
        if flight is not None
    }
    states = [warp_state(processor, warp, in_front_end, in_instance) for warp in processor.warps]
    slots = slot_states(processor, states, chosen)
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
    """Charge one issued instruction to the lane ledger."""
    for lane in range(warp_size):
        if warp.lanes.active >> lane & 1:
            kind = "active"
        elif warp.lanes.living >> lane & 1:
            kind = "diverged"
        elif warp.number * warp_size + lane < threads:
            kind = "finished"
        else:
            kind = "tail"
        result.lane_ledger[kind] += 1
