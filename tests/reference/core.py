"""Section 18: a core of a device. It is the processor with places for work-groups, and the unit `memory`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tests.reference.accounting import count_cycle
from tests.reference.bundles import Bundle
from tests.reference.coalescing import Transaction, transactions
from tests.reference.groups import Grid, Place, places_of_a_core
from tests.reference.memory import Access, MemoryUnit, Span, lanes_out_of_buffers
from tests.reference.parts import access_of, local_words, misplaced
from tests.reference.processor import Processor, Warp
from tests.reference.schedulers import Schedulers

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine
    from tests.reference.units import Flight

__all__ = ["Core"]


class Core(Processor):
    """One core. Between its retire step and the rest of its cycle the device looks whether the launch has ended."""

    def __init__(
        self, number: int, program: Program, machine: Machine, grid: Grid, local: Sequence[int], buffers: Sequence[Span]
    ) -> None:
        super().__init__(program, machine, grid, 0, None)
        self.number = number
        self.buffers = buffers
        self.initial_local = local
        self.places = places_of_a_core(program, machine, grid)
        ring = [(place, number) for place in self.places for number in place.warps]
        before = number * len(ring)  # warps of the cores before this one
        self.first_private = self.private.first_global(buffers) + before * self.private.words_of_a_warp
        self.warps = [self.new_warp(number, number - place.warps.start) for place, number in ring]
        self.place_of_warp = [place for place, _ in ring]
        for warp in self.warps:
            warp.is_ready = False
            warp.is_idle = True
        self.schedulers = Schedulers(machine, len(ring))
        self.starts: list[tuple[int, int]] = []  # (place, group): messages that came at the beginning of this cycle
        self.groups_ended = 0
        self.chosen: list[Bundle | None] = []  # in this cycle

    # Groups

    def start_group(self, place: Place, group: int) -> None:
        """The place is as at a launch, and its warps are ready."""
        place.group = group
        own = self.local_of_place(place)
        for address in own:
            self.local[address] = 0
        for address, word in zip(own, self.initial_local, strict=False):
            self.local[address] = word
        for number in place.warps:
            warp = self.new_warp(number, number - place.warps.start)
            self.warps[number] = warp
            self.set_launch_values(warp)
            self.schedulers.becomes_ready(number, self.cycle)

    def end_groups(self) -> list[int]:
        """After the retires: the places whose last warp has finished are empty; gives their numbers."""
        ended = []
        for place in self.places:
            if place.group is not None and all(self.warps[number].is_finished for number in place.warps):
                place.group = None
                ended.append(place.number)
                for number in place.warps:
                    self.warps[number].is_idle = True
        self.groups_ended += len(ended)
        return ended

    def warps_of_groups(self) -> list[list[Warp]]:
        return [[self.warps[number] for number in place.warps] for place in self.places if place.group is not None]

    def own_local(self, warp: Warp) -> range:
        return self.local_of_place(self.place_of_warp[warp.number])

    def local_of_place(self, place: Place) -> range:
        """Its words of local memory, but for private memory, which is behind them and is not cleared."""
        if self.private.is_local:
            return place.local[: local_words(self.program, self.machine)]
        return place.local

    def group_of(self, warp: Warp) -> int:
        group = self.place_of_warp[warp.number].group
        assert group is not None
        return group

    # The cycle

    def begin(self, cycle: int) -> None:
        """A cycle begins, before the messages come."""
        self.cycle = cycle
        if self.units.memory is not None:
            self.units.memory.cycle = cycle

    def first_half(self, report: Callable[[int], None]) -> None:
        """What the messages brought, and the retire step."""
        for place, group in self.starts:
            self.start_group(self.places[place], group)
        self.starts = []
        if self.units.memory is not None:
            self.units.memory.note_offers()
        self.retire_step()
        for place in self.end_groups():
            report(place)

    def second_half(self) -> None:
        """Units, dispatch, select."""
        self.units_step()
        self.dispatch_step()
        self.chosen = self.select_step()

    def end(self) -> None:
        """Ledgers, once the arbiter has done its cycle; `cycle` is then the number of cycles that are done."""
        count_cycle(self, self.result, self.chosen)
        self.cycle += 1

    # Global memory

    def add_memory(self, send: Callable[[int, Access, Transaction], None]) -> None:
        """The core gets its unit `memory`."""
        self.units.memory = MemoryUnit(self.machine, send)

    def enter_memory(self, flight: Flight, unit: MemoryUnit) -> None:
        """An access enters: its operands are read, its addresses judged and coalesced."""
        warp = self.warps[flight.warp]
        words = flight.instruction.spec.words
        access = access_of(flight.instruction.spec.name)
        addresses, data = self.addresses_and_data(flight)
        if access.space == "private":
            lanes_out = misplaced(addresses, flight.mask, access.size, 4 * self.private.words)
        else:
            lanes_out = lanes_out_of_buffers(addresses, flight.mask, access.size, self.buffers)
        found: list[Transaction] = []
        rule, is_load = self.machine.memory.coalescing, access.verb == "ld"
        if lanes_out:
            lowest = next(lane for lane in self.lanes if lanes_out >> lane & 1)
            self.found(f"{access.space}_address", warp, lanes_out, flight.pc, addresses[lowest])
            flight.has_trapped = True
        elif access.space == "private":
            bases = [self.first_private + warp.homes[lane] * self.private.words_of_a_warp for lane in self.lanes]
            starts = [4 * self.private.word(bases[lane], lane, address) for lane, address in enumerate(addresses)]
            addresses = [start + address % 4 for start, address in zip(starts, addresses, strict=True)]
            found = transactions(rule, starts, flight.mask, 4, is_load=is_load)
        else:
            is_atomic = access.verb == "atom"
            found = transactions(rule, addresses, flight.mask, access.size, is_atomic, is_load)
        flight.event.degree = len(found)
        self.result.degree_sum[flight.pc] += len(found)
        unit.enter_access(Access(flight, addresses, data, found, self.cycle + unit.beats, words))
