"""Every reader of a user's file refuses what is not a regular file, too large or not a text, and never waits for it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import simt
from isa.forms.objfile import load_program
from isa.reporting.diagnostics import SimtError
from isa.reporting.files import TooLargeError, bounded, open_file, read_bytes
from isa.reporting.source import SourceError, read_source
from simt.exploration.plans.reading import load_plan
from simt.files import TOML_BYTES, read_text
from simt.launch.array_files import read_array
from simt.launch.oracle import Oracle
from simt.machine import channel
from simt.memory.dram.traces import read_trace
from simt.models.devices import load_parameters
from simt.models.documents import read_document

READERS: dict[str, Callable[[Path], object]] = {
    "hex": lambda path: read_text(str(path)),
    "s": read_source,
    "include": lambda path: simt.asm(_including(path)),
    "json": load_program,
    "machine": simt.Machine.load,
    "model": lambda path: read_document(path, "device"),
    "plan": load_plan,
    "npy": lambda path: read_array("a", str(path)),
    "npz": lambda path: read_array("a", str(path)),
    "csv": lambda path: read_array("a", str(path)),
    "py": Oracle.load,
    "kernel": simt.asm,
    "device": lambda path: load_parameters(str(path)),
    "channel": lambda path: channel.load(str(path)),
    "trace": lambda path: read_trace(str(path), channel.load("ddr2-667-3")),
}
TOMLS = ("machine", "model", "plan", "device", "channel")
SPARSE = 1 << 33  # bytes: more than any reader takes
REFUSED = (SimtError, SourceError)


def _including(path: Path) -> Path:
    kernel = path.with_name("includes.s")
    kernel.write_text(f'.include "{path.name}"\nexit\n')
    return kernel


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _folder(path: Path) -> None:
    path.mkdir()


def _nothing(path: Path) -> None:
    assert not path.exists()


def _large(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(SPARSE)


def _no_text(path: Path) -> None:
    path.write_bytes(b"1 \xff\xfe 2\n")


@pytest.mark.parametrize("make", [_pipe, _device, _folder, _nothing, _large, _no_text])
@pytest.mark.parametrize("kind", READERS)
def test_what_is_no_file_of_the_kind_is_refused_at_once(
    kind: str, make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / f"file.{kind}"
    make(path)
    with pytest.raises(REFUSED) as error:
        READERS[kind](path)
    if make in (_pipe, _device):
        assert "is a pipe or a device, not a file" in str(error.value)
    assert str(error.value)


@pytest.mark.parametrize("kind", TOMLS)
def test_a_toml_file_has_a_bound_of_its_own(kind: str, tmp_path: Path) -> None:
    """What tomllib takes a second for is refused in words."""
    path = tmp_path / f"file.{kind}"
    path.write_text("#" * TOML_BYTES)
    with contextlib.suppress(REFUSED):
        READERS[kind](path)  # whatever else is wrong with it
    path.write_text("#" * (TOML_BYTES + 1))
    with pytest.raises(REFUSED, match="it is larger than 256000 bytes"):
        READERS[kind](path)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_pipe, "it is a pipe or a device, not a file"),
        (_device, "it is a pipe or a device, not a file"),
        (_folder, "is a directory"),
        (_nothing, "no such file or directory"),
        (_large, "it is larger than 16000000 bytes: it has 8589934592"),
        (_no_text, "byte 2 is not UTF-8"),
    ],
)
def test_the_reason_is_told(make: Callable[[Path], None], why: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    make(path)
    with pytest.raises(SimtError, match=f"cannot read `.*`: {why}$"):
        read_text(str(path))


@pytest.mark.parametrize("kind", ["hex", "machine", "model", "device", "channel", "trace"])
def test_standard_input_that_is_closed_is_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SimtError, match="standard input is closed"):
        READERS[kind]("-")  # type: ignore[arg-type]


def test_a_name_that_no_file_can_have_is_refused() -> None:
    for name in ("", "a\0b", "x" * 5000, "\udcff"):
        with pytest.raises(SimtError, match="cannot read"):
            read_text(name)


def test_reading_is_held_to_the_bound_whatever_the_size_says(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"
    with pytest.raises(TooLargeError, match="larger than 4 bytes"):
        open_file(path, 4)
    with open_file(path, 5) as stream, pytest.raises(TooLargeError):
        bounded(stream, 4)
