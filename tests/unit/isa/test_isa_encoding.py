from __future__ import annotations

import pytest
from hypothesis import given, settings

from isa.program.encoding import EncodingError, Instruction, decode, encode
from isa.table.table import INSTRUCTIONS, SPECIALS
from tests.examples import examples
from tests.unit.isa.isa_strategies import instructions, words_near_valid

ADD = INSTRUCTIONS["add.u32"]


@given(instructions())
@settings(max_examples=examples(500), deadline=None)
def test_decode_undoes_encode(instruction: Instruction) -> None:
    assert decode(encode(instruction)) == instruction


@given(words_near_valid())
@settings(max_examples=examples(1000), deadline=None)
def test_encode_undoes_decode_or_the_word_is_refused(word: int) -> None:
    try:
        instruction = decode(word)
    except EncodingError:
        return
    assert encode(instruction) == word


def test_known_words() -> None:
    assert encode(Instruction(INSTRUCTIONS["ret"])) == 0x62 << 56
    sub = Instruction(INSTRUCTIONS["sub.u32"], rd=4, ra=4, csel="b", const=3, cond="nz", target=10)
    assert encode(sub) == 0x0A << 56 | 4 << 48 | 4 << 41 | 2 << 25 | 2 << 22 | 10 << 10 | 3
    scalar = Instruction(INSTRUCTIONS["mad.u24"], rd=1, ra=120, rb=1, rc=2, const=12)
    assert encode(scalar) == 0x30 << 56 | 1 << 48 | 120 << 41 | 1 << 34 | 2 << 27 | 12
    save = Instruction(INSTRUCTIONS["s_mov.b64"], sd=4, sa=126)
    assert encode(save) == 0x70 << 56 | 4 << 48 | 126 << 41
    local_x = Instruction(INSTRUCTIONS["mov.b32"], rd=1, ra=SPECIALS["local_id_x"])
    assert encode(local_x) == 0x01 << 56 | 1 << 48 | 121 << 41
    wide = Instruction(INSTRUCTIONS["ld.global.b128"], rd=108, ra=2, csel="c", const=3)
    assert encode(wide) == 0x56 << 56 | 108 << 48 | 2 << 41 | 3 << 25 | 3
    atomic = Instruction(INSTRUCTIONS["atom.add.u32"], rd=1, ra=2, csel="b", const=3, cond="z", target=4)
    assert encode(atomic) == 0x5C << 56 | 1 << 48 | 2 << 41 | 2 << 25 | 1 << 22 | 4 << 10 | 3
    branch = Instruction(INSTRUCTIONS["br_push"], ra=1, otherwise=0xFFF, target=5)
    assert encode(branch) == 0x6B << 56 | 1 << 41 | 0xFFF << 27 | 5 << 10
    far = Instruction(INSTRUCTIONS["br_push"], ra=1, otherwise=0xBFFF, target=0x7005)
    assert encode(far) == 0x6B << 56 | 1 << 41 | 0xFFF << 27 | 5 << 10 | 0xB << 4 | 7
    assert encode(Instruction(INSTRUCTIONS["jmp"], target=0xA123)) == 0x60 << 56 | 0xA << 27 | 0x123 << 10
    far = Instruction(INSTRUCTIONS["sub.u32"], rd=4, ra=4, csel="b", const=3, cond="nz", target=0x9010)
    assert encode(far) == 0x0A << 56 | 4 << 48 | 4 << 41 | 9 << 27 | 2 << 25 | 2 << 22 | 0x10 << 10 | 3


@pytest.mark.parametrize(
    ("instruction", "reason"),
    [
        (Instruction(ADD, rd=112), "rd = 112 is not a register"),
        (Instruction(INSTRUCTIONS["ld.global.b64"], rd=111), "rd = 111 is not one of 2 registers"),
        (Instruction(INSTRUCTIONS["st.global.b128"], rb=109), "rb = 109 is not one of 4 registers"),
        (Instruction(INSTRUCTIONS["st.global.b64"], rb=121), "rb = 121 is not one of 2 registers"),
        (Instruction(INSTRUCTIONS["st.global.b64"], rb=120), "rb = 120 is not one of 2 registers"),
        (Instruction(INSTRUCTIONS["ld.global.b64"], cond="z"), "has no result to jump on"),
        (Instruction(INSTRUCTIONS["st.global.b64"], csel="b"), "cannot take a constant in slot b"),
        (Instruction(INSTRUCTIONS["mask_nz"], ra=120), "neither a register nor a special source"),
        (Instruction(INSTRUCTIONS["ternlog.b32"], rc=120), "neither a register nor a special source"),
        (Instruction(ADD, ra=120, const=143), "const = 143 is neither a scalar register nor an indexed special source"),
        (Instruction(ADD, ra=120, csel="b", const=5), "cannot read a constant and a scalar register"),
        (Instruction(INSTRUCTIONS["s_mov.b64"], sd=1), "sd = 1 is not the lower register of a pair"),
        (Instruction(INSTRUCTIONS["s_mov.b64"], csel="a", sa=2), "sa must be 0, a constant replaces it"),
        (Instruction(INSTRUCTIONS["s_mov.b64"], rd=2), "rd must be 0"),
        (Instruction(INSTRUCTIONS["ternlog.b32"], table=256), "does not fit its field"),
        (Instruction(ADD, rd=128), "does not fit its field"),
        (Instruction(ADD, rd=-1), "does not fit its field"),
        (Instruction(ADD, rc=1), "rc must be 0"),
        (Instruction(ADD, target=1), "target must be 0"),
        (Instruction(ADD, const=1), "const must be 0"),
        (Instruction(ADD, csel="c"), "cannot take a constant in slot c"),
        (Instruction(ADD, csel="b", rb=1), "rb must be 0, a constant replaces it"),
        (Instruction(ADD, csel="d"), "csel cannot be 'd'"),
        (Instruction(ADD, cond="maybe"), "cond cannot be 'maybe'"),
        (Instruction(INSTRUCTIONS["st.local"], cond="z"), "has no result to jump on"),
        (Instruction(INSTRUCTIONS["jmp"], target=1 << 16), "does not fit its field"),
        (Instruction(INSTRUCTIONS["br_push"], otherwise=1 << 16), "does not fit its field"),
        (Instruction(INSTRUCTIONS["mad.u24"], cond="z", target=4096), "does not fit its field"),
        (Instruction(INSTRUCTIONS["ternlog.b32"], cond="z", target=4096), "does not fit its field"),
    ],
)
def test_what_has_no_word_is_refused(instruction: Instruction, reason: str) -> None:
    with pytest.raises(EncodingError) as caught:
        encode(instruction)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        (-1, "not a 64-bit word"),
        (1 << 64, "not a 64-bit word"),
        (0, "no instruction has the opcode 0x00"),
        (0xFF << 56, "no instruction has the opcode 0xff"),
        (0x62 << 56 | 1, "must have zeros in the bits 0x1"),
        (0x08 << 56 | 7 << 22, "no jump has the condition 7"),
        (0x6A << 56 | 120 << 41, "neither a register nor a special source"),
        (0x01 << 56 | 120 << 41 | 143, "neither a scalar register nor an indexed special source"),
        (0x01 << 56 | 120 << 41 | 1023, "neither a scalar register nor an indexed special source"),
        (0x70 << 56 | 1 << 48, "sd = 1 is not the lower register of a pair"),
        (0x08 << 56 | 5 << 10, "target must be 0"),
        (0x08 << 56 | 5 << 27, "target must be 0"),
        (0x08 << 56 | 1 << 31, "must have zeros in the bits 0x80000000"),
    ],
)
def test_what_is_no_instruction_is_refused(word: int, reason: str) -> None:
    with pytest.raises(EncodingError) as caught:
        decode(word)
    assert reason in str(caught.value)
