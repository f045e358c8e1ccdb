"""`simt run`: what it prints, what it writes, how it fails, and its exit statuses."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.commands import invoke
from tests.compiling import announced
from tests.paths import ROOT
from tests.processes import HANGS, MARK_FAR, wait_for_file, wait_for_work

SCALE = """\
; y = a x
.kernel scale
.equ n 8
.threads n
.local x f32[n]
.local y f32[n]
.param a f32 = 2.0
    ld.local  r1, [thread_id + x]
    mul.f32   r2, r1, a
    st.local  [thread_id + y], r2
    ret
"""
ORACLE = """\
import numpy as np

TOLERANCE = 1e-6

def inputs(program, rng):
    return {"x": rng.standard_normal(program.equ["n"]).astype(np.float32), "a": 3.0}

def expected(program, inputs):
    return {"y": inputs["a"] * inputs["x"]}

def operations(program):
    return program.equ["n"]
"""
TRAP = """\
.kernel trap
.threads 4
.local x u32[4]
    mov.b32   r1, 7
    st.local  [thread_id + x], r1
    ld.local  r2, [thread_id + 4096]
    ret
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with scale.s, its oracle, and two kernels that do not end well."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scale.s").write_text(SCALE)
    (tmp_path / "scale.py").write_text(ORACLE)
    (tmp_path / "trap.s").write_text(TRAP)
    (tmp_path / "loop.s").write_text(".kernel loop\n.threads 4\n.local x u32[4]\ntop:\n jmp top\n")
    np.save(tmp_path / "x.npy", np.arange(8.0))
    return tmp_path


run = partial(invoke, "run", status=0)


# --- the main job -----------------------------------------------------------------------------------------------------


def test_the_first_command_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("fft128.s", "--warp", "4")
    lines = result.stdout.splitlines()
    assert lines[0] == "fft128 on fpga4: 64 threads = 16 warps x 4 lanes, 184 instructions"
    assert lines[1].startswith("  check    passed: largest relative error ")
    assert lines[1].endswith("tolerance 1e-05 (fft128.py, seed 1)")
    assert lines[3].startswith("  paper    3893 ")
    assert len(lines) <= 25
    assert result.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_flags_are_named_in_the_title() -> None:
    assert "fft128 on fpga4 with local.banks=8: " in run("fft128", "--banks", "8").stdout
    assert run("fft128", "--warp", "8", "--threads", "64").stdout.startswith(
        "fft128 on fpga8: 64 threads = 8 warps x 8"
    )


def test_json_twice_is_the_same_bytes(folder: Path) -> None:
    first, second = (run("scale.s", "--json").stdout for _ in range(2))
    assert first == second
    data = json.loads(first)
    assert data["check"]["passed"] is True
    assert data["operations"] == 8
    assert sum(data["ledgers"]["issue"].values()) == data["cycles"]
    assert sum(data["ledgers"]["warp"].values()) == data["cycles"] * 2
    assert sum(data["ledgers"]["lane"].values()) == data["instructions"] * 4
    assert json.loads(run("scale.s", "--json", "--seed", "2").stdout)["provenance"]["seed"] == 2


def test_quiet_says_nothing(folder: Path) -> None:
    result = run("scale.s", "--quiet")
    assert result.output == ""


def test_views(folder: Path) -> None:
    source = run("scale.s", "--view", "source").stdout
    assert source.splitlines()[1].endswith("    2  .kernel scale")
    assert "    9      mul.f32   r2, r1, a\n" in source
    assert "mul.f32 r2, r1, a" in run("scale.s", "--view", "instructions").stdout


def test_lanes(folder: Path) -> None:
    arguments = ("divergent/if_else", "-m", "article32", "-s", "branch.policy=ipdom_stack", "--view", "lanes")
    shown = run(*arguments).stdout
    assert shown.splitlines()[0] == "if_else on article32 with branch.policy=ipdom_stack"
    assert "lanes that wait, by the branch at which they parted\n" in shown
    data = json.loads(run(*arguments, "--json").stdout)
    assert sum(branch["lost"] for branch in data["partings"]["branches"]) == data["ledgers"]["lane"]["diverged"] > 0
    assert sum(sum(row["lanes_lost"].values()) for row in data["lines"]) == data["ledgers"]["lane"]["diverged"]
    assert sum(data["widths"]) == data["operations_issued"]
    assert "only the event record of the cycle engine shows" in run(*arguments, "--engine", "functional").stdout


def test_functional_engine(folder: Path) -> None:
    result = run("scale.s", "--engine", "functional")
    assert "functional run: no timing" in result.stdout
    assert "check    passed" in result.stdout


def test_sizes_are_chosen_with_defines(folder: Path) -> None:
    assert "scale on fpga4: 32 threads" in run("scale.s", "-D", "n=32").stdout
    assert "check    passed" in run("scale.s", "-D", "n=32").stdout


def test_standard_input(folder: Path) -> None:
    result = run("-", "--view", "source", input=SCALE)
    assert "<stdin>" in result.stdout
    assert ".local x f32[n]" in result.stdout
    assert "check    none: no --oracle; arrays without --in are 0" in run("-", input=SCALE).stdout
    assert "check    passed" in run("-", "--oracle", "scale.py", input=SCALE).stdout
    assert "-->" in run("-", status=3, input="  mul.f33 r1, r2, r3\n").stderr


@pytest.mark.parametrize("suffix", ["json", "hex"])
def test_assembled_programs(folder: Path, suffix: str) -> None:
    invoke("asm", "scale.s", "-o", f"built.{suffix}", status=0)
    direct, loaded = (json.loads(run(name, "--no-oracle", "--json").stdout) for name in ("scale.s", f"built.{suffix}"))
    assert direct["cycles"] == loaded["cycles"]
    assert direct["ledgers"] == loaded["ledgers"]
    text = (folder / f"built.{suffix}").read_text()
    assert "-D and -I are for assembly text" in run(f"built.{suffix}", "-D", "n=4", status=2).stderr
    if suffix == "json":
        assert json.loads(run("-", "--json", input=text).stdout)["cycles"] == direct["cycles"]


def test_compiling_is_announced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simt.core.engine.kinds.compile_needed", lambda engine, groups: True)
    assert run("scale.s", "--no-oracle").stderr == announced("plain")
    assert run("scale.s", "-q").stderr == ""


# --- inputs and outputs -----------------------------------------------------------------------------------------------


def test_own_data_goes_in_and_comes_out(folder: Path) -> None:
    result = run("scale.s", "--in", "x=x.npy", "--in", "a=0.5", "--out", "y=y.npy", "--out", "x=x.csv")
    assert "check    passed" in result.stdout  # against the data given, not the oracle's own
    y = np.load(folder / "y.npy")
    assert y.dtype == np.float32
    assert y.tolist() == (np.arange(8) / 2).tolist()
    assert (folder / "x.csv").read_text().splitlines() == [str(number) for number in range(8)]
    again = run("scale.s", "--in", "x=y.npy", "--in", "a=2", "--out", "y=y.npy")
    assert "passed" in again.stdout
    assert np.load(folder / "y.npy").tolist() == list(range(8))


def test_own_data_for_some_of_the_oracles_arrays_without_a_check_is_doubtful(folder: Path) -> None:
    np.save(folder / "re.npy", np.ones(128))
    given = ("fft128", "--no-oracle", "--in", "re=re.npy")
    assert run(*given, "--in", "im=re.npy").stderr == (
        "warning[W0601]: `wr` and `wi` have no --in and are 0\n  = help: without --no-oracle fft128.py fills them\n"
    )
    three = (*given, "--in", "im=re.npy", "--in", "wr=half.npy")
    np.save(folder / "half.npy", np.ones(64))
    assert run(*three).stderr == (
        "warning[W0601]: `wi` has no --in and is 0\n  = help: without --no-oracle fft128.py fills it\n"
    )
    assert run(*three, "--in", "wi=half.npy").stderr == ""
    assert run("fft128", "--no-oracle").stderr == ""  # nothing is given: nothing is meant to be computed
    assert run(*given).stderr.startswith("warning[W0601]: `im`, `wr` and `wi` have ")
    assert run(*given, "-q").stderr == ""
    assert run("fft128", "--in", "re=re.npy").stderr == ""


def test_no_check_does_not_run_the_oracle(folder: Path) -> None:
    (folder / "scale.py").write_text(ORACLE.replace('"a": 3.0', '"y": 0') + "raise SystemExit\n")
    result = run("scale.s", "--no-oracle", "--in", "x=x.npy")
    assert result.stderr == (
        "warning[W0601]: `y` has no --in and is 0\n  = help: without --no-oracle scale.py fills it\n"
    )
    (folder / "scale.py").write_text("def inputs(:\n")
    assert run("scale.s", "--no-oracle", "--in", "x=x.npy").stderr == ""


def test_without_an_oracle_arrays_are_zero(folder: Path) -> None:
    (folder / "scale.py").unlink()
    result = run("scale.s", "--out", "y=y.npy")
    assert "check    none: no scale.py beside the kernel; arrays without --in are 0" in result.stdout
    assert np.load(folder / "y.npy").tolist() == [0] * 8
    assert json.loads(run("scale.s", "--json").stdout)["check"] is None


def test_no_check_leaves_the_oracle_alone(folder: Path) -> None:
    (folder / "scale.py").write_text("raise RuntimeError('touched')")
    assert "check    none: --no-oracle" in run("scale.s", "--no-oracle").stdout
    assert "RuntimeError: touched" in run("scale.s", status=2).stderr


def test_result_files(folder: Path) -> None:
    stdout = run("scale.s", "-o", "run.json").stdout
    assert stdout.startswith("scale on fpga4")
    assert json.loads((folder / "run.json").read_text())["schema"] == "simt.run/1"
    assert run("scale.s", "--json", "-o", "again.json").stdout == ""
    assert (folder / "again.json").read_bytes() == (folder / "run.json").read_bytes()
    run("scale.s", "-q", "-o", "run.txt")
    assert (folder / "run.txt").read_text() == stdout
    run("scale.s", "-q", "-o", "run.html")
    assert (folder / "run.html").read_text().startswith("<!DOCTYPE html>")
    assert "E0653" in run("scale.s", "-o", "run.pdf", status=2).stderr


@pytest.mark.parametrize("words", [("--out", "y=no/y.npy"), ("-o", "no/run.json")])
def test_a_file_that_cannot_be_written_is_refused_before_the_run(folder: Path, words: tuple[str, str]) -> None:
    (folder / "scale.py").write_text("raise RuntimeError('touched')")
    result = run("scale.s", *words, status=2)
    assert result.stderr.startswith("error[E0652]: cannot write no/")
    assert "mkdir -p no" in result.stderr
    assert "touched" not in result.stderr


def test_one_unwritable_output_does_not_lose_the_others(folder: Path) -> None:
    """A folder that is lost while the kernel runs."""
    (folder / "no").mkdir()
    (folder / "scale.py").write_text(f"import pathlib\npathlib.Path('no').rmdir()\n{ORACLE}")
    result = run("scale.s", "--out", "y=no/y.npy", "--out", "x=x2.npy", "-o", "no/run.json", status=2)
    assert "error[E0603]: `y` cannot be written to `no/y.npy`: no such file or directory" in result.stderr
    assert "error[E0652]: cannot write `no/run.json`" in result.stderr
    assert (folder / "x2.npy").exists()
    assert "check    passed" in result.stdout


# --- what goes wrong in a run -----------------------------------------------------------------------------------------


def test_a_failed_check(folder: Path) -> None:
    (folder / "scale.py").write_text(ORACLE.replace('inputs["a"] * ', '2 * inputs["a"] * '))
    result = run("scale.s", "--in", "x=x.npy", "--out", "y=y.npy", status=1)
    assert "error[E0605]: `y[7]` is 21 and should be 42: relative error 0.5, tolerance 1e-06" in result.stderr
    assert "7 of 8 elements of `y` differ" in result.stderr
    assert "  check    FAILED: y[7] is 21, not 42" in result.stdout
    assert np.load(folder / "y.npy")[7] == 21
    assert json.loads(run("scale.s", "--json", status=1).stdout)["check"]["passed"] is False
    quiet = run("scale.s", "-q", status=1)
    assert quiet.stdout == ""
    assert "E0605" in quiet.stderr


def test_a_trap_keeps_what_was_computed(folder: Path) -> None:
    result = run("trap.s", "--out", "x=x.npy", "-o", "run.json", status=4)
    assert "error[T003]: a warp loads from word 4096 of a local memory of 4096 words" in result.stderr
    assert " --> trap.s:6:5" in result.stderr
    assert "stopped  local_address [T003] in cycle" in result.stdout
    assert np.load(folder / "x.npy").tolist() == [7] * 4
    assert json.loads((folder / "run.json").read_text())["stop"]["value"] == 4096


def test_a_stop_comes_before_an_unwritable_output(folder: Path) -> None:
    (folder / "no").mkdir()
    (folder / "trap.py").write_text(
        "import pathlib\npathlib.Path('no').rmdir()\n"
        "def inputs(program, rng):\n    return {}\ndef expected(program, inputs):\n    return {}\n"
    )
    result = run("trap.s", "--out", "x=no/x.npy", status=4)
    assert "cannot be written" in result.stderr


def test_a_stopped_run_is_not_checked(folder: Path) -> None:
    result = run("scale.s", "--max-cycles", "10", status=4)
    assert "error[T005]: the kernel did not end within 10 cycles" in result.stderr
    assert "check    none: the run did not end" in result.stdout


def test_a_kernel_that_never_ends(folder: Path) -> None:
    assert "jmp top" in run("loop.s", "--max-cycles", "100000", status=4).stderr
    assert (
        "within 1000 instructions" in run("loop.s", "--engine", "functional", "--max-cycles", "1000", status=4).stderr
    )


def test_a_barrier_that_not_all_warps_reach(folder: Path) -> None:
    (folder / "dead.s").write_text(".threads 8\n sub.u32 r1, warp_id, 1 -> end if z\n bar\nend:\n ret\n")
    result = run("dead.s", status=4)
    assert "error[T004]: deadlock: 1 warp waits at a barrier that 1 warp will never reach" in result.stderr
    assert "warp 0 waits at dead.s:3 (pc 1) since cycle" in result.stderr


def test_lanes_that_disagree_are_a_warning(folder: Path) -> None:
    (folder / "odd.s").write_text(".threads 8\n and.b32 r1, thread_id, 1 -> end if z\nend:\n ret\n")
    assert "warning[T006]" in run("odd.s").stderr
    assert run("odd.s", "-q").stderr == ""


def test_an_oracle_that_fails_after_the_run(folder: Path) -> None:
    (folder / "scale.py").write_text(ORACLE.replace('inputs["a"] * inputs["x"]', 'inputs["z"]'))
    result = run("scale.s", "--out", "y=y.npy", status=2)
    assert "`expected` of the oracle scale.py fails: KeyError: 'z'" in result.stderr
    assert "scale.py:9:" in result.stderr
    assert (folder / "y.npy").exists()
    assert "cycles" in result.stdout
    assert "  check    none: the oracle failed (see the error)\n" in result.stdout


def test_an_oracle_whose_count_of_operations_fails_has_checked(folder: Path) -> None:
    (folder / "scale.py").write_text(ORACLE.replace('return program.equ["n"]', "return None"))
    result = run("scale.s", status=2)
    assert "`operations` of the oracle scale.py returns `None`, not a number" in result.stderr
    assert "  check    passed" in result.stdout


def test_an_interrupt_tells_how_far_it_came(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, progress: Any, **options: object) -> None:
        progress(2_000_000)
        raise KeyboardInterrupt

    monkeypatch.setattr("simt.launch.prepared.execute", interrupted)
    assert run("loop.s", status=130).stderr == "interrupted\n"


# --- what is refused before a run -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fft12"], "did you mean the shipped kernel `fft128.s`?"),
        (["."], "`.` is a folder, not a kernel"),
        (["scale.s", "--in", "z=1"], "the kernel `scale` has no array or parameter `z`"),
        (["scale.s", "--in", "X=none.npy"], "did you mean `x`?"),
        (["scale.s", "--in", "x=none.npy"], "the file `none.npy` for `x` is not there"),
        (["scale.s", "--in", "x=short.npy"], "`x` has 8 elements and the input has 3"),
        (["scale.s", "--in", "x=complex.npy"], "give its real and imaginary parts"),
        (["scale.s", "--in", "x=objects.npy"], "simt never unpickles"),
        (["scale.s", "--in", "x=pickle.npy"], "simt never unpickles"),
        (["scale.s", "--in", "x=text.npy"], "type <U1"),
        (["scale.s", "--in", "x=0.5"], "an array takes a file"),
        (["scale.s", "--in", "a=x.npy"], "takes one number, not 8"),
        (["scale.s", "--in", "a=0,5"], "`a` takes one number, not 2"),
        (["scale.s", "--in", "a=half"], "neither a number nor a file"),
        (["scale.s", "--in", "x"], "--in takes NAME=FILE"),
        (["scale.s", "--in", "a=1", "--in", "a=2"], "--in gives `a` twice: `a=1` and `a=2`"),
        (["scale.s", "--out", "z=y.npy"], "no array `z`"),
        (["scale.s", "--out", "a=y.npy"], "`a` is a parameter of `scale`, not an array"),
        (["scale.s", "--out", "y=y.mat"], "can be written to .npy, .csv or .txt"),
        (
            ["scale.s", "--out", "y=."],
            "to `.`: it is a folder\n  = help: name a file in it: y.npy",
        ),
        (["scale.s", "--out", "y=made.npy"], "`y` cannot be written to `made.npy`: it is a folder"),
        (["scale.s", "--json", "--view", "source"], "--json prints the whole result, which has no views"),
        (["scale.s", "--json", "--view", "lanes", "--engine", "functional"], "--json prints the whole result"),
        (["scale.s", "--out", "y=o.npy", "--out", "x=./o.npy"], "names the file o.npy more than once"),
        (["scale.s", "--threads", "100"], "needs 100 threads and fpga4 has 64"),
        (["scale.s", "--threads", "0"], "at least one thread"),
        (["scale.s", "--max-cycles", "0"], "0 is not a number from 1 up"),
        (["scale.s", "--engine", "fast"], "'fast' is not one of"),
        (["scale.s", "--oracle", "none.py"], "the oracle none.py is not there"),
        (["scale.s", "--oracle", "scale.py", "--no-oracle"], "exclude each other"),
        (["scale.s", "-m", "fpga5"], "did you mean `fpga8`?"),
        (["scale.s", "--banks", "7"], "local.banks = 7 does not divide local.words = 4096"),
        (["scale.s", "-s", "registers=2"], "r2 is used and the machine has 2 registers"),
        (["scale.s", "-s", "program.words=3"], "needs 4 instructions and fpga4 has 3"),
        (["scale.s", "-s", "constants.words=1"], "constants and fpga4 has 1"),
        (["scale.s", "-s", "local.words=8"], "needs 16 words of local memory and fpga4 has 8"),
        (["-", "-m", "-"], "cannot both come from standard input"),
        (["fft128", "-D", "n=64", "--in", "re=x.npy"], "`re` has 64 elements and the input has 8"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes(folder: Path, arguments: list[str], message: str) -> None:
    np.save(folder / "short.npy", np.zeros(3))
    np.save(folder / "complex.npy", np.zeros(8, complex))
    np.save(folder / "objects.npy", np.array([None] * 8), allow_pickle=True)
    np.save(folder / "text.npy", np.array(["a"] * 8))
    (folder / "pickle.npy").write_bytes(pickle.dumps([1, 2, 3]))
    (folder / "made.npy").mkdir()
    before = sorted(path.name for path in folder.iterdir())
    result = run(*arguments, status=2)
    assert message in result.stderr
    assert result.stdout == ""
    assert sorted(path.name for path in folder.iterdir()) == before


def test_assembly_errors_have_their_own_status(folder: Path) -> None:
    (folder / "bad.s").write_text(" mul.f33 r1, r2, r3\n")
    result = run("bad.s", status=3)
    assert "bad.s:1:2" in result.stderr
    assert run("scale.s", "-D", "m=3", status=3).stdout == ""


def test_inputs_of_the_oracle_that_do_not_fit_are_its_fault(folder: Path) -> None:
    (folder / "scale.py").write_text(ORACLE.replace('{"x":', '{"w":'))
    result = run("scale.s", status=2)
    assert (
        "`inputs` of the oracle scale.py does not fit: the kernel `scale` has no array or parameter `w`"
        in result.stderr
    )


# --- processes --------------------------------------------------------------------------------------------------------


def test_a_run_imports_nothing_that_it_does_not_need(folder: Path) -> None:
    code = (
        "import sys\n"
        "from simt.cli.main import cli\n"
        "try: cli.main(['run', 'scale.s'])\n"
        "except SystemExit as stop: print(stop.code, 'rich' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_environment())
    assert done.stdout.splitlines()[-1] == "0 False"


def test_ctrl_c(folder: Path) -> None:
    code = f"{MARK_FAR}\nfrom simt.__main__ import main; main()"
    command = [sys.executable, "-c", code, "run", "loop.s", "--max-cycles", "1000000000000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=_environment()
    ) as child:
        wait_for_file(child, folder / "far")
        child.send_signal(signal.SIGINT)
        stdout, stderr = child.communicate(timeout=HANGS)
    assert child.returncode == 130
    assert "Traceback" not in stderr
    assert "error[T007]: interrupted after" in stderr
    assert "stopped  interrupted [T007] after" in stdout  # what ran is reported


def test_ctrl_c_while_the_engine_is_compiled(folder: Path) -> None:
    command = [sys.executable, "-m", "simt", "run", "scale.s", "--no-oracle"]
    environment = _environment() | {"NUMBA_CACHE_DIR": str(folder / "cache")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stderr is not None
        assert "".join(child.stderr.readline() for _ in range(2)) == announced("plain")
        wait_for_work(child, 0.3)
        child.send_signal(signal.SIGINT)
        stdout, stderr = child.communicate(timeout=HANGS)
    assert (child.returncode, stdout, stderr) == (130, "", "interrupted\n")


def _environment() -> dict[str, str]:
    root = str(ROOT)
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))}
