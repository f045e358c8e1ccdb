"""The declarations of a kernel: buffers, arrays of local and private memory, parameters."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from isa.assembly.directives import MAX_LOCAL_WORDS, MAX_PRIVATE_WORDS
from isa.program.program import Shape
from isa.table.table import ELEMENT_BYTES, words_for
from simt.compiler.backend.alignment import is_by_bytes, made_by
from simt.compiler.backend.ops import Address, Immediate, Operand
from simt.compiler.errors import LACKING, LENGTHS, TOO_LARGE, UNSUPPORTED, SourcePlace, wrong
from simt.compiler.llvm import ir
from simt.compiler.llvm.objects import source_name
from simt.compiler.types import PRINTED, assembly_name, parameter_names, scalar_of

if TYPE_CHECKING:
    from simt.machine import Machine

_MOST: Final = {
    "local": (MAX_LOCAL_WORDS, "", "work-group"), "private": (MAX_PRIVATE_WORDS, " for each thread", "work-item"),
}  # fmt: skip

BYTES_OF: Final = "4 * "  # before the name of an array in local memory, which the assembler counts in words


@dataclass
class Declarations:
    """The directives of a kernel, and where its parameters and variables lie.

    - memories: for each address space, the name of the memory and the bytes of its unit of addresses, 1 or 4.
    - variables: the addresses of the module's variables.
    - pointers: the addresses of pointer parameters.
    - values: the words of other parameters.
    """

    lines: list[str] = field(default_factory=list)
    memories: dict[int, tuple[str, int]] = field(default_factory=dict)
    variables: dict[str, Address] = field(default_factory=dict)
    values: dict[str, list[Operand]] = field(default_factory=dict)
    pointers: dict[str, Address] = field(default_factory=dict)
    structs: dict[str, int] = field(default_factory=dict)  # bytes of structs given by value
    names: set[str] = field(default_factory=set)
    words: dict[str, int] = field(default_factory=lambda: {"local": 0, "private": 0})  # taken by arrays so far
    shapes: dict[str, Shape] = field(default_factory=dict)  # of variables, by their names in assembly

    def name(self, wanted: str) -> str:
        """Return a valid and unused name in assembly, as close as possible to the source's."""
        name = assembly_name(wanted)
        while name in self.names:
            name += "_"
        self.names.add(name)
        return name

    def parameters(self, name: str, kind: str, count: int) -> list[Operand]:
        """Declare a parameter of a type, or `count` numbered ones if `count` is not 0; return their values."""
        names = [f"{name}_{place}" for place in range(count)] if count else [name]
        self.names.update(names)
        self.lines += [f".param {own} {kind} = {'0.0' if kind == 'f32' else '0'}" for own in names]
        return [Immediate(0, own) for own in names]

    def private(self, wanted: str, size: int) -> str:
        """Declare an array of private memory of `size` bytes; return its name."""
        name = self.name(wanted)
        self.array("private", name, "u32", max(1, -(-size // 4)))
        return name

    def array(self, memory: str, name: str, kind: str, length: int) -> None:
        """Declare an array of local or private memory, of `length` elements of a type."""
        self.words[memory] += words_for(length, kind)
        self.lines.append(f".{memory} {name} {kind}[{length}]")

    def shape(self, name: str, wanted: str, space: str, kind: ir.IrType) -> None:
        """Record the dimensions of the array `name`, and `wanted`, its name in the source."""
        lengths = []
        while kind.kind == "array":
            lengths.append(kind.count)
            kind = kind.inner
        lanes = kind.count if kind.kind == "vector" else 1
        self.shapes[name] = Shape(wanted, space, tuple(lengths), kind.size, lanes)

    def check(self, place: SourcePlace) -> None:
        """Raise `CompileError` if arrays take more memory than any machine has."""
        for memory, words in self.words.items():
            limit, whose, own = _MOST[memory]
            if words > limit:
                message = f"the kernel needs {words} words of {memory} memory{whose}, and {limit} is the most"
                advice = f"make its arrays smaller, or pass an array in global memory, a part of it for each {own}"
                raise wrong(TOO_LARGE, message, place, advice)

    def unused(self, memory: str, unit: int) -> str:
        """Return the symbol of four unused words in a memory. The first call for this memory declares them.

        Lanes that must not take part in an access are led to these words. memory, unit: the name of the memory, and the
        bytes of its unit of addresses.
        """
        key = f"unused {memory}"
        if key not in self.variables:
            name = self.name("unused")
            if memory == "global":
                self.lines.append(f".buffer {name}, u32, 4")
            else:
                self.array(memory, name, "u32", 4)
            self.variables[key] = _start(memory, unit, name)
        return self.variables[key].symbol


def _start(memory: str, unit: int, name: str) -> Address:
    return Address(memory, unit, f"{BYTES_OF}{name}" if memory == "local" and unit == 1 else name)


def check_printing(module: ir.IrModule, function: ir.Function, machine: Machine) -> None:
    """Raise `CompileError` if a kernel prints and the machine cannot."""
    if PRINTED not in module.variables:
        return
    lacking = []
    if not machine.has("global_memory"):
        lacking.append(("global memory", "-s memory.policy=simple"))
    if not machine.branch.lanes_may_part:
        lacking.append(("lanes that may part", "-s branch.policy=ipdom_stack"))
    if lacking:
        from simt.machine.choosing import or_presets

        needs, flags = (" and ".join(words) for words in zip(*lacking, strict=True))
        fit = or_presets(lambda preset: preset.has("global_memory") and preset.branch.lanes_may_part)
        advice = f"{flags.replace(' and', '')}{fit}, or leave the calls out: #define printf(...)"
        named = (op.place for op in function.instructions() if _names(op, PRINTED))
        raise wrong(LACKING, f"printf needs {needs}", next(named, function.place), advice)


def _names(instruction: ir.Instruction, variable: str) -> bool:
    """Return whether an instruction uses the address of a variable of the module."""
    operands = [operand for part in made_by(instruction) for operand in part.operands]
    return any(isinstance(operand, ir.Symbol) and operand.name == variable for operand in operands)


def declare(module: ir.IrModule, function: ir.Function, machine: Machine, lengths: Mapping[str, int]) -> Declarations:
    """Declare the parameters and variables of a kernel. lengths: as for `Request`.

    Local memory is addressed by words if every access and every address of the kernel allow it, else by bytes.

    Raises `CompileError`.
    """
    declared = Declarations()
    is_far = machine.has("global_memory")
    near = {ir.LOCAL} if is_far else {ir.GLOBAL, ir.CONSTANT, ir.LOCAL}
    has_parts = any(_is_part(op, near) for op in function.instructions())
    local = ("local", 1 if has_parts or is_by_bytes(function, near) else 4)
    outer = ("global", 1) if is_far else local
    declared.memories = {ir.PRIVATE: ("private", 1), ir.GLOBAL: outer, ir.CONSTANT: outer, ir.LOCAL: local}
    names = parameter_names((op.name, _is_wide(op)) for op in function.arguments)
    declared.names.update(names)
    for number, argument in enumerate(function.arguments):
        kind = function.types[number] if number < len(function.types) else ""
        _argument(declared, argument, names[number], kind, lengths, function.place)
    for variable in module.variables.values():
        _variable(declared, function, variable)
    return declared


def granule(kind: ir.IrType, align: int, *, is_store: bool = False) -> int:
    """Return the bytes of each access to a value of a type: 4 for words, 2 or 1 for parts of words.

    align: the alignment of the value in bytes. is_store: whether the access is a store, which must not reach padding
    after the last element.
    """
    element = kind.scalar.size
    if element >= 4:
        return 4 if align % 4 == 0 else 2 if align % 2 == 0 else 1
    size = kind.count * element if is_store else kind.size  # padding after the last element may be read
    return 4 if kind.kind == "vector" and align % 4 == 0 and size % 4 == 0 else min(element, align)


def _is_part(instruction: ir.Instruction, spaces: Collection[int]) -> bool:
    """Return whether an instruction loads or stores bytes or halfwords in one of these address spaces."""
    if instruction.opcode not in ("load", "store") or instruction.operands[-1].type.space not in spaces:
        return False
    is_store = instruction.opcode == "store"
    kind = instruction.operands[0].type if is_store else instruction.type
    return granule(kind, instruction.align, is_store=is_store) < 4


def _is_wide(argument: ir.Argument) -> bool:
    """Return whether a parameter is declared word by word: `x_0`, `x_1`."""
    return argument.byval is not None or (argument.type.kind != "ptr" and argument.type.words != 1)


def _argument(
    declared: Declarations, argument: ir.Argument, name: str, kind: str, lengths: Mapping[str, int], place: SourcePlace
) -> None:
    word = scalar_of(kind)[0] or "u32"
    if argument.byval is not None:
        declared.pointers[argument.name] = Address("param", 1, name)
        declared.structs[name] = argument.byval.size
        declared.parameters(name, "b32", (argument.byval.size + 3) // 4)
    elif argument.type.kind == "ptr":
        memory, unit = declared.memories[argument.type.space]
        if memory == "private":
            raise wrong(UNSUPPORTED, f"the parameter `{argument.name}` points to private memory", place)
        if memory == "global":
            declared.lines.append(f".buffer {name}, {word}")
        else:
            length = lengths.get(argument.name)
            if length is None:
                message = f"the length of `{argument.name}`, an array in local memory, is not known"
                advice = f'say how many elements it has: lengths={{"{argument.name}": 256}}'
                raise wrong(LENGTHS, message, place, advice)
            declared.array("local", name, word, length)
        declared.pointers[argument.name] = _start(memory, unit, name)
    elif argument.type.words == 1:
        kind = "f32" if argument.type.kind == "float" else "s32" if word in ("s8", "s16", "s32") else "u32"
        declared.values[argument.name] = declared.parameters(name, kind, 0)
    else:
        kind = "f32" if argument.type.elements[0] == ir.IrType("float", 32) else "b32"
        declared.values[argument.name] = declared.parameters(name, kind, argument.type.words)


def _variable(declared: Declarations, function: ir.Function, variable: ir.GlobalVariable) -> None:
    """Declare a variable of the module: an array of local memory, a table of constants, or the printed output.

    Raises `CompileError`.
    """
    wanted = "printf" if variable.name == PRINTED else variable.name
    wanted = source_name(wanted).rsplit(".", 1)[-1] if variable.space == ir.LOCAL else wanted
    name = declared.name(wanted)
    declared.shape(name, wanted, "local" if variable.space == ir.LOCAL else "constant", variable.type)
    memory, unit = declared.memories[variable.space]
    words = (variable.type.size + 3) // 4
    if variable.name == PRINTED:
        declared.lines += [f".buffer {name}, u32, {words}", f".prints {name}"]
        declared.variables[variable.name] = _start(memory, unit, name)
        return
    if variable.space == ir.LOCAL:
        kind = _elements_of(variable.type)
        declared.array("local", name, kind, -(-variable.type.size // ELEMENT_BYTES[kind]))
    elif variable.initial is None or memory != "global":
        from simt.machine.choosing import way_to

        advice = f"a machine with global memory, {way_to('global_memory')}, or pass the table as a parameter"
        raise wrong(LACKING, f"the constant table `{name}` needs global memory", function.place, advice)
    else:
        image = bytearray(4 * words)
        _fill(image, 0, variable.initial)
        numbers = ", ".join(hex(int.from_bytes(image[first : first + 4], "little")) for first in range(0, 4 * words, 4))
        declared.lines.append(f".buffer {name}, u32 = {numbers}")
    declared.variables[variable.name] = _start(memory, unit, name)


def _elements_of(kind: ir.IrType) -> str:
    """Return the assembler's type of an array's elements; `u32` for a structure or a type that the assembler lacks."""
    while kind.element is not None:
        kind = kind.element
    name = f"{'f' if kind.kind == 'float' else 'u'}{kind.bits}"
    return name if kind.kind in ("int", "float") and name in ELEMENT_BYTES else "u32"


def _fill(image: bytearray, start: int, value: ir.IrValue) -> None:
    """Write a constant into an image of memory, from byte `start` on. Raises `CompileError`."""
    if isinstance(value, ir.Number):
        size = value.type.size
        image[start : start + size] = (value.bits & ((1 << 8 * size) - 1)).to_bytes(size, "little")
    elif isinstance(value, ir.Aggregate):
        for number, element in enumerate(value.elements):
            place = value.type.offset(number) if value.type.kind == "struct" else number * element.type.size
            _fill(image, start + place, element)
    elif not isinstance(value, ir.Undef):
        raise wrong(UNSUPPORTED, "a constant table holds an address", None, "hold indices in its place")
