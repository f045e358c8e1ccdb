"""Requests for compilation.

A run whose kernel was compiled before imports this module, but not the compiler itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from isa.program.program import Program
from isa.table.table import INSTRUCTIONS
from simt.machine.capabilities import CAPABILITIES

if TYPE_CHECKING:
    from simt.compiler.kernel import Unit
    from simt.machine import Machine


@dataclass(frozen=True)
class Compiled:
    """A compiled kernel: a program whose instructions name lines of the source, and its text in assembly."""

    program: Program
    assembly: str


@dataclass(frozen=True)
class Request:
    """The input of a compilation: a kernel of a module of LLVM IR, for a machine.

    - lengths: the length of each array parameter in scalars: an element of a `float4` array counts as four. It has
      the arrays in local memory; if the machine has no global memory, or if `is_watched` is true, it has all arrays.
    - group: the size of a work-group, one to three numbers; () if it is not known.
    - types: OpenCL's names of the parameters' types; () if the IR has them.
    - sources: texts of source files, by their names in the IR.
    - registers: the registers of a lane, if the launch's work-groups leave fewer than the machine has. 0 means all.
    - is_watched: whether to compile for a check, with probes.
    - sizes: the bytes of the elements that each parameter points to, 0 if unknown.
    - is_stepped: whether an address in a loop may be advanced from the last round's address. LLVM may crash on this.
    """

    ir: str
    kernel: str
    machine: Machine
    lengths: Mapping[str, int] = field(default_factory=dict)
    group: tuple[int, ...] = ()
    types: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    registers: int = 0
    is_watched: bool = False
    sizes: tuple[int, ...] = ()
    is_stepped: bool = True

    @property
    def digest(self) -> str:
        """The SHA-256 of all inputs that affect the result, in hexadecimal."""
        target = target_of(self.machine), self.registers, self.is_watched
        rest = (self.kernel, *target, sorted(self.lengths.items()), self.group, self.types, self.sizes)
        text = repr((self.ir, rest, sorted(self.sources.items())))
        return hashlib.sha256(text.encode()).hexdigest()

    def has(self, instruction: str) -> bool:
        """Return whether the machine has an instruction."""
        return instruction in INSTRUCTIONS and self.machine.has(INSTRUCTIONS[instruction].requires)


def target_of(machine: Machine) -> tuple[object, ...]:
    """Return the properties of a machine that affect compilation, except its name."""
    target = (machine.branch.policy, machine.warp_size, machine.registers, machine.program.words)
    rest = machine.issue.takes_operands, machine.branch.own_instruction, machine.branch.meeting_instructions
    return *target, *rest, *(name for name in CAPABILITIES if machine.has(name))


def request_of(
    unit: Unit, kernel: str | None, machine: Machine, lengths: Mapping[str, int], group: Sequence[int],
    registers: int = 0, *, is_watched: bool = False,
) -> Request:  # fmt: skip
    """Return the request for the kernel `name` of a unit; None means its only kernel.

    See `Request` for the other parameters.

    If the kernel requires a size of work-groups, this size replaces `group`. Lengths that the compiler need not know
    are left out.

    Raises `KernelNameError`, and `TranslationError` if the kernel was refused.
    """
    chosen = unit.kernel(kernel)
    types = tuple(parameter.base_type for parameter in chosen.parameters)
    sized = chosen.sized_arrays(machine.has("global_memory") and not is_watched)
    known = {name: lengths[name] for name in sized if name in lengths}
    size = tuple(chosen.required_size or group)
    sizes = tuple(parameter.element_size for parameter in chosen.parameters)
    return Request(unit.ir, chosen.name, machine, known, size, types, dict(unit.sources), registers, is_watched, sizes)
