"""The marker `simt_gate`, in sessions of pytest of their own: a test for each case, and nothing imported without it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import simt
from tests.gates import CONFLICT, GATE, write
from tests.paths import ROOT

pytest_plugins = ["pytester"]

Session = Callable[..., tuple[int, str]]
MARKED = """\
import pytest

@pytest.mark.simt_gate("gate.toml")
def test_cycles():
    pass
"""
# Printed at the end of the session, for the modules that it has imported.
LOOK = """
def pytest_sessionfinish():
    import sys
    print("modules:", *(name for name in ("numba", "numpy", "isa", "simt.verbs.gate") if name in sys.modules))
"""


WORDS = ("-p", "simt.pytest_plugin", "-p", "no:cacheprovider", "-q", "--strict-markers")


@pytest.fixture
def session(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Return a function that runs pytest in a folder with this plugin alone, and returns its status and output."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "")

    def run(folder: Path, *words: str) -> tuple[int, str]:
        monkeypatch.chdir(folder)
        ended = pytester.runpytest_inprocess(*WORDS, *words)
        return int(ended.ret), f"{ended.stdout}\n{ended.stderr}"

    return run


def modules_of_session(folder: Path, *words: str) -> list[str]:
    """Return the modules of `LOOK` that a session in a process of its own imports."""
    (folder / "conftest.py").write_text(LOOK)
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *WORDS, *words], cwd=folder, text=True, capture_output=True, check=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
    )  # fmt: skip
    [modules] = re.findall("modules:(.*)\n", ended.stdout)
    return modules.split()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package with a kernel, its gate on two machines, and a baseline."""
    gate = write(gate=f'machine = ["fpga4", "fpga8"]\n{GATE}', folder=tmp_path)
    simt.gate(gate, update=True)
    (tmp_path / "test_one.py").write_text(MARKED)
    return tmp_path


def test_a_case_is_a_test_and_fails_with_the_line_that_lost(folder: Path, session: Session) -> None:
    status, told = session(folder, "-vv")
    assert status == 0
    assert re.findall(r"test_one.py::(.*) PASSED", told) == ["test_cycles[one on fpga4]", "test_cycles[one on fpga8]"]
    (folder / "one.s").write_text(CONFLICT)  # fpga8 has eight banks, two for each lane
    status, told = session(folder)
    assert status == 1
    assert "1 failed, 1 passed" in told
    assert "  over the limit  one on fpga4  20  21  +1 (+5.0 %)  +0 %\n" in told
    assert "    +1  one.s:4  bank_conflict +1  st.local [r1 + x], r1\n" in told
    assert "`simt gate gate.toml --update`" in told
    assert "Traceback" not in told
    assert "pytest_plugin.py" not in told


def test_a_test_gets_the_verdict_on_its_case(folder: Path, session: Session) -> None:
    (folder / "test_one.py").write_text(
        MARKED.replace("cycles():\n    pass", "cycles(simt_case, tmp_path):\n    assert simt_case.cycles == 20")
    )
    status, told = session(folder, "-k", "fpga4")
    assert (status, "1 passed" in told) == (0, True)
    (folder / "one.s").write_text(CONFLICT)
    status, told = session(folder, "-k", "fpga4")
    assert (status, "assert" in told) == (1, False)  # its body did not run


def test_a_gate_is_looked_for_beside_the_test_and_then_in_the_root(folder: Path, session: Session) -> None:
    (folder / "inner").mkdir()
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_one.py").rename(folder / "inner/test_one.py")
    assert session(folder / "inner")[0] == 0
    (folder / "inner/gate.toml").write_text(GATE.replace("one.s", "two.s"))
    status, told = session(folder)
    assert status == 1
    assert "error[E0650]: there is no kernel `two.s`\n --> inner/gate.toml:2:10" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MARKED.replace('"gate.toml"', '"none.toml"'), "error[E0668]: there is no gate `none.toml`"),
        (MARKED.replace('"gate.toml"', ""), 'simt_gate takes the file of a gate: @pytest.mark.simt_gate("gate.toml")'),
        (MARKED.replace('"gate.toml"', "3"), "simt_gate takes the file of a gate"),
        (
            "import pytest, unittest\n@pytest.mark.simt_gate('gate.toml')\nclass TestIt(unittest.TestCase):\n"
            "    def test_it(self):\n        pass\n",
            "on a function of pytest and not of unittest.TestCase",
        ),
        ("def test_it(simt_case):\n    pass\n", "there is no case: simt_gate takes the file of a gate: @pytest.mark"),
    ],
)
def test_mistakes_do_not_pass(text: str, told: str, folder: Path, session: Session) -> None:
    (folder / "test_one.py").write_text(text)
    status, output = session(folder)
    assert status != 0
    assert told in output
    assert "INTERNALERROR" not in output


def test_a_session_without_the_marker_imports_nothing(folder: Path) -> None:
    (folder / "test_one.py").write_text("def test_other():\n    pass\n")
    assert modules_of_session(folder) == []


def test_collecting_marked_tests_imports_no_numba(folder: Path) -> None:
    modules = modules_of_session(folder, "--collect-only")
    assert "isa" in modules
    assert not {"numba", "simt.verbs.gate"} & {*modules}


def test_pytest_finds_the_plugin_of_an_installed_simt() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [(name, module)] = project["entry-points"]["pytest11"].items()
    assert name == "simt"
    assert import_module(module).pytest_configure
