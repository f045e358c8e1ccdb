"""Notes on stderr: each once in a command, and none before an error that keeps the run from happening."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from click.testing import Result

from tests.commands import invoke

KERNEL = ".kernel k\n.threads 4\n.local x u32[4]\n    ld.local  r1, [thread_id + x]\n    ret\n"
ORACLE = """
def inputs(program, rng):
    return {"x": [1, 2, 3, 4]}

def expected(program, inputs):
    return {"x": inputs["x"]}
"""
NOTE = "note: k.py is run for inputs and expected results; --no-oracle skips it\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.s").write_text(KERNEL)
    Path("k.py").write_text(ORACLE)


def call(words: str) -> Result:
    return invoke(*words.split())


@pytest.mark.parametrize("words", ["run k.s", "diff k.s --to banks=8", "diff k.s k.s --to banks=8", "why k.s --short",
                                   "sweep k.s --set banks=2,4"])  # fmt: skip
def test_a_note_is_written_once(words: str) -> None:
    assert call(words).stderr.count(NOTE) == 1
    assert call(words).stderr.count(NOTE) == 1, "in the next command again"


@pytest.mark.parametrize(
    "words",
    [
        "run k.s -D n=4",
        "why k.s --in z",
        "trace k.s --nope",
        "sweep k.s --set bnks=2",
        "run k.s -s banks=3",
        "why k.s -m none",
    ],
)
def test_no_note_comes_with_an_error_that_keeps_the_oracle_from_running(words: str) -> None:
    refused = call(words)
    assert refused.exit_code in (2, 3)
    assert refused.stderr.startswith("error[")
    assert "note: k.py" not in refused.stderr


def test_a_note_about_code_that_has_run_comes_after_the_error() -> None:
    assert call("run k.s --in z=1").stderr.endswith(NOTE)
    Path("k.py").write_text(ORACLE.replace("[1, 2, 3, 4]", "[1, 2]"))
    refused = call("run k.s")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("error[E0604]")
    assert refused.stderr.endswith(NOTE)


def test_a_note_is_written_when_the_run_begins() -> None:
    Path("k.py").write_text(ORACLE.replace('inputs["x"]}', "[9, 9, 9, 9]}"))
    failed = call("run k.s")
    assert failed.exit_code == 1
    assert failed.stderr.startswith(NOTE)


def test_an_oracle_that_does_not_run_is_offered_where_an_array_is_missing() -> None:
    Path("b.s").write_text(".threads 4\n.buffer x, u32\nshl.b32 r1, thread_id, 2\nld.global r1, [r1 + x]\nret\n")
    Path("b.py").write_text(ORACLE)
    refused = call("model b.s -m gtx280_core")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("error[E0")
    assert refused.stderr.endswith("note: b.py is not run: --oracle b.py takes its sizes, inputs and tables\n")


def test_a_seed_without_an_oracle_has_a_note() -> None:
    text = "note: --seed has no effect: no oracle makes inputs from it\n"
    assert text in call("run k.s --seed 2 --no-oracle").stderr
    assert text not in call("run k.s --seed 2 --no-oracle -q").stderr
    assert text not in call("run k.s --seed 2").stderr
    assert text not in call("run k.s --no-oracle").stderr


def test_what_the_library_logs_is_folded(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    log = logging.getLogger("simt")
    monkeypatch.setattr(log, "handlers", [])
    monkeypatch.setenv("COLUMNS", "80")
    assert call("run k.s -q").exit_code == 0  # which finds that logging is imported
    text = f"simt: compiled engines cannot be kept, so every run compiles ({'/a folder' * 9}); set NUMBA_CACHE_DIR"
    log.warning(text)
    lines = capsys.readouterr().err.splitlines()
    assert max(map(len, lines)) <= 80
    assert " ".join(line.strip() for line in lines) == text
