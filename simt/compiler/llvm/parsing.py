"""The tokens of a line of LLVM IR: types, values and constant expressions."""

from __future__ import annotations

import re
import struct
from typing import Final

from simt.compiler.errors import UNSUPPORTED, WRONG_IR, CompileError, wrong
from simt.compiler.llvm.ir import (
    LABEL,
    METADATA,
    VOID,
    Aggregate,
    Expression,
    GlobalName,
    Instruction,
    Name,
    Number,
    Type,
    Undefined,
    Value,
)  # fmt: skip
from simt.compiler.llvm.places import Places
from simt.compiler.place import Place

_TOKEN: Final = re.compile(
    r"""\s*(?: (?P<name>[%@](?:"[^"]*"|[-$.\w]+)) | (?P<text>c?"[^"]*") | (?P<meta>!(?:[\w.]+)?|\#\d+)
    | (?P<number>-?\d+\.\d+(?:e[-+]?\d+)?|0x[KLMHR]?[0-9A-Fa-f]+|-?\d+) | (?P<word>[A-Za-z_][-.\w]*|\.\.\.)
    | (?P<sign>[][<>{}(),=*|:]) | (?P<rest>;.*$) )""",
    re.VERBOSE,
)
FLAGS: Final = frozenset({
    "nuw", "nsw", "exact", "disjoint", "inbounds", "nusw", "nneg", "samesign", "nnan", "ninf", "nsz", "arcp",
    "contract", "afn", "reassoc", "fast", "volatile",
})  # fmt: skip
BINARY: Final = frozenset({
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd",
    "fsub", "fmul", "fdiv", "frem",
})  # fmt: skip
CASTS: Final = frozenset({
    "trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp", "ptrtoint",
    "inttoptr", "bitcast", "addrspacecast", "ptrtoaddr",
})  # fmt: skip
_FLOATS: Final = {"half": 16, "bfloat": 0, "float": 32, "double": 64}
_VALUE_WORDS: Final = frozenset(
    ["undef", "poison", "zeroinitializer", "null", "none", "true", "false", "splat", "c", "to", "x", "label", "void",
     "ptr", "half", "float", "double", "metadata"]
) | {"getelementptr"} | CASTS | BINARY  # fmt: skip


class Tokens:
    """The tokens of a line, from left to right."""

    def __init__(self, line: str, places: Places, structs: dict[str, str]) -> None:
        self.line = line
        self.places = places
        self.structs = structs
        self.tokens = [found.group().strip() for found in _TOKEN.finditer(line) if found["rest"] is None]
        self.tokens.append("")
        self.at = 0

    # --- tokens -----------------------------------------------------------------------------------------------------

    @property
    def token(self) -> str:
        """The next token, "" at the end."""
        return self.tokens[self.at]

    def next(self) -> str:
        """Take a token."""
        self.at += 1
        return self.tokens[self.at - 1]

    def takes(self, *wanted: str) -> bool:
        """Take these tokens, if they are the next ones."""
        end = self.at + len(wanted)
        if tuple(self.tokens[self.at : end]) != wanted:
            return False
        self.at = end
        return True

    def expect(self, wanted: str) -> None:
        """Take this token. Raises `CompileError`."""
        if not self.takes(wanted):
            raise self.unexpected()

    def unexpected(self) -> CompileError:
        """The error of a token that the reader does not know here."""
        return wrong(WRONG_IR, f"LLVM IR that the reader does not know: {self.line.strip()[:160]}", self.place())

    def place(self) -> Place:
        """What `!dbg` says of this line."""
        if "!dbg" in self.tokens:
            return self.places[self.tokens[self.tokens.index("!dbg") + 1]]
        return Place()

    def words_while(self, known: frozenset[str]) -> frozenset[str]:
        """Take the words that are in `known`."""
        found = set()
        while self.token in known:
            found.add(self.next())
        return frozenset(found)

    def skip_brackets(self) -> None:
        """Take what stands in round brackets, if there are any."""
        if not self.takes("("):
            return
        depth = 1
        while depth and self.token:
            token = self.next()
            depth += (token == "(") - (token == ")")

    # --- types and values -------------------------------------------------------------------------------------------

    def type(self) -> Type:
        """Take a type."""
        token = self.next()
        if re.fullmatch(r"i\d+", token):
            return Type("int", int(token[1:]))
        if _FLOATS.get(token):
            return Type("float", _FLOATS[token])
        if token == "ptr":
            space = 0
            if self.takes("addrspace"):
                self.expect("(")
                space = int(self.next())
                self.expect(")")
            return Type("ptr", space=space)
        if token in ("void", "label", "metadata"):
            return {"void": VOID, "label": LABEL, "metadata": METADATA}[token]
        if token == "[" or (token == "<" and self.token != "{"):
            count = int(self.next())
            self.expect("x")
            element = self.type()
            self.expect("]" if token == "[" else ">")
            return Type("array" if token == "[" else "vector", element=element, count=count)
        if token in ("{", "<"):
            is_packed = token == "<"
            if is_packed:
                self.expect("{")
            members = []
            while not self.takes("}"):
                members.append(self.type())
                self.takes(",")
            if is_packed:
                self.expect(">")
            return Type("struct", members=tuple(members), is_packed=is_packed)
        if token in self.structs:
            return type(self)(self.structs[token], self.places, self.structs).type()
        self.at -= 1
        message = f"LLVM IR of a type that no machine of this family has: {token[:40]}"
        raise wrong(
            UNSUPPORTED, message, self.place(), "integers, floats, doubles, vectors of them and pointers are compiled"
        )

    def attributes(self) -> dict[str, Type]:
        """Take the attributes of a parameter, an argument or a result; those that name a type, with it."""
        found: dict[str, Type] = {}
        while re.fullmatch(r"[a-z_]+", self.token) and self.token not in _VALUE_WORDS:
            word = self.next()
            if word in ("byval", "sret", "elementtype") and self.takes("("):
                found[word] = self.type()
                self.expect(")")
            elif word == "align" and self.token != "(":
                self.next()
            else:
                self.skip_brackets()
        return found

    def operand(self) -> Value:
        """Take a type and a value of it."""
        kind = self.type()
        self.attributes()
        return self.value(kind)

    def value(self, kind: Type) -> Value:
        """Take a value of a type."""
        token = self.next()
        if token.startswith("%"):
            return Name(kind, unquoted(token[1:]))
        if token.startswith("@"):
            return GlobalName(kind, unquoted(token[1:]))
        if token in ("undef", "poison"):
            return Undefined(kind)
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
            return Aggregate(kind, tuple(Number(Type("int", 8), byte) for byte in _bytes(token[2:-1])))
        if kind.kind == "float":
            return Number(kind, _float_bits(token, kind.bits))
        if re.fullmatch(r"-?\d+", token):
            return Number(kind, int(token) & ((1 << kind.bits) - 1))
        if token == "getelementptr" or token in CASTS or token in BINARY:
            return Expression(kind, self._expression(token, kind))
        self.at -= 1
        raise self.unexpected()

    def _expression(self, opcode: str, kind: Type) -> Instruction:
        flags = self.words_while(FLAGS)
        if self.token in ("inrange",):
            self.next()
            self.skip_brackets()
        self.expect("(")
        if opcode == "getelementptr":
            element = self.type()
            self.expect(",")
            operands = self.operands(")")
            found = Instruction(opcode, kind, operands=operands, element=element, flags=flags)
        elif opcode in CASTS:
            source = self.operand()
            self.expect("to")
            found = Instruction(opcode, self.type(), operands=(source,), flags=flags)
        else:
            found = Instruction(opcode, kind, operands=self.operands(")"), flags=flags)
        self.expect(")")
        return found

    def operands(self, end: str) -> tuple[Value, ...]:
        """Take operands with commas between, up to `end`."""
        found = []
        while self.token not in (end, "", "align") and not self.token.startswith("!"):
            found.append(self.operand())
            if not self.takes(","):
                break
        return tuple(found)


def unquoted(name: str) -> str:
    """A name without the quotes that LLVM puts around unusual ones."""
    return name[1:-1] if name.startswith('"') else name


def _zero(kind: Type) -> Value:
    if kind.kind in ("vector", "array", "struct"):
        return Aggregate(kind, tuple(_zero(element) for element in kind.elements))
    return Number(kind, 0)


def _bytes(text: str) -> bytes:
    found = re.sub(r"\\([0-9A-Fa-f]{2})", lambda match: chr(int(match[1], 16)), text)
    return found.encode("latin-1")


def _float_bits(token: str, bits: int) -> int:
    if token.startswith("0xH"):
        return int(token[3:], 16)
    number = struct.unpack("<d", struct.pack("<Q", int(token, 16)))[0] if token.startswith("0x") else float(token)
    if bits == 64:
        return int(token, 16) if token.startswith("0x") else struct.unpack("<Q", struct.pack("<d", number))[0]
    if number != number:  # the payload of a NaN
        payload = int(token, 16)
        return (payload >> 63) << 31 | 0x7F800000 | ((payload >> 29) & 0x7FFFFF)
    return int(struct.unpack("<I", struct.pack("<f", number))[0])
