"""Scalar registers and explicit masks (docs/processor.md, section 15), one warp at a time."""

from __future__ import annotations

import numpy as np

from isa.program.encoding import Instruction
from isa.table.semantics import RESULTS
from isa.table.table import PAIRS, SCALAR_COUNT
from simt.models.static.errors import StaticError
from simt.models.static.launch import StaticLaunch
from simt.models.static.values.words import Word, evaluate
from simt.models.static.warps.decisions import Decider, undecided
from simt.models.static.warps.groups import Group
from simt.models.static.warps.operands import Operands

_VCC, _EXEC = PAIRS["vcc"], PAIRS["exec"]
_ALL = 0xFFFF_FFFF_FFFF_FFFF


class Scalars:
    """The effects of scalar instructions and compares into masks on a group of one warp."""

    def __init__(self, launch: StaticLaunch, operands: Operands, decider: Decider) -> None:
        self.launch = launch
        self.operands = operands
        self.decider = decider
        self._origin: dict[int, int] = {}  # by pair: the compare that made it unknown

    def start(self, group: Group) -> None:
        """Set the scalar registers to their values at launch."""
        group.scalars = [0] * SCALAR_COUNT
        for entry in self.launch.program.at_launch:
            if entry.bank == "scalar":  # the same in all lanes of the group's only warp
                value = self.operands.special(group, entry.source).value
                group.scalars[entry.number] = int(np.ravel(value)[0]) & 0xFFFF_FFFF
        group.set_pair(_EXEC, group.mask)

    def step(self, group: Group, pc: int, instruction: Instruction) -> None:
        """Carry out one instruction with a scalar destination, or `s_test`.

        Raises `StaticError` if the mask of active lanes becomes unknown.
        """
        spec, name = instruction.spec, instruction.spec.name
        if name.startswith(("vcmp.", "vtest.")):
            sources = [self.operands.read(group, instruction, slot, pc) for slot in "ab"]
            outcome, _ = evaluate(spec, sources, group.carry, 0, pc)
            lanes = self.decider.compare_mask(group, outcome, pc)
            if lanes is None:
                self._origin[instruction.sd] = outcome.origin
            self._write(group, instruction.sd, lanes, pc)
            return
        masks = [self.operands.pair(group, instruction, slot) for slot in "ab" if f"s{slot}" in spec.fields]
        if name == "s_and_saveexec.b64":
            masks.append(group.mask)
        value = None if None in masks else RESULTS[name](*masks) & _ALL
        if name == "s_and_saveexec.b64":
            self._write(group, instruction.sd, group.mask, pc)
            self._write(group, _EXEC, value, pc)
        elif "sd" in spec.fields:
            for pair in (instruction.sa, instruction.sb):
                if pair in self._origin:
                    self._origin[instruction.sd] = self._origin[pair]
            self._write(group, instruction.sd, value, pc)
        if name != "s_mov.b64" and not name.startswith("k_"):
            group.scc = None if value is None else int(value != 0)

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
        """Return whether a branch on a mask or SCC is taken; None if this is unknown."""
        kind = name.removeprefix("s_branch.")
        if kind.startswith("scc"):
            return None if group.scc is None else group.scc == int(kind[-1])
        value = group.mask if kind.startswith("exec") else group.pair(_VCC)
        return None if value is None else (value == 0) != kind.endswith("nz")

    def unknown(self, pc: int) -> Word:
        """Return an unknown condition for a branch at `pc`, with a compare that made a mask unknown as its origin."""
        return Word(0, False, next(iter(self._origin.values()), pc))
