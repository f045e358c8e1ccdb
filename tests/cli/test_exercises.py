"""The exercises: each start is right and misses its goal, each solution is right and reaches it, by the same oracle."""

from __future__ import annotations

import shlex

import pytest
from click.testing import Result

import simt
from docs.site.session import Command, steps
from simt.launch.shipped import ShippedKernel, shipped_kernels
from simt.validate import suite
from tests.commands import invoke
from tests.paths import ROOT

SHIPPED = shipped_kernels()
STARTS = {name: kernel for name, kernel in SHIPPED.items() if name.startswith("exercises/")}
SOLUTIONS = {name: kernel for name, kernel in SHIPPED.items() if name.startswith("solutions/")}
NAMES = sorted({kernel.path.stem for kernel in STARTS.values()})
PAGES = ROOT / "docs" / "guides"


def say(text: str) -> Result:
    return invoke(*shlex.split(text)[1:])


pytestmark = pytest.mark.usefixtures("empty_folder")


def goal(name: str) -> simt.Gated:
    """The gate of an exercise, after a copy into this folder."""
    assert say(f"simt kernels --copy {name}").exit_code == 0
    return simt.gate(f"{name.rpartition('/')[2]}.toml")


def test_every_exercise_has_its_solution_and_its_worksheet() -> None:
    assert NAMES == ["coalescing", "conflicts", "divergence", "latency"]
    assert [name.replace("exercises", "solutions") for name in STARTS] == list(SOLUTIONS)
    for name in NAMES:
        page = (PAGES / f"{name}-class.md").read_text(encoding="utf-8")
        assert f"]({name}-solutions.md)" in page
        assert f"$ simt kernels --copy exercises/{name}\n" in page
        assert f"$ simt kernels --copy solutions/{name}\n" in (PAGES / f"{name}-solutions.md").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_start_is_right_and_misses_its_goal(name: str) -> None:
    gated = goal(f"exercises/{name}")
    assert [case.verdict.value for case in gated.cases] == ["over the limit"] * len(gated.cases)
    assert all(case.is_checked and not case.problem for case in gated.cases)
    assert len(gated.cases) == sum(kernel.path.stem == name for kernel in STARTS.values())
    worst, cycles = gated.cases[0], gated.cases[0].cycles
    assert f"  {cycles - worst.most} above  {worst.most}\n" in str(gated)
    assert f"what costs them: `simt why {worst.case.kernel} -m {worst.case.machine}`\n" in str(gated)
    rows = (ROOT / "programs/README.md").read_text(encoding="utf-8").split("\n")
    (row,) = (row for row in rows if f"[`exercises/{name}`]" in row)
    assert f" | {cycles}, {worst.most} | " in row


@pytest.mark.parametrize("name", NAMES)
def test_a_solution_is_right_and_reaches_the_goal(name: str) -> None:
    gated = goal(f"solutions/{name}")
    assert gated.passed
    assert all(case.is_checked and not case.problem for case in gated.cases)
    assert f"{name}.toml: " in str(gated)
    assert " all within the limit\n" in str(gated)
    assert str(gated).count(" below  ") == len(gated.cases)


@pytest.mark.parametrize("kernel", SOLUTIONS.values(), ids=SOLUTIONS)
def test_a_solution_has_the_oracle_and_the_gate_of_its_exercise(kernel: ShippedKernel) -> None:
    exercise = STARTS[kernel.name.replace("solutions", "exercises")]
    assert [path.name for path in kernel.files] == [path.name for path in exercise.files]
    shared = [path for path in kernel.files if path.suffix in (".py", ".toml")]
    assert shared == [path for path in exercise.files if path.suffix in (".py", ".toml")]
    assert len(shared) == 2
    assert kernel.gate == exercise.gate
    run = simt.run(kernel.name, kernel.machine)
    assert run.check is not None
    assert run.check.passed


def test_a_name_without_its_folder_is_the_exercise() -> None:
    assert simt.kernels("conflicts").name == "exercises/conflicts"
    assert simt.kernels("latency.cl").name == "exercises/latency.cl"
    assert "did you mean the shipped kernel `exercises/divergence.s`?" in say("simt run divergence").stderr


def test_what_is_said_of_an_exercise() -> None:
    page = say("simt kernels conflicts").output
    assert "\ntask       let each thread of a warp read another bank." in page
    assert "\ngoal       simt gate conflicts.toml\n" in page
    copied = say("simt kernels --copy exercises/coalescing")
    assert copied.output == (
        "copied coalescing.s, coalescing.py, coalescing.cl, coalescing.toml\n"
        "next: simt run coalescing.s -m gtx280_core\n"
        "goal: simt gate coalescing.toml\n"
    )
    assert say("simt kernels --copy solutions/coalescing").stderr.startswith("error[E0652]: `coalescing.s` is there")


def test_the_list_does_not_say_how_exercises_are_solved() -> None:
    for kernel in SOLUTIONS.values():
        assert kernel.summary.lower().startswith(f"the exercise `{kernel.path.stem}`, solved")


def test_models_are_not_judged_by_exercises() -> None:
    assert not any("exercises/" in name or "solutions/" in name for name in suite.shipped_kernels())


@pytest.mark.parametrize("name", NAMES)
def test_a_worksheet_has_no_answers(name: str) -> None:
    """Its commands, like those of the solutions, are run when the site is built (test_site.py)."""
    page = (PAGES / f"{name}-class.md").read_text(encoding="utf-8")
    commands = [step for step in steps(page) if isinstance(step, Command)]
    assert commands
    assert not any(command.output for command in commands)
