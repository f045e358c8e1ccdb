"""A reader of LLVM IR as LLVM 22 prints it after optimisation: the subset that kernels leave."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from simt.compiler.errors import UNSUPPORTED, wrong
from simt.compiler.llvm.ir import (
    I1,
    Aggregate,
    Argument,
    Block,
    Function,
    GlobalVariable,
    Instruction,
    Module,
    Number,
    Type,
)  # fmt: skip
from simt.compiler.llvm.parsing import BINARY, CASTS, FLAGS, Tokens, unquoted
from simt.compiler.llvm.places import Places

_SKIPPED_CALLS: Final = ("llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias", "llvm.donothing")


def read_module(text: str) -> Module:
    """Read a module of optimised LLVM IR. Raises `CompileError`."""
    module = Module()
    places = Places(text)
    lines = iter(text.splitlines())
    structs = {found[1]: found[2] for found in re.finditer(r"^(%\S+|%\"[^\"]*\") = type (.*)$", text, re.MULTILINE)}
    for line in lines:
        if line.startswith("@"):
            if variable := _Reader(line, places, structs).variable():
                module.variables[variable.name] = variable
        elif line.startswith("define "):
            function = _Reader(line, places, structs).function()
            body = []
            for inner in lines:
                if inner == "}":
                    break
                body.append(inner)
            _read_body(function, body, places, structs)
            module.functions[function.name] = function
    return module


def _read_body(function: Function, lines: list[str], places: Places, structs: dict[str, str]) -> None:
    block = Block(
        str(sum(argument.name.isdigit() for argument in function.arguments))
    )  # LLVM's number, if it has no name
    text = ""
    for line in lines:
        stripped = line.strip()
        if not stripped or stripped.startswith((";", "#dbg")):
            continue
        if not line.startswith(" "):
            block = Block(
                unquoted(stripped.split(":")[0] if stripped[0] != '"' else stripped[: stripped.index('":') + 1])
            )
            function.blocks.append(block)
            continue
        if not function.blocks:  # the entry may have no label
            function.blocks.append(block)
        text += line
        if text.count("[") > text.count("]"):  # a switch stands on several lines
            continue
        reader = _Reader(text, places, structs)
        text = ""
        found = reader.instruction()
        if found is not None:
            block.instructions.append(found)


class _Reader(Tokens):
    """A line of a module."""

    # --- what a module consists of ----------------------------------------------------------------------------------

    def variable(self) -> GlobalVariable | None:
        """Take a global variable, after the name; None for what is none."""
        name = unquoted(self.next()[1:])
        self.expect("=")
        space = 0
        has_value = "external" not in self.tokens
        while self.token not in ("global", "constant"):
            if not self.token or self.token in ("alias", "ifunc"):
                return None
            if self.next() == "addrspace":
                self.expect("(")
                space = int(self.next())
                self.expect(")")
        is_constant = self.next() == "constant"
        kind = self.type()
        initial = self.value(kind) if has_value else None
        align = int(self.tokens[self.tokens.index("align") + 1]) if "align" in self.tokens else kind.alignment
        return GlobalVariable(name, space, kind, is_constant, initial, align)

    def function(self) -> Function:
        """Take the head of a definition."""
        while not self.token.startswith("@"):
            if not self.next():
                raise self.unexpected()
        name = unquoted(self.next()[1:])
        self.expect("(")
        arguments: list[Argument] = []
        while not self.takes(")"):
            kind = self.type()
            attributes = self.attributes()
            label = unquoted(self.next()[1:]) if self.token.startswith("%") else str(len(arguments))
            arguments.append(Argument(label, kind, attributes.get("byval")))
            self.takes(",")
        place = self.place()
        said = {key: self.tokens[at + 1] for at, key in enumerate(self.tokens[:-1]) if key.startswith("!")}
        group = self.places.numbers(said.get("!reqd_work_group_size", ""))
        types = self.places.texts(said.get("!kernel_arg_base_type", ""))
        return Function(name, arguments, [], group, types, place)

    def instruction(self) -> Instruction | None:
        """Take an instruction; None for one that does nothing here."""
        result = ""
        if self.token.startswith("%"):
            result = unquoted(self.next()[1:])
            self.expect("=")
        for word in ("tail", "musttail", "notail"):
            self.takes(word)
        opcode = self.next()
        reader = _READERS.get(opcode)
        if reader is None:
            if opcode in BINARY:
                reader = _Reader._binary
            elif opcode in CASTS:
                reader = _Reader._cast
            else:
                raise wrong(UNSUPPORTED, f"the instruction `{opcode}` of LLVM IR is not compiled", self.place())
        found = reader(self, opcode)
        return None if found is None else replace(found, result=result, place=self.place())

    # --- the instructions, after their opcode -----------------------------------------------------------------------

    def _binary(self, opcode: str) -> Instruction:
        flags = self.words_while(FLAGS)
        left = self.operand()
        self.expect(",")
        return Instruction(opcode, left.type, operands=(left, self.value(left.type)), flags=flags)

    def _unary(self, opcode: str) -> Instruction:
        self.words_while(FLAGS)
        source = self.operand()
        return Instruction(opcode, source.type, operands=(source,))

    def _cast(self, opcode: str) -> Instruction:
        flags = self.words_while(FLAGS)
        source = self.operand()
        self.expect("to")
        return Instruction(opcode, self.type(), operands=(source,), flags=flags)

    def _compare(self, opcode: str) -> Instruction:
        flags = self.words_while(FLAGS)
        predicate = self.next()
        left = self.operand()
        self.expect(",")
        right = self.value(left.type)
        kind = I1 if left.type.kind != "vector" else Type("vector", element=I1, count=left.type.count)
        return Instruction(opcode, kind, operands=(left, right), detail=predicate, flags=flags)

    def _select(self, opcode: str) -> Instruction:
        self.words_while(FLAGS)
        operands = self.operands("")
        return Instruction(opcode, operands[1].type, operands=operands)

    def _phi(self, opcode: str) -> Instruction:
        self.words_while(FLAGS)
        kind = self.type()
        values, labels = [], []
        while self.takes("["):
            values.append(self.value(kind))
            self.expect(",")
            labels.append(unquoted(self.next()[1:]))
            self.expect("]")
            self.takes(",")
        return Instruction(opcode, kind, operands=tuple(values), labels=tuple(labels))

    def _branch(self, opcode: str) -> Instruction:
        if self.takes("label"):
            return Instruction(opcode, labels=(unquoted(self.next()[1:]),))
        condition = self.operand()
        labels = []
        while self.takes(",", "label"):
            labels.append(unquoted(self.next()[1:]))
        return Instruction(opcode, operands=(condition,), labels=tuple(labels))

    def _return(self, opcode: str) -> Instruction:
        return Instruction(opcode) if self.takes("void") else Instruction(opcode, operands=(self.operand(),))

    def _nothing(self, opcode: str) -> Instruction:
        return Instruction(opcode)

    def _address(self, opcode: str) -> Instruction:
        flags = self.words_while(FLAGS)
        element = self.type()
        self.expect(",")
        operands = self.operands("")
        return Instruction(opcode, operands[0].type, operands=operands, element=element, flags=flags)

    def _align(self) -> int:
        return int(self.tokens[self.tokens.index("align", self.at) + 1]) if "align" in self.tokens[self.at :] else 0

    def _load(self, opcode: str) -> Instruction:
        flags = self.words_while(FLAGS | {"atomic"})
        kind = self.type()
        self.expect(",")
        pointer = self.operand()
        return Instruction(opcode, kind, operands=(pointer,), flags=flags, align=self._align() or kind.alignment)

    def _store(self, opcode: str) -> Instruction:
        flags = self.words_while(FLAGS | {"atomic"})
        value = self.operand()
        self.expect(",")
        pointer = self.operand()
        align = self._align() or value.type.alignment
        return Instruction(opcode, operands=(value, pointer), flags=flags, align=align)

    def _alloca(self, opcode: str) -> Instruction:
        self.takes("inalloca")
        kind = self.type()
        count = 1
        if self.takes(",") and self.token not in ("align", "addrspace"):
            number = self.operand()
            if not isinstance(number, Number):
                raise wrong(
                    UNSUPPORTED, "an array whose length is not known", self.place(), "give it a constant length"
                )
            count = number.bits
        if count != 1:
            kind = Type("array", element=kind, count=count)
        return Instruction(opcode, Type("ptr"), element=kind, align=self._align() or kind.alignment)

    def _atomic(self, opcode: str) -> Instruction:
        self.takes("weak")
        self.takes("volatile")
        operation = self.next() if opcode == "atomicrmw" else ""
        operands = self.operands("")
        kind = operands[1].type
        if opcode == "cmpxchg":
            kind = Type("struct", members=(kind, I1))
        return Instruction(opcode, kind, operands=operands, detail=operation)

    def _call(self, opcode: str) -> Instruction | None:
        while self.token in FLAGS or self.token in ("spir_func", "fastcc", "spir_kernel"):
            self.next()
        self.attributes()
        kind = self.type()
        if not self.token.startswith("@"):
            message = "a call of a function that is not known until the kernel runs"
            raise wrong(UNSUPPORTED, message, self.place(), "OpenCL C has no pointers to functions")
        name = unquoted(self.next()[1:])
        if name.startswith(_SKIPPED_CALLS):
            return None
        self.expect("(")
        start = self.at
        operands = self.operands(")")
        given = self.tokens[start : self.at]
        aligns = [int(given[place + 1]) for place, token in enumerate(given[:-1]) if token == "align"]
        return Instruction(opcode, kind, operands=operands, detail=name, align=min(aligns, default=0))

    def _indexed(self, opcode: str) -> Instruction:
        """`extractvalue` and `insertvalue`: operands, then numbers."""
        operands = [self.operand()]
        indices = []
        while self.takes(","):
            if re.fullmatch(r"\d+", self.token):
                indices.append(int(self.next()))
            elif self.token.startswith("!"):
                break
            else:
                operands.append(self.operand())
        kind = operands[0].type
        if opcode == "extractvalue":
            for index in indices:
                kind = kind.elements[index]
        return Instruction(opcode, kind, operands=tuple(operands), indices=tuple(indices))

    def _element(self, opcode: str) -> Instruction:
        """`extractelement` and `insertelement`."""
        operands = self.operands("")
        kind = operands[0].type
        if opcode == "extractelement":
            assert kind.element is not None
            kind = kind.element
        return Instruction(opcode, kind, operands=operands)

    def _shuffle(self, opcode: str) -> Instruction:
        left, right, mask = self.operands("")
        if isinstance(mask, Aggregate):
            indices = tuple(entry.bits if isinstance(entry, Number) else -1 for entry in mask.elements)
        else:
            indices = (-1,) * mask.type.count
        kind = Type("vector", element=left.type.element, count=mask.type.count)
        return Instruction(opcode, kind, operands=(left, right), indices=indices)

    def _fence(self, opcode: str) -> None:
        return None


_READERS: Final = {
    **dict.fromkeys(("icmp", "fcmp"), _Reader._compare), **dict.fromkeys(("fneg", "freeze"), _Reader._unary),
    "select": _Reader._select, "phi": _Reader._phi, "br": _Reader._branch, "ret": _Reader._return,
    "unreachable": _Reader._nothing, "getelementptr": _Reader._address, "load": _Reader._load, "store": _Reader._store,
    "alloca": _Reader._alloca, **dict.fromkeys(("atomicrmw", "cmpxchg"), _Reader._atomic), "call": _Reader._call,
    **dict.fromkeys(("extractvalue", "insertvalue"), _Reader._indexed),
    **dict.fromkeys(("extractelement", "insertelement"), _Reader._element), "shufflevector": _Reader._shuffle,
    "fence": _Reader._fence,
}  # fmt: skip
