"""`simt doctor`."""

from __future__ import annotations

import json
import tomllib
from functools import partial
from importlib import metadata

import pytest

import simt as package
from simt.cli import doctor
from tests.commands import invoke
from tests.paths import ROOT

simt = partial(invoke, "doctor")


def test_the_report() -> None:
    report = json.loads(simt("--json").output)
    assert report["schema"] == "simt.doctor/1"
    assert report["versions"]["simt"] == package.__version__
    assert report["versions"]["numba"] == metadata.version("numba")
    cache = report["cache"]
    assert "error" not in cache
    if cache["jit"]:
        assert set(cache) >= {"folder", "writable", "files", "bytes", "compiled"}
        assert set(cache["compiled"]) == {"cycle", "functional"}


def test_the_text() -> None:
    result = simt()
    assert "\n  numba      " in result.output
    assert "\ncompile cache\n" in result.output
    assert result.exit_code == (0 if result.output.endswith("\nall good\n") else 1)


def test_the_extras_are_those_of_the_project_with_what_they_are_for(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(doctor.EXTRAS) == set(project) - {"docs", "test", "fuzz", "nightly", "dev"}
    have = ["plots >=1", "matplotlib>=3.8; extra == 'plots'", 'no-such-thing>=1 ; extra == "vcd"', "numpy>=2.0"]
    monkeypatch.setattr(doctor.metadata, "requires", lambda _: have)
    extras = json.loads(simt("--json").output)["extras"]
    assert extras["plots"] == {"matplotlib": metadata.version("matplotlib")}
    assert extras["vcd"] == {"no-such-thing": None}
    result = simt()
    assert "no-such-thing missing simt trace -o FILE.vcd, for viewers of waveforms" in " ".join(result.output.split())
    assert result.exit_code == (0 if result.output.endswith("\nall good\n") else 1), "it is not a problem"


def test_what_is_missing_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_PACKAGES", ("numpy", "not-a-package"))
    result = simt(status=1)
    assert result.output.endswith("\nproblem: not-a-package is not installed\n")


def test_a_folder_that_cannot_be_written_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = {"jit": True, "threads": 1, "bounds_checks": False, "folder": "/nowhere", "writable": False}
    cache |= {"files": 0, "bytes": 0, "removed": [], "damaged": [], "compiled": {"cycle": False, "functional": False}}
    monkeypatch.setattr(doctor, "_cache", lambda: cache)
    result = simt(status=1)
    assert (
        "problem: /nowhere cannot be written to, so every run compiles what is not there; set NUMBA_CACHE_DIR"
        in result.output
    )


def test_an_engine_that_cannot_be_loaded_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> dict[str, object]:
        raise ImportError("no llvm")

    monkeypatch.setattr(doctor, "_cache", broken)
    result = simt(status=1)
    assert result.output.endswith("problem: the engines cannot be loaded: ImportError: no llvm\n")
