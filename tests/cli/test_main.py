"""The command itself: help, start-up, exit statuses, and that every error passes the one boundary."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import simt
from simt.cli import main as module
from simt.cli.main import GROUPS, VERBS, cli
from simt.cli.panels import PANELS
from tests.commands import invoke
from tests.paths import ROOT


def simt_process(*arguments: str, code: str = "", **more: object) -> subprocess.CompletedProcess[str]:
    """Run the command, or Python `code` with the same arguments, in a process of its own."""
    command = [sys.executable, *(["-c", code] if code else ["-m", "simt.cli.main"]), *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, **more)  # type: ignore[call-overload]


def test_help_fits_a_narrow_screen() -> None:
    lines = invoke("--help", env={"COLUMNS": "60"}).output.splitlines()
    assert max(map(len, lines)) <= 60
    assert [f"  {name:<10} {text}" for verbs in GROUPS.values() for name, text in verbs.items()] == [
        line for line in lines if line.startswith("  ")
    ]


def test_help_is_a_screen_with_every_verb_in_its_group() -> None:
    result = invoke("--help", env={"COLUMNS": "80"}, status=0)
    lines = result.output.splitlines()
    assert len(lines) < 24, "no room for the prompt"
    assert max(map(len, lines)) <= 80
    assert sum(map(len, GROUPS.values())) == len({*VERBS}), "a verb in two groups"
    for title, verbs in GROUPS.items():
        column = next(line.index(title) for line in lines if title in line)
        top = next(number for number, line in enumerate(lines) if title in line)
        half = slice(column, None if column else 39)
        shown = [line[half].rstrip() for line in lines[top + 1 : top + 1 + len(verbs)]]
        assert shown == [f"  {name:<10} {text}" for name, text in verbs.items()]


def test_options_that_verbs_share_stand_in_panels() -> None:
    commands = [command for name in VERBS for command in commands_of(name)]
    flags = {parameter.opts[0] for command in commands for parameter in command.params} | {"-h"}
    assert {flag for panel in PANELS.values() for flag in panel} <= flags
    shown = invoke("run", "--help").output
    titles = [line.removesuffix(":") for line in shown.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert titles == ["Options", *PANELS]
    assert shown.index("--engine") < shown.index("\nMachine:") < shown.index("--warp INTEGER ") < shown.index("--seed")
    assert all(shown.count(f"  {flag}") == 1 for flag in ("-m, ", "-q, ", "--engine "))


def commands_of(verb: str) -> list[click.Command]:
    command = cli.get_command(click.Context(cli), verb)
    assert command is not None
    return [*command.commands.values()] if isinstance(command, click.Group) else [command]


def test_version() -> None:
    assert invoke("--version").output == f"simt {simt.__version__}\n"


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_can_be_loaded_and_has_help(name: str) -> None:
    result = invoke(name, "--help", status=0)
    assert result.output.startswith(f"Usage: simt {name}")


def test_an_unknown_command_is_a_usage_error() -> None:
    result = invoke("mashine", status=2)
    assert "there is no command `mashine`" in result.stderr
    assert "did you mean `machine`?" in result.stderr
    assert result.stdout == ""
    assert f"the commands are {', '.join(VERBS)}" in invoke("zzz").stderr


def test_an_unknown_option_is_a_usage_error() -> None:
    result = invoke("isa", "--jsn", status=2)
    assert "--json" in result.stderr


def fail_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> object:
    """Make `simt isa` raise `error`; the result of the command."""

    @click.command()
    def broken() -> None:
        raise error

    monkeypatch.setattr(module, "import_module", lambda _: type("Broken", (), {"isa": broken}))
    return CliRunner().invoke(cli, ["isa"])


def test_a_bug_of_ours_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    result = fail_with(ZeroDivisionError("division by zero\nmore"), monkeypatch)
    assert result.exit_code == 70
    assert result.stderr == (
        "internal error: ZeroDivisionError: division by zero\n"
        "This is a bug of simt, not a mistake of yours. Please report it with the command line and its\n"
        "input files, and with what SIMT_TRACEBACK=1 in the environment adds to this message.\n"
    )


def test_the_traceback_is_there_for_the_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMT_TRACEBACK", "1")
    result = fail_with(ZeroDivisionError("x"), monkeypatch)
    assert result.exit_code == 70
    assert result.stderr.startswith("Traceback (most recent call last):\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_an_interrupt(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    result = fail_with(error, monkeypatch)
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")


def test_an_unexpected_end_of_a_file_is_no_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    result = fail_with(EOFError("Ran out of input"), monkeypatch)
    assert result.exit_code == 70
    assert result.stderr.startswith("internal error: EOFError: Ran out of input\n")


def test_the_package_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simt", "--version"], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == f"simt {simt.__version__}\n"


@pytest.mark.parametrize("verb", [["run"], ["machine", "show"]])
def test_help_tells_which_setting_wins(verb: list[str]) -> None:
    words = " ".join(invoke(*verb, "--help").output.split())
    places = [words.index(word) for word in ("the preset, simt.toml", "the file after -m", "SIMT_SET in", "flags (-s")]
    assert places == sorted(places)


def test_an_error_of_the_user_leaves_with_its_own_status(monkeypatch: pytest.MonkeyPatch) -> None:
    from isa.reporting.diagnostics import SimtError

    class TrapError(SimtError):
        code = "T001"
        exit_status = 4

    result = fail_with(TrapError("it fell", help="hold it"), monkeypatch)
    assert (result.exit_code, result.stderr, result.stdout) == (4, "error[T001]: it fell\n  = help: hold it\n", "")


LOADED = """
import atexit, runpy, sys
atexit.register(lambda: print("loaded:", *sys.modules, file=sys.stderr))  # the command ends the process itself
sys.argv = ["simt", *sys.argv[1:]]
runpy.run_module("simt", run_name="__main__")
"""
HEAVY = {"numba", "numpy", "rich", "pydantic", "llvmlite"}


def loaded_by(*arguments: str) -> set[str]:
    """Run the command in a process of its own; return the names of the modules that it has imported at its end."""
    done = simt_process(*arguments, code=LOADED)
    lines = done.stderr.splitlines()
    assert (done.returncode, lines[-1].split()[0]) == (0, "loaded:"), done.stderr
    return set(lines[-1].split()[1:])


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["run", "--help"],
        ["trace", "--help"],
        ["report", "--help"],
        ["model", "--help"],
        ["model", "predict", "--help"],
        ["model", "figures"],
        ["explain", "E0201"],
        ["asm", "fft128"],
        ["isa", "add.u32"],
        ["isa", "-m", "fpga4"],
        ["kernels"],
        ["kernels", "opencl/mm.cl"],
        ["completion", "zsh"],
        ["machine", "list"],
        ["machine", "show"],
    ],
)
def test_quick_commands_load_nothing_heavy(arguments: list[str]) -> None:
    assert loaded_by(*arguments) & HEAVY == set()


# What a run imported once, and has no use for if its engine is kept.
SPARED = {"email", "importlib.metadata", "logging", "platformdirs", "subprocess", "simt.core.engine.points"}


@pytest.mark.parametrize("verb", ["run", "check"])
def test_a_run_loads_numpy_and_llvm_and_nothing_else_that_is_heavy(verb: str) -> None:
    getattr(simt, verb)("fft128", "fpga4")  # compiles the engine if need be
    names = loaded_by(verb, "fft128", "-m", "fpga4")
    assert names & HEAVY == {"numpy", "llvmlite"}
    # A kind that was compiled in little time, as `check` is for tests, lies in the folder that platformdirs finds.
    assert not names & SPARED - ({"platformdirs"} if verb == "check" else set())
    assert ("simt.verbs.check" in names) == (verb == "check")


LIMIT = 5000  # bytes, less than the output
COLLECTED = """
import atexit, gc, runpy, sys
gc.set_threshold(1_000_000)  # until the command sets its own
before = gc.get_stats()
atexit.register(lambda: print("collected:", gc.get_stats() != before, file=sys.stderr))
sys.argv = ["simt", *sys.argv[1:]]
runpy.run_module("simt", run_name="__main__")
"""


def test_a_short_run_looks_for_no_garbage() -> None:
    simt.run("fft128", "fpga4")  # compiles the engine if need be
    done = simt_process("run", "fft128", "-m", "fpga4", code=COLLECTED)
    assert done.stderr.splitlines()[-1] == "collected: False"


def test_a_reader_who_has_seen_enough() -> None:
    """`simt isa | head -1`: the pipe closes before the output is written."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "simt.cli.main", "isa"], stdout=write, stderr=subprocess.PIPE, cwd=ROOT, check=False
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_behind_stdout() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "simt.cli.main", "isa"], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert (done.returncode, done.stderr) == (
        2,
        b"error[E0652]: cannot write to standard output: no space left on device\n",
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_file_that_takes_a_part_of_the_output(tmp_path: Path, unbuffered: str) -> None:
    """Without a buffer Python itself loses what the system did not take, and says nothing."""
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({LIMIT}, {LIMIT})); "
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    code = limited + "import sys; sys.argv = ['simt', 'explain']; from simt.cli.main import main; main()"
    with (tmp_path / "out.txt").open("w") as file:
        done = subprocess.run(
            [sys.executable, "-B", "-c", code], stdout=file, stderr=subprocess.PIPE, cwd=ROOT, check=False,
            env=environment,
        )  # fmt: skip
    assert (tmp_path / "out.txt").stat().st_size == LIMIT
    assert (done.returncode, done.stderr) == (2, b"error[E0652]: cannot write to standard output: file too large\n")


def test_importing_simt_is_cheap_and_offers_its_names() -> None:
    done = simt_process(code="import sys, simt; print(len([m for m in sys.modules if m.startswith(('simt', 'isa'))]))")
    assert done.stdout == "1\n"
    for name in simt.__all__:
        assert getattr(simt, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'asemble'"):
        _ = simt.asemble
