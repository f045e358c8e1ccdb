"""An oracle is code: which commands run the one beside a kernel of somebody else's, and what keeps it from running."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import Result

import isa
import simt
from isa.forms.objfile import save_program
from isa.reporting.diagnostics import SimtError
from tests.commands import invoke

KERNEL = """\
.kernel k
.threads 4
.local x u32[4]
    ld.local  r1, [thread_id + x]
    add.u32   r1, r1, 1
    st.local  [thread_id + x], r1
    ret
"""
ORACLE = """\
from pathlib import Path

Path("marker").touch()

def inputs(program, rng):
    return {"x": [1, 2, 3, 4]}

def expected(program, inputs):
    return {"x": inputs["x"] + 1}
"""
RUN = (
    "run k.s", "run k.json", "trace k.s -o t.json", "report k.s -o k.html", "compare k.s", "sweep k.s --set banks=2",
    "sweep plan.toml", "sweep k.s --set banks=2 -o new.sqlite", "explore k.s --set banks=2,4",
    "tune k.s --set banks=2,4",
)  # fmt: skip
NOT_RUN = (
    "asm k.s", "asm k.s --json", "asm k.s --cfg", "disasm k.json", "model k.s -m fpga4",
    "model analysis k.s -m fpga4",
    "model measured k.s -m fpga4", "sweep show k.sqlite", "sweep export k.sqlite -o -", "machine show k.toml",
    "explain E0604",
)  # fmt: skip
NOTE = "note: k.py is run for inputs and expected results; --no-oracle skips it\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel in three forms, its oracle, a plan, and a results file of which one point is not done."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SIMT_NO_ORACLES", raising=False)
    Path("k.s").write_text(KERNEL)
    Path("k.py").write_text(ORACLE)
    Path("k.toml").write_text('base = "fpga4"\n')
    Path("plan.toml").write_text('program = "k.s"\n[sweep]\nbanks = [2]\n')
    save_program(isa.assemble_file("k.s"), "k.json")
    unfinished("k.sqlite")
    Path("marker").unlink()


def unfinished(file: str) -> None:
    simt.sweep("k.s", {"banks": [2, 4]}, output=file)
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM points WHERE number = 1")


def call(command: str, status: int = 0) -> Result:
    result = invoke(*command.split(), status=status)
    assert "Traceback" not in result.output
    return result


def has_run() -> bool:
    found = Path("marker").exists()
    Path("marker").unlink(missing_ok=True)
    return found


@pytest.mark.parametrize("command", RUN)
def test_it_runs_where_its_kernel_is_named_and_run_and_that_is_said(command: str) -> None:
    assert NOTE in call(command).stderr
    assert has_run()
    if not command.startswith("compare"):  # which has no -q
        assert NOTE not in call(f"{command} -q").stderr


@pytest.mark.parametrize("command", RUN)
def test_no_check_and_the_environment_prevent_it(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "plan" not in command:
        assert "k.py is run" not in call(f"{command} --no-oracle").stderr
        assert not has_run()
    Path("new.sqlite").unlink(missing_ok=True)
    monkeypatch.setenv("SIMT_NO_ORACLES", "1")
    assert "note: k.py is not run, SIMT_NO_ORACLES is set: arrays are 0, and nothing is checked" in call(command).stderr
    assert not has_run()


@pytest.mark.parametrize(
    ("file", "text", "command"),
    [
        ("gate.toml", '[[case]]\nkernel = "../k.s"\nlimit = 100000\n', "gate away/gate.toml"),
        ("plan.toml", 'program = "../k.s"\n[sweep]\nbanks = [2]\n', "sweep away/plan.toml"),
    ],
)
def test_a_plan_or_a_gate_may_name_a_kernel_of_any_folder_and_that_is_said(
    file: str, text: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("away").mkdir()
    (Path("away") / file).write_text(text)
    assert "k.py is run for inputs and expected results" in call(command).stderr
    assert has_run()
    monkeypatch.setenv("SIMT_NO_ORACLES", "1")
    assert "k.py is not run" in call(command).stderr
    assert not has_run()


@pytest.mark.parametrize("command", NOT_RUN)
def test_what_runs_no_kernel_runs_no_oracle(command: str) -> None:
    stderr = call(command).stderr
    assert not has_run()
    assert ("note: k.py is not run: --oracle k.py takes" in stderr) == command.startswith("model")


def test_one_that_is_named_runs_unless_the_environment_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("k.py").rename("other.py")
    commands = ("run k.s --oracle other.py", "model k.s -m fpga4 --oracle other.py")
    for command in commands:
        assert "note:" not in call(command).stderr
        assert has_run()
    monkeypatch.setenv("SIMT_NO_ORACLES", "1")
    for command in commands:
        assert "error[E0604]: the oracle other.py is not run: SIMT_NO_ORACLES is set" in call(command, 2).stderr
        assert not has_run()


def test_a_results_file_makes_no_code_run_that_the_command_does_not_name(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = call("sweep resume k.sqlite", 2).stderr
    assert "error[E0778]: the results file `k.sqlite` asks for the oracle k.py, which is code\n" in refused
    assert "= help: if you trust it, name the kernel: simt sweep resume k.sqlite k.s\n" in refused
    with pytest.raises(SimtError, match="E0778"):
        simt.sweep(output="k.sqlite")
    assert not has_run()
    monkeypatch.setenv("SIMT_NO_ORACLES", "1")  # without the inputs of the oracle the points would be others
    assert "error[E0766]: `k.sqlite` holds another sweep" in call("sweep resume k.sqlite", 2).stderr
    assert "error[E0766]: `k.sqlite` holds another sweep" in call("sweep resume k.sqlite k.s", 2).stderr
    assert not has_run()
    monkeypatch.delenv("SIMT_NO_ORACLES")
    assert NOTE in call("sweep resume k.sqlite k.s").stderr
    assert has_run()
    assert json.loads(call("sweep show k.sqlite --json").stdout)["done"] == 2


def test_a_results_file_of_kernels_without_oracles_is_finished() -> None:
    Path("k.py").unlink()
    unfinished("alone.sqlite")
    assert call("sweep resume alone.sqlite").stderr.startswith("1 point in ")


def test_an_interrupted_sweep_says_how_to_go_on() -> None:
    from simt.cli.sweep import _how_to_resume

    assert _how_to_resume(None, "x.sqlite", ["k.s"]).endswith("go on with: simt sweep resume x.sqlite k.s")


def test_the_python_interface_follows_the_same_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    named = isa.load_program("k.json")
    runs = {
        "run": lambda: simt.run("k.s", "fpga4"),
        "sweep": lambda: simt.sweep("k.s", {"banks": [2]}),
        "compare": lambda: simt.compare("k.s"),
        "asked": lambda: simt.run(named, "fpga4", oracle=True),
    }
    for name, made in runs.items():
        made()
        assert has_run(), name
    quiet = {
        "program": lambda: simt.run(named, "fpga4"),
        "run": lambda: simt.run("k.s", "fpga4", oracle=False),
        "sweep": lambda: simt.sweep("k.s", {"banks": [2]}, oracle=False),
        "compare": lambda: simt.compare("k.s", oracle=False),
        "model": lambda: simt.model("k.s", "fpga4"),
        "measured": lambda: simt.model_measured("k.s", "fpga4"),
        "analysis": lambda: simt.model_analysis("k.s", "fpga4", oracle=True),
        "asm": lambda: simt.asm("k.s"),
    }
    for name, made in quiet.items():
        made()
        assert not has_run(), name
    monkeypatch.setenv("SIMT_NO_ORACLES", "1")
    for name, made in runs.items():
        made()
        assert not has_run(), name
    with pytest.raises(simt.OracleError, match="is not run: SIMT_NO_ORACLES is set"):
        simt.Oracle.load(Path("k.py"))


def test_the_folder_where_one_works_does_not_take_the_place_of_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Experiments and the suite run shipped kernels by their names, whatever is called so here."""
    from simt.experiments.runner import kernel

    Path("fir").write_text(KERNEL)
    Path("fir.py").write_text(ORACLE)
    assert kernel("fir").name == "fir"
    monkeypatch.setenv("SIMT_NO_ORACLES", "1")
    assert simt.run("dot", "fpga4").check is not None  # shipped oracles run
    assert not has_run()
