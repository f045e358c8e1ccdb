"""Files that a plan names and that are not there: a code, the line of the plan and a way out, before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import simt
from simt.exploration import SweepError
from tests.commands import invoke

PLAN = 'programs = ["fft128"]\n{}\n[sweep]\nbanks = [2, 4]\n'


@pytest.mark.parametrize("verb", ["sweep", "explore"])
@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (PLAN.format('oracle = "nothere.py"'), "E0779", 2, 11),
        (PLAN.format('include_paths = [\n  "{folder}",\n  "nothere"]'), "E0779", 4, 4),
        (PLAN.format(f'include_paths = ["{"a" * 300}"]'), "E0779", 2, 19),  # longer than the system takes
        (PLAN.format("") + '[in]\nx = "nothere.npy"\n', "E0779", 6, 6),
        ('programs = ["fft128", "nothere.s"]\n[sweep]\nbanks = [2, 4]\n', "E0650", 1, 24),
        ('program = "nothere.cl"\n[sweep]\nbanks = [2, 4]\n', "E0650", 1, 12),
    ],
)
def test_what_is_not_there_has_its_line(
    tmp_path: Path, verb: str, text: str, code: str, line: int, column: int
) -> None:
    """An oracle that was not there was an internal error, a folder of includes was not looked at."""
    path = tmp_path / "plan.toml"
    path.write_text(text.replace("{folder}", str(tmp_path)))
    result = invoke(verb, str(path), status=2)
    assert f"error[{code}]" in result.stderr
    assert f"plan.toml:{line}:{column}" in result.stderr
    assert "= help: " in result.stderr


@pytest.mark.parametrize("verb", ["sweep", "explore"])
def test_an_oracle_of_the_command_line(verb: str) -> None:
    result = invoke(verb, "fft128", "--set", "banks=2,4", "--oracle", "nothere.py", "-q", status=2)
    assert "error[E0604]: the oracle nothere.py is not there" in result.stderr
    assert "--no-oracle runs without one" in result.stderr


def test_what_is_there_beside_the_plan_is_found(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "own.s").write_text(".threads 4\nret\n")
    (tmp_path / "plan.toml").write_text(
        'programs = ["own.s"]\ninclude_paths = ["include"]\noracle = false\n[sweep]\nbanks = [2, 4]\n'
    )
    assert simt.sweep(tmp_path / "plan.toml").counts == {"done": 2}


def test_several_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN.format('oracle = "one.py"\ninclude_paths = ["two"]'))
    with pytest.raises(SweepError) as caught:
        simt.sweep(tmp_path / "plan.toml")
    assert [entry.line for entry in caught.value.diagnostics] == [3, 2]
