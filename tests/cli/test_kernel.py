"""What the verbs that run a kernel share: their options, in which order they are checked, and how they end."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from simt.cli.kernel import KernelChoice, launch_options
from tests.commands import invoke
from tests.compiling import announced

VERBS = ("run", "trace", "report")
KERNEL = ".kernel store\n.threads 4\n.local x u32[4]\n mov.b32 r1, 7\n st.local [thread_id + x], r1\n ret\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "store.s").write_text(KERNEL)


def test_a_verb_gets_one_object_and_its_own_options() -> None:
    seen = []

    @click.command()
    @click.option("--first", is_flag=True)
    @launch_options(after={"--in": [click.option("--second"), click.option("--third")], "-q": [click.option("--last")]})
    def verb(kernel: KernelChoice, **own: object) -> None:
        seen.append((kernel, own))

    result = CliRunner().invoke(
        verb, ["k.s", "-q", "--seed", "3", "-D", "n=4", "--warp", "8", "--third", "3"], catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    [(kernel, own)] = seen
    assert (kernel.name, kernel.is_quiet, kernel.words.seed, kernel.words.defines) == ("k.s", True, 3, {"n": "4"})
    assert (kernel.machine.flags["warp"], kernel.max_cycles, kernel.is_compared) == (8, None, True)
    assert own == {"first": False, "second": None, "third": "3", "last": None}
    words = CliRunner().invoke(verb, ["--help"]).output.split()
    order = ["--first", "--machine", "-D", "--in", "--second", "--third", "--oracle", "--quiet", "--last"]
    places = [min(words.index(word) for word in (flag, f"{flag},") if word in words) for flag in order]
    assert places == sorted(places)


def test_only_a_verb_that_compares_says_so() -> None:
    for verb, is_compared in (("run", True), ("trace", False), ("report", True)):
        words = " ".join(invoke(verb, "--help", status=0).stdout.split())
        assert ("Python file with inputs and expected results, instead of KERNEL.py." in words) == is_compared
        assert ("arrays without --in are 0, nothing is compared." in words) == is_compared


@pytest.mark.parametrize("verb", VERBS)
def test_what_excludes_each_other_comes_before_what_is_read(verb: str) -> None:
    both = invoke(verb, "-", "-m", "-", "--oracle", "none.py", "--no-oracle", status=2)
    assert "--oracle and --no-oracle exclude each other" in both.stderr
    assert "the kernel and the machine cannot both come from" in invoke(verb, "-", "-m", "-", status=2, input="").stderr


@pytest.mark.parametrize("verb", VERBS)
def test_inputs_then_machine_then_oracle(verb: str) -> None:
    """So that no oracle's code is run for a machine that cannot be."""
    arguments = [verb, "store.s", "--in", "x", "-m", "fpga5", "--oracle", "none.py"]
    assert "--in takes NAME=FILE, not 'x'" in invoke(*arguments, status=2).stderr
    assert "did you mean `fpga8`?" in invoke(*arguments[:2], *arguments[4:], status=2).stderr
    assert "the oracle none.py is not there" in invoke(*arguments[:2], *arguments[6:], status=2).stderr


@pytest.mark.parametrize("verb", VERBS)
def test_compiling_is_announced(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simt.core.engine.kinds.compile_needed", lambda *_: True)
    assert invoke(verb, "store.s", status=0).stderr.startswith(announced("plain"))
    assert invoke(verb, "store.s", "-q", status=0).stderr == ""


@pytest.mark.parametrize("verb", VERBS)
def test_ctrl_c(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is computed, and where there is a result to show."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("simt.launch.prepared.execute", interrupted)
        assert invoke(verb, "store.s", status=130).output == "interrupted\n"
    monkeypatch.setattr("simt.views.kit.progress.Progress.__call__", lambda *_: True)
    assert "error[T007]: interrupted after" in invoke(verb, "store.s", status=130).stderr
