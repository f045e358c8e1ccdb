"""A reader of optimised LLVM IR as LLVM 22 prints it: the subset that occurs in kernels."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from simt.compiler.errors import UNSUPPORTED, CompileError, wrong
from simt.compiler.llvm.ir import (
    Argument,
    Function,
    GlobalVariable,
    Instruction,
    IrBlock,
    IrModule,
    IrType,
    Note,
    Number,
    Undef,
)
from simt.compiler.llvm.names import unquoted
from simt.compiler.llvm.parsing import FLAGS, OPCODES, Line
from simt.compiler.llvm.places import Places
from simt.compiler.types import ENDED

_SKIPPED_CALLS: Final = ("llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias", "llvm.donothing")
_BEFORE_CALLS: Final = FLAGS | {"tail", "musttail", "notail", "spir_func", "fastcc", "spir_kernel"}
_STRUCT: Final = re.compile(r"^(%\S+|%\"[^\"]*\") = type (.*)$", re.MULTILINE)
_NAMED: Final = re.compile(
    r" +#dbg_value\((?P<value>.*), (?P<variable>!\d+), !DIExpression\((?P<expression>[^()]*)\), (?P<location>!\d+)\)$"
)
_PART: Final = re.compile(r"(?:DW_OP_LLVM_fragment, (\d+), (\d+))?")
_LABEL: Final = re.compile(r'("[^"]*"|[-$.\w]+):')


def read_module(text: str) -> IrModule:
    """Read a module of optimised LLVM IR. Raises `CompileError`."""
    module = IrModule()
    places = Places(text)
    structs = structs_of(text)
    function = Function("", [], [])
    for number, line in enumerate(text.splitlines()):
        reader = Reader(line, places, structs)
        reader.number = number
        try:
            function = _read(reader, module, function)
        except (ValueError, IndexError, OverflowError) as error:  # an invalid number, a missing part
            raise reader.unexpected() from error
    return module


def structs_of(text: str) -> dict[str, str]:
    """Return the named structures of a module: their types in LLVM's syntax."""
    return {match[1]: match[2] for match in _STRUCT.finditer(text)}


def _read(reader: Reader, module: IrModule, function: Function) -> Function:
    """Read a line of a module, which may belong to `function`; return the function to which the next line belongs."""
    line = reader.line
    if line.startswith("@"):
        if variable := reader.variable():
            module.variables[variable.name] = variable
    elif line.startswith("define "):
        function = reader.function()
        module.functions[function.name] = function
    elif line.startswith("  ") and not line.lstrip().startswith(";"):
        if not function.blocks:  # without a label it has LLVM's number
            function.blocks.append(IrBlock(str(sum(argument.name.isdigit() for argument in function.arguments))))
        if (named := _NAMED.match(line)) is not None:
            function.blocks[-1].notes.append(reader.note(named))
        elif not line.lstrip().startswith("#dbg") and (instruction := reader.instruction()):
            function.blocks[-1].instructions.append(instruction)
    elif function.name and (label := _LABEL.match(line)):
        function.blocks.append(IrBlock(unquoted(label[1])))
    return function


class Reader(Line):
    """A line of a module. number: its number."""

    number = -1

    def note(self, named: re.Match[str]) -> Note:
        """Return the value of a source variable that a debug record states. named: the record's parts (`_NAMED`)."""
        variable = self.places.variable(named["variable"], named["location"])
        value = None
        part = _PART.fullmatch(named["expression"])
        if part is not None and not named["value"].startswith(("!", "metadata")):
            with suppress(CompileError):  # a value that no instruction could have either
                value = Reader(named["value"], self.places, self.structs).operand()
        first, size = (int(number or 0) for number in part.groups()) if part is not None else (0, 0)
        if first % 32 or isinstance(value, Undef):
            value = None
        return Note(self.number, variable, value, first // 32, -(-size // 32), named["expression"] == ENDED)

    def variable(self) -> GlobalVariable | None:
        """Read a global variable; return None for an alias or an ifunc. Raises `CompileError`."""
        name = self.name()
        self.expect("=")
        space = 0
        while self.token not in ("global", "constant"):
            if self.token in ("", "alias", "ifunc"):
                return None
            if self.token == "addrspace":
                space = self.space()
            else:
                self.next()
        self.next()
        kind = self.type()
        initial = None if "external" in self.tokens else self.value(kind)
        return GlobalVariable(name, space, kind, initial)

    def function(self) -> Function:
        """Read the head of a function's definition. Raises `CompileError`."""
        while not self.token.startswith("@"):
            if not self.next():
                raise self.unexpected()
        name = self.name()
        self.expect("(")
        arguments: list[Argument] = []
        while not self.takes(")"):
            kind = self.type()
            attributes = self.attributes()
            label = self.name() if self.token.startswith("%") else str(len(arguments))
            arguments.append(Argument(label, kind, attributes.get("byval")))
            self.takes(",")
        following = dict(zip(self.tokens, self.tokens[1:], strict=False))
        types = self.places.texts(following.get("!kernel_arg_base_type", ""))
        return Function(name, arguments, [], types=types, place=self.place())

    def instruction(self) -> Instruction | None:
        """Take an instruction; None for an instruction without effect on the machine. Raises `CompileError`."""
        result = ""
        if self.token.startswith("%"):
            result = self.name()
            self.expect("=")
        self.words_while(_BEFORE_CALLS)
        opcode = self.next()
        if opcode not in OPCODES:
            raise wrong(UNSUPPORTED, f"the instruction `{opcode}` of LLVM IR is not compiled", self.place())
        if opcode == "fence":
            return None
        instruction = self._call() if opcode == "call" else self._phi() if opcode == "phi" else self.body(opcode)
        if instruction is not None:
            instruction.result, instruction.place, instruction.order = result, self.place(), self.number
            if opcode == "alloca" and instruction.operands:
                instruction.element = self._row_of(instruction)
            instruction.align = self.align()
            if not instruction.align and opcode in ("load", "store", "alloca"):
                instruction.align = (instruction.element or instruction.operands[0].type).alignment
        return instruction

    def _row_of(self, instruction: Instruction) -> IrType:
        """Return the type of the array that an `alloca` with a number of elements allocates. Raises `CompileError`."""
        number = instruction.operands[0]
        if not isinstance(number, Number):
            message = "an array whose length is not known"
            raise wrong(UNSUPPORTED, message, self.place(), "give it a constant length")
        return IrType("array", element=instruction.element, count=number.bits)

    def _phi(self) -> Instruction:
        self.words_while(FLAGS)
        kind = self.type()
        values, labels = [], []
        while self.takes("["):
            values.append(self.value(kind))
            self.expect(",")
            labels.append(self.name())
            self.expect("]")
            self.takes(",")
        return Instruction("phi", kind, operands=tuple(values), labels=tuple(labels))

    def _call(self) -> Instruction | None:
        self.words_while(_BEFORE_CALLS)
        self.attributes()
        kind = self.type()
        if not self.token.startswith("@"):
            message = "a call of a function that is not known until the kernel runs"
            raise wrong(UNSUPPORTED, message, self.place(), "OpenCL C has no pointers to functions")
        name = self.name()
        if name.startswith(_SKIPPED_CALLS):
            return None
        self.expect("(")
        operands = []
        while not self.takes(")"):
            operands.append(self.operand())
            self.takes(",")
        return Instruction("call", kind, operands=tuple(operands), detail=name)
