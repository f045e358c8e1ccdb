"""Sections 2 to 9, 16, 17, 22, 23, 25 to 28; 13 to 15, 29 and 30 by the lanes' values: launch, cycle, its steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tests.reference import local_memory, masks, parts, values
from tests.reference.accounting import count_cycle, count_lanes
from tests.reference.across import REQUIREMENTS, across, is_across
from tests.reference.bundles import Bundle, parse
from tests.reference.collectors import Collectors
from tests.reference.counters import CounterLanes
from tests.reference.explicit import SCALAR_SOURCE, ScalarLanes, is_scalar, lane_holds
from tests.reference.formation import Formation, FormationLanes
from tests.reference.front_end import FrontEnd
from tests.reference.groups import Grid, words_of_a_group
from tests.reference.joins import JoinLanes
from tests.reference.memory import MemoryUnit
from tests.reference.progress import ProgressLanes
from tests.reference.reconvergence import reconvergence_points
from tests.reference.record import EventDraft, ReferenceResult, Trap, Wait
from tests.reference.register_file import RegisterFile
from tests.reference.scheduler import Rule, Standing
from tests.reference.schedulers import Schedulers
from tests.reference.slots import SlotKinds
from tests.reference.units import Flight, Instance, Results, Units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from isa.program.encoding import Instruction
    from isa.program.program import Program
    from simt.machine import Machine
    from simt.machine.sections import Branch
    from tests.reference.bundle_slots import Operation

__all__ = ["Awaited", "Processor", "Warp"]

FIRST_SPECIAL = 112
_SPECIALS = (
    "lane_id thread_id warp_id group_id group_size groups warp_size global_id scalar "
    "local_id_x local_id_y group_id_x group_id_y global_id_x global_id_y group_size_x"
)
SPECIALS = {name: FIRST_SPECIAL + place for place, name in enumerate(_SPECIALS.split())}
SPECIAL_NAMES = {number: name for name, number in SPECIALS.items()}
FIRST_INDEXED = 128  # what the field const names for the source number of a scalar register, from here on
_INDEXED = (
    "local_id_z group_id_z global_id_z group_size_y group_size_z groups_x groups_y groups_z "
    "global_size_x global_size_y global_size_z global_offset_x global_offset_y global_offset_z work_dim"
)
INDEXED_NAMES = dict(enumerate(_INDEXED.split(), FIRST_INDEXED))
# By branch policy:
AnyLanes = masks.Lanes | JoinLanes | CounterLanes | ScalarLanes | ProgressLanes | FormationLanes


def first_lanes(branch: Branch, with_thread: int, warp_size: int) -> AnyLanes:
    """The lanes of a warp at the start: those with a thread are active."""
    match branch.policy:
        case "first_thread" | "mask_stack":
            return masks.Lanes(active=with_thread, living=with_thread)
        case "ipdom_stack":
            return JoinLanes(active=with_thread, living=with_thread)
        case "min_pc":
            return CounterLanes(living=with_thread, counters=(0,) * warp_size)
        case "explicit_masks":
            return ScalarLanes(active=with_thread, living=with_thread)
        case "warp_formation":
            return FormationLanes(living=with_thread, counters=(0,) * warp_size)
        case "its" | "its_yield":
            return ProgressLanes.first(with_thread, warp_size, branch.convergence_barriers)
    raise ValueError(f"the specification has no branch policy {branch.policy}")


@dataclass(eq=False)
class Warp:
    """One launched warp."""

    number: int  # in the ring of the scheduler
    in_group: int  # its number in its work-group
    lanes: AnyLanes  # under `first_thread` all lanes that have a thread are active until the warp ends
    registers: list[list[int]]  # [register][lane]
    carry: list[int]  # by lane
    homes: list[int]  # by lane: the warp in which its thread began, by number; another one in section 30 only
    pc: int = 0
    is_ready: bool = True
    is_finished: bool = False
    is_waiting: bool = False  # at a barrier that is not open
    is_idle: bool = False  # without a work-group (section 18)
    ready_in: int | None = None  # the cycle from which the warp is ready again, once it is known
    last_select: int = -1
    bundle: Bundle | None = field(default=None)  # the last one that it issued, until its release
    # With a scoreboard (section 24):
    in_flight: list[Bundle] = field(default_factory=list)  # in program order
    flag_writers: dict[int, int] = field(default_factory=dict)  # by lane: sequence of the youngest that wrote the flag
    is_ending: bool = False  # its last lanes have ended, and older results are not back

    @property
    def mask(self) -> int:
        """The active lanes."""
        return self.lanes.active


class Awaited(NamedTuple):
    """What a warp waits for: the result of a bundle or, if the scoreboard is full, the entry that it has."""

    bundle: Bundle
    is_full: bool = False


class Processor:
    """A launch: machine, program and everything that changes."""

    def __init__(self, program: Program, machine: Machine, grid: Grid, group_id: int, rule: Rule | None) -> None:
        self.program = program
        self.machine = machine
        self.grid = grid
        self.threads = threads = grid.threads
        self.group_id = group_id
        self.warp_size = machine.warp_size
        self.lanes = range(machine.warp_size)
        self.front_end_stages = machine.front_end.stages
        launched = -(-threads // self.warp_size)
        if not 1 <= launched <= machine.warps:
            raise ValueError(f"{threads} threads are {launched} warps; the machine has {machine.warps}")
        self.warps = [self.new_warp(x, in_group=x) for x in range(launched)]
        self.constants = [*program.constants] + [0] * (machine.constants.words - len(program.constants))
        self.local = [0] * machine.local.words
        self.private = parts.Private.of(program, machine)
        needed = words_of_a_group(program, machine, launched)
        if needed > machine.local.words:
            raise ValueError(f"a group needs {needed} words of local memory")
        self.schedulers = Schedulers(machine, launched, rule)
        self.slot_kinds = SlotKinds(program, machine)
        self.register_file = RegisterFile(machine)
        self.collectors = Collectors(machine)
        self.front_end = FrontEnd(self.front_end_stages, self.register_file.more_stages, machine.issue_width)
        self.units = Units(machine)
        self.slots = self.units.slots.count  # S
        legal = [self.legal_or_none(instruction) for instruction in program.instructions]
        self.bundles = [parse(legal, pc, self.units) for pc in range(len(legal))]  # that begin at each word
        has_meetings = machine.branch.policy in ("ipdom_stack", "its", "its_yield")
        self.meetings = reconvergence_points(program.instructions) if has_meetings else {}
        self.formation = Formation(program, machine)
        self.cycle = 0
        self.trap: Trap | None = None
        self.events: list[EventDraft] = []
        self.bank_words = [0] * machine.local.banks  # of this cycle's access
        length = len(program.words)
        self.result = ReferenceResult(
            cycles=0,
            status="",
            trap=None,
            registers=np.zeros(0, np.uint32),
            carry=[],
            local=np.zeros(0, np.uint32),
            events=[],
            issues=[0] * length,
            degree_sum=[0] * length,
            disagreements=[0] * length,
        )

    def new_warp(self, number: int, in_group: int) -> Warp:
        """A warp at the start of its group, but for what the program gives registers."""
        with_thread = self.lanes_with_thread(in_group)
        return Warp(
            number=number,
            in_group=in_group,
            lanes=first_lanes(self.machine.branch, with_thread, self.warp_size),
            registers=[[0] * self.warp_size for _ in range(self.machine.registers)],
            carry=[0] * self.warp_size,
            homes=[number] * self.warp_size,
        )

    def lanes_with_thread(self, in_group: int) -> int:
        """The lanes of a warp of a group that are not tail lanes, as a mask."""
        first = in_group * self.warp_size
        return sum(1 << lane for lane in self.lanes if first + lane < self.threads)

    def home(self, warp: Warp, lane: int) -> Warp:
        """The warp in which the thread of a lane began."""
        return self.warps[warp.homes[lane]]

    def set_launch_values(self, warp: Warp) -> None:
        """Section 15: what registers and scalar registers hold at the start."""
        for entry in self.program.at_launch:
            if entry.bank == "register":
                lanes = range(self.warp_size)
                warp.registers[entry.number] = [self.special(warp, lane, entry.source) for lane in lanes]
            elif isinstance(warp.lanes, ScalarLanes):
                others = list(warp.lanes.others)
                others[entry.number] = self.special(warp, 0, entry.source)
                warp.lanes = warp.lanes._replace(others=tuple(others))

    # --- The program on this machine ---------------------------------------------------------------------------------

    def legal_or_none(self, instruction: Instruction | None) -> Instruction | None:
        """The instruction if the machine has it: its options, its registers, its constants."""
        if instruction is None:
            return None
        spec = instruction.spec
        options = self.machine.options
        has = {
            "": True,
            "multiply": options.multiply,
            "mad": options.read_ports == 3,
            "multiply_mad": options.multiply and options.read_ports == 3,
            "count_bits": options.count_bits,
            "permute_mad": options.permute and options.read_ports == 3,
            "round": options.round,
            "fused_mad": options.fused and options.read_ports == 3,
            **{name: getattr(options, name) for name in REQUIREMENTS},
            "sfu": self.machine.sfu.count > 0,
            "sfu_divide": options.divide and self.machine.sfu.count > 0,
            "dpu": self.machine.dpu.count > 0,
            "dpu_mad": self.machine.dpu.count > 0 and options.read_ports == 3,
            "global_memory": self.machine.memory.policy != "none",
            "mask_stack": self.machine.branch.policy == "mask_stack",
            "explicit_masks": self.machine.branch.policy == "explicit_masks",
        }
        reads_scalar = (
            SCALAR_SOURCE in (instruction.ra, instruction.rb, instruction.rc) and instruction.const < FIRST_INDEXED
        )
        if not has[spec.requires] or (reads_scalar and not has["explicit_masks"]):
            return None
        if "rd" in spec.fields and instruction.rd >= self.machine.registers:
            return None
        if spec.words > 1:  # registers one after the other: of a load from rd on, of a store from rb on
            first = instruction.rd if "rd" in spec.fields else instruction.rb
            if first + spec.words > self.machine.registers:
                return None
        if spec.name.endswith("cas.b32") and instruction.rb + 1 >= self.machine.registers:
            return None
        for name in spec.doubles:  # a pair: its second register must be there too
            if instruction.csel != name[1] and getattr(instruction, name) + 1 >= self.machine.registers:
                return None
        for slot in ("a", "b", "c"):
            number = getattr(instruction, "r" + slot)
            is_register = "r" + slot in spec.fields and instruction.csel != slot and number < FIRST_SPECIAL
            if is_register and number >= self.machine.registers:
                return None
        if instruction.csel != "none" and instruction.const >= self.machine.constants.words:
            return None
        return instruction

    def checked_bundle(self, warp: Warp) -> list[Operation] | None:
        """The operations of the warp's next bundle, or None if it would trap at the check at select."""
        if warp.pc >= len(self.bundles):
            return None
        operations, misfit = self.bundles[warp.pc]
        return operations if misfit is None else None

    def source(self, warp: Warp, lane: int, number: int) -> int:
        """A source operand: a register or a special."""
        name = SPECIAL_NAMES.get(number)
        return warp.registers[number][lane] if name is None else self.special(warp, lane, name)

    def special(self, warp: Warp, lane: int, name: str) -> int:
        """A special source, indexed or not."""
        match name:
            case "lane_id":
                return lane
            case "warp_id":
                return self.home(warp, lane).in_group
            case "warp_size":
                return self.warp_size
        return self.grid.special(name, self.group_of(warp), self.home(warp, lane).in_group * self.warp_size + lane)

    def group_of(self, warp: Warp) -> int:
        """The number of the work-group to which a warp belongs."""
        return self.group_id

    def operands(self, flight: Flight, lane: int) -> list[int]:
        """The sources of one lane, in the order a, b, c; a constant in place of the one that it replaces.

        A double is 64 bits: of two registers, the lower half first, or of a constant, a single, widened.
        """
        instruction = flight.instruction
        warp = self.warps[flight.warp]
        found = []
        for slot in ("a", "b", "c"):
            if "r" + slot not in instruction.spec.fields:
                continue
            number = getattr(instruction, "r" + slot)
            if "r" + slot in instruction.spec.doubles:
                if instruction.csel == slot:
                    found.append(values.double_from_float(self.constants[instruction.const]))
                else:
                    found.append(warp.registers[number][lane] | warp.registers[number + 1][lane] << 32)
            elif instruction.csel == slot:
                found.append(self.constants[instruction.const])
            elif number == SCALAR_SOURCE and instruction.const >= FIRST_INDEXED:
                found.append(self.special(warp, lane, INDEXED_NAMES[instruction.const]))
            elif number == SCALAR_SOURCE:
                assert isinstance(warp.lanes, ScalarLanes)
                found.append(warp.lanes.scalars[instruction.const])
            else:
                found.append(self.source(warp, lane, number))
        return found

    def pair(self, flight: Flight, slot: str) -> int:
        """The 64 bits of a source pair; a constant in its place is 32 bits with its sign."""
        instruction = flight.instruction
        if instruction.csel == slot:
            word = self.constants[instruction.const]
            return word | 0xFFFF_FFFF << 32 if word >> 31 else word
        lanes = self.warps[flight.warp].lanes
        assert isinstance(lanes, ScalarLanes)
        return lanes.pair(getattr(instruction, "s" + slot))

    # --- The loop ----------------------------------------------------------------------------------------------------

    def run(self, max_cycles: int) -> ReferenceResult:
        """Section 2: retire, units, dispatch, select, until the last warp finishes, a trap, or the limit."""
        for warp in self.warps:
            self.set_launch_values(warp)
        while True:
            if self.cycle == max_cycles:
                return self.finish("cycle_limit")
            self.retire_step()
            if all(warp.is_finished for warp in self.warps):
                return self.finish("done")
            self.units_step()
            self.dispatch_step()
            chosen = self.select_step()
            count_cycle(self, self.result, chosen)
            self.cycle += 1
            if self.trap is not None:
                return self.finish("trap")

    def found(self, kind: str, warp: Warp, lanes: int, pc: int, value: int) -> None:
        """A trap is found; the first of a cycle is the one reported."""
        if self.trap is None:
            self.trap = Trap(kind, self.cycle, warp.number, lanes, pc, value)

    # --- Retire (section 6), barrier (section 7) ---------------------------------------------------------------------

    def retire_step(self) -> None:
        ports = [self.machine.retire.ports] if self.slots == 1 else [1] * self.slots  # still free, by slot
        for instance in self.units.in_priority_order():
            instance.is_frozen = False
            flight = instance.offered()
            if flight is None:
                continue
            if flight.event.offer < 0:
                flight.event.offer = self.cycle
            slot = flight.operation.slot
            if ports[slot] == 0 or not self.collectors.can_write(flight, self.cycle):
                instance.is_frozen = True
                continue
            ports[slot] -= 1
            self.collectors.write(flight, self.cycle)
            instance.leave()
            flight.event.retire = self.cycle
            self.result_is_taken(flight)
        self.barrier()
        self.release()

    def result_is_taken(self, flight: Flight) -> None:
        """The result of an operation leaves its unit."""
        bundle = self.warps[flight.warp].bundle
        assert bundle is not None
        if bundle.is_complete:
            self.write_back(bundle)

    def release(self) -> None:
        """At the end of the retire step: the warps that become ready in this cycle."""
        for warp in self.warps:
            if warp.ready_in == self.cycle:
                assert warp.bundle is not None
                for operation in warp.bundle.operations:
                    operation.event.ready = self.cycle
                warp.bundle = None
                warp.ready_in = None
                self.becomes_ready(warp)

    def becomes_ready(self, warp: Warp) -> None:
        """The warp's bit is set, in time for the select step."""
        warp.is_ready = True
        self.schedulers.becomes_ready(warp.number, self.cycle)

    def write_back(self, bundle: Bundle) -> None:
        """The next program counter, masks, the end of the warp, the arrival at a barrier; registers, carry flags."""
        warp = self.warps[bundle.warp]
        self.register_file.write(bundle, self.cycle)
        warp.ready_in = bundle.written + self.machine.retire.stages
        results = {operation.pc: self.results_of(warp, operation) for operation in bundle.operations}
        steering = bundle.steering
        try:
            self.control_flow(warp, bundle, steering, results[steering.pc])
        except masks.MaskError as trap:  # lanes, stack, program counter and registers are those of before
            self.found(trap.kind, warp, trap.lanes, steering.pc, trap.value)
            return
        for operation in bundle.operations:  # of two that write one register the higher slot wins
            self.write_results(warp, operation, results[operation.pc])

    def write_results(self, warp: Warp, flight: Flight, results: Results) -> None:
        """Registers and carry flags of the lanes of an operation."""
        for lane, (word, carry) in results.items():
            warp.registers[flight.instruction.rd][lane] = word & values.MASK
            if "rd" in flight.instruction.spec.doubles:
                warp.registers[flight.instruction.rd + 1][lane] = word >> 32
            if flight.instruction.spec.writes_carry:
                self.write_carry(warp, flight, lane, carry)
        for more, words in enumerate(flight.loaded_more, 1):  # of a wide load
            for lane, word in words.items():
                warp.registers[flight.instruction.rd + more][lane] = word

    def write_carry(self, warp: Warp, flight: Flight, lane: int, carry: int) -> None:
        """An operation writes the flag of a lane."""
        warp.carry[lane] = carry

    def results_of(self, warp: Warp, flight: Flight) -> Results:
        """What an operation that retires writes: its operands are read now, as nobody has changed them since entry."""
        return self.lane_results(warp, flight)

    def lane_results(self, warp: Warp, flight: Flight) -> Results:
        """What an operation writes, from operands of before its bundle. Empty if it writes no register."""
        instruction = flight.instruction
        spec = instruction.spec
        results: Results = {}
        if not spec.writes_register:
            return results
        if is_across(spec.name):
            taking_part = [lane for lane in self.lanes if flight.mask >> lane & 1]
            words = across(spec.name, self.warp_size, {lane: self.operands(flight, lane) for lane in taking_part})
            return {lane: (word, warp.carry[lane]) for lane, word in words.items()}
        for lane in range(self.warp_size):
            if not flight.mask >> lane & 1:
                continue
            if spec.unit in ("lds", "memory", "private"):
                results[lane] = flight.loaded[lane], warp.carry[lane]
                continue
            sources = tuple(self.operands(flight, lane))
            if spec.name == "ternlog.b32":
                sources = (*sources, instruction.table)
            results[lane] = values.compute(spec.name, sources, warp.carry[lane], spec.reads_carry, spec.writes_carry)
        return results

    def control_flow(self, warp: Warp, bundle: Bundle, flight: Flight, results: Results) -> None:
        """Where the warp goes on and with which lanes. `flight` is the operation of the bundle that decides it."""
        instruction = flight.instruction
        name = instruction.spec.name
        if isinstance(warp.lanes, ProgressLanes | FormationLanes) and self.stops_lanes(warp, flight):
            found = warp.lanes.after_return() if name == "ret" else warp.lanes.wait(bundle.next_pc)
            if found is not None:
                warp.lanes, arrives = found
                warp.pc = warp.lanes.pc
                if arrives:
                    self.arrive(warp, bundle, flight)
                return
            warp.ready_in = None
            self.last_lanes_end(warp)
        elif name == "ret":
            goes_on = after_return(warp.lanes)
            if goes_on is not None:
                warp.lanes, warp.pc = goes_on
                return
            warp.ready_in = None
            self.last_lanes_end(warp)
        elif name == "bar":
            if not isinstance(warp.lanes, ScalarLanes | ProgressLanes | FormationLanes):
                masks.check_barrier(warp.lanes.active, warp.lanes.living)
            self.arrive(warp, bundle, flight)
            self.move(warp, bundle, flight, taken=0)
        elif name == "jmp" and isinstance(warp.lanes, ScalarLanes):
            warp.pc = instruction.target  # whatever the mask is
        elif name == "jmp":
            self.move(warp, bundle, flight, taken=warp.mask)
        elif is_scalar(name):
            assert isinstance(warp.lanes, ScalarLanes)
            warp.lanes, warp.pc = warp.lanes.effect(
                name, instruction.sd, self.pair(flight, "a"), self.pair(flight, "b"), bundle.next_pc, instruction.target
            )
        elif name.startswith(("vcmp.", "vtest.")):
            assert isinstance(warp.lanes, ScalarLanes)
            active = [lane for lane in range(self.warp_size) if warp.mask >> lane & 1]
            holds = sum(1 << lane for lane in active if lane_holds(name, *self.operands(flight, lane)))
            warp.lanes, warp.pc = warp.lanes.write(instruction.sd, holds), bundle.next_pc
        elif name in masks.MASK_INSTRUCTIONS:
            branch = self.machine.branch
            nonzero = 0
            if "ra" in instruction.spec.fields:
                sources = [self.operands(flight, lane)[0] for lane in range(self.warp_size)]
                nonzero = sum(1 << lane for lane, source in enumerate(sources) if source != 0)
            assert isinstance(warp.lanes, masks.Lanes)
            warp.lanes, warp.pc = masks.effect(
                name, warp.lanes, bundle.next_pc, nonzero, instruction.target, instruction.otherwise,
                branch.stack_depth, branch.order,
            )  # fmt: skip
        else:
            condition = instruction.cond
            taken = sum(1 << lane for lane, result in results.items() if takes_jump(condition, *result))
            if taken not in (0, warp.mask):
                self.result.disagreements[flight.pc] += 1
            self.move(warp, bundle, flight, taken)

    def stops_lanes(self, warp: Warp, flight: Flight) -> bool:
        """Sections 29 and 30: whether an instruction is a `ret`, or the `bar` of some of the living lanes."""
        if flight.instruction.spec.name == "bar":
            return warp.lanes.active != warp.lanes.living and not self.machine.ideal.barriers
        return flight.instruction.spec.name == "ret"

    def arrive(self, warp: Warp, bundle: Bundle, flight: Flight) -> None:
        """The warp arrives at a barrier by an operation of a bundle: a `bar`, in sections 29 and 30 perhaps a `ret`."""
        bundle.arrival = flight
        warp.is_waiting = True
        warp.ready_in = None

    def last_lanes_end(self, warp: Warp) -> None:
        """A `ret` retires that ends the warp."""
        self.finish_warp(warp)

    def finish_warp(self, warp: Warp) -> None:
        """The warp is finished, and leaves the active set."""
        warp.is_finished = True
        self.schedulers.leaves_active_set(warp.number)

    def move(self, warp: Warp, bundle: Bundle, flight: Flight, taken: int) -> None:
        """On to the next bundle; `taken` are the active lanes whose jump would go to its target."""
        branch = self.machine.branch
        target = flight.instruction.target
        match warp.lanes:
            case JoinLanes():
                meeting = self.meetings.get(flight.pc)
                warp.lanes, warp.pc = warp.lanes.move(
                    bundle.next_pc, taken, target, meeting, branch.stack_depth, branch.order
                )
            case CounterLanes() | FormationLanes():
                warp.lanes, warp.pc = warp.lanes.move(bundle.next_pc, taken, target)
            case ProgressLanes():
                warp.lanes = warp.lanes.move(
                    bundle.next_pc, taken, target, self.meetings.get(flight.pc), branch.order,
                    branch.yield_after, leaves=branch.policy == "its_yield",
                )  # fmt: skip
                warp.pc = warp.lanes.pc
            case ScalarLanes():
                warp.pc = target if warp.lanes.takes(taken) else bundle.next_pc
            case _:
                # Under `first_thread` lane 0 decides. It always has a thread, so it is the lowest active lane.
                warp.pc = target if taken >> masks.lowest(warp.mask) & 1 else bundle.next_pc

    def barrier(self) -> None:
        """After all retires: open it if all have arrived, or find that it can never open.

        With `ideal.barriers` it opens for those that are there (section 22). Where warps form, those that have finished
        count as arrived (section 30).
        """
        for group in self.warps_of_groups():
            waiting = [warp for warp in group if warp.is_waiting]
            if self.formation.is_the_policy:
                group = [warp for warp in group if not warp.is_finished]
            if len(waiting) == len(group) or self.machine.ideal.barriers:
                for warp in waiting:
                    warp.is_waiting = False
                    assert warp.bundle is not None
                    warp.ready_in = max(warp.bundle.written, self.cycle) + self.machine.retire.stages
            elif waiting and any(warp.is_finished for warp in group):
                lowest = waiting[0]
                self.found("deadlock", lowest, lowest.mask, bar_of(lowest).pc, len(waiting))

    def warps_of_groups(self) -> list[list[Warp]]:
        """The warps of each work-group that is here."""
        return [self.warps]

    # --- Units (section 5) -------------------------------------------------------------------------------------------

    def units_step(self) -> None:
        for instance in self.units.in_priority_order():
            instance.advance()

    # --- Dispatch (section 4) ----------------------------------------------------------------------------------------

    def dispatch_step(self) -> None:
        front_end = self.front_end
        front_end.is_held = front_end.is_held_up_to_r0 = False
        if self.front_end_stages == 0:
            self.collectors.dispatch(self)
            return
        reading = [bundle for bundle in front_end.r0() if bundle.may_leave > self.cycle]  # a group waits as a whole
        oldest = front_end.groups[-1]
        for place, bundle in enumerate(oldest):
            if bundle is None or bundle in reading:
                continue
            if self.can_enter(bundle.warp, [flight.operation for flight in bundle.operations]):
                oldest[place] = None
                self.enter(bundle)
        if reading and front_end.first_remaining() in (None, reading[0]):
            front_end.is_held = front_end.is_held_up_to_r0 = True
            front_end.shift_behind_r0()
        else:
            front_end.is_held = front_end.first_remaining() is not None

    def can_enter(self, warp: int, operations: Sequence[Operation]) -> bool:
        """Whether for each operation of a bundle an instance can accept; no instance serves two slots."""
        return all(self.units.accepting(operation, warp) is not None for operation in operations)

    def enter(self, bundle: Bundle) -> None:
        """All operations of a bundle enter, each the lowest-numbered instance that serves it and can accept."""
        for flight in bundle.operations:
            instance = self.units.accepting(flight.operation, bundle.warp)
            assert instance is not None
            self.enter_unit(flight, instance)

    def enter_unit(self, flight: Flight, instance: Instance | MemoryUnit) -> None:
        """An operation enters its unit; an access to local memory takes effect."""
        flight.event.enter = self.cycle
        flight.event.instance = instance.number
        if isinstance(instance, MemoryUnit):
            self.enter_memory(flight, instance)
            return
        degrees = [1] * self.beats(flight, instance)
        if instance.unit == "lds":
            degrees = self.access_local(flight, degrees)
        flight.event.degree = sum(degrees)
        self.result.degree_sum[flight.pc] += sum(degrees)
        instance.enter(flight, degrees, *self.units.cost(flight.instruction))

    def beats(self, flight: Flight, instance: Instance) -> int:
        """The passes that an operation takes; with `ideal.lanes` its active lanes stand side by side (section 22)."""
        if flight.is_control:
            return 1
        if self.machine.ideal.lanes and instance.unit != "lds":
            return max(1, -(-flight.mask.bit_count() // instance.lanes))
        return self.warp_size // instance.lanes

    def enter_memory(self, flight: Flight, unit: MemoryUnit) -> None:
        """An access to global memory enters its unit."""
        raise NotImplementedError("only a core of a device has global memory")

    def addresses_and_data(self, flight: Flight) -> tuple[list[int], list[list[int]]]:
        """By lane: the address of an access, and the words that it stores or works on, one after the other."""
        instruction = flight.instruction
        warp = self.warps[flight.warp]
        offset = self.constants[instruction.const] if instruction.csel == "c" else 0
        operands = [self.operands(flight, lane) for lane in range(self.warp_size)]
        addresses = [(sources[0] + offset) & values.MASK for sources in operands]
        if "rb" not in instruction.spec.fields:
            return addresses, [[] for _ in operands]
        words = 2 if instruction.spec.name.endswith("cas.b32") else instruction.spec.words
        further = [[warp.registers[instruction.rb + more][lane] for more in range(1, words)] for lane in self.lanes]
        return addresses, [[sources[1], *more] for sources, more in zip(operands, further, strict=True)]

    def access_local(self, flight: Flight, without_conflicts: list[int]) -> list[int]:
        """An access of the LDS, all lanes and beats at once; gives the degrees of its beats. A trap has no effect."""
        warp = self.warps[flight.warp]
        access = parts.access_of(flight.instruction.spec.name)
        addresses, data = self.addresses_and_data(flight)
        own = self.own_local(warp)
        if access.space == "private":
            lanes_out = parts.misplaced(addresses, flight.mask, access.size, 4 * self.private.words)
        elif access.counts_bytes:
            lanes_out = parts.misplaced(addresses, flight.mask, access.size, 4 * len(own))
        else:
            lanes_out = local_memory.out_of_range(addresses, flight.mask, len(own))
        if lanes_out:
            value = local_memory.lowest_out_of_range(addresses, lanes_out)
            self.found(f"{access.space}_address", warp, lanes_out, flight.pc, value)
            flight.has_trapped = True
            return without_conflicts
        if access.space == "private":
            bases = [own.stop + self.home(warp, lane).in_group * self.private.words_of_a_warp for lane in self.lanes]
            words = [self.private.word(bases[lane], lane, address) for lane, address in enumerate(addresses)]
        else:
            words = [own.start + (address // 4 if access.counts_bytes else address) for address in addresses]
        flight.loaded = [0] * self.warp_size  # nobody reads that of lanes that are not active
        for lane in (lane for lane in self.lanes if flight.mask >> lane & 1):
            word = self.local[words[lane]]
            byte = addresses[lane] if access.counts_bytes else 0
            flight.loaded[lane] = access.loaded(word, byte)
            if access.verb == "st":
                self.local[words[lane]] = access.stored(word, byte, data[lane][0])
            elif access.verb == "atom":
                self.local[words[lane]] = parts.after_atomic(access.what, word, data[lane])
        lanes, banks = self.machine.lds.lanes, self.machine.local.banks
        beats = local_memory.beat_words(words, flight.mask, lanes, banks, is_atomic=access.verb == "atom")
        self.bank_words = [sum(asked) for asked in zip(*beats, strict=True)]
        return without_conflicts if self.machine.ideal.banks else [max(1, *asked) for asked in beats]

    def own_local(self, warp: Warp) -> range:
        """The words of local memory that belong to the warp's group, but for private memory, which is behind them."""
        if self.private.is_local:
            return range(parts.local_words(self.program, self.machine))
        return range(len(self.local))

    # --- Select (section 3) ------------------------------------------------------------------------------------------

    def select_step(self) -> list[Bundle | None]:
        """Each scheduler that has its turn applies its rule n times; gives what each slot selected."""
        chosen: list[Bundle | None] = [None] * self.schedulers.issue_slots
        if self.front_end.is_held:
            return chosen
        for slot in range(self.schedulers.issue_slots):
            scheduler = self.schedulers.of_slot(slot)
            if not self.schedulers.has_turn(scheduler, self.cycle):
                continue
            ring = self.schedulers.ring(scheduler, self.warps)
            ready = [warp.is_ready for warp in ring]
            if not any(ready):
                continue  # no rule chooses, and no active set is refilled
            standing = [self.standing(warp, slot) for warp in ring]
            number = self.schedulers.select(scheduler, ready, standing)
            if number is None:
                continue
            warp = self.warps[number]
            operations = self.checked_bundle(warp)
            if operations is None:
                self.trap_at_select(warp)
                break
            self.formation.fill_up(self, warp)
            bundle = chosen[slot] = self.issue(warp, operations, slot)
            if self.slot_kinds.takes_operand(bundle.pc):
                self.schedulers.takes_operand(scheduler, self.cycle)
        if self.front_end_stages > 0:
            self.front_end.shift(list(chosen))
            self.register_file.start_reading(self.front_end.r0(), self.cycle)
        return chosen

    def standing(self, warp: Warp, slot: int) -> Standing | None:
        """Where a warp stands that is available for a slot; None for any other warp."""
        if not self.is_available(warp) or not self.fits(warp, slot):
            return None
        return Standing(warp.pc, warp.mask.bit_count())

    def is_available(self, warp: Warp) -> bool:
        """The bit that the rule sees: ready; without a front end, also that the warp's units can accept it now.

        With collectors, that its scheduler has one free in place of this.
        """
        if not warp.is_ready or self.front_end_stages > 0:
            return warp.is_ready
        operations = self.checked_bundle(warp)
        if self.collectors.are_there:
            return operations is None or self.collectors.has_room(warp.number)
        return operations is None or self.can_enter(warp.number, operations)

    def fits(self, warp: Warp, slot: int) -> bool:
        """Section 26: whether the slot takes what the warp has next."""
        return self.slot_kinds.takes(slot, warp.pc, self.checked_bundle(warp))

    def trap_at_select(self, warp: Warp) -> None:
        if warp.pc >= len(self.program.words):
            self.found("program_counter", warp, warp.mask, warp.pc, warp.pc)
        else:
            _, misfit = self.bundles[warp.pc]
            assert misfit is not None
            self.found("illegal_instruction", warp, warp.mask, warp.pc, self.program.words[misfit] >> 56)

    def issue(self, warp: Warp, operations: Sequence[Operation], slot: int) -> Bundle:
        """The warp's bit clears and its bundle leaves for the front end, or with f = 0 for a collector or its units.

        `slot` is the issue slot, which without bundles is that of the event.
        """
        bundle = Bundle(warp.number, warp.pc, [])
        for pc, operation in enumerate(operations, warp.pc):
            spec = operation.instruction.spec
            event_slot = slot if self.slots == 1 else operation.slot
            depth = len(warp.lanes.stack)
            event = EventDraft(
                len(self.events), warp.number, pc, warp.mask, warp.lanes.living, event_slot, self.cycle, depth
            )
            self.events.append(event)
            bundle.operations.append(Flight(warp.number, pc, operation, event))
            if spec.unit in ("lds", "memory", "private") or spec.name == "bar":
                self.schedulers.leaves_active_set(warp.number)
            self.result.issues[pc] += 1
            count_lanes(self.result, warp, self.threads, self.warp_size)
        self.result.instructions += 1
        warp.bundle = bundle
        warp.is_ready = False
        warp.last_select = self.cycle
        if self.collectors.are_there:
            self.collectors.take(bundle, self.cycle)
        elif self.front_end_stages == 0:
            self.enter(bundle)
        return bundle

    def awaited(self, warp: Warp) -> Awaited:
        """What a warp waits for that is not ready: what it has in flight."""
        assert warp.bundle is not None
        return Awaited(warp.bundle)

    # --- The result --------------------------------------------------------------------------------------------------

    def finish(self, status: str) -> ReferenceResult:
        result = self.result
        result.cycles = self.cycle
        result.status = status
        result.trap = self.trap
        result.registers = np.zeros((len(self.warps), self.machine.registers, self.warp_size), np.uint32)
        result.carry = [0] * len(self.warps)
        for warp in self.warps:  # every thread is shown where it began
            for lane, home in enumerate(warp.homes):
                result.registers[home, :, lane] = [values_of_lanes[lane] for values_of_lanes in warp.registers]
                result.carry[home] |= warp.carry[lane] << lane
        result.local = np.array(self.local, dtype=np.uint32)
        result.events = [draft.final() for draft in self.events]
        result.operations = len(self.events)
        for warp in self.warps:
            if isinstance(warp.lanes, ScalarLanes):
                result.scalars.append(list(warp.lanes.scalars))
                result.conditions.append(warp.lanes.condition)
        result.waits = [
            Wait(warp.number, bar_of(warp).pc, warp.bundle.retired)
            for warp in self.warps
            if warp.is_waiting and warp.bundle is not None
        ]
        return result


def bar_of(warp: Warp) -> Flight:
    """The `bar` at which a warp waits, or what stands for it."""
    assert warp.bundle is not None
    assert warp.bundle.arrival is not None
    return warp.bundle.arrival


def after_return(lanes: masks.Lanes | JoinLanes | CounterLanes | ScalarLanes) -> tuple[AnyLanes, int] | None:
    """The active lanes end. None if they were the last ones, else where the warp goes on."""
    return masks.after_return(lanes) if isinstance(lanes, masks.Lanes) else lanes.after_return()


def takes_jump(condition: str, result: int, carry: int) -> bool:
    """Whether one lane would take the jump that its instruction carries."""
    return {
        "always": False,  # no jump
        "z": result == 0,
        "nz": result != 0,
        "n": result >= 0x8000_0000,
        "nn": result < 0x8000_0000,
        "c": carry == 1,
        "nc": carry == 0,
    }[condition]
