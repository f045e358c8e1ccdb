"""What shells are told when they ask for completions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from simt.cli.main import cli
from tests.commands import invoke
from tests.paths import ROOT


def completed(line: str) -> list[str]:
    """What can stand at the end of a command line."""
    *words, begun = line.split(" ")
    return [item.value for item in ShellComplete(cli, {}, "simt", "_SIMT_COMPLETE").get_completions(words, begun)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ru", ["run"]),
        ("machine sh", ["show"]),
        ("run bito", ["bitonic_sort"]),
        ("run divergent/col", ["divergent/collatz"]),
        ("asm dot --cf", ["--cfg"]),
        ("run dot -m gcn", ["gcn64", "gcn_cu"]),
        ("machine diff fpga4 fpga1", ["fpga16"]),
        ("run dot -s scheduler.pol", ["scheduler.policy="]),
        ("run dot -s scheduler=pa", ["scheduler=paper"]),
        ("run dot -s ideal.banks=", ["ideal.banks=true", "ideal.banks=false"]),
        ("run dot --scheduler gr", ["greedy_oldest"]),
        ("run dot --register-file th", ["three_banks"]),
        ("sweep run dot --set scheduler=paper,ol", ["scheduler=paper,oldest"]),
        ("sweep show x.sqlite --plot pa", ["pareto"]),
        ("explore dot --part XC4VLX2", ["XC4VLX25"]),
        ("tune dot --set scheduler=pa", ["scheduler=paper"]),
        ("tune bito", ["bitonic_sort"]),
        ("explain E0654", ["E0654"]),
        ("explain bank_c", ["bank_conflict"]),
        ("explain deadl", ["deadlock"]),
        ("isa ld.global.b1", ["ld.global.b128"]),
        ("model paper mm_local -d hd", ["hd5870"]),
        ("model paper mm_lo", ["mm_local"]),
        ("model fft128 -m hd5870_c", ["hd5870_core"]),
        ("model par", ["parameters"]),
        ("model horn", ["horner_f64"]),
        ("model --trip", ["--trip-count"]),
        ("trace dot --view ba", ["banks"]),
        ("run dot --check unin", ["uninitialised"]),
        ("gate --upd", ["--update"]),
        ("run dot --check races,", ["races,uninitialised,bounds"]),
        ("run dot -s no_such_key=", []),
    ],
)
def test_values_are_completed(line: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert completed(line) == expected


def test_files_stand_beside_what_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("dotted.s", "dots.txt", "dot.toml", ".dot.s", "mine/inner.s"):
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text("ret\n", "utf-8")
    assert completed("run dot") == ["dot", "dotted.s"]
    assert completed("run mi") == ["mine/"]
    assert completed("run mine/") == ["mine/inner.s"]
    assert completed("run dot -m dot") == ["dot.toml"]
    assert completed("sweep run dot") == ["dot", "dotted.s", "dot.toml"]
    assert completed("gate do") == ["dot.toml"]
    assert completed("run not_there/x") == []
    shell = ShellComplete(cli, {}, "simt", "_")
    for words in (["run", "dot", "-o"], ["memory", "map"], ["memory", "run"], ["sweep", "show"], ["disasm"]):
        assert [item.type for item in shell.get_completions(words, "")] == ["file"], words


def in_bash(words: list[str]) -> list[str]:
    """What Bash is told, which has broken the line at blanks and at `=`."""
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1), "_SIMT_COMPLETE": "bash_complete"}
    command = [sys.executable, "-m", "simt.cli.main"]
    environment = os.environ | asked | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout.split("\n")[:-1]


def test_bash_breaks_words_at_equals_signs() -> None:
    assert in_bash(["simt", "run", "dot", "-s", "scheduler", "=", "pa"]) == ["plain,paper"]
    assert in_bash(["simt", "run", "-s", "local.banks", "=", "8", "-s", "scheduler", "=", "pa"]) == ["plain,paper"]
    assert in_bash(["simt", "run", "-s", "local.banks", "=", "8", "bito"]) == ["plain,bitonic_sort"]
    assert in_bash(["simt", "run", "dot", "--scheduler", "=", "pa"]) == ["plain,paper"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_takes_the_script() -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "_SIMT_COMPLETE": "bash_source"}
    command = [sys.executable, "-m", "simt.cli.main"]
    script = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert "compopt -o nospace" in script
    told = subprocess.run(["bash", "--norc", "-c", f"{script}\ncomplete -p simt"], capture_output=True, text=True)
    assert told.stdout == "complete -o nosort -F _simt_completion simt\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_the_command(shell: str) -> None:
    if shell == "bash" and shutil.which("bash") is None:
        pytest.skip("its version is asked for")
    shown = invoke("completion", shell, status=0)
    assert f"_SIMT_COMPLETE={shell}_complete" in shown.output


def test_how_completion_is_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    shown = invoke("completion").output
    assert shown.splitlines()[2:] == ["  fish  simt completion fish > ~/.config/fish/completions/simt.fish"]
    monkeypatch.setenv("SHELL", "/bin/other")
    assert len(invoke("completion").output.splitlines()) == 5
    refused = invoke("completion", "bahs", status=2)
    assert "help: did you mean `bash`?" in refused.stderr
