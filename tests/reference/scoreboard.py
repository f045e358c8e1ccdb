"""Sections 24 and 22: several instructions of a warp in flight, under `issue.dependences` = scoreboard.

Literally: an instruction reads its operands as it enters its unit and keeps what it computes; it writes that when it
retires; a stop writes what the units still hold. Nothing is remembered about registers that are pending: whether an
instruction may be selected is found by looking at all that its warp has in flight. There are no bundles: each holds one
instruction. With `ideal.dependences` (section 22) what `writes_at_entry` names writes at entry, and is not waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference.bundle_slots import steers
from tests.reference.core import Core
from tests.reference.processor import Awaited, Processor, Warp
from tests.reference.units import Results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from isa.program.encoding import Instruction
    from tests.reference.bundle_slots import Operation
    from tests.reference.bundles import Bundle
    from tests.reference.memory import MemoryUnit
    from tests.reference.record import ReferenceResult
    from tests.reference.units import Flight, Instance

__all__ = ["Scoreboard", "ScoreboardCore", "is_plain", "reads_flag"]


def is_plain(instruction: Instruction) -> bool:
    """Whether it has no part in where its warp goes on, and with which lanes."""
    return not steers(instruction)


def reads_flag(instruction: Instruction) -> bool:
    """Whether its result depends on the carry flag, or its jump on one that it does not write itself."""
    return instruction.spec.reads_carry or (instruction.cond in ("c", "nc") and not instruction.spec.writes_carry)


class Scoreboard(Processor):
    """A processor with a scoreboard."""

    # --- Select ------------------------------------------------------------------------------------------------------

    def issue(self, warp: Warp, operations: Sequence[Operation], slot: int) -> Bundle:
        """The instruction takes an entry; after a plain one the warp goes on at once."""
        bundle = super().issue(warp, operations, slot)
        warp.in_flight.append(bundle)
        if not operations[0].is_steering:
            self.move(warp, bundle, only(bundle), taken=0)
        return bundle

    def obstacle(self, warp: Warp) -> Awaited | None:
        """What keeps the next instruction of a warp from being selected: the first of (a) to (e) that fails."""
        in_flight = warp.in_flight
        if warp.is_ending:
            return Awaited(next(bundle for bundle in in_flight if not bundle.is_complete))
        for bundle in in_flight:
            if only(bundle).operation.is_steering:
                return Awaited(bundle)
        operations = self.checked_bundle(warp)
        if operations is None:
            return Awaited(in_flight[0]) if in_flight else None
        (operation,) = operations
        for bundle in in_flight:
            if self.must_wait(operation, only(bundle).operation):
                return Awaited(bundle)
        if len(in_flight) >= self.machine.issue.entries:
            return Awaited(in_flight[0], is_full=True)
        if is_load(operation) and self.machine.issue.loads:
            loads = [bundle for bundle in in_flight if is_load(only(bundle).operation)]
            if len(loads) >= self.machine.issue.loads:
                return Awaited(loads[0], is_full=True)
        return None

    def must_wait(self, operation: Operation, older: Operation) -> bool:
        """Condition (c) fails: an older instruction in flight writes what this one needs, or the same register.

        With `ideal.dependences` the older one must be a load or an atomic of the unit `memory`; none writes the flag.
        """
        if self.machine.ideal.dependences and not is_load(older):
            return False
        if not older.writes.isdisjoint(operation.reads) or not older.writes.isdisjoint(operation.writes):
            return True
        return older.instruction.spec.writes_carry and reads_flag(operation.instruction)

    def awaited(self, warp: Warp) -> Awaited:
        """What a warp waits for that is not ready."""
        found = self.obstacle(warp)
        assert found is not None
        return found

    # --- Entry: operands are read ------------------------------------------------------------------------------------

    def enter_unit(self, flight: Flight, instance: Instance | MemoryUnit) -> None:
        """The instruction reads its operands and keeps what it computes; an access of `memory` has its values later."""
        super().enter_unit(flight, instance)
        if flight.unit != "memory" and not flight.has_trapped:
            flight.results = self.lane_results(self.warps[flight.warp], flight)
            if self.writes_at_entry(flight):
                self.write_results(self.warps[flight.warp], flight, flight.results)

    def writes_at_entry(self, flight: Flight) -> bool:
        """Whether it writes registers and flags as it enters, and nothing later: plain ones with `ideal.dependences`.

        Loads and atomics of the unit `memory` are not among them.
        """
        return self.machine.ideal.dependences and not flight.operation.is_steering and flight.unit != "memory"

    # --- Retire: results are written ---------------------------------------------------------------------------------

    def result_is_taken(self, flight: Flight) -> None:
        """The instruction retires. A steering one is the youngest of its warp, whose E is still its own mask."""
        warp = self.warps[flight.warp]
        bundle = next(bundle for bundle in warp.in_flight if flight in bundle.operations)
        if not flight.operation.is_steering:
            self.register_file.write(bundle, self.cycle)
            if not self.writes_at_entry(flight):
                self.write_results(warp, flight, self.results_of(warp, flight))
        else:
            assert bundle is warp.bundle
            assert warp.mask == flight.mask
            self.write_back(bundle)
        if warp.is_ending and all(bundle.is_complete for bundle in warp.in_flight):
            warp.is_ending = False
            warp.in_flight = []
            self.finish_warp(warp)

    def results_of(self, warp: Warp, flight: Flight) -> Results:
        """What was computed at entry; of an access of `memory`, what was loaded."""
        return self.lane_results(warp, flight) if flight.results is None else flight.results

    def write_carry(self, warp: Warp, flight: Flight, lane: int, carry: int) -> None:
        """The flag of a lane is the youngest writer's, whichever retires last."""
        if warp.flag_writers.get(lane, -1) < flight.event.sequence:
            warp.flag_writers[lane] = flight.event.sequence
            warp.carry[lane] = carry

    def last_lanes_end(self, warp: Warp) -> None:
        """The warp finishes when all that it has in flight has retired."""
        warp.is_ending = True

    def release(self) -> None:
        """Instructions give their entries back; then warps become ready."""
        for warp in self.warps:
            for bundle in list(warp.in_flight):
                if self.is_released(warp, bundle):
                    only(bundle).event.ready = self.cycle
                    warp.in_flight.remove(bundle)
                    if bundle is warp.bundle:
                        warp.bundle = warp.ready_in = None
        for warp in self.warps:
            if warp.is_ready or warp.is_finished or warp.is_idle:
                continue
            if self.obstacle(warp) is None:
                self.becomes_ready(warp)

    def is_released(self, warp: Warp, bundle: Bundle) -> bool:
        """Whether an instruction in flight is released in this cycle."""
        if not only(bundle).operation.is_steering:
            return bundle.is_complete and bundle.written + self.machine.retire.stages == self.cycle
        return warp.ready_in == self.cycle

    # --- Stops -------------------------------------------------------------------------------------------------------

    def finish(self, status: str) -> ReferenceResult:
        """The units drain."""
        for warp in self.warps:
            for bundle in warp.in_flight:
                flight = only(bundle)
                has_entered = flight.event.enter >= 0 and not flight.is_taken
                if not has_entered or flight.has_trapped or flight.operation.is_steering:
                    continue
                if flight.results is not None and not self.writes_at_entry(flight):
                    self.write_results(warp, flight, flight.results)
        result = super().finish(status)
        if self.trap is not None:
            result.pending = self.pending_of(self.warps[self.trap.warp])
        return result

    def pending_of(self, warp: Warp) -> frozenset[int]:
        """The registers that accesses of `memory` would have written that the stop has found in their unit."""
        away = [only(bundle) for bundle in warp.in_flight]
        found = [each for each in away if each.unit == "memory" and each.event.enter >= 0 and not each.is_taken]
        return frozenset().union(*(each.operation.writes for each in found if not each.has_trapped))


class ScoreboardCore(Scoreboard, Core):
    """A core of a device with a scoreboard."""


def is_load(operation: Operation) -> bool:
    """Whether it is a load or an atomic of the unit `memory`."""
    return operation.unit == "memory" and operation.instruction.spec.writes_register


def only(bundle: Bundle) -> Flight:
    """The one instruction of a bundle."""
    (flight,) = bundle.operations
    return flight
