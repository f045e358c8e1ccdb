"""Compiled kernels on disk: nothing is compiled twice, and whatever is left of the files, runs give the same."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import simt
import simt.compiler.apart as compiler
import simt.compiler.opencl as front_end
from simt.cli.main import cli
from simt.core.engine.cache import folders
from simt.launch import kept

pytest.importorskip("clang.cindex", reason="libclang is an extra")
KERNEL = '#include "added.h"\nkernel void add(global int *x) { x[get_global_id(0)] += ADDED; }\n'


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A kernel in an empty folder and an empty cache; the list says what is translated and compiled from now on."""
    done: list[str] = []
    translate, compile_kernel = front_end.translate, compiler.compiled_apart
    monkeypatch.setattr(front_end, "translate", lambda *given: done.append("translate") or translate(*given))
    monkeypatch.setattr(compiler, "compiled_apart", lambda asked: done.append("compile") or compile_kernel(asked))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    Path("add.cl").write_text(KERNEL)
    Path("added.h").write_text("#define ADDED 5\n")
    return done


def loaded(**options: Any) -> simt.Program:
    """The kernel's program, with nothing left in memory."""
    kept._latest.clear()
    return simt.asm("add.cl", "gtx280", local_size=32, **options)


def files(kind: str = "*") -> list[Path]:
    return sorted(folders()[0].glob(f"{kind}.*{kept.SUFFIX}"))


def test_nothing_is_compiled_twice(work: list[str]) -> None:
    first = loaded()
    assert work == ["translate", "compile"]
    again = loaded()
    assert work == ["translate", "compile"]
    assert (again, again.locations, again.sources) == (first, first.locations, first.sources)
    kept._latest.clear()
    for length in (32, 64):  # of arrays in global memory, which no program holds
        given = {"x": np.arange(length, dtype=np.int32)}
        launch = simt.Launch("add.cl", "gtx280", inputs=given, global_size=32, local_size=32)
        assert launch.program == first
    assert work == ["translate", "compile"]


def test_the_kernels_that_were_used_last_stay_in_memory(work: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_MOST_LATEST", 2)
    kept._latest.clear()
    for size in (8, 16, 8, 24):
        simt.asm("add.cl", "gtx280", local_size=size)
    monkeypatch.setattr(kept, "_kept_kernel", lambda _: pytest.fail("not in memory"))
    for size in (8, 24):
        simt.asm("add.cl", "gtx280", local_size=size)
    assert len(kept._latest) == 2


def test_what_decides_is_looked_at(work: list[str]) -> None:
    """Included texts, which file is found, macros, the machine, the launch."""
    loaded()
    Path("added.h").write_text("#define ADDED 6\n")
    changed = loaded()
    assert work == ["translate", "compile"] * 2
    Path("below").mkdir()
    Path("below", "added.h").write_text("#define ADDED 7\n")
    Path("added.h").unlink()
    assert loaded(include_paths=["below"]) != changed
    Path("added.h").write_text("#define ADDED 6\n")  # found first now
    assert loaded(include_paths=["below"]) == changed
    assert work == [*["translate", "compile"] * 3, "translate"]  # the program is that of before
    loaded(defines={"OTHER": 1})
    assert work[-1] == "translate"
    kept._latest.clear()
    simt.asm("add.cl", "gtx280", local_size=64)
    assert work[-1] == "compile"


def test_damaged_files_are_made_anew(work: list[str]) -> None:
    first = loaded()
    for seed in range(6):
        rng = random.Random(seed)
        for path in files():
            content = bytearray(path.read_bytes())
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
            path.write_bytes(content[: rng.choice((len(content), rng.randrange(len(content))))])
        work.clear()
        assert loaded() == first
        assert work == ["translate", "compile"]
    assert len(files()) == 2


@pytest.mark.parametrize(
    "data", [[], {}, {"read": 1, "unit": {}, "program": 1}, {"program": "{}", "assembly": ""}, "x" * 9]
)
def test_a_sound_file_of_something_else(work: list[str], data: object) -> None:
    first = loaded()
    content = json.dumps(data).encode()
    for path in files():
        path.write_bytes(hashlib.sha256(content).digest() + content)
    work.clear()
    assert loaded() == first
    assert work == ["translate", "compile"]


def test_where_nothing_can_be_written(work: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(Path("file").absolute()))
    assert loaded() == loaded()
    assert work == ["translate", "compile"] * 2


def test_the_oldest_go_where_there_are_too_many(work: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    loaded()
    size = sum(path.stat().st_size for path in files())
    monkeypatch.setattr(kept, "MOST_BYTES", 2 * size)
    for value in range(6):
        loaded(defines={"VALUE": value})
    assert sum(path.stat().st_size for path in files()) <= 2 * size
    work.clear()
    loaded(defines={"VALUE": 5})
    assert "translate" not in work


def test_the_doctor_and_a_fresh_start(work: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    loaded()
    report = json.loads(CliRunner().invoke(cli, ["doctor", "--json"]).output)["cache"]
    assert report["kernels"] == 2
    files("unit")[0].write_bytes(b"")
    report = json.loads(CliRunner().invoke(cli, ["doctor", "--json"]).output)["cache"]
    assert (report["kernels"], len(report["removed"])) == (1, 1)
    monkeypatch.setattr("simt.verbs.warm.KINDS", {})
    simt.warm(fresh=True, progress=lambda *_: True)
    assert files() == []
