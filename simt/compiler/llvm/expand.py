"""Replacement of instructions of LLVM IR that a machine lacks by calls: `udiv i64` by `__simt_udiv_i64`.

Copies of many bytes become calls of functions with loops, which are defined here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

_OPERATION: Final = re.compile(
    r"^  (?P<result>%\S+) = (?P<opcode>[us](?:div|rem)|mul|fdiv|frem) (?P<flags>(?:(?:nuw|nsw|exact) )*)"
    r"(?P<type><[^>]*>|\w+) (?P<operands>.*?)(?P<rest>(?:, !\w.*)?)$",
    re.MULTILINE,
)
_CONVERSION: Final = re.compile(
    r"^  (?P<result>%\S+) = (?P<opcode>[su]itofp|fpto[su]i) (?:nneg )?(?P<old>\w+) (?P<value>\S+) to "
    r"(?P<new>\w+)(?P<rest>(?:, !\w.*)?)$",
    re.MULTILINE,
)
_COUNT: Final = re.compile(
    r"^  (?P<result>%\S+) = (?:tail )?call (?:range\([^)]*\) )?i\d+ @llvm\.(?P<name>ctpop|ctlz|cttz)\.(?P<type>i\d+)"
    r"\(i\d+ (?:noundef )?(?P<value>[^,)]*).*?\)[^,\n]*(?P<rest>(?:, !\w.*)?)$",
    re.MULTILINE,
)
_COPY: Final = re.compile(
    r"^  (?:tail )?call void @llvm\.mem(?:cpy|set)\.\S+?\((?P<operands>.*), i(?:32|64) (?P<size>\d+), i1 false\)"
    r"[^,\n]*(?:, !tbaa[^,\n]*)*(?P<rest>(?:, !dbg !\d+)?)$",
    re.MULTILINE,
)
_OPERAND: Final = re.compile(
    r"(ptr(?: addrspace\(\d\))?|i8) (?:.*?\balign (\d+) )?.*?((?:[%@]|getelementptr |addrspacecast ).*|-?\d+)$"
)
MOST_COPIED: Final = 256  # bytes copied without a loop, each by a load and a store
_RESULT: Final = re.compile(r"^  (%\S+) = ", re.MULTILINE)
_TYPES: Final = {"float": "f32", "double": "f64"}
_LOOP: Final = """
define internal void @{name}({parameters}) alwaysinline {{
entry:
  br label %loop
loop:
  %at = phi i32 [ 0, %entry ], [ %next, %loop ]
{read}  %q = getelementptr i8, {to} %to, i32 %at
  store i{bits} %value, {to} %q, align {step}
  %next = add i32 %at, {step}
  %more = icmp ult i32 %next, %bytes
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""
_READ: Final = "  %p = getelementptr i8, {0} %from, i32 %at\n  %value = load i{1}, {0} %p, align {2}\n"
_COUNTERS: Final = {"ctpop": "popc", "ctlz": "clz", "cttz": "ctz"}


def expanded(text: str, can: Callable[[str], bool]) -> str:
    """Return the module without the instructions that a machine lacks, and without long copies.

    Calls, loops and shifts replace them. can: returns whether the machine has an instruction.
    """
    places = {match[1]: match.start() for match in _RESULT.finditer(text)}
    text = _OPERATION.sub(lambda match: _operation(match, can, places), text)
    text = _CONVERSION.sub(_conversion, text)
    text = _COUNT.sub(lambda match: _count(match, can), text)
    loops: dict[str, str] = {}
    text = _COPY.sub(lambda match: _copy(match, loops), text) + "".join(loops.values())
    for name, result, arguments in sorted(
        {(match[2], match[1], re.sub(r" [^ ,]+(?=,|$)", "", match[3])) for match in _CALL.finditer(text)}
    ):
        if not re.search(rf"^(?:define|declare) .*@{name}\(", text, re.MULTILINE):
            text += f"declare {result} @{name}({arguments})\n"
    return text


_CALL: Final = re.compile(r"= call (\w+) @(__simt_\w+)\(([^)]*)\)")


def _operation(match: re.Match[str], can: Callable[[str], bool], places: Mapping[str, int]) -> str:
    """Return an instruction, or the lines that replace it. places: where in the module each value is computed."""
    opcode, kind = match["opcode"], match["type"]
    operands = _apart(match["operands"])
    if len(operands) != 2:
        return match[0]
    if kind.startswith("<"):
        return _by_elements(match, operands, can)
    if shift := _power(opcode, kind, operands[1], can):
        return _shifted(match, operands[0], shift)
    if not _is_lacking(opcode, kind, operands, can):
        return match[0]
    lines = _Lines(match)
    if opcode == "mul":  # the second factor is split into more parts: a loop splits a value known earlier only once
        operands.sort(key=lambda operand: places.get(operand, 0), reverse=True)
    else:
        operands = lines.frozen(kind, operands)
    if kind[0] == "i" and kind not in ("i32", "i64"):
        wider, to = "sext" if opcode[0] == "s" else "zext", "i32" if _bits(kind) < 32 else "i64"
        one, other = (lines.add(f"{wider} {kind} {operand} to {to}") for operand in operands)
        call = lines.add(f"call {to} @__simt_{opcode}_{to}({to} {one}, {to} {other}){lines.rest}")
        return lines.end(f"trunc {to} {call} to {kind}")
    name = f"__simt_{opcode}_{_TYPES.get(kind, kind)}"
    return lines.end(f"call {kind} @{name}({kind} {operands[0]}, {kind} {operands[1]})")


class _Lines:
    """The lines that replace an instruction. stem: the stem of new names; rest: the instruction's metadata."""

    def __init__(self, match: re.Match[str]) -> None:
        self.result, self.rest = match["result"], match["rest"]
        self.stem = self.result.strip('%"')
        self.lines: list[str] = []

    def add(self, text: str) -> str:
        """Add a line that computes a new value; return its name."""
        name = f'%"{self.stem}.{len(self.lines)}v"'  # LLVM distinguishes names by numbers at their end, hence a letter
        self.lines.append(f"  {name} = {text}")
        return name

    def frozen(self, kind: str, operands: list[str]) -> list[str]:
        """Freeze operands that may be poison: the library branches on them, even on unused parts."""
        return [self.add(f"freeze {kind} {operand}") for operand in operands]

    def end(self, text: str) -> str:
        """Add the line that computes the result of the instruction; return all lines."""
        return "\n".join([*self.lines, f"  {self.result} = {text}{self.rest}"])


def _power(opcode: str, kind: str, divisor: str, can: Callable[[str], bool]) -> int:
    """Return the exponent if a signed division is by a power of two, on a machine without the instruction; else 0."""
    if opcode not in ("sdiv", "srem") or not re.fullmatch(r"-?\d+", divisor):
        return 0
    if _bits(kind) <= 32 and can(f"{opcode[1:]}.s32"):
        return 0
    size = abs(int(divisor))
    return size.bit_length() - 1 if size & (size - 1) == 0 and size.bit_length() < _bits(kind) else 0


def _shifted(match: re.Match[str], operand: str, shift: int) -> str:
    """Divide by a power of two with shifts: an addition to negative numbers rounds the quotient towards 0."""
    kind, lines = match["type"], _Lines(match)
    (value,), bits, to, rest = lines.frozen(kind, [operand]), max(32, _bits(kind)), kind, lines.rest
    if _bits(kind) < 32:
        value, to = lines.add(f"sext {kind} {value} to i32"), "i32"
    sign = lines.add(f"ashr {to} {value}, {bits - 1}{rest}")
    more = lines.add(f"lshr {to} {sign}, {bits - shift}{rest}")
    total = lines.add(f"add {to} {value}, {more}{rest}")
    if match["opcode"] == "srem":
        multiple = lines.add(f"and {to} {total}, {-1 << shift}{rest}")
        last = f"sub {to} {value}, {multiple}"
    elif _apart(match["operands"])[1][0] == "-":
        last = f"sub {to} 0, {lines.add(f'ashr {to} {total}, {shift}{rest}')}"
    else:
        last = f"ashr {to} {total}, {shift}"
    return lines.end(last if to == kind else f"trunc {to} {lines.add(last + rest)} to {kind}")


def _bits(kind: str) -> int:
    """Return the bits of a type of integers, 0 for any other type."""
    return int(kind[1:]) if kind[0] == "i" else 0


def _is_lacking(opcode: str, kind: str, operands: list[str], can: Callable[[str], bool]) -> bool:
    """Return whether a machine lacks the instruction, and no short sequence replaces it."""
    is_number = bool(re.fullmatch(r"-?\d+", operands[1]))
    if _bits(kind) > 64:
        return False  # and refused during instruction selection
    if opcode == "mul":
        if _bits(kind) > 32:
            return not can("mulh.u32")
        return not is_number and not can("mul.u32")
    if opcode == "fdiv":
        is_reciprocal = kind == "float" and operands[0] == "1.000000e+00"
        return kind in _TYPES and not (is_reciprocal and can("rcp.f32"))
    if opcode == "frem":
        return kind in _TYPES
    if _bits(kind) > 32:
        return True
    name = f"{opcode[1:]}.{'s' if opcode[0] == 's' else 'u'}32"
    return not can(name) and not (is_number and can("mulh.u32"))


def _by_elements(match: re.Match[str], operands: list[str], can: Callable[[str], bool]) -> str:
    """Return the lines for an operation on vectors: the operation itself, or operations on the elements."""
    shape = re.fullmatch(r"<(\d+) x (\w+)>", match["type"])
    if shape is None or not _is_lacking(match["opcode"], shape[2], ["%", "%"], can):
        return match[0]
    vector, count, kind, lines = match["type"], int(shape[1]), shape[2], _Lines(match)
    known = _constants(operands[1], count)
    whole = "poison"
    for place in range(count):
        left = lines.add(f"extractelement {vector} {operands[0]}, i32 {place}")
        right = known[place] if known else lines.add(f"extractelement {vector} {operands[1]}, i32 {place}")
        result = lines.add(f"{match['opcode']} {kind} {left}, {right}{lines.rest}")
        lines.lines[-1] = _OPERATION.sub(lambda inner: _operation(inner, can, {}), lines.lines[-1])
        inserted = f"insertelement {vector} {whole}, {kind} {result}, i32 {place}"
        whole = lines.add(inserted) if place < count - 1 else inserted
    return lines.end(whole)


def _constants(vector: str, count: int) -> list[str]:
    """Return the elements of a vector of known integers, [] of any other."""
    match = re.fullmatch(r"splat \(\w+ (-?\d+)\)", vector)
    if match:
        return [match[1]] * count
    numbers = re.findall(r"i\d+ (-?\d+)(?=[,>])", vector) if vector[0] == "<" else []
    return numbers if len(numbers) == count else []


def _conversion(match: re.Match[str]) -> str:
    old, new = match["old"], match["new"]
    if "i64" not in (old, new):
        return match[0]
    name = f"__simt_{match['opcode']}_{_TYPES.get(old, old)}_{_TYPES.get(new, new)}"
    lines = _Lines(match)
    (value,) = lines.frozen(old, [match["value"]])
    return lines.end(f"call {new} @{name}({old} {value})")


def _count(match: re.Match[str], can: Callable[[str], bool]) -> str:
    """Return a count of bits, or calls of the library, which counts in words. LLVM makes counts of every width."""
    name, kind, lines = _COUNTERS[match["name"]], match["type"], _Lines(match)
    bits = _bits(kind)
    if can(f"{name}.b32") or bits > 64:
        return match[0]

    def add(text: str) -> str:
        return lines.add(text + lines.rest)

    call = f"call i32 @__simt_{name}_i32(i32 {{}})"
    wide = 32 if bits <= 32 else 64
    value = add(f"zext {kind} {match['value']} to i{wide}") if bits < wide else match["value"]
    if bits < wide and name == "clz":
        value = add(f"shl i{wide} {value}, {wide - bits}")
    if bits < wide and name != "popc":  # for 0 the count is the number's width
        value = add(f"or i{wide} {value}, {1 << (bits if name == 'ctz' else wide - bits - 1)}")
    if bits == 32:
        return lines.end(call.format(value))
    if wide == 32:
        return lines.end(f"trunc i32 {add(call.format(value))} to {kind}")
    words = [add(f"trunc i64 {value} to i32"), add(f"trunc i64 {add(f'lshr i64 {value}, 32')} to i32")]
    first, second = words[::-1] if name == "clz" else words
    counts = add(call.format(first)), add(call.format(second))
    total = add(f"add i32 {counts[1]}, {32 if name != 'popc' else counts[0]}")
    if name != "popc":
        total = add(f"select i1 {add(f'icmp eq i32 {first}, 0')}, i32 {total}, i32 {counts[0]}")
    return lines.end(f"zext i32 {total} to {kind}")


def _copy(match: re.Match[str], loops: dict[str, str]) -> str:
    """Return a copy, or a call of a loop if it is long. loops: definitions by name, to which the loop is added."""
    size = int(match["size"])
    parts = [part.groups() for part in map(_OPERAND.match, _apart(match["operands"])) if part]
    if size <= MOST_COPIED or len(parts) != 2:
        return match[0]
    (to, aligned, target), (kind, near, source) = parts
    numbers = [size, int(aligned or 1), int(near or 1)]
    if is_set := kind == "i8":
        numbers[2] = 1 if source[0] == "%" else 4
    step = 1 if any(number % 4 for number in numbers) else 4
    bits = 8 * step
    if is_set:
        kind, name, read = f"i{bits}", "%value", ""
        source = source if step == 1 else str((int(source) & 0xFF) * 0x01010101)
    else:
        name, read = "%from", _READ.format(kind, bits, step)
    symbol = re.sub(r"\W+", "_", f"__simt_copy_{to}_{kind}_{step}")
    parameters = f"{to} %to, {kind} {name}, i32 %bytes"
    loops[symbol] = _LOOP.format(name=symbol, parameters=parameters, read=read, to=to, bits=bits, step=step)
    return f"  call void @{symbol}({to} {target}, {kind} {source}, i32 {size}){match['rest']}"


def _apart(text: str) -> list[str]:
    """Split a text at the commas between operands, not at commas inside of vectors."""
    parts = [""]
    depth = 0
    for letter in text:
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
