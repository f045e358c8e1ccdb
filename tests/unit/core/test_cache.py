"""The cache of compiled engines: damaged, read-only, full, shared; runs give the same with whatever is left of it."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import numba
import numpy as np
import pytest

from simt.core.engine import cache, entry
from simt.core.engine.kinds import KINDS
from simt.core.jit import block
from simt.core.jit.compile import machine_code
from simt.core.jit.loaded import MachineCode, caller
from simt.core.jit.packed import form_text, pack
from simt.files import FileError
from simt.verbs.warm import warm
from tests.commands import invoke
from tests.examples import examples
from tests.paths import ROOT
from tests.processes import HANGS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    cache._say_not_kept.cache_clear()
    return cache.folders()[0]


@block
def _double(array: Any) -> None:
    array[0] *= 2


def loaded(array: np.ndarray, *, stamp: int = 1, kind: str = "small") -> tuple[np.ndarray, bool]:
    """An array after a small entry point has doubled its number, and whether its code came from a file."""
    arguments, made = pack(array), []
    form = form_text(arguments.form)

    def compiled() -> MachineCode:
        made.append(kind)
        return machine_code(_double, (array,), vectorize=True)._replace(form=form)

    with mock.patch.multiple(entry, _stamp=lambda: str(stamp), can_copy=lambda: False):
        address = entry._address(kind, form, compiled)
    caller(address)(arguments.words, ())
    return array, not made


def works(stamp: int = 1, *, is_loaded: bool) -> None:
    """Assert that the small entry point doubles a number, with code from a file or not."""
    found, from_file = loaded(np.array([21]), stamp=stamp)
    assert (found[0], from_file) == (42, is_loaded)


def damage(content: bytes, seed: int) -> bytes:
    """What is left of a file: cut short, emptied, or with one bit turned."""
    rng = random.Random(seed)
    if seed % 4 == 0:
        return content[: rng.randrange(len(content))]
    if seed % 50 == 1:
        return b"\0" * len(content)
    place = rng.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


def test_code_is_loaded_from_its_file(folder: Path) -> None:
    works(is_loaded=False)
    (path,) = cache.files()
    assert path.parent == folder
    assert [path.name for path in folder.iterdir()] == [path.name]
    works(is_loaded=True)
    works(stamp=2, is_loaded=False)  # the sources have changed: the file is of them now
    works(stamp=1, is_loaded=False)
    assert len(cache.files()) == 1


def test_code_for_other_types_is_not_loaded(folder: Path) -> None:
    """It would read floats as integers."""
    works(is_loaded=False)
    found, from_file = loaded(np.array([21.5]))
    assert (found[0], from_file) == (43.0, False)
    works(is_loaded=False)  # the file is of the other types now


def test_damaged_code_is_never_loaded(folder: Path) -> None:
    works(is_loaded=False)
    (path,) = cache.files()
    whole = path.read_bytes()
    for seed in range(100):
        path.write_bytes(damage(whole, seed))
        assert cache.kept("small", "1") is None, seed
        assert not path.exists()
    path.write_bytes(b"")
    assert cache.kept("small", "1") is None
    path.write_bytes(whole)
    assert cache.kept("small", "1") is not None


def test_code_that_needs_what_is_not_there_is_compiled_again(folder: Path) -> None:
    """LLVM would end the process."""
    works(is_loaded=False)
    code = cache.kept("small", "1")
    assert code is not None
    cache.keep("small", "1", code._replace(needs=("no_function_of_this_name",)))
    works(is_loaded=False)
    works(is_loaded=True)


@pytest.mark.parametrize("seed", range(examples(40)))
def test_damaged_code_is_compiled_again(folder: Path, seed: int) -> None:
    works(is_loaded=False)
    (path,) = cache.files()
    path.write_bytes(damage(path.read_bytes(), seed))
    works(is_loaded=False)
    works(is_loaded=True)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS])
def test_a_file_that_cannot_be_written(
    folder: Path, number: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The run goes on; it is said once, and no half file stays."""

    class Full(io.FileIO):
        def write(self, content: Any) -> int:
            super().write(content[: len(content) // 2])
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fdopen", Full)
    works(is_loaded=False)
    works(is_loaded=False)
    (said,) = caplog.messages
    assert said == (
        f"simt: compiled engines cannot be kept, so every run compiles ({folder}: {os.strerror(number)}); set "
        "NUMBA_CACHE_DIR to a folder that can be written to"
    )
    assert list(folder.iterdir()) == []


def test_a_file_is_read_once_as_long_as_it_does_not_change(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    works(is_loaded=False)
    (path,) = cache.files()
    with mock.patch.object(cache, "checked_content", wraps=cache.checked_content) as read:
        for times in (1, 2):
            os.utime(path, (times, times))
            code = cache.kept("small", "1")
            assert code is not None
            assert cache.kept("small", "1") == code
            assert read.call_count == times


@pytest.mark.parametrize("spec", [True, False])
def test_the_version_of_numba(spec: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not spec:  # a numba whose version is not where it is now
        monkeypatch.setattr(cache, "find_spec", lambda name: None)
    assert cache._numba_version() == numba.__version__


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A container: neither the package's folder nor the home can be written to, and NUMBA_CACHE_DIR is not set."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(cache, "__file__", "/dev/null/simt/cache.py")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/home")
    cache._say_not_kept.cache_clear()
    return


def test_nowhere_to_write(nowhere: None, caplog: pytest.LogCaptureFixture) -> None:
    assert len(cache.folders()) == 2
    works(is_loaded=False)
    assert "set NUMBA_CACHE_DIR" in "".join(caplog.messages)
    assert cache.files() == cache.mend() == []


def test_nothing_is_warmed_for_nothing(nowhere: None) -> None:
    with pytest.raises(FileError, match="cannot be kept: /dev/null/simt/__pycache__"):
        warm("plain")


def test_no_home(nowhere: None, monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def unknown(_: int) -> Any:
        raise KeyError("uid not found")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert [str(folder) for folder in cache.folders()] == ["/dev/null/simt/__pycache__"]
    works(is_loaded=False)


def test_the_home_takes_what_the_package_does_not(
    nowhere: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    works(is_loaded=False)
    assert [path.is_relative_to(tmp_path) for path in cache.files()] == [True]
    works(is_loaded=True)
    assert caplog.records == []


def test_doctor_mends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    works(is_loaded=False)
    (path,) = cache.files()
    path.write_bytes(path.read_bytes()[:-1])
    told = invoke("doctor")
    assert f"  {path} was damaged and is removed; what it held is compiled again\n" in told.stdout
    assert told.stdout.endswith("\nall good\n")
    assert not path.exists()
    path.write_bytes(b"half")
    monkeypatch.setattr(Path, "unlink", lambda *_: (_ for _ in ()).throw(PermissionError()))
    told = invoke("doctor", "--json")
    assert json.loads(told.stdout)["problems"] == [
        f"{path} is damaged, so what it holds may be compiled by every run; remove it"
    ]


def test_a_kind_is_forgotten(folder: Path) -> None:
    """What `simt warm --fresh` does before it compiles."""
    folder.mkdir()
    for kind in ("functional", "functional-divergence"):
        (folder / f"{kind}.of-some-processor{cache.SUFFIX}").touch()
    KINDS["functional"].forget()
    assert [path.name for path in folder.iterdir()] == ["functional-divergence.of-some-processor.engine"]


@pytest.mark.nightly
def test_warm_compiles_anew(folder: Path) -> None:
    for options in ([], ["--fresh"], ["--fresh"]):
        told = invoke("warm", "functional", *options)
        assert told.stderr == "compiling functional, 1 of 1, some 6 s\n"
        (path,) = cache.files()
        assert cache.checked_content(path) is not None
        path.write_bytes(b"damaged")


def simt(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "simt", *arguments], cwd=ROOT, env=os.environ | environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


FAST = ("run", "fft128.s", "--engine", "functional", "--json")


@pytest.mark.nightly
def test_a_container(tmp_path: Path) -> None:
    expected, told = simt(*FAST, NUMBA_CACHE_DIR=str(tmp_path)).communicate(timeout=HANGS)
    assert "NUMBA_CACHE_DIR" not in told
    process = simt(*FAST, "-q", NUMBA_CACHE_DIR="/dev/null/cache", HOME="/nonexistent")
    found, told = process.communicate(timeout=HANGS)
    assert (process.returncode, found) == (0, expected)
    assert told.count("\n") == told.count("NUMBA_CACHE_DIR") == 1


@pytest.mark.nightly
def test_two_processes_at_once(tmp_path: Path) -> None:
    """Both compile, and both write."""
    both = [simt(*FAST, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    found = [process.communicate(timeout=HANGS)[0] for process in both]
    assert found[0] == found[1]
    again = simt(*FAST, NUMBA_CACHE_DIR=str(tmp_path))
    assert again.communicate(timeout=HANGS) == (found[0], "")
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_kind(tmp_path: Path, seed: int) -> None:
    expected, _ = simt(*FAST, NUMBA_CACHE_DIR=str(tmp_path)).communicate(timeout=HANGS)
    (path,) = tmp_path.rglob(f"*{cache.SUFFIX}")
    path.write_bytes(damage(path.read_bytes(), seed))
    process = simt(*FAST, NUMBA_CACHE_DIR=str(tmp_path))
    found, told = process.communicate(timeout=HANGS)
    assert (process.returncode, found) == (0, expected)
    assert told.startswith("compiling the engine of kind functional")
