from __future__ import annotations

import copy
import hashlib
import pickle
import tomllib
from pathlib import Path

import pytest

import isa
from isa.table import table
from isa.table.spec import field_mask
from isa.table.table import BY_OPCODE, FIELDS, FORMATS, INSTRUCTIONS, MNEMONICS, SPECIALS
from isa.table.table_loading import TableError, load_table

TEXT = Path(isa.__file__).with_name("instructions.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FORMATS)
def test_every_bit_belongs_to_exactly_one_used_field_of_a_format(name: str) -> None:
    form = FORMATS[name]
    used = ["opcode", "more", *form.fields]
    used += ["csel", "const"] if form.constant_slots else []
    used += ["cond", "target"] if form.may_jump else []
    used += form.high.values()
    owners = {bit: [field for field in used if FIELDS[field][1] <= bit <= FIELDS[field][0]] for bit in range(64)}
    assert all(len(fields) <= 1 for fields in owners.values())
    assert form.used_mask == sum(1 << bit for bit, fields in owners.items() if fields)


def test_all_fields_cover_the_word_and_only_some_overlap() -> None:
    over = {
        "otherwise": {"rb", "rc"}, "sd": {"rd"}, "sa": {"ra"}, "sb": {"rb"}, "table": {"const"}, "far": {"rc"},
        "far_push": {"const"}, "far_otherwise": {"const"},
    }  # fmt: skip
    without = {name: bits for name, bits in FIELDS.items() if name not in over}
    assert sum(field_mask(bits) for bits in without.values()) == 2**64 - 1
    for overlay, names in over.items():
        overlapped = {name for name, bits in without.items() if field_mask(bits) & field_mask(FIELDS[overlay])}
        assert overlapped == names
        for form in FORMATS.values():
            used = {*form.fields, *form.high.values()}
            assert overlay not in used or not names & used


def test_names_and_opcodes_are_unique() -> None:
    names = [name for spec in INSTRUCTIONS.values() for name in (spec.name, *spec.aliases)]
    assert len(names) == len(set(names)) == len(MNEMONICS)
    assert len(BY_OPCODE) == len(INSTRUCTIONS)
    assert not set(names) & set(SPECIALS)


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_the_entry_is_complete_and_its_example_assembles(name: str) -> None:
    spec = INSTRUCTIONS[name]
    assert spec.result
    assert spec.cases or spec.kernel or spec.requires == "mask_stack"
    program = isa.assemble(f"{spec.example}\nloop: join: otherwise: ret")
    instruction = program.instructions[0]
    assert instruction is not None
    assert instruction.spec is spec
    if spec.kernel:
        assert isa.assemble(spec.kernel).instructions


@pytest.mark.parametrize("alias", sorted(set(MNEMONICS) - set(INSTRUCTIONS)))
def test_an_alias_assembles_to_the_same_word(alias: str) -> None:
    spec = MNEMONICS[alias]
    operands = {
        "unary": "r1, r2",
        "binary": "r1, r2, r3",
        "ternary": "r1, r2, r3, r4",
        "plain": "",
        "lane_test": "vcc, r1, r2",
    }[spec.format]
    assert isa.assemble(f"{alias} {operands}").words == isa.assemble(f"{spec.name} {operands}").words


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("opcode = 0x02", "opcode = 0x01", "opcode 0x01 is also mov.b32's"),
        ('aliases = ["add.s32"]', 'aliases = ["mov"]', "the name mov is also mov.b32's"),
        ('aliases = ["add.s32"]', 'aliases = ["lane_id"]', "the name lane_id is also a special source's"),
        ("rd = { bits = [54, 48]", "rd = { bits = [55, 49]", "fields more and rd overlap"),
        ("const = { bits = [9, 0]", "const = { bits = [8, 0]", "no field covers the bits 0x200"),
        (
            'fields = ["rd", "ra"], jump = true, constant = ["a"]',
            'fields = ["rd", "ra"], jump = true, constant = ["b"]',
            "slot b",
        ),
        ('fields = ["target"], jump = false', 'fields = ["target"], jump = true', "uses the bits"),
        ("far = { bits = [30, 27]", "far = { bits = [30, 26]", "fields csel and far overlap"),
        (
            'jump = true, constant = ["a", "b", "c"] }',
            'jump = true, constant = ["a"], high = { target = "far" } }',
            "uses",
        ),
        ('high = { target = "far_push", otherwise', 'high = { target = "far_push", rd', "of target, rd, not of"),
        ('fields = ["ra", "otherwise", "target"], jump', 'fields = ["ra", "rb", "otherwise"], jump', "uses the bits"),
        ('unit = "fpu"', 'unit = "gpu"', "unknown unit gpu"),
        ('format = "unary"', 'format = "onary"', "unknown format onary"),
        ('example = "mov.b32 r1, thread_id"', "", "mov.b32: lacks example"),
        ("{ a = 7, r = 7 },", "{ a = 7 },", "each case must give exactly a, r"),
        ("{ a = 7, r = 7 },", "{ a = [7], r = [7] },", "mov.b32: the values of a case are lists of one length"),
        (
            "a = [5, 5], r = [0, 0]",
            "a = [5, 5], r = [0]",
            "xor.b32: the values of a case are lists of one length",
        ),
        ("a = [5, 5], r = [0, 0]", "a = 5, r = 0", "xor.b32: the values of a case are lists of one length"),
        ('across = "all"', 'across = "some"', "across is 'some'"),
        ('requires = "mad"', 'requires = "luck"', "requires is 'luck'"),
        ("nz = 2", "nz = 9", "word.cond does not number"),
        ("number = 113", "number = 112", "special numbers are not consecutive"),
        ("scalar = 120", "scalar = 119", "registers.scalar is the number of a register or special source"),
        ("vcc = 106", "vcc = 107", "registers.pairs.vcc is not the even number of a scalar register"),
        ("number = 121", "number = 120", "special numbers are not consecutive"),
        (
            "number = 128",
            "number = 127",
            "indexed special numbers are not consecutive from registers.scalars on",
        ),
        ("groups_x = {", "groups = {", "special sources with two numbers: groups"),
        ("words = 4", "words = 3", "words is 3, not 1, 2 or 4"),
        ('format = "load"\ntype', 'format = "load"\nwords = 2\ntype', "its format is not for that"),
        ("[word.fields]", "[word.felds]", "malformed table"),
    ],
)
def test_a_mistake_in_the_table_is_found(old: str, new: str, mistake: str) -> None:
    assert old in TEXT
    with pytest.raises(TableError) as caught:
        load_table(tomllib.loads(TEXT.replace(old, new, 1)))
    assert mistake in str(caught.value)


def test_all_mistakes_are_reported_at_once() -> None:
    text = TEXT.replace('unit = "fpu"', 'unit = "gpu"').replace('requires = "mad"', 'requires = "luck"')
    with pytest.raises(TableError) as caught:
        load_table(tomllib.loads(text))
    assert str(caught.value).count("gpu") > 3
    assert "luck" in str(caught.value)


def test_a_spec_survives_copying_and_pickling_as_itself() -> None:
    spec = INSTRUCTIONS["add.u32"]
    assert copy.deepcopy(spec) is spec
    assert pickle.loads(pickle.dumps(spec)) is spec


def test_lookups() -> None:
    assert table.opcode("mov") == table.opcode("mov.b32") == 0x01
    assert table.table_hash() == hashlib.sha256(TEXT.encode("utf-8")).hexdigest()
    assert INSTRUCTIONS["mad.f32"].sources == ("a", "b", "c")
    assert INSTRUCTIONS["st.local"].sources == ("a", "b")
    assert INSTRUCTIONS["st.local"].operands == ("[ra + offset]", "rb")
    assert INSTRUCTIONS["ld.local"].writes_register
    assert not INSTRUCTIONS["st.local"].writes_register
    assert [INSTRUCTIONS[f"ld.global{width}"].words for width in ("", ".b64", ".b128")] == [1, 2, 4]
    assert (INSTRUCTIONS["ld.global.b64"].data_field, INSTRUCTIONS["st.global.b64"].data_field) == ("rd", "rb")
    assert INSTRUCTIONS["atom.add.u32"].operands == ("rd", "[ra + offset]", "rb")
    assert INSTRUCTIONS["st.global.b64"].is_store
    assert not INSTRUCTIONS["atom.add.u32"].is_store


def test_registers_of_wide_accesses() -> None:
    program = isa.assemble("ld.global.b128 r8, [r1]\nst.global.b64 [r2], r20\nret")
    load, store, _ = program.instructions
    assert load is not None
    assert store is not None
    assert (load.registers_read, load.registers_written) == ((1,), range(8, 12))
    assert (store.registers_read, store.registers_written) == ((2, 20, 21), range(0))
    assert program.registers == 22


def test_registers_of_doubles() -> None:
    program = isa.assemble("mad.f64 r8, r1, 0.5, r30\nlt.f64 r7, r2, r3\ncvt.f64.s32 r40, lane_id\nret")
    mad, compare, convert, _ = program.instructions
    assert mad is not None
    assert compare is not None
    assert convert is not None
    assert (mad.registers_read, mad.registers_written) == ((1, 2, 30, 31), range(8, 10))
    assert (compare.registers_read, compare.registers_written) == ((2, 3, 4), range(7, 8))
    assert (convert.registers_read, convert.registers_written) == ((), range(40, 42))
    assert program.registers == 42
