"""Parsing of a line of LLVM IR from its tokens: types, values, instructions and constant expressions."""

from __future__ import annotations

import re
import struct
from typing import Final

from simt.compiler.errors import UNSUPPORTED, WRONG_IR, CompileError, SourcePlace, wrong
from simt.compiler.llvm.ir import I1, VOID, Aggregate, Expr, Instruction, IrType, IrValue, Name, Number, Symbol, Undef
from simt.compiler.llvm.names import unquoted
from simt.compiler.llvm.places import Places

_TOKEN: Final = re.compile(
    r"""\s*(?: (?P<name>[%@](?:"[^"]*"|[-$.\w]+)) | (?P<text>c?"[^"]*") | (?P<meta>!(?:[\w.]+)?|\#\d+)
    | (?P<number>-?\d+\.\d+(?:e[-+]?\d+)?|0x[KLMHR]?[0-9A-Fa-f]+|-?\d+) | (?P<word>[A-Za-z_][-.\w]*|\.\.\.)
    | (?P<sign>[][<>{}(),=*|:]) | (?P<rest>;.*$) )""",
    re.VERBOSE,
)
FLAGS: Final = frozenset({
    "nuw", "nsw", "exact", "disjoint", "inbounds", "nusw", "nneg", "samesign", "nnan", "ninf", "nsz", "arcp",
    "contract", "afn", "reassoc", "fast", "volatile", "atomic", "weak", "inalloca",
})  # fmt: skip
_BINARY: Final = frozenset({
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd",
    "fsub", "fmul", "fdiv", "frem",
})  # fmt: skip
_COMPARES: Final = frozenset({"icmp", "fcmp"})
_CASTS: Final = frozenset({
    "trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp", "ptrtoint",
    "inttoptr", "bitcast", "addrspacecast", "ptrtoaddr",
})  # fmt: skip
_WITHOUT_VALUE: Final = frozenset({"store", "br", "ret", "unreachable"})
_BEGIN_WITH_TYPE: Final = frozenset({"getelementptr", "load", "alloca"})
OPCODES: Final = _BINARY | _COMPARES | _CASTS | _WITHOUT_VALUE | _BEGIN_WITH_TYPE | {
    "fneg", "freeze", "select", "atomicrmw", "cmpxchg", "extractvalue", "insertvalue", "extractelement",
    "insertelement", "shufflevector", "phi", "call", "fence",
}  # fmt: skip
_FLOATS: Final = {"half": 16, "float": 32, "double": 64}
_VALUE_WORDS: Final = _BINARY | _CASTS | {
    "undef", "poison", "zeroinitializer", "null", "none", "true", "false", "splat", "to", "getelementptr",
}  # fmt: skip
_NO_ATTRIBUTES: Final = _VALUE_WORDS | _FLOATS.keys() | {"ptr", "void"}
_ONLY_TYPES: Final = "integers, floats, doubles, vectors of them and pointers are compiled"


class Line:
    """A line of LLVM IR, whose tokens are taken from left to right."""

    def __init__(self, line: str, places: Places, structs: dict[str, str]) -> None:
        self.line = line
        self.places = places
        self.structs = structs
        self.tokens = [match.group().strip() for match in _TOKEN.finditer(line) if match["rest"] is None]
        self.tokens.append("")
        self.at = 0

    # --- tokens -----------------------------------------------------------------------------------------------------

    @property
    def token(self) -> str:
        """The next token, "" at the end."""
        return self.tokens[self.at]

    def next(self) -> str:
        """Take the next token and return it."""
        self.at += 1
        return self.tokens[self.at - 1]

    def name(self) -> str:
        """Take a name, without its prefix `%` or `@`."""
        return unquoted(self.next()[1:])

    def takes(self, wanted: str) -> bool:
        """Take the next token if it is `token`; return whether it was."""
        is_next = self.token == wanted
        self.at += is_next
        return is_next

    def expect(self, wanted: str) -> None:
        """Take a token. Raises `CompileError` if it is not this one."""
        if not self.takes(wanted):
            raise self.unexpected()

    def unexpected(self) -> CompileError:
        """Return the error of an unexpected token."""
        return wrong(WRONG_IR, f"LLVM IR that the reader does not know: {self.line.strip()[:160]}", self.place())

    def place(self) -> SourcePlace:
        """Return the place in the source, from the `!dbg` of this line."""
        after = self.tokens[self.tokens.index("!dbg") + 1 :][:1] if "!dbg" in self.tokens else []
        return self.places[after[0]] if after else SourcePlace()

    def align(self) -> int:
        """Return the smallest alignment that the line names, 0 if it names none."""
        pairs = zip(self.tokens, self.tokens[1:], strict=False)
        return min((int(number) for word, number in pairs if word == "align" and number.isdigit()), default=0)

    def words_while(self, known: frozenset[str]) -> frozenset[str]:
        """Take the next words as long as they are in `known`; return them."""
        start = self.at
        while self.token in known:
            self.at += 1
        return frozenset(self.tokens[start : self.at])

    def skip_brackets(self) -> None:
        """Take a pair of round brackets with its contents, if it is next."""
        depth = 0
        while self.token == "(" or (depth and self.token):
            token = self.next()
            depth += (token == "(") - (token == ")")
            if not depth:
                return

    # --- types and values -------------------------------------------------------------------------------------------

    def space(self) -> int:
        """Take an address space, if any; return its number, 0 without one."""
        if not self.takes("addrspace"):
            return 0
        self.expect("(")
        space = int(self.next())
        self.expect(")")
        return space

    def type(self) -> IrType:
        """Take a type. Raises `CompileError`."""
        token = self.next()
        if re.fullmatch(r"i\d{1,4}", token):  # wider, a number of the type would fill the memory
            return IrType("int", int(token[1:]))
        if token in _FLOATS:
            return IrType("float", _FLOATS[token])
        if token == "ptr":
            return IrType("ptr", space=self.space())
        if token == "void":
            return VOID
        is_packed = token == "<" and self.takes("{")
        if token == "{" or is_packed:
            members = []
            while not self.takes("}"):
                members.append(self.type())
                self.takes(",")
            if is_packed:
                self.expect(">")
            return IrType("struct", members=tuple(members), is_packed=is_packed)
        if token in ("[", "<"):
            count = int(self.next())
            self.expect("x")
            element = self.type()
            self.expect("]" if token == "[" else ">")
            return IrType("array" if token == "[" else "vector", element=element, count=count)
        if token in self.structs:
            return Line(self.structs[token], self.places, self.structs).type()
        message = f"LLVM IR of a type that no machine of this family has: {token[:40]}"
        raise wrong(UNSUPPORTED, message, self.place(), _ONLY_TYPES)

    def attributes(self) -> dict[str, IrType]:
        """Take the attributes of a parameter, an argument or a result.

        Return the types in these attributes, by the name of the attribute.
        """
        attributes: dict[str, IrType] = {}
        while re.fullmatch(r"[a-z_]+", self.token) and self.token not in _NO_ATTRIBUTES:
            word = self.next()
            if word == "byval" and self.takes("("):
                attributes[word] = self.type()
                self.expect(")")
            elif word == "align" and self.token != "(":
                self.next()
            else:
                self.skip_brackets()
        return attributes

    def operand(self) -> IrValue:
        """Take a type and a value of it. Raises `CompileError`."""
        kind = self.type()
        self.attributes()
        return self.value(kind)

    def value(self, kind: IrType) -> IrValue:
        """Take a value of a type. Raises `CompileError`."""
        token = self.next()
        if token.startswith(("%", "@")):
            return (Name if token[0] == "%" else Symbol)(kind, unquoted(token[1:]))
        if token in ("undef", "poison"):
            return Undef(kind)
        if token in ("zeroinitializer", "null", "none"):
            return _zero(kind)
        if token in ("true", "false"):
            return Number(kind, int(token == "true"))
        if token == "splat":
            self.expect("(")
            element = self.operand()
            self.expect(")")
            return Aggregate(kind, (element,) * kind.count)
        if token in ("[", "<", "{"):
            is_packed = token == "<" and self.takes("{")
            values = []
            while self.token not in ("]", ">", "}"):
                values.append(self.operand())
                self.takes(",")
            self.next()
            if is_packed:
                self.expect(">")
            return Aggregate(kind, tuple(values))
        if token.startswith('c"'):
            return Aggregate(kind, tuple(Number(IrType("int", 8), byte) for byte in _bytes(token[2:-1])))
        if kind.kind == "float":
            return Number(kind, _float_bits(token, kind.bits))
        if re.fullmatch(r"-?\d+", token):
            return Number(kind, int(token) & ((1 << kind.bits) - 1))
        if token in _VALUE_WORDS:
            return Expr(kind, self.body(token, is_constant=True))
        raise self.unexpected()

    # --- instructions -----------------------------------------------------------------------------------------------

    def body(self, opcode: str, *, is_constant: bool = False) -> Instruction:
        """Take what follows an opcode: flags, a type, operands, labels and numbers.

        is_constant: whether the instruction is a constant expression, which has brackets.
        """
        instruction = Instruction(opcode, flags=self.words_while(FLAGS))
        if is_constant:
            if self.takes("inrange"):
                self.skip_brackets()
            self.expect("(")
        if opcode in _COMPARES or opcode == "atomicrmw":
            instruction.detail = self.next()
        is_more = True
        if opcode in _BEGIN_WITH_TYPE:
            instruction.element = self.type()
            is_more = self.takes(",")
        operands: list[IrValue] = []
        labels: list[str] = []
        indices: list[int] = []
        while is_more and self.token not in ("", "align", "addrspace", "void") and not self.token.startswith("!"):
            if self.takes("label"):
                labels.append(self.name())
            elif operands and not is_constant and opcode in _BINARY | _COMPARES:
                operands.append(self.value(operands[0].type))
            elif self.token.isdigit():
                indices.append(int(self.next()))
            else:
                operands.append(self.operand())
            is_more = self.takes(",")
        instruction.operands, instruction.labels, instruction.indices = tuple(operands), tuple(labels), tuple(indices)
        if opcode == "shufflevector":
            instruction.operands, mask = instruction.operands[:2], operands[2]
            elements = mask.elements if isinstance(mask, Aggregate) else (mask,) * mask.type.count
            instruction.indices = tuple(entry.bits if isinstance(entry, Number) else -1 for entry in elements)
        if opcode in _CASTS:
            self.expect("to")
            instruction.type = self.type()
        else:
            instruction.type = _result(instruction)
        if is_constant:
            self.expect(")")
        return instruction


def _result(instruction: Instruction) -> IrType:
    """Return the type of an instruction's value, from the types of its operands."""
    kinds = [value.type for value in instruction.operands]
    match instruction.opcode:
        case "store" | "br" | "ret" | "unreachable":
            return VOID
        case "alloca":
            return IrType("ptr")
        case "load":
            return instruction.element or VOID
        case "select" | "atomicrmw":
            return kinds[1]
        case "cmpxchg":
            return IrType("struct", members=(kinds[1], I1))
        case "icmp" | "fcmp":
            return I1 if kinds[0].kind != "vector" else IrType("vector", element=I1, count=kinds[0].count)
        case "extractelement":
            return kinds[0].scalar
        case "shufflevector":
            return IrType("vector", element=kinds[0].element, count=len(instruction.indices))
        case "extractvalue":
            kind = kinds[0]
            for index in instruction.indices:
                kind = kind.elements[index]
            return kind
    return kinds[0]


def _zero(kind: IrType) -> IrValue:
    if kind.kind in ("vector", "array", "struct"):
        return Aggregate(kind, tuple(_zero(element) for element in kind.elements))
    return Number(kind, 0)


def _bytes(text: str) -> bytes:
    characters = re.sub(r"\\([0-9A-Fa-f]{2})", lambda match: chr(int(match[1], 16)), text)
    return characters.encode("latin-1")


def _float_bits(token: str, bits: int) -> int:
    if token.startswith("0xH"):
        return int(token[3:], 16)
    double = int(token, 16) if token.startswith("0x") else int.from_bytes(struct.pack("<d", float(token)), "little")
    if bits == 64:
        return double
    number = struct.unpack("<d", double.to_bytes(8, "little"))[0]
    if number != number:  # the payload of a NaN
        return (double >> 63) << 31 | 0x7F800000 | ((double >> 29) & 0x7FFFFF)
    return int.from_bytes(struct.pack("<f", number), "little")
