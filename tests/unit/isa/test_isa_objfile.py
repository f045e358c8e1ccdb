from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isa
from isa.forms.objfile import MAX_SOURCE_CHARACTERS, dump_program, parse_program
from isa.program.assumptions import Assumptions
from isa.program.program import Program
from tests.examples import examples
from tests.unit.isa.isa_strategies import raw_programs

SOURCE = """
.kernel demo
.threads 8
.equ n 4
.equ h 0.1
.equ big inf
.local a f32[n]
.param p f32 = 2.0
loop: mov.f32 r1, p ; \ud800 é
    sub.u32 r1, r1, 1 -> loop if nz
    ret
"""
PROGRAM = isa.assemble(SOURCE, filename="demo.s")


def test_saving_and_loading_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "demo.json"
    isa.save_program(PROGRAM, path)
    loaded = isa.load_program(path)
    assert loaded == PROGRAM
    assert loaded.hash == PROGRAM.hash
    assert dump_program(loaded) == path.read_text(encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8"))["schema"] == "simt.program/3"


def test_what_a_packed_program_assumes_is_kept() -> None:
    packed = isa.pack(isa.assemble(SOURCE + "\n"), 3, threads=8, assume_in_bounds=True).program
    assert packed.assumes == Assumptions(3, 8, is_exact=False, in_bounds=True)
    text = dump_program(packed)
    assert parse_program(text) == packed
    with pytest.raises(isa.ProgramError, match="hash does not match the content"):
        parse_program(
            text.replace('"threads": 8,', '"threads": 16,').replace('"in_bounds": true', '"in_bounds": false')
        )
    for wrong in ('"slots": 4', '"slots": 0', '"slots": "3"'):
        with pytest.raises(isa.ProgramError, match=r"assumes\.slots is not an integer from 1 to 3"):
            parse_program(text.replace('"slots": 3', wrong))
    with pytest.raises(isa.ProgramError, match=r"assumes\.in_bounds is neither true nor false"):
        parse_program(text.replace('"in_bounds": true', '"in_bounds": 1'))
    with pytest.raises(isa.ProgramError, match="assumes lacks the key `exactly`"):
        parse_program(text.replace('"exactly": false, ', ""))


BUNDLES = ".vliw 3\n{ ld.local r1, [r2] | add.u32 r3, r3, 1 }\nret"


def test_bundles_written_by_hand_assume_nothing() -> None:
    text = dump_program(isa.assemble(BUNDLES))
    assert json.loads(text)["assumes"] is None
    assert parse_program(text).warnings == ()


def test_a_file_of_another_version_is_refused() -> None:
    data = json.loads(dump_program(PROGRAM)) | {"schema": "simt.program/1"}
    with pytest.raises(isa.ProgramError, match=r"its schema is `simt\.program/1`.* another version of simt wrote it"):
        parse_program(json.dumps(data))


def test_the_text_of_the_source_is_in_the_file_with_its_digest(tmp_path: Path) -> None:
    kernel = tmp_path / "k.s"
    kernel.write_bytes(b"\xef\xbb\xbf; caf\xc3\xa9\r\n    mov.b32 r1, 1\r\n    ret\n")
    program = isa.assemble_file(kernel)
    data = json.loads(dump_program(program))
    digest = hashlib.sha256(kernel.read_bytes()).hexdigest()
    assert data["sources"] == [[str(kernel), digest, "\ufeff; caf\u00e9\r\n    mov.b32 r1, 1\r\n    ret\n"]]
    loaded = parse_program(json.dumps(data))
    assert (loaded, loaded.path, program.path) == (program, None, kernel)


def test_texts_beyond_the_bound_are_left_out_and_refused() -> None:
    size = MAX_SOURCE_CHARACTERS // 2
    sources: dict[str, str | None] = {"a.s": "a" * size, "b.s": "b" * (size + 1), "c.s": "c" * size, "d.s": None}
    text = dump_program(Program(sources=sources))
    assert parse_program(text).sources == {**sources, "b.s": None}
    data = json.loads(text)
    data["sources"].append(["e.s", hashlib.sha256(b"e").hexdigest(), "e"])
    with pytest.raises(isa.ProgramError, match=f"sources are longer than {MAX_SOURCE_CHARACTERS} characters"):
        parse_program(json.dumps(data))


def test_of_two_texts_of_one_name_none_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.s").write_text("    mov.b32 r1, 1\n")
    program = isa.assemble('.include "k.s"\n    ret\n', filename="k.s", include_paths=["."])
    assert program.sources == {"k.s": None}
    assert parse_program(dump_program(program)) == program


@given(raw_programs())
@settings(max_examples=examples(100), deadline=None)
def test_raw_programs_too(program: Program) -> None:
    assert parse_program(dump_program(program)) == program


def _set(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_set("schema", value="simt.program/9"), "its schema is `simt.program/9`"),
        (_set("extra", value=1), "has the unknown key `extra`"),
        (lambda data: data.pop("words"), "lacks the key `words`"),
        (_set("words", 0, value="0x12"), "words[0] is not a word in hex"),
        (_set("words", 0, value=12), "words[0] is not a word in hex"),
        (_set("words", value={}), "words is not a list"),
        (_set("words", value=["0x" + "0" * 16] * 65537), "words are more than 65536"),
        (_set("constants", 0, value="0x100000000"), "constants[0] is not a word in hex"),
        (_set("threads", value=True), "threads is not an integer"),
        (_set("threads", value=-1), "threads is not an integer"),
        (_set("threads", value=16), "hash does not match the content"),
        (_set("local_words", value=1 << 30), "local_words is not an integer from 0 to 1048576"),
        (_set("locals", 0, "length", value=5), "locals[0] ends outside local_words"),
        (_set("locals", 0, "type", value="f16"), "locals[0].type is not a type"),
        (_set("locals", 0, "name", value="r1"), "locals[0].name is a bad name"),
        (_set("locals", 0, "name", value="n"), "a name stands for two things"),
        (_set("params", 0, "index", value=99), "params[0].index is not an integer from 0 to"),
        (_set("params", 0, "default", value="2"), "params[0].default[0] is not a word"),
        (_set("labels", "loop", value=99), "labels.loop is not an integer from 0 to 3"),
        (_set("labels", "a b", value=0), "is a bad name"),
        (_set("equ", "n", value=None), "equ.n is not an integer"),
        (_set("locations", 0, value=[1]), "locations[0] is not [file, line, column, text]"),
        (_set("locations", 0, value=["k.s", 1, 1, "ret", ""]), "locations[0] is not [file, line, column, text]"),
        (_set("locations", 0, value=["k.s", 1, 1, "ret", 5, []]), "locations[0] is not a string"),
        (
            _set("locations", 0, value=["k.s", 1, 1, "ret", "", "x"]),
            "locations[0] does not list from where it was called",
        ),
        (_set("locations", value=[]), "locations and words differ in number"),
        (_set("name", value="../x"), "name is not a name"),
        (_set("sources", value={}), "sources is not a list"),
        (_set("sources", 0, value="demo.s"), "sources[0] is not [name, digest, text]"),
        (_set("sources", 0, 2, value="ret"), "sources[0] has a digest that does not match the text"),
        (_set("sources", 0, 2, value=None), "sources[0] has a digest that does not match the text"),
        (_set("sources", 0, 2, value=7), "sources[0] is not a string"),
        (lambda data: data["sources"].append(data["sources"][0]), "sources have a name twice"),
        (_set("locations", 0, 1, value=2), "locations[0] does not quote line 2 of its source"),
        (_set("locations", 0, 1, value=99), "locations[0] does not quote line 99 of its source"),
        (_set("locations", 0, 3, value="x"), "locations[0] does not quote line 9 of its source"),
    ],
)
def test_a_file_that_is_not_valid_is_refused(change: Callable[[dict[str, Any]], None], reason: str) -> None:
    data = json.loads(dump_program(PROGRAM))
    change(data)
    with pytest.raises(isa.ProgramError) as caught:
        parse_program(json.dumps(data), "x.json")
    assert caught.value.code == "E0340"
    assert reason in str(caught.value)
    assert "x.json" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not JSON"),
        ("[1", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ('{"a": NaN}', "NaN is not a number of JSON"),
        ('{"a": 1, "a": 2}', "a key is there twice"),
        ("[]", "is not a JSON object"),
        ("{}", "is not a program file"),
        ("1" * 5000, "is not JSON"),
    ],
)
def test_text_that_is_no_program_is_refused(text: str, reason: str) -> None:
    with pytest.raises(isa.ProgramError, match=reason):
        parse_program(text)


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=4)),
        max_leaves=8,
    ),
    st.sampled_from(sorted(json.loads(dump_program(PROGRAM)))),
)
@settings(max_examples=examples(200), deadline=None)
def test_any_value_in_any_place_is_accepted_or_refused_cleanly(value: Any, key: str) -> None:
    data = json.loads(dump_program(PROGRAM))
    data[key] = value
    with contextlib.suppress(isa.ProgramError):
        parse_program(json.dumps(data))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(isa.ProgramError, match="cannot read"):
        isa.load_program(tmp_path / "missing.json")
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff")
    with pytest.raises(isa.ProgramError, match="not UTF-8"):
        isa.load_program(binary)
