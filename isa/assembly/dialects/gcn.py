"""AMD's GCN assembly, the part that kernels like the branching article's need.

Source of the semantics: *"Vega" Instruction Set Architecture* (reference 11 of the branching article). v0 to v111 are
the native registers, s0 to s127 the scalar registers, `vcc` and `exec` the pairs of these names. Addresses of local
memory count words, as everywhere in simt; in GCN they count bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from isa.assembly.dialects.dialect import Dialect, Form, Kind
from isa.assembly.lexer import Token
from isa.assembly.parser import (
    Address,
    Immediate,
    IndexedConstant,
    Operand,
    Register,
    Scalar,
    ScalarPair,
    parse_immediate,
    parse_operand,
)
from isa.program.program import LaunchValue
from isa.reporting.diagnostics import quote
from isa.reporting.source import SourceError
from isa.table.table import PAIRS, REGISTER_COUNT

_VECTOR = re.compile(r"v([0-9]+)\Z")
_SCALAR_NAME = re.compile(r"(?:s[0-9]*|(?:vcc|exec)(?:_lo|_hi)?)\Z")
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
_TYPES = {"u32": "u32", "i32": "s32", "f32": "f32"}


def _is_zero(operand: Immediate) -> bool:
    """Return whether the operand is the literal 0."""
    return operand.expression.is_literal and [step.value for step in operand.expression.steps] == [0]


_KINDS = {
    "vdst": Kind("vdst", "a vector register, v0 and so on", Register),
    "vsrc": Kind("vsrc", "a vector register, v0 and so on", Register),
    "src": Kind(
        "src",
        "a vector register, a 32-bit scalar register or a constant",
        Register | Scalar | Immediate | IndexedConstant,
    ),
    "sdst": Kind("sdst", "a pair, as s[0:1], vcc or exec", ScalarPair),
    "ssrc": Kind("ssrc", "a pair, as s[0:1], vcc or exec, or a constant", ScalarPair | Immediate | IndexedConstant),
    "exec": Kind("exec", "exec, which it writes", ScalarPair, lambda operand: operand.number == PAIRS["exec"]),
    "label": Kind("label", "a label", Immediate),
    "zero": Kind("0", "0: each s_nop is one instruction", Immediate, _is_zero),
    "address": Kind("v [offset:n]", "a vector register, v0 and so on", Register | Address),
}


def _operand(piece: Sequence[Token]) -> Operand:
    """Parse an operand in GCN's syntax. Raises `SourceError`."""
    first = piece[0]
    offset = next((place for place, token in enumerate(piece) if token.text.lower() == "offset" and place > 0), None)
    if offset is not None:
        return _with_offset(piece, offset)
    if first.kind == "name" and _SCALAR_NAME.match(first.text.lower()):
        piece = [first._replace(text=first.text.lower()), *piece[1:]]
    vectors = [token for token in piece if token.kind == "name" and _VECTOR.match(token.text.lower())]
    if len(piece) == 2 and vectors:
        return _register(first)
    if vectors or (first.text.lower() == "v" and piece[1].text == "["):
        message = "a vector register stands by itself here"
        advice = "negation, absolute value, sub-words and pairs of vector registers are not provided"
        raise SourceError("E0154", message, (first.column, piece[-1].column), help=advice)
    operand = parse_operand(piece)
    if isinstance(operand, Register | Address):
        message = f"GCN has no operand {quote(''.join(token.text for token in piece))}"
        advice = "its registers are v0, s0, s[0:1], vcc and exec; v0 holds thread_id at launch"
        raise SourceError("E0154", message, operand.span, help=advice)
    return operand


def _register(token: Token) -> Register:
    number = int(token.text[1:]) if len(token.text) < 8 else REGISTER_COUNT
    if number >= REGISTER_COUNT:
        message = f"there is no vector register {quote(token.text)}"
        advice = f"vector registers are v0 to v{REGISTER_COUNT - 1}; a word of simt has no room for GCN's v255"
        raise SourceError("E0154", message, token.span, label="out of range", help=advice)
    return Register(number, token.text, token.span)


def _with_offset(piece: Sequence[Token], place: int) -> Address:
    """Parse `v0 offset:4`. place: the index of `offset` among the tokens. Raises `SourceError`."""
    before = [*piece[:place], piece[place]._replace(kind="end", text="")]
    base = _operand(before)
    if not isinstance(base, Register) or piece[place + 1].text != ":":
        raise SourceError("E0154", "expected `v0 offset:4`", (piece[0].column, piece[-1].column))
    offset = parse_immediate(piece[place + 2 :])
    return Address(base, None if _is_zero(offset) else offset, (piece[0].column, piece[-1].column))


def _load(mnemonic: Token, operands: Sequence[Operand]) -> Sequence[Operand]:
    return operands[0], _address(operands[1])


def _store(mnemonic: Token, operands: Sequence[Operand]) -> Sequence[Operand]:
    """Return the operands of `ds_write_b32 v0, v1 offset:4`, with the offset moved from the data to the address."""
    address, data = operands
    if isinstance(data, Address) and data.base is not None:
        assert isinstance(address, Register)
        return Address(address, data.offset, data.span), data.base
    return _address(address), data


def _address(operand: Operand) -> Operand:
    return Address(operand, None, operand.span) if isinstance(operand, Register) else operand


def _nothing(mnemonic: Token, operands: Sequence[Operand]) -> Sequence[Operand]:
    """Return the operands of s_nop, which becomes `s_mov.b64 vcc, vcc`."""
    vcc = ScalarPair(PAIRS["vcc"], "vcc", mnemonic.span)
    return vcc, vcc


def _forms() -> Iterator[tuple[str, Form]]:
    one, two, three = ("vdst", "src"), ("vdst", "src", "src"), ("vdst", "src", "src", "src")
    for name, native in {
        "v_mov_b32": "mov.b32", "v_not_b32": "not.b32", "v_bfrev_b32": "brev.b32", "v_cvt_f32_u32": "cvt.f32.u32",
        "v_cvt_f32_i32": "cvt.f32.s32", "v_cvt_u32_f32": "cvt.u32.f32", "v_cvt_i32_f32": "cvt.s32.f32",
        "v_floor_f32": "floor.f32", "v_ceil_f32": "ceil.f32", "v_rndne_f32": "rint.f32", "v_trunc_f32": "trunc.f32",
    }.items():  # fmt: skip
        yield name, Form(native, one)
    for name, native in {
        "v_and_b32": "and.b32", "v_or_b32": "or.b32", "v_xor_b32": "xor.b32", "v_add_u32": "add.u32",
        "v_sub_u32": "sub.u32", "v_mul_lo_u32": "mul.u32", "v_mul_hi_u32": "mulh.u32", "v_mul_hi_i32": "mulh.s32",
        "v_min_u32": "min.u32", "v_max_u32": "max.u32", "v_min_i32": "min.s32", "v_max_i32": "max.s32",
        "v_min_f32": "min.f32", "v_max_f32": "max.f32", "v_add_f32": "add.f32", "v_sub_f32": "sub.f32",
        "v_mul_f32": "mul.f32", "v_mul_u32_u24": "mul.u24", "v_mul_i32_i24": "mul.s24",
    }.items():  # fmt: skip
        yield name, Form(native, two)
    for name, native in {  # the second operand comes first in the calculation
        "v_lshlrev_b32": "shl.b32", "v_lshrrev_b32": "shr.u32", "v_ashrrev_i32": "shr.s32", "v_subrev_u32": "sub.u32",
        "v_subrev_f32": "sub.f32",
    }.items():  # fmt: skip
        yield name, Form(native, two, (0, 2, 1))
    yield "v_mad_u32_u24", Form("mad.u24", three)
    yield "v_mad_i32_i24", Form("mad.s24", three)
    yield "v_fma_f32", Form("fma.f32", three)
    yield "v_mad_f32", Form("mad.f32", three)
    yield "v_mac_f32", Form("mad.f32", two, (0, 1, 2, 0))
    for kind, native_kind in _TYPES.items():
        for name in _COMPARISONS:
            # GCN's float comparisons say lg for "less or greater", neq for "not equal", which is true for NaN.
            shown = "neq" if (kind, name) == ("f32", "ne") else name
            signless = "u32" if name in ("eq", "ne") and native_kind == "s32" else native_kind
            yield f"v_cmp_{shown}_{kind}", Form(f"vcmp.{name}.{signless}", ("sdst", "src", "src"))
            yield f"v_cmpx_{shown}_{kind}", Form(f"vcmp.{name}.{signless}", ("exec", "src", "src"))
    yield "s_mov_b64", Form("s_mov.b64", ("sdst", "ssrc"))
    yield "s_not_b64", Form("s_not.b64", ("sdst", "ssrc"))
    yield "s_and_saveexec_b64", Form("s_and_saveexec.b64", ("sdst", "ssrc"))
    for name in ("and", "andn2", "or", "xor"):
        yield f"s_{name}_b64", Form(f"s_{name}.b64", ("sdst", "ssrc", "ssrc"))
    yield "s_branch", Form("jmp", ("label",))
    for name in ("execz", "execnz", "scc0", "scc1", "vccz", "vccnz"):
        yield f"s_cbranch_{name}", Form(f"s_branch.{name}", ("label",))
    yield "s_nop", Form("s_mov.b64", ("zero",), build=_nothing)
    yield "s_barrier", Form("bar")
    yield "s_endpgm", Form("ret")
    yield "ds_read_b32", Form("ld.local", ("vdst", "address"), build=_load)
    yield "ds_write_b32", Form("st.local", ("vsrc", "address"), build=_store)


_REFUSED = (
    (r"s_waitcnt.*", "a warp has one instruction in flight, so nothing is to be waited for; leave it out"),
    (r"s_cbranch_([ig]_fork|join)", "its mask stack is branch.policy = mask_stack with order = smaller_first"),
    (r"v_cndmask_b32", "no instruction selects by a mask; write exec and move"),
    (r"v_(cmp|cmpx)_(lg|o|u|nge|nlg|ngt|nle|nlt|f|t|tru|class)_.*", "of the comparisons there are eq, ne (f32: neq), "
     "lt, le, gt and ge"),
    (r"v_(addc|subb|subbrev|add_co|sub_co|addc_co|subb_co)_.*", "vector carries are not provided"),
    (r"v_(rcp|rsq|sqrt|exp|log|sin|cos|fract|floor|ceil|trunc|rndne|fma|mad|mac)_.*", "no native instruction does it"),
    (r"v_.*_(b|u|i|f)(16|64)", "vector operations are 32 bits wide"),
    (r"(v_readlane|v_readfirstlane|v_writelane|v_mbcnt_.*|v_interp_.*|v_perm_b32|v_bfe_.*|v_bfi_.*)",
     "no native instruction does it"),
    (r"s_(load|store|buffer_load|dcache|memtime|sendmsg|getreg|setreg|sleep|setprio|swappc|getpc|setpc).*",
     "the scalar registers hold masks and values given at launch"),
    (r"s_\w+_(b|u|i)32", "the scalar unit works on pairs, as s_and_b64"),
    (r"s_\w+_saveexec_b64", "of these there is s_and_saveexec_b64"),
    (r"s_(nand|nor|xnor|orn2|lshl|lshr|ashr|bfm|bfe|cselect|cmov|wqm|brev|ff0|ff1|flbit|bcnt\d)_.*",
     "of the mask operations there are mov, not, and, andn2, or, xor and and_saveexec"),
    (r"(buffer|tbuffer|flat|global|scratch|image|exp|ds)(_.*)?", "of the memory instructions there are ds_read_b32 and "
     "ds_write_b32"),
)  # fmt: skip


def _strip(mnemonic: str) -> str:
    """Return the mnemonic in lower case, without the suffix `_e32` or `_e64`."""
    return re.sub(r"_(e32|e64)\Z", "", mnemonic.lower())


GCN = Dialect(
    name="gcn",
    forms=dict(_forms()),
    kinds=_KINDS,
    operand=_operand,
    refused=_REFUSED,
    at_launch=(
        LaunchValue("register", 0, "thread_id"),
        LaunchValue("scalar", 8, "group_id"),
        LaunchValue("scalar", 12, "group_id"),
    ),
    strip=_strip,
)
