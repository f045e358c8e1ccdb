"""The capabilities that instructions require of a machine, by their names in isa/instructions.toml (`requires`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from isa.program.encoding import Instruction
from isa.table.table import FIRST_SPECIAL
from isa.table.units import OPTIONAL, UNITS

if TYPE_CHECKING:  # the names of capabilities are listed without it
    from simt.machine.description import Description


class Capability(NamedTuple):
    """A capability that a machine may lack.

    - has: returns whether a machine has the capability.
    - lack: the reason why an instruction cannot be executed without it, for a message; {0} stands for the machine.
    - kind: the machines that have it, in words.
    - flag: the options that add it to a machine.
    """

    has: Callable[[Description], bool]
    lack: str
    kind: str
    flag: str


def _of_unit(name: str) -> Capability:
    noun = UNITS[name].noun
    return Capability(lambda machine: getattr(machine, name).count > 0, f"needs {noun} ({name}.count)",
        f"a machine with {noun}, {name}.count of 1 or more", f"-s {name}.count=1")  # fmt: skip


def _of_option(name: str, needs: str) -> Capability:
    return Capability(lambda machine: getattr(machine.options, name), f"{needs} (options.{name})",
        f"a machine with options.{name}", f"-s options.{name}=true")  # fmt: skip


_MAD = Capability(lambda machine: machine.options.read_ports >= 3, "reads three registers (options.read_ports = 3)",
    "a machine with options.read_ports = 3", "-s options.read_ports=3")  # fmt: skip


def _and_mad(one: Capability) -> Capability:
    """Return the capability of `one` combined with reading three registers."""
    kind = f"{one.kind} and options.read_ports = 3"
    lack, flag = f"{one.lack} and {_MAD.lack}", f"{one.flag} {_MAD.flag}"
    return Capability(lambda machine: one.has(machine) and _MAD.has(machine), lack, kind, flag)


_MULTIPLY = _of_option("multiply", "needs a multiplier")
CAPABILITIES: dict[str, Capability] = {
    "multiply": _MULTIPLY,
    "mad": _MAD,
    "multiply_mad": _and_mad(_MULTIPLY),
    "count_bits": _of_option("count_bits", "counts bits"),
    "permute_mad": _and_mad(_of_option("permute", "permutes bytes")),
    "round": _of_option("round", "rounds floats to integers"),
    "fused_mad": _and_mad(_of_option("fused", "needs a fused multiply-add")),
    "shuffle": _of_option("shuffle", "reads a word of another lane"),
    "vote": _of_option("vote", "votes over the lanes of a warp"),
    "ballot": _of_option("ballot", "makes a word of a bit of each lane"),
    "reduce": _of_option("reduce", "combines words of all lanes of a warp"),
    **{name: _of_unit(name) for name in OPTIONAL},
    "sfu_divide": Capability(lambda machine: machine.options.divide and provides(machine, "sfu"),
        "needs an SFU (sfu.count) that divides integers (options.divide)",
        "a machine with an SFU, sfu.count of 1 or more, and options.divide", "-s sfu.count=1 -s options.divide=true"),
    "dpu_mad": Capability(lambda machine: provides(machine, "dpu") and provides(machine, "mad"),
        "needs a double-precision unit (dpu.count) and reads three operands (options.read_ports = 3)",
        "a machine with a double-precision unit, dpu.count of 1 or more, and options.read_ports = 3",
        "-s dpu.count=1 -s options.read_ports=3"),
    "global_memory": Capability(lambda machine: machine.memory.is_present, "needs global memory (memory.policy)",
        "a machine with global memory, memory.policy other than none", "-s memory.policy=simple"),
    "mask_stack": Capability(lambda machine: machine.branch.policy == "mask_stack",
        "needs an execution-mask stack, and branch.policy is {0.branch.policy}",
        "a machine with a stack of execution masks", "-s branch.policy=mask_stack"),
    "explicit_masks": Capability(lambda machine: machine.branch.has_scalars,
        "works on scalar registers, and branch.policy is {0.branch.policy}",
        "a machine with branch.policy = explicit_masks", "-s branch.policy=explicit_masks"),
}  # fmt: skip
CAPABILITIES["scalar_operands"] = CAPABILITIES["explicit_masks"]._replace(  # of any instruction that takes them
    lack="reads scalar registers, and branch.policy is {0.branch.policy}"
)


def provides(machine: Description, requirement: str) -> bool:
    """Return whether a machine has a capability. requirement: its name, "" for none."""
    return not requirement or CAPABILITIES[requirement].has(machine)


def lacking(instruction: Instruction, machine: Description) -> str:
    """Return the name of the capability that `machine` lacks to execute `instruction`, "" if it lacks none."""
    needs = instruction.spec.requires
    if not provides(machine, needs):
        return needs
    return "scalar_operands" if instruction.reads_scalar and not provides(machine, "scalar_operands") else ""


def obstacle(instruction: Instruction | None, machine: Description) -> str | None:
    """Return why a machine cannot execute an instruction, None if it can. instruction: None for an undecodable word."""
    if instruction is None:
        return "the word is not an instruction"
    spec = instruction.spec
    if instruction.more and machine.vliw.count == 1:
        return "the word is part of a bundle, and the machine issues single operations"
    if lack := lacking(instruction, machine):
        return f"`{spec.name}` {CAPABILITIES[lack].lack.format(machine)}"
    for field in ("rd", "ra", "rb", "rc"):
        number = getattr(instruction, field)
        if machine.registers <= number < FIRST_SPECIAL:
            return f"r{number} is used and the machine has {machine.registers} registers"
    if spec.is_wide:
        last = max((*instruction.registers_read, *instruction.registers_written), default=0)
        if last >= machine.registers:
            return f"`{spec.name}` moves registers up to r{last} and the machine has {machine.registers} registers"
    if instruction.csel != "none" and instruction.const >= machine.constants.words:
        return f"constant {instruction.const} is used and the machine holds {machine.constants.words}"
    return None
