"""Intel's AVX-512 assembly, the part that kernels like the branching article's need.

Source of the semantics: *Intel 64 and IA-32 Architectures Software Developer's Manual* (reference 14 of the branching
article). zmm0 to zmm31 are the native registers r0 to r31. A vector constant stands for a broadcast memory operand. k1
is the execution mask, so every vector instruction has {k1}. The other mask registers and eax, ebx, ecx, edx are pairs
of scalar registers that hold 16-bit masks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from isa.assembly.dialects.dialect import Dialect, Form, Kind, number, wrong_operand
from isa.assembly.lexer import Token
from isa.assembly.parser import (
    Address,
    Immediate,
    IndexedConstant,
    Operand,
    Register,
    Scalar,
    ScalarPair,
    parse_operand,
)
from isa.program.program import LaunchValue
from isa.reporting.diagnostics import quote
from isa.reporting.source import SourceError
from isa.table.table import PAIRS

_EXEC = PAIRS["exec"]
_MASKS = {"k0": 0, "k1": _EXEC, **{f"k{number}": 2 * number for number in range(2, 8)}}
_GENERAL = {"eax": 16, "ebx": 18, "ecx": 20, "edx": 22}
_ALL_LANES = 0xFFFF
_VECTOR = re.compile(r"zmm([0-9]+)\Z")
_OTHER = re.compile(r"[xy]mm[0-9]+|r[a-d]x|r[0-9]+d?|[er]?[sd]i|[er]?[sb]p|[a-d][lhx]|k[0-9]+")
_PREDICATES = {"eq": "eq", "lt": "lt", "le": "le", "neq": "ne", "nlt": "ge", "nle": "gt", "gt": "gt", "ge": "ge"}


def _is_mask(operand: ScalarPair) -> bool:
    return operand.text.startswith("k")


def _is_general(operand: Operand) -> bool:
    return isinstance(operand, ScalarPair) and not _is_mask(operand)


def _is_count(operand: Immediate) -> bool:
    """Return whether the operand is a number from 0 to 31. (For larger counts an Intel processor clears the lanes.)"""
    value = operand.expression.evaluate(lambda name, span: 0) if operand.expression.is_literal else -1
    return isinstance(value, int) and 0 <= value <= 31


_KINDS = {
    "z": Kind("zmm {k1}", "a vector register, zmm0 to zmm31", Register),
    "zsrc": Kind("zmm", "a vector register, zmm0 to zmm31", Register),
    "src": Kind("zmm", "a vector register or a constant", Register | Immediate | IndexedConstant),
    "count": Kind("0..31", "a number from 0 to 31", Immediate, _is_count),
    "imm8": Kind("imm8", "a number from 0 to 255", Immediate),
    "kdst": Kind("k {k1}", "a mask register, k0 to k7", ScalarPair, _is_mask),
    "k": Kind("k", "a mask register, k0 to k7", ScalarPair, _is_mask),
    "r": Kind("eax", "eax, ebx, ecx or edx", ScalarPair, _is_general),
    "kr": Kind("k", "a mask register or eax, ebx, ecx, edx", ScalarPair),
    "label": Kind("label", "a label", Immediate),
}


def _operand(piece: Sequence[Token]) -> Operand:
    """Parse an operand in Intel's syntax. Raises `SourceError`."""
    first = piece[0]
    name = first.text.lower()
    if first.kind == "name" and len(piece) == 2:
        vector = _VECTOR.match(name)
        if vector and len(vector[1]) < 3 and int(vector[1]) < 32:
            return Register(int(vector[1]), name, first.span)
        if name in _MASKS or name in _GENERAL:
            return ScalarPair(_MASKS[name] if name in _MASKS else _GENERAL[name], name, first.span)
        if vector or _OTHER.fullmatch(name):
            message = f"the dialect avx512 has no register {quote(first.text)}"
            advice = "there are zmm0 to zmm31, k0 to k7, eax, ebx, ecx and edx"
            raise SourceError("E0154", message, first.span, help=advice)
    operand = parse_operand(piece)
    if isinstance(operand, Address):
        advice = "a constant is written as a number; results stay in registers"
        raise SourceError("E0154", "the dialect avx512 has no memory operands", operand.span, help=advice)
    if not isinstance(operand, Immediate | IndexedConstant):
        advice = "there are zmm0 to zmm31, k0 to k7, eax, ebx, ecx and edx; zmm0 holds lane_id at launch"
        raise SourceError("E0154", f"AVX-512 has no operand {quote(first.text)}", operand.span, help=advice)
    return operand


def _take_mask(head: Token, form: Form, rest: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens without the mask in braces.

    Raises `SourceError` (E0155) for a wrong or missing mask, and for a mask of an instruction that takes none.
    """
    places = [place for place, token in enumerate(rest) if token.text == "{"]
    if not places:
        if form.is_masked:
            message = f"{quote(head.text)} without {{k1}} would work on every lane"
            rule = "in the dialect avx512 k1 is the execution mask, which every instruction obeys"
            advice = f"{rule}: write {{k1}} after the destination"
            raise SourceError("E0155", message, (head.column, rest[-1].column), label="no mask", help=advice)
        return rest
    place = places[0]
    mask, closing = rest[place + 1], rest[min(place + 2, len(rest) - 1)]
    if len(places) > 1 or mask.text.lower() == "z":
        second = rest[places[-1]]
        advice = "a lane that is not active keeps its old value"
        raise SourceError("E0155", "zero-masking, {z}, is not provided", second.span, help=advice)
    span = rest[place].column, max(closing.span[1], rest[place].column + 1)
    if closing.text != "}":
        raise SourceError("E0155", "expected a mask register and `}`", span, help="write {k1}")
    if not form.is_masked:
        raise SourceError("E0155", f"{quote(head.text)} takes no mask", span, help="it works on whole masks or jumps")
    if mask.text.lower() != "k1":
        message = f"the mask of {quote(head.text)} must be k1, not {quote(mask.text)}"
        advice = "in the dialect avx512 k1 is the execution mask; move another mask there with kmovw"
        raise SourceError("E0155", message, span, label="not the execution mask", help=advice)
    start = place - 1 if place > 0 and rest[place - 1].text == "," else place  # `zmm0, {k1}, zmm1` will do
    return [*rest[:start], *rest[place + 3 :]]


def _move(mnemonic: Token, operands: Sequence[Operand]) -> Sequence[Operand]:
    """Return the operands of kmovw. Raises `SourceError` (E0154) if both are general registers."""
    if _is_general(operands[0]) and _is_general(operands[1]):
        raise wrong_operand(mnemonic, 2, "a mask register, k0 to k7", operands[1])
    return operands


def _invert(mnemonic: Token, operands: Sequence[Operand]) -> Sequence[Operand]:
    """Return the operands of knotw, which becomes k_xor.b64 with a mask of 16 ones."""
    return *operands, number(_ALL_LANES, mnemonic.span)


def _ones(mnemonic: Token, operands: Sequence[Operand]) -> Sequence[Operand]:
    """Return the operands of kxnorw, which becomes a move of 16 ones.

    Raises `SourceError` (E0154) unless the sources are equal.
    """
    first, second = operands[1], operands[2]
    if not (isinstance(first, ScalarPair) and isinstance(second, ScalarPair) and first.number == second.number):
        message = f"{quote(mnemonic.text)} is provided with two equal sources only"
        advice = "that sets all lanes; for others write kxorw and knotw"
        raise SourceError("E0154", message, operands[2].span, help=advice)
    return operands[0], number(_ALL_LANES, mnemonic.span)


def _and_not(mnemonic: Token, operands: Sequence[Operand]) -> Sequence[Operand]:
    """Return the operands of vpandnd d, a, b, which is (not a) and b, with its truth table."""
    return operands[0], operands[1], operands[2], operands[2], number(0x0C, mnemonic.span)


def _broadcast(mnemonic: Token, operands: Sequence[Operand]) -> Sequence[Operand]:
    general = operands[1]
    assert isinstance(general, ScalarPair)
    return operands[0], Scalar(general.number, general.text, general.span)


def _forms() -> Iterator[tuple[str, Form]]:
    for name, native in {
        "vmovdqa32": "mov.b32", "vmovdqu32": "mov.b32", "vcvtdq2ps": "cvt.f32.s32", "vcvtudq2ps": "cvt.f32.u32",
    }.items():  # fmt: skip
        yield name, Form(native, ("z", "src"), is_masked=True)
    for name, native in {
        "vpaddd": "add.u32", "vpsubd": "sub.u32", "vpmulld": "mul.u32", "vpandd": "and.b32", "vpord": "or.b32",
        "vpxord": "xor.b32", "vpminud": "min.u32", "vpmaxud": "max.u32", "vpminsd": "min.s32", "vpmaxsd": "max.s32",
        "vaddps": "add.f32", "vsubps": "sub.f32", "vmulps": "mul.f32",
    }.items():  # fmt: skip
        yield name, Form(native, ("z", "zsrc", "src"), is_masked=True)
    for places, order in {"132": (0, 0, 2, 1), "213": (0, 1, 0, 2), "231": (0, 1, 2, 0)}.items():
        yield f"vfmadd{places}ps", Form("fma.f32", ("z", "zsrc", "src"), order, is_masked=True)
    for name, native in {"vpslld": "shl.b32", "vpsrld": "shr.u32", "vpsrad": "shr.s32"}.items():
        yield name, Form(native, ("z", "zsrc", "count"), is_masked=True)
    yield "vpandnd", Form("ternlog.b32", ("z", "zsrc", "zsrc"), build=_and_not, is_masked=True)
    yield "vpternlogd", Form("ternlog.b32", ("z", "zsrc", "zsrc", "imm8"), (0, 0, 1, 2, 3), is_masked=True)
    yield "vpbroadcastd", Form("mov.b32", ("z", "r"), build=_broadcast, is_masked=True)
    for name, native in _PREDICATES.items():
        for kind, native_kind in {"ud": "u32", "d": "u32" if native in ("eq", "ne") else "s32"}.items():
            yield f"vpcmp{name}{kind}", Form(f"vcmp.{native}.{native_kind}", ("kdst", "zsrc", "src"), is_masked=True)
    for name in ("eq", "lt", "le", "neq"):  # nlt and nle are true for NaN
        yield f"vcmp{name}ps", Form(f"vcmp.{_PREDICATES[name]}.f32", ("kdst", "zsrc", "src"), is_masked=True)
    yield "vptestmd", Form("vtest.b32", ("kdst", "zsrc", "src"), is_masked=True)
    yield "kmovw", Form("s_mov.b64", ("kr", "kr"), build=_move)
    yield "kandw", Form("k_and.b64", ("k", "k", "k"))
    yield "kandnw", Form("k_andn2.b64", ("k", "k", "k"), (0, 2, 1))  # not the first and the second
    yield "korw", Form("k_or.b64", ("k", "k", "k"))
    yield "kxorw", Form("k_xor.b64", ("k", "k", "k"))
    yield "knotw", Form("k_xor.b64", ("k", "k"), build=_invert)
    yield "kxnorw", Form("s_mov.b64", ("k", "k", "k"), build=_ones)
    yield "kortestw", Form("s_test.b64", ("k", "k"))
    yield "andn", Form("s_andn2.b64", ("r", "r", "r"), (0, 2, 1))
    for name in ("je", "jz"):  # the zero flag is set where SCC is 0
        yield name, Form("s_branch.scc0", ("label",))
    for name in ("jne", "jnz"):
        yield name, Form("s_branch.scc1", ("label",))
    yield "jmp", Form("jmp", ("label",))
    yield "ret", Form("ret")


_REFUSED = (
    (r"j(c|nc|b|nb|ae|nae|be|a|nbe|na)", "of their flags there is ZF: the carry flag is not provided"),
    (r"j\w+", "of the flags there is ZF: je, jz, jne, jnz"),
    (r"k\w+[bdq]", "masks have 16 lanes: write the form that ends in w"),
    (r"k(testw|addw|shiftlw|shiftrw|unpck\w*)", "of the mask operations there are kmovw, kandw, kandnw, korw, kxorw, "
     "knotw, kxnorw and kortestw"),
    (r"vp(sll|srl|sra)vd|vp(rol|ror)v?d", "its counts differ from the native shifts'; vpslld, vpsrld and vpsrad "
     "take a number"),
    (r"v(p?gather|p?scatter)\w*", "the dialect has no memory operands"),
    (r"v(max|min|div|sqrt|fmadd|fnmadd|fmsub|rcp|rsqrt|cvtt)\w*", "no native instruction does exactly this"),
    (r"vcmp\w+(ps|ss)|vpcmpu?[bwq]|vpcmpu?d", "of the comparisons there are vpcmpXXd and vpcmpXXud for eq, lt, le, "
     "neq, nlt, nle, gt, ge, and vcmpXXps for eq, lt, le, neq"),
    (r"v\w+(pd|sd|ss|q|w|b|qq|64|16|8)", "vector operations work on lanes of 32 bits"),
    (r"(mov|add|sub|and|or|xor|not|shl|shr|sar|test|cmp|lea|push|pop|call|inc|dec|nop|imul|popcnt|tzcnt|blsr)\w*",
     "eax and its like hold masks: there are kmovw and andn"),
)  # fmt: skip


AVX512 = Dialect(
    name="avx512",
    forms=dict(_forms()),
    kinds=_KINDS,
    operand=_operand,
    refused=_REFUSED,
    at_launch=(LaunchValue("register", 0, "lane_id"),),
    prepare=_take_mask,
)
