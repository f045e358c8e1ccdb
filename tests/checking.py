"""The definitions of docs/check.md as a specification: every access of a short run, and all pairs of them compared.

The run is one of the plain functional engine, an instruction at a time; what an instruction reads and writes is taken
from the instruction table, the addresses from where the engine leaves them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.table import ELEMENT_BYTES, PAIRS, SCALAR
from simt.core.engine.run import Running, simulate
from simt.core.state import states, traps
from simt.core.state.grid import Grid
from simt.core.state.placed import Given, Memories, Placed
from simt.core.state.state import State
from simt.machine import Machine

__all__ = ["Access", "Launch", "Recorder", "Specified", "checked", "conflict", "specified"]

SCC = 128
KINDS = (
    "", "groups", "warps", "lanes", "store", "register", "scalar", "flag", "local", "buffer", "private", "outside",
    "absent",
)  # fmt: skip


@dataclass(frozen=True)
class Launch:
    """What is run. given: the words of both memories that the launch stores."""

    program: Program
    machine: Machine
    grid: Grid
    local: np.ndarray
    words: np.ndarray | None
    buffers: np.ndarray | None
    given: Given
    steps: int

    @property
    def memories(self) -> Memories:
        words = None if self.words is None else self.words.copy()
        return Memories(self.local, words, self.buffers, given=self.given)


@dataclass(frozen=True)
class Access:
    """A lane's access to a byte. changes: it is a store or atomic, and not one that counts as a load."""

    step: int
    pc: int
    group: int
    epoch: int
    warp: int
    lane: int
    is_store: bool
    is_atomic: bool
    changes: bool
    value: int


@dataclass
class Specified:
    """What there is to find: racing words, races as (kind, pc, pc before) with their first step, reads by lanes."""

    racing: set[tuple[str, int]] = field(default_factory=set)
    races: dict[tuple[str, int, int], int] = field(default_factory=dict)
    unwritten: Counter[tuple[str, int, int]] = field(default_factory=Counter)  # (kind, pc, number), number -1 of words
    executed: set[int] = field(default_factory=set)  # addresses, by at least one active lane; only as specified


def checked(launch: Launch) -> Specified:
    """What the engine finds, in the specification's words."""
    output = simulate(
        Placed(launch.program, launch.machine, launch.grid),
        launch.memories,
        max_cycles=launch.steps,
        engine="functional",
    )
    shadow = output.state.cores.shadow
    found = Specified()
    notes = shadow.notes[0, 0]
    for space, seen, cell in (("local", shadow.local_seen, "local_cell"), ("global", shadow.far_seen, "far_cell")):
        found.racing |= {(space, int(each) << notes[cell] >> 2) for each in np.flatnonzero(seen[0]["is_racing"])}
    assert notes["racing"] == len(found.racing)
    assert notes["lost"] == 0
    for row in shadow.findings[0][shadow.findings[0]["kind"] != 0]:
        kind = KINDS[row["kind"]]
        if kind in KINDS[1:5]:
            found.races[kind, int(row["pc"]), int(row["other"])] = int(row["time"])
        elif kind != "outside" or _memory_of(launch.program, int(row["pc"])) != "private":  # whose places are others
            found.unwritten[kind, int(row["pc"]), int(row["other"])] = int(row["count"])
    return found


def specified(launch: Launch) -> Specified:
    """What there is to find, by comparing all pairs of accesses."""
    recorder = Recorder(launch)
    accesses, unwritten = recorder.run()
    found = Specified(unwritten=unwritten, executed=recorder.executed)
    for (space, _, byte), each in accesses.items():
        for first, second in combinations(each, 2):
            kind = conflict(first, second, "lockstep" in launch.program.counts_on)
            if kind:
                found.racing.add((space, byte // 4))
                pair = kind, second.pc, first.pc
                found.races[pair] = min(second.step, found.races.get(pair, second.step))
    return found


def conflict(first: Access, second: Access, is_lockstep: bool) -> str:
    """The kind of race that two accesses to one byte are, the first not later than the second; empty if none."""
    if first.group != second.group:
        return "groups" if _disagree(first, second) else ""
    if first.epoch != second.epoch or (first.warp, first.lane) == (second.warp, second.lane):
        return ""
    if first.warp != second.warp:
        return "warps" if _disagree(first, second) else ""
    if first.step == second.step:
        return "store" if first.is_store and first.value != second.value else ""
    return "lanes" if not is_lockstep and _disagree(first, second) else ""


def _disagree(first: Access, second: Access) -> bool:
    return (first.changes or second.changes) and not (first.is_atomic and second.is_atomic)


class Recorder:
    """Runs a launch an instruction at a time and writes down all that it reads and writes."""

    def __init__(self, launch: Launch) -> None:
        self.launch = launch
        self.program = launch.program
        self.instructions = launch.program.instructions
        self.state = State.build(
            Placed(launch.program, launch.machine, launch.grid),
            launch.memories,  # a watched run leaves the addresses of its accesses
            without_time=True,
        )
        self.accesses: dict[tuple[str, int, int], list[Access]] = defaultdict(list)
        self.unwritten: Counter[tuple[str, int, int]] = Counter()
        self.executed: set[int] = set()
        self.far = _bytes_of(launch.given.words)
        self.begin_group()

    def begin_group(self) -> None:
        lanes = range(self.launch.machine.warp_size)
        self.bars: Counter[int] = Counter()
        self.near = _bytes_of(self.launch.given.local)
        self.own: set[int] = set()  # of private memory, where its words lie
        self.flags: set[tuple[int, int]] = set()
        self.registers: set[tuple[int, int, int]] = set()  # warp, number, lane
        self.scalars: set[tuple[int, int]] = set()
        for w in range(len(self.state.cores.warps[0])):
            self.scalars |= {(w, PAIRS["exec"]), (w, PAIRS["exec"] + 1)}
            for entry in self.program.at_launch:
                if entry.bank == "scalar":
                    self.scalars.add((w, entry.number))
                else:
                    self.registers |= {(w, entry.number, lane) for lane in lanes}
            if "zero_registers" in self.program.counts_on:
                self.registers |= {(w, r, lane) for r in range(self.launch.machine.registers) for lane in lanes}

    def run(self) -> tuple[dict[tuple[str, int, int], list[Access]], Counter[tuple[str, int, int]]]:
        state, cores = self.state, self.state.cores
        run, running = cores.run[0], Running(state)
        for step in range(self.launch.steps):
            group = 0 if state.device is None else int(state.device.fars[0]["ended"])
            before = cores.memory.words[0].copy(), None if state.device is None else state.device.words.copy()
            operands = None  # of a group that begins in this step: they are set in it
            if state.device is not None and not cores.link.units[0, 0]["resident"]:
                self.begin_group()
                before[0][: cores.link.local.shape[1]] = cores.link.local[0]
                w, pc, mask = 0, 0, int(cores.link.sides[0, 0]["mask"])
            else:
                w = int(np.flatnonzero(cores.warps[0]["state"] == states.READY)[0])
                pc, mask = int(cores.warps[0, w]["pc"]), int(cores.warps[0, w]["mask"])
                operands = cores.operands.words[0].copy()
            running.advance(step + 1, self.launch.steps)
            if run["sequence"] == step and run["trap"] and not self._is_address_trap():
                break
            self._step(step, group, w, pc, mask, before, operands)
            if run["status"] != states.RUNNING:
                break
        return self.accesses, self.unwritten

    def _is_address_trap(self) -> bool:
        return int(self.state.cores.run[0]["trap"]) in (traps.ADDRESS, traps.GLOBAL)

    def _step(self, step: int, group: int, w: int, pc: int, mask: int, before: Any, operands: Any) -> None:
        lanes = [lane for lane in range(self.launch.machine.warp_size) if mask >> lane & 1]
        end = pc + 1
        while (last := self.instructions[end - 1]) is not None and last.more:
            end += 1
        self.executed.update(range(pc, end) if lanes else ())
        values = self.state.cores.operands.words[0] if operands is None else operands
        for place in range(pc, end):
            self._reads(place, w, lanes)
            self._shuffles(place, w, lanes, values)
        if self.state.cores.run[0]["sequence"] > step:
            first = self.instructions[pc]
            assert first is not None
            if first.spec.unit in ("lds", "memory", "private"):
                self._memory(step, group, w, pc, lanes, before, operands)
            for place in range(pc, end):
                self._writes(place, w, lanes)

    def _reads(self, pc: int, w: int, lanes: list[int]) -> None:
        instruction = self.instructions[pc]
        assert instruction is not None
        spec = instruction.spec
        for number in instruction.registers_read:
            if not _matters(instruction, number):
                continue
            for lane in lanes:
                self.unwritten["register", pc, number] += (w, number, lane) not in self.registers
        if spec.reads_carry or (instruction.cond in ("c", "nc") and not spec.writes_carry):
            for lane in lanes:
                self.unwritten["flag", pc, 0] += (w, lane) not in self.flags
        for number in _scalars_read(instruction):
            self.unwritten["scalar", pc, number] += (w, number) not in self.scalars
        self.unwritten = +self.unwritten

    def _shuffles(self, pc: int, w: int, lanes: list[int], operands: Any) -> None:
        """Count the lanes that read one of their warp which does not take part. operands: from before the step."""
        instruction, code = self.instructions[pc], self.state.cores.code[0, pc]
        assert instruction is not None
        kind = instruction.spec.name.partition(".")[0]
        for lane in lanes if kind.startswith("shuffle") else ():
            b = int(operands[int(code["b_base"]) + w * int(code["b_warp"]) + lane * int(code["b_lane"])])
            other = {"shuffle": b, "shuffle_up": lane - b, "shuffle_down": lane + b, "shuffle_xor": lane ^ b}[kind]
            if 0 <= other < self.launch.machine.warp_size and other not in lanes:
                self.unwritten["absent", pc, -1] += 1

    def _writes(self, pc: int, w: int, lanes: list[int]) -> None:
        instruction = self.instructions[pc]
        assert instruction is not None
        spec = instruction.spec
        self.registers |= {(w, number, lane) for number in instruction.registers_written for lane in lanes}
        if spec.writes_carry:
            self.flags |= {(w, lane) for lane in lanes}
        if "sd" in spec.fields:
            self.scalars |= {(w, instruction.sd), (w, instruction.sd + 1)}
        if spec.requires == "explicit_masks" and "SCC = (" in spec.result:
            self.scalars.add((w, SCC))
        self.bars[w] += spec.name == "bar"

    def _memory(self, step: int, group: int, w: int, pc: int, lanes: list[int], before: Any, operands: Any) -> None:
        instruction, cores = self.instructions[pc], self.state.cores
        assert instruction is not None
        spec, code = instruction.spec, cores.code[0, pc]
        space = _memory_of(self.program, pc)
        memory = before[self.launch.machine.unit_of(instruction) == "memory"]
        written = {"local": self.near, "global": self.far, "private": self.own}[space]
        values = cores.operands.words[0] if operands is None else operands
        is_atomic = spec.name.startswith("atom")
        is_counted = spec.is_store and "silent_stores" in self.program.counts_on
        stored: set[int] = set()
        for lane in lanes:
            first = self._first_byte(instruction, lane)
            if space != "private" and not self._is_inside(instruction, pc, first):
                self.unwritten["outside", pc, -1] += 1
            place = int(code["b_base"]) + w * int(code["b_warp"]) + lane * int(code["b_lane"])
            for k in range(spec.words):
                value = int(values[place + k * self.launch.machine.warp_size]) if spec.is_store else 0
                reached = range(first + 4 * k, first + 4 * k + min(4, spec.bytes))
                if not spec.is_store and not written.issuperset(reached):
                    self.unwritten["buffer" if space == "global" else space, pc, -1] += 1
                for number, byte in enumerate(reached):
                    own = value >> 8 * number & 255
                    is_silent = is_counted and int(memory[byte // 4]) >> 8 * (byte % 4) & 255 == own
                    changes = (spec.is_store or is_atomic) and not is_silent
                    made = Access(step, pc, group, self.bars[w], w, lane, spec.is_store, is_atomic, changes, own)
                    if space != "private":
                        self.accesses[space, 0 if space == "global" else group, byte].append(made)
                stored |= {*reached} if spec.is_store or is_atomic else set()
        written |= stored  # behind all lanes: none of them sees what another one writes

    def _is_inside(self, instruction: Instruction, pc: int, first: int) -> bool:
        """Tell an access that is to no array that is known, or stays in it."""
        program, reached = self.program, instruction.spec.words * min(4, instruction.spec.bytes)
        if pc not in program.objects:
            return True
        name = program.objects[pc]
        if _memory_of(program, pc) == "local":
            near = program.locals[name]
            start, size = 4 * near.address, near.length * ELEMENT_BYTES[near.type]
        else:
            far = program.buffers[name]
            start, size = program.constants[far.index], far.length * ELEMENT_BYTES[far.type]
        return start <= first and first + reached <= start + size

    def _first_byte(self, instruction: Instruction, lane: int) -> int:
        """The first byte of local or global memory that a lane reaches, from where the engine leaves addresses."""
        cores, spec = self.state.cores, instruction.spec
        is_special = spec.unit == "private" or spec.bytes < 4
        if self.launch.machine.unit_of(instruction) == "memory":
            shift = int(cores.link.data[0, 0, 1, lane]) if spec.unit == "private" else 0
            return int(cores.link.addresses[0, 0, lane]) + shift // 8
        shift = int(cores.memory.scratch[0, lane, 3]) if is_special else 0
        return 4 * int(cores.memory.scratch[0, lane, 0]) + shift // 8


def _memory_of(program: Program, pc: int) -> str:
    """The memory that an instruction accesses."""
    instruction = program.instructions[pc]
    assert instruction is not None
    return {"lds": "local", "memory": "global", "private": "private"}[instruction.spec.unit]


def _bytes_of(words: np.ndarray) -> set[int]:
    return {4 * word + byte for word in np.flatnonzero(words).tolist() for byte in range(4)}


def _matters(instruction: Instruction, number: int) -> bool:
    """Whether the result depends on a register, whatever the other operands are."""
    if instruction.spec.name != "ternlog.b32":
        return True
    slots = [place for place, slot in enumerate("abc") if getattr(instruction, f"r{slot}") == number]

    def result(bits: list[int]) -> int:
        return instruction.table >> (4 * bits[0] + 2 * bits[1] + bits[2]) & 1

    for case in range(8):
        bits = [case >> 2 & 1, case >> 1 & 1, case & 1]
        for slot in slots:
            other = [bit ^ (place == slot) for place, bit in enumerate(bits)]
            if result(bits) != result(other):
                return True
    return False


def _scalars_read(instruction: Instruction) -> list[int]:
    spec = instruction.spec
    if spec.name.startswith("s_branch"):
        condition = spec.name.removeprefix("s_branch.")
        return [SCC] if condition.startswith("scc") else [PAIRS["vcc"], PAIRS["vcc"] + 1] if "vcc" in condition else []
    is_scalar = SCALAR in [getattr(instruction, f"r{slot}") for slot in spec.sources] and instruction.const < SCC
    found = [instruction.const] if is_scalar else []
    for name in ("sa", "sb"):
        if name in spec.fields and instruction.csel != name[1]:
            first = getattr(instruction, name)
            found += [first, first + 1]
    return list(dict.fromkeys(found))
