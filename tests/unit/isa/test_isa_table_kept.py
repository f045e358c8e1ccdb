from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import isa
from isa.table import kept
from tests.paths import ROOT
from tests.processes import HANGS

TEXT = Path(isa.__file__).with_name("instructions.toml").read_bytes()
SHORT = b'[word]\nbits = 64\nname = "w\\u00f6rd"\nvalues = [1, -2.5, inf, true, 18446744073709551615]\n'


@pytest.fixture(autouse=True)
def python_writes_compiled_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.mark.parametrize("text", [TEXT, SHORT])
def test_what_is_kept_is_what_the_parser_returned(text: bytes, tmp_path: Path) -> None:
    place = tmp_path / "new" / "table.json"
    for _ in range(2):
        assert repr(kept.parsed(text, place)) == repr(tomllib.loads(text.decode()))  # NaN is not equal to itself
        assert place.exists()


def test_a_kept_file_is_not_parsed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = kept.parsed(SHORT, tmp_path / "table.json")
    monkeypatch.setattr(tomllib, "loads", None)
    assert kept.parsed(SHORT, tmp_path / "table.json") == content
    with pytest.raises(TypeError):  # of another text it does not hold
        kept.parsed(SHORT.replace(b"64", b"32"), tmp_path / "table.json")


def test_another_text_replaces_what_is_kept(tmp_path: Path) -> None:
    place = tmp_path / "table.json"
    kept.parsed(SHORT, place)
    changed = SHORT.replace(b"64", b"32")  # of the same length
    assert kept.parsed(changed, place)["word"]["bits"] == 32
    assert kept.parsed(SHORT, place)["word"]["bits"] == 64


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    place = tmp_path / "table.json"
    content = kept.parsed(SHORT, place)
    whole = place.read_bytes()
    damaged = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(len(whole))]
    for bad in (b"", whole[:-1], whole + b" ", *damaged):
        place.write_bytes(bad)
        assert kept.parsed(SHORT, place) == content
        assert place.read_bytes() == whole


def test_where_nothing_can_be_kept_the_text_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for place in (None, tmp_path / "file" / "table.json", tmp_path / "folder"):
        assert kept.parsed(SHORT, place)["word"]["bits"] == 64
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert kept.parsed(SHORT, tmp_path / "table.json")["word"]["bits"] == 64
    assert not (tmp_path / "table.json").exists()


def test_text_that_is_no_toml_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        kept.parsed(b"[word", tmp_path / "table.json")
    assert not (tmp_path / "table.json").exists()


def test_the_second_process_parses_no_toml(tmp_path: Path) -> None:
    code = "import sys, isa.table.table; print('tomllib' in sys.modules)"
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    said = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, timeout=HANGS,
            env=environment,
        ).stdout.strip()
        for _ in range(2)
    ]  # fmt: skip
    assert said == ["True", "False"]
