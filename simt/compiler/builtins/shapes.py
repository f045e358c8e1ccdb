"""Builtins that are generated when a kernel calls them, because they have hundreds of similar variants.

A function of vectors applies the library's scalar function to each element. The other builtins here are templates. They
are filled in with types and, where the name has them, with an operation, a rounding mode or saturation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from simt.compiler.builtins.mangling import CODES, FLOATS, SIGNED, ClType, mangled

_RELATIONAL = frozenset({
    "isequal", "isnotequal", "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isfinite",
    "isinf", "isnan", "isnormal", "isordered", "isunordered", "signbit",
})  # fmt: skip
_MODES = {"rte": 0, "rtz": 1, "rtp": 2, "rtn": 3}
_ROUNDED = {"rte": "rint", "rtp": "ceil", "rtn": "floor"}

#: Returns the type of the result of a library function, None if there is no such function.
ResultOf = Callable[[str], str | None]


def shape(symbol: str, name: str, types: list[ClType], result_of: ResultOf) -> str | None:
    """Return the definition in LLVM IR of a builtin with parameters of these types; None if there is none.

    symbol, name: the mangled name of the builtin, and its name in OpenCL. result_of: returns the type of the result of
    a function of the library.
    """
    for pattern, make in _SHAPES:
        if match := re.fullmatch(pattern, name):
            body = make(match, types)
            break
    else:
        body = _elementwise(name, types, result_of)
    if body is None:
        return None
    result, *lines = body
    parameters = ", ".join(f"{t.ir} %a{i}" for i, t in enumerate(types))
    return "\n".join([f"define spir_func {result} @{symbol}({parameters}) {{", *lines, "}\n"])


def _elements(
    types: list[ClType], count: int, one: Callable[[int, list[str]], Iterator[str]], element: str
) -> list[str]:
    """Return lines that compute a vector component by component, and return it.

    - types: the types of the parameters.
    - one: a function of a component's number k and its operands; it yields the lines that compute %r<k>.
    - element: the type of a component.
    """
    lines = []
    last = "poison"
    for k in range(count):
        operands = []
        for i, t in enumerate(types):
            if t.width == 1:
                operands.append(f"{t.ir} %a{i}")
            elif t.pointer is None:
                lines.append(f"  %e{i}.{k} = extractelement {t.ir} %a{i}, i32 {k}")
                operands.append(f"{t.element} %e{i}.{k}")
            else:
                lines.append(f"  %e{i}.{k} = getelementptr {t.element}, {t.ir} %a{i}, i32 {k}")
                operands.append(f"{t.ir} %e{i}.{k}")
        lines += one(k, operands)
        lines.append(f"  %v{k} = insertelement <{count} x {element}> {last}, {element} %r{k}, i32 {k}")
        last = f"%v{k}"
    return [*lines, f"  ret <{count} x {element}> {last}"]


def _elementwise(name: str, types: list[ClType], result_of: ResultOf) -> list[str] | None:
    count = max((t.width for t in types), default=1)
    callee = mangled(name, [t.scalar for t in types])
    result = result_of(callee)
    if result is None or count == 1 or any(t.width not in (1, count) for t in types):
        return None
    truth = f"i{types[0].bits}" if name in _RELATIONAL else ""

    def one(k: int, operands: list[str]) -> Iterator[str]:
        value, arguments = f"%i{k}" if truth else f"%r{k}", []
        for place, operand in enumerate(operands):  # unwritten parts may be anything, and the library branches
            kind, name = operand.rsplit(" ", 1)
            yield f"  %f{place}.{k} = freeze {kind} {name}"
            arguments.append(f"{kind} %f{place}.{k}")
        yield f"  {value} = call spir_func {result} @{callee}({', '.join(arguments)})"
        if truth:
            yield f"  %b{k} = icmp ne {result} %i{k}, 0"
            yield f"  %r{k} = sext i1 %b{k} to {truth}"

    element = truth or result
    return [f"<{count} x {element}>", *_elements(types, count, one, element)]


def _select(_: re.Match[str], types: list[ClType]) -> list[str] | None:
    if len(types) != 3 or types[0] != types[1] or types[2].width != types[0].width:
        return None
    t, c = types[0], types[2]
    test, truth = ("ne", "i1") if t.width == 1 else ("slt", f"<{t.width} x i1>")
    return [
        t.ir,
        f"  %m = icmp {test} {c.ir} %a2, zeroinitializer",
        f"  %r = select {truth} %m, {t.ir} %a1, {t.ir} %a0",
        f"  ret {t.ir} %r",
    ]


def _any_or_all(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    (t,) = types
    lines, value = [], "%a0"
    if t.width > 1:
        lines = [f"  %e{k} = extractelement {t.ir} %a0, i32 {k}" for k in range(t.width)]
        value = "%e0"
        for k in range(1, t.width):
            lines.append(f"  %t{k} = {'or' if match[0] == 'any' else 'and'} {t.element} {value}, %e{k}")
            value = f"%t{k}"
    return ["i32", *lines, f"  %m = icmp slt {t.element} {value}, 0", "  %r = zext i1 %m to i32", "  ret i32 %r"]


# --- conversions ------------------------------------------------------------------------------------------------------


def _convert(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    (source,) = types
    count = int(match["count"] or 1)
    target = ClType(CODES[match["type"]])
    if count != source.width or source.code not in CODES.values():
        return None
    mode, saturated = match["mode"] or "", bool(match["sat"])
    if count == 1:
        *lines, last = _converted("%a0", source, target, mode, saturated, "")
        return [target.ir, *lines, f"  ret {target.ir} {last}"]

    def one(k: int, operands: list[str]) -> Iterator[str]:
        *lines, last = _converted(operands[0].split()[-1], source.scalar, target, mode, saturated, f".{k}")
        yield from lines
        yield f"  %r{k} = select i1 true, {target.ir} {last}, {target.ir} {last}"

    return [f"<{count} x {target.ir}>", *_elements(types, count, one, target.ir)]


def _converted(value: str, source: ClType, target: ClType, mode: str, saturated: bool, tag: str) -> list[str]:
    """Return the lines that convert one element, followed by the name of the result.

    mode: how to round, such as "rte"; "" for the default. tag: a text that makes the names in the lines unique.
    """
    to_float, from_float = target.code in FLOATS, source.code in FLOATS
    lines: list[str] = []

    def then(text: str) -> None:
        nonlocal value
        value = f"%c{len(lines)}{tag}"
        lines.append(f"  {value} = {text}")

    if from_float and to_float:
        if (source.code, target.code) == ("f", "d"):
            then(f"fpext float {value} to double")
        elif (source.code, target.code) == ("d", "f"):
            rounds = _MODES[mode or "rte"]
            then(f"call float @__simt_f64_to_f32(double {value}, i32 {rounds})" if rounds
                 else f"fptrunc double {value} to float")  # fmt: skip
    elif from_float:
        if mode in _ROUNDED:
            then(f"call {source.ir} @__simt_{_ROUNDED[mode]}_f{source.bits}({source.ir} {value})")
        wide = ClType({64: "l", 32: "i"}[max(target.bits, 32)]) if target.bits < 64 else target
        if target.code == "j":
            wide = target
        sign = "s" if wide.code in SIGNED else "u"
        then(f"call {wide.ir} @__simt_fpto{sign}i_f{source.bits}_{wide.ir}({source.ir} {value})")
        lines += _resized(value, wide, target, saturated, tag)
        value = lines.pop()
    elif to_float:
        sign = "s" if source.code in SIGNED else "u"
        exact = source.bits < 32 or (source.bits == 32 and target.code == "d")
        rounds = 0 if exact else _MODES[mode or "rte"]
        if rounds:
            if source.bits < 64:
                then(f"{'s' if sign == 's' else 'z'}ext {source.ir} {value} to i64")
            then(f"call {target.ir} @__simt_{sign}64_to_f{target.bits}(i64 {value}, i32 {rounds})")
        elif source.bits == 64:
            then(f"call {target.ir} @__simt_{sign}itofp_i64_f{target.bits}({source.ir} {value})")
        else:
            then(f"{sign}itofp {source.ir} {value} to {target.ir}")
    else:
        lines += _resized(value, source, target, saturated, tag)
        value = lines.pop()
    return [*lines, value]


def _resized(value: str, source: ClType, target: ClType, saturated: bool, tag: str) -> list[str]:
    """Return the lines that convert an integer to an integer, followed by the name of the result."""
    lines = []
    s = source.ir
    signed, to_signed = source.code in SIGNED, target.code in SIGNED
    if saturated:
        low = -(1 << (target.bits - 1)) if to_signed else 0
        high = (1 << (target.bits - to_signed)) - 1
        if signed and low > -(1 << (source.bits - 1)):
            lines.append(f"  %low{tag} = call {s} @llvm.smax.{s}({s} {value}, {s} {low})")
            value = f"%low{tag}"
        if high < (1 << (source.bits - signed)) - 1:
            word = "smin" if signed else "umin"
            lines.append(f"  %high{tag} = call {s} @llvm.{word}.{s}({s} {value}, {s} {high})")
            value = f"%high{tag}"
    if source.bits != target.bits:
        word = "trunc" if target.bits < source.bits else "sext" if signed else "zext"
        lines.append(f"  %sized{tag} = {word} {s} {value} to {target.ir}")
        value = f"%sized{tag}"
    return [*lines, value]


# --- memory -----------------------------------------------------------------------------------------------------------


def _address(index: ClType, pointer: ClType, number: int, stride: int) -> list[str]:
    """Return the lines that compute %p, from the index in the argument `number` and the pointer in the next one."""
    return [
        f"  %i = mul {index.ir} %a{number}, {stride}",
        f"  %p = getelementptr {pointer.element}, {pointer.ir} %a{number + 1}, {index.ir} %i",
    ]


def _load(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    index, pointer = types
    n = int(match[1])
    vector = f"<{n} x {pointer.element}>"
    return [
        vector,
        *_address(index, pointer, 0, n),
        f"  %r = load {vector}, {pointer.ir} %p, align {pointer.bits // 8}",
        f"  ret {vector} %r",
    ]


def _store(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    data, index, pointer = types
    return [
        "void",
        *_address(index, pointer, 1, int(match[1])),
        f"  store {data.ir} %a0, {pointer.ir} %p, align {pointer.bits // 8}",
        "  ret void",
    ]


def _halves(match: re.Match[str]) -> tuple[int, int]:
    """Return the number of components of a vector of halves, and the number of halves that it occupies."""
    n = int(match["count"] or 1)
    return n, 4 if n == 3 and match["aligned"] else n


def _load_half(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    index, pointer = types
    n, stride = _halves(match)
    lines = _address(index, pointer, 0, stride)
    last = "poison"
    for k in range(n):
        lines += [
            f"  %p{k} = getelementptr i16, {pointer.ir} %p, i32 {k}",
            f"  %h{k} = load i16, {pointer.ir} %p{k}, align 2",
            f"  %f{k} = call float @__simt_half_to_f32(i16 %h{k})",
            f"  %v{k} = insertelement <{n} x float> {last}, float %f{k}, i32 {k}",
        ]
        last = f"%v{k}"
    if n == 1:
        return ["float", *lines[:-1], "  ret float %f0"]
    return [f"<{n} x float>", *lines, f"  ret <{n} x float> {last}"]


def _store_half(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    data, index, pointer = types
    n, stride = _halves(match)
    lines = _address(index, pointer, 1, stride)
    mode = _MODES[match["mode"] or "rte"]
    for k in range(n):
        value = "%a0"
        if n > 1:
            value = f"%e{k}"
            lines.append(f"  {value} = extractelement {data.ir} %a0, i32 {k}")
        lines += [
            f"  %h{k} = call i16 @__simt_f{data.bits}_to_half({data.element} {value}, i32 {mode})",
            f"  %p{k} = getelementptr i16, {pointer.ir} %p, i32 {k}",
            f"  store i16 %h{k}, {pointer.ir} %p{k}, align 2",
        ]
    return ["void", *lines, "  ret void"]


def _atomic(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    pointer = types[0]
    t, word = pointer.value, match[1]
    if pointer.bits != 32 or (pointer.code == "f" and word != "xchg"):
        return None
    if word == "cmpxchg":
        exchange = f"  %x = cmpxchg ptr addrspace({pointer.space}) %a0, i32 %a1, i32 %a2 monotonic monotonic"
        return [t, exchange, "  %r = extractvalue { i32, i1 } %x, 0", "  ret i32 %r"]
    value = "1" if word in ("inc", "dec") else "%a1"
    word = {"inc": "add", "dec": "sub"}.get(word, word)
    if word in ("min", "max") and pointer.code == "j":
        word = f"u{word}"
    return [t, f"  %r = atomicrmw {word} {pointer.ir} %a0, {t} {value} monotonic", f"  ret {t} %r"]


def _copy(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    to, source, *_, event = types
    t, is_strided, is_store = to.value, bool(match[1]), to.space == 1  # only the side in global memory has a stride
    lines = [
        "  %first = call i32 @__simt_local_index()",
        "  %step = call i32 @__simt_local_items()",
        "  br label %test",
        "test:",
        "  %i = phi i32 [ %first, %0 ], [ %next, %body ]",
        "  %more = icmp ult i32 %i, %a2",
        "  br i1 %more, label %body, label %end",
        "body:",
        f"  %ito = {'mul i32 %i, %a3' if is_strided and is_store else 'add i32 %i, 0'}",
        f"  %ifrom = {'mul i32 %i, %a3' if is_strided and not is_store else 'add i32 %i, 0'}",
        f"  %pto = getelementptr {t}, {to.ir} %a0, i32 %ito",
        f"  %pfrom = getelementptr {t}, {source.ir} %a1, i32 %ifrom",
        f"  %v = load {t}, {source.ir} %pfrom",
        f"  store {t} %v, {to.ir} %pto",
        "  %next = add i32 %i, %step",
        "  br label %test",
        "end:",
    ]
    return [event.ir, *lines, f"  ret {event.ir} %a{len(types) - 1}"]


def _shuffle(match: re.Match[str], types: list[ClType]) -> list[str] | None:
    *data, mask = types
    t, n = data[0], data[0].width
    lines = [f"  %x{i}.{k} = extractelement {t.ir} %a{i}, i32 {k}" for i in range(len(data)) for k in range(n)]
    values = [f"%x{i}.{k}" for i in range(len(data)) for k in range(n)]
    last = "poison"
    for k in range(mask.width):
        lines.append(f"  %m{k} = extractelement {mask.ir} %a{len(data)}, i32 {k}")
        lines.append(f"  %i{k} = and {mask.element} %m{k}, {len(values) - 1}")
        value = values[0]
        for j, other in enumerate(values[1:], 1):
            lines.append(f"  %c{k}.{j} = icmp eq {mask.element} %i{k}, {j}")
            lines.append(f"  %s{k}.{j} = select i1 %c{k}.{j}, {t.element} {other}, {t.element} {value}")
            value = f"%s{k}.{j}"
        lines.append(f"  %v{k} = insertelement <{mask.width} x {t.element}> {last}, {t.element} {value}, i32 {k}")
        last = f"%v{k}"
    result = f"<{mask.width} x {t.element}>"
    return [result, *lines, f"  ret {result} {last}"]


_HALF = r"(?P<aligned>a?)_half(?P<count>2|3|4|8|16)?"
_SHAPES: list[tuple[str, Callable[[re.Match[str], list[ClType]], list[str] | None]]] = [
    (r"convert_(?P<type>u?(?:char|short|int|long)|float|double)(?P<count>\d*)"
     r"(?P<sat>_sat)?(?:_(?P<mode>rt[ezpn]))?", _convert),
    (r"select", _select),
    (r"any|all", _any_or_all),
    (r"vload(\d+)", _load),
    (r"vstore(\d+)", _store),
    (rf"vload{_HALF}", _load_half),
    (rf"vstore{_HALF}(?:_(?P<mode>rt[ezpn]))?", _store_half),
    (r"atom(?:ic)?_(add|sub|inc|dec|xchg|cmpxchg|min|max|and|or|xor)", _atomic),
    (r"async_work_group_(?:(strided)_)?copy", _copy),
    (r"wait_group_events", lambda *_: ["void", "  call spir_func void @_Z7barrierj(i32 3)", "  ret void"]),
    (r"prefetch", lambda *_: ["void", "  ret void"]),
    (r"shuffle2?", _shuffle),
]  # fmt: skip
