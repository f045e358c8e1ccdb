"""Scalar registers and masks that the program keeps itself (docs/processor.md, section 15), one warp at a time."""

from __future__ import annotations

from isa.program.encoding import Instruction
from isa.table.table import PAIRS, SCALAR_COUNT
from simt.models.static.decisions import Condition, Decider, undecided
from simt.models.static.errors import StaticError
from simt.models.static.groups import Group
from simt.models.static.launch import StaticLaunch
from simt.models.static.plan import Operands
from simt.models.static.words import evaluate

_VCC, _EXEC = PAIRS["vcc"], PAIRS["exec"]
_ALL = 0xFFFF_FFFF_FFFF_FFFF


class Scalars:
    """What scalar instructions and compares into masks do to a group of one warp."""

    def __init__(self, launch: StaticLaunch, operands: Operands, decider: Decider) -> None:
        self.launch = launch
        self.operands = operands
        self.decider = decider
        self._origin: dict[int, int] = {}  # by pair: the compare that made it unknown

    def start(self, group: Group) -> None:
        """The scalar registers at launch."""
        group.scalars = [0] * SCALAR_COUNT
        warp, number = int(group.warps[0]), int(group.groups[0])
        for entry in self.launch.program.at_launch:
            if entry.bank == "scalar":
                group.scalars[entry.number] = self.launch.scalar_special(entry.source, warp, number) & 0xFFFF_FFFF
        group.set_pair(_EXEC, group.mask)

    def step(self, group: Group, pc: int, instruction: Instruction) -> None:
        """Carry out one instruction with a scalar destination, or `s_test`."""
        name = instruction.spec.name
        if name.startswith(("vcmp.", "vtest.")):
            sources = [self.operands.read(group, instruction, slot, pc) for slot in "ab"]
            outcome, _ = evaluate(name, 0, sources, group.carry, pc)
            lanes = self.decider.compare_mask(group, outcome, pc)
            if lanes is None:
                self._origin[instruction.sd] = outcome.origin
            self._write(group, instruction.sd, lanes, pc)
            return
        operation = name.partition("_")[2].removesuffix(".b64")
        first = self.operands.pair(group, instruction, "a")
        if operation == "mov":
            self._copy_origin(instruction)
            self._write(group, instruction.sd, first, pc)
            return
        if operation == "and_saveexec":
            value = None if first is None else first & group.mask
            self._write(group, instruction.sd, group.mask, pc)
            self._write(group, _EXEC, value, pc)
        else:
            second = first if operation == "not" else self.operands.pair(group, instruction, "b")
            value = None if first is None or second is None else _combine(operation, first, second)
            if operation != "test":
                self._copy_origin(instruction)
                self._write(group, instruction.sd, value, pc)
        if not name.startswith("k_"):
            group.scc = None if value is None else int(value != 0)

    def _copy_origin(self, instruction: Instruction) -> None:
        for pair in (instruction.sa, instruction.sb):
            if pair in self._origin:
                self._origin[instruction.sd] = self._origin[pair]

    def _write(self, group: Group, pair: int, value: int | None, pc: int) -> None:
        if pair != _EXEC:
            group.set_pair(pair, value)
        elif value is None:
            raise StaticError([undecided(self.launch, pc, self._cause(pc), None)], pc)
        else:
            group.set_mask(value, self.launch.lanes_of(int(group.warps[0])))

    def _cause(self, pc: int) -> int:
        instruction = self.launch.program.instructions[pc]
        assert instruction is not None
        for pair in (instruction.sd, instruction.sa, instruction.sb):
            if pair in self._origin:
                return self._origin[pair]
        return next(iter(self._origin.values()), pc)

    def takes(self, group: Group, name: str) -> bool | None:
        """Whether a branch on a mask or SCC is taken; None if that is unknown."""
        kind = name.removeprefix("s_branch.")
        if kind.startswith("scc"):
            return None if group.scc is None else group.scc == int(kind[-1])
        value = group.mask if kind.startswith("exec") else group.pair(_VCC)
        return None if value is None else (value == 0) != kind.endswith("nz")

    def unknown(self, pc: int) -> Condition:
        """The condition of a branch that nothing is known of."""
        return Condition(False, False, next(iter(self._origin.values()), pc))


def _combine(operation: str, a: int, b: int) -> int:
    """The 64-bit result of a mask operation."""
    if operation == "not":
        return ~a & _ALL
    if operation == "and":
        return a & b
    if operation == "andn2":
        return a & ~b & _ALL
    if operation == "xor":
        return a ^ b
    return a | b  # or, test
