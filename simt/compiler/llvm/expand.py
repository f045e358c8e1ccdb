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
    """Return the module with calls in place of the instructions that the machine lacks.

    can: returns whether the machine has an instruction.
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
    """Return a call, or the instruction itself. places: the offset in the module of each value's computation."""
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
    result, rest = match["result"], match["rest"]
    frozen: list[str] = []
    if opcode == "mul":  # the second factor is split into more parts: a loop splits a value known earlier only once
        operands.sort(key=lambda operand: places.get(operand, 0), reverse=True)
    else:
        frozen, operands = _frozen(result, kind, operands)
    if kind[0] == "i" and kind not in ("i32", "i64"):
        wider, to = "sext" if opcode[0] == "s" else "zext", "i32" if _bits(kind) < 32 else "i64"
        stem = result.strip('%"')
        names = [f'%"{stem}.{place}w"' for place in range(3)]
        lines = [f"  {names[place]} = {wider} {kind} {operands[place]} to {to}" for place in range(2)]
        lines.append(f"  {names[2]} = call {to} @__simt_{opcode}_{to}({to} {names[0]}, {to} {names[1]}){rest}")
        return "\n".join([*frozen, *lines, f"  {result} = trunc {to} {names[2]} to {kind}{rest}"])
    name = f"__simt_{opcode}_{_TYPES.get(kind, kind)}"
    call = f"  {result} = call {kind} @{name}({kind} {operands[0]}, {kind} {operands[1]}){rest}"
    return "\n".join([*frozen, call])


def _power(opcode: str, kind: str, divisor: str, can: Callable[[str], bool]) -> int:
    """The power of two that divides in a signed division, if the machine has no such instruction; else 0."""
    if opcode not in ("sdiv", "srem") or not re.fullmatch(r"-?\d+", divisor):
        return 0
    if _bits(kind) <= 32 and can(f"{opcode[1:]}.s32"):
        return 0
    size = abs(int(divisor))
    return size.bit_length() - 1 if size & (size - 1) == 0 and size.bit_length() < _bits(kind) else 0


def _shifted(match: re.Match[str], operand: str, shift: int) -> str:
    """Divide by a power of two with shifts: an addition to negative numbers rounds the quotient towards 0."""
    result, kind, rest = match["result"], match["type"], match["rest"]
    frozen, (value,) = _frozen(result, kind, [operand])
    stem, bits, to = result.strip('%"'), max(32, _bits(kind)), kind
    name = [f'%"{stem}.{place}p"' for place in range(6)]
    lines = list(frozen)
    if _bits(kind) < 32:
        lines.append(f"  {name[0]} = sext {kind} {value} to i32")
        value, to = name[0], "i32"
    lines += [
        f"  {name[1]} = ashr {to} {value}, {bits - 1}{rest}",
        f"  {name[2]} = lshr {to} {name[1]}, {bits - shift}{rest}",
        f"  {name[3]} = add {to} {value}, {name[2]}{rest}",
    ]
    last = name[5] if to != kind else result
    if match["opcode"] == "srem":
        lines += [
            f"  {name[4]} = and {to} {name[3]}, {-1 << shift}{rest}",
            f"  {last} = sub {to} {value}, {name[4]}{rest}",
        ]
    elif _apart(match["operands"])[1][0] == "-":
        lines += [f"  {name[4]} = ashr {to} {name[3]}, {shift}{rest}", f"  {last} = sub {to} 0, {name[4]}{rest}"]
    else:
        lines.append(f"  {last} = ashr {to} {name[3]}, {shift}{rest}")
    if to != kind:
        lines.append(f"  {result} = trunc {to} {last} to {kind}{rest}")
    return "\n".join(lines)


def _frozen(result: str, kind: str, operands: list[str]) -> tuple[list[str], list[str]]:
    """Lines that freeze operands, and their new names: the library branches on operands, which may be poison."""
    stem = result.strip('%"')  # with a letter at the end: LLVM distinguishes names by numbers at their end
    names = [f'%"{stem}.{place}f"' for place in range(len(operands))]
    return [f"  {name} = freeze {kind} {operand}" for name, operand in zip(names, operands, strict=True)], names


def _bits(kind: str) -> int:
    """The bits of a type of integers, 0 for any other type."""
    return int(kind[1:]) if kind[0] == "i" else 0


def _is_lacking(opcode: str, kind: str, operands: list[str], can: Callable[[str], bool]) -> bool:
    """Return whether a machine has neither the instruction nor a short replacement."""
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
    """Return an operation on vectors as operations on their elements."""
    shape = re.fullmatch(r"<(\d+) x (\w+)>", match["type"])
    if shape is None or not _is_lacking(match["opcode"], shape[2], ["%", "%"], can):
        return match[0]
    count, kind, stem = int(shape[1]), shape[2], match["result"].strip('%"')
    known = _constants(operands[1], count)
    lines = []
    vector = "poison"
    for place in range(count):
        left, right, result, after = (f'%"{stem}.{place}{letter}"' for letter in "abcd")
        lines.append(f"  {left} = extractelement {match['type']} {operands[0]}, i32 {place}")
        if known:
            right = known[place]
        else:
            lines.append(f"  {right} = extractelement {match['type']} {operands[1]}, i32 {place}")
        line = f"  {result} = {match['opcode']} {kind} {left}, {right}{match['rest']}"
        lines.append(_OPERATION.sub(lambda inner: _operation(inner, can, {}), line))
        after = match["result"] if place == count - 1 else after
        lines.append(f"  {after} = insertelement {match['type']} {vector}, {kind} {result}, i32 {place}")
        vector = after
    return "\n".join(lines)


def _constants(vector: str, count: int) -> list[str]:
    """The elements of a vector of known integers, [] of any other."""
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
    frozen, (value,) = _frozen(match["result"], old, [match["value"]])
    return "\n".join([*frozen, f"  {match['result']} = call {new} @{name}({old} {value}){match['rest']}"])


def _count(match: re.Match[str], can: Callable[[str], bool]) -> str:
    """Return a count of bits as calls of the library, which counts in words. LLVM makes counts of every width."""
    name, kind, rest = _COUNTERS[match["name"]], match["type"], match["rest"]
    bits = _bits(kind)
    if can(f"{name}.b32") or bits > 64:
        return match[0]
    lines: list[str] = []
    stem = match["result"].strip('%"')

    def made(line: str, result: str = "") -> str:
        result = result or f'%"{stem}.{len(lines)}n"'
        lines.append(f"  {result} = {line}{rest}")
        return result

    def counted(word: str, result: str = "") -> str:
        return made(f"call i32 @__simt_{name}_i32(i32 {word})", result)

    wide = 32 if bits <= 32 else 64
    value = made(f"zext {kind} {match['value']} to i{wide}") if bits < wide else match["value"]
    if bits < wide and name == "clz":
        value = made(f"shl i{wide} {value}, {wide - bits}")
    if bits < wide and name != "popc":  # for 0 the count is the number's width
        value = made(f"or i{wide} {value}, {1 << (bits if name == 'ctz' else wide - bits - 1)}")
    if bits == 32:
        counted(value, match["result"])
    elif wide == 32:
        made(f"trunc i32 {counted(value)} to {kind}", match["result"])
    else:
        words = [made(f"trunc i64 {value} to i32"), made(f"trunc i64 {made(f'lshr i64 {value}, 32')} to i32")]
        first, second = words[::-1] if name == "clz" else words
        counts = counted(first), counted(second)
        total = made(f"add i32 {counts[1]}, {32 if name != 'popc' else counts[0]}")
        if name != "popc":
            total = made(f"select i1 {made(f'icmp eq i32 {first}, 0')}, i32 {total}, i32 {counts[0]}")
        made(f"zext i32 {total} to {kind}", match["result"])
    return "\n".join(lines)


def _copy(match: re.Match[str], loops: dict[str, str]) -> str:
    """Return a call of a loop in place of a long copy. loops: definitions by name, to which the loop is added."""
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
