"""Warnings of clang and of the assembler: every verb that reads a kernel shows each of them once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import simt
from simt.cli.main import VERBS
from tests.commands import invoke

# A kernel of which clang says one thing always, and another one of some values of a macro.
KERNEL = """#warning careful
#ifndef N
#define N 4
#endif
#if N > 4
#warning large
#endif
kernel void one(global int* x) { x[get_global_id(0)] += N; }
"""
ASSEMBLY = ".kernel odd\n.threads 4\n.local a u32[4]\n st.local [thread_id + a], r2\n ret\n"
LAUNCH = "-m gtx280_core --global-size 8 --local-size 8 --in x=8"

# The commands of each verb that reads kernels; KERNEL becomes k.cl, then odd.s.
SIMPLE = {
    "run": [f"run k.cl {LAUNCH}", f"run k.cl {LAUNCH} --check races", f"run k.cl {LAUNCH} --engine functional"],
    "check": [f"check k.cl {LAUNCH}"],
    "trace": [f"trace k.cl {LAUNCH}", f"trace k.cl {LAUNCH} --state 9"],
    "report": [f"report k.cl {LAUNCH} -o r.html"],
    "why": [f"why k.cl {LAUNCH}"],
    "diff": [f"diff k.cl {LAUNCH} --to fpu.latency=9"],
    "gate": ["gate k.cl.toml"],
    "asm": ["asm k.cl -m gtx280_core", "asm k.cl --cfg", "asm k.cl -o k.json", "asm k.cl --vliw 3 --show-schedule"],
    "model": [f"model k.cl {LAUNCH}", f"model measured k.cl {LAUNCH}", f"model analysis k.cl {LAUNCH}"],
    "sweep": [f"sweep k.cl {LAUNCH} --set lds.latency=4,5", f"sweep k.cl {LAUNCH} --set warps=4,8 -j 2 -o s.sqlite"],
    "explore": [f"explore k.cl {LAUNCH} --set lds.latency=4,5 --minimise cycles,transactions"],
    "tune": [f"tune k.cl {LAUNCH} --set lds.latency=4,5"],
    "compare": [f"compare k.cl {LAUNCH}", f"compare k.cl {LAUNCH} --model all --counts both --set lds.latency=4,5"],
}
# What reads no kernel of the user's that could have a warning: words, results, traces, machines.
OTHERS = {
    "calibrate", "completion", "disasm", "doctor", "experiment", "explain", "init", "isa", "kernels", "machine",
    "memory", "warm",
}  # fmt: skip
COMMANDS = [command for commands in SIMPLE.values() for command in commands]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text(KERNEL)
    Path("odd.s").write_text(ASSEMBLY)
    launch = 'machine = "gtx280_core"\nglobal_size = 8\nlocal_size = 8\nin = { x = 8 }\n'
    for name, words in (("k.cl", launch), ("odd.s", "")):
        Path(f"{name}.toml").write_text(f'[[case]]\nkernel = "{name}"\nlimit = 9999\n{words}')


def warnings(command: str) -> list[str]:
    """The first lines of the warnings of a command, which ends well or finds something."""
    found = invoke(*command.split())
    assert found.exit_code in (0, 5), (command, found.output)
    assert "warning" not in found.stdout
    return [line for line in found.stderr.splitlines() if line.startswith("warning[")]


def test_every_verb_is_looked_at() -> None:
    assert {*SIMPLE, *OTHERS} == {*VERBS}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_verb_shows_a_warning_once(command: str) -> None:
    assert warnings(command) == ["warning[W0950]: careful"]


@pytest.mark.parametrize("verb", SIMPLE)
def test_a_verb_shows_what_the_assembler_doubts(verb: str) -> None:
    command = SIMPLE[verb][0].replace("k.cl", "odd.s").replace(LAUNCH, "").replace("-m gtx280_core", "")
    assert [line.partition(":")[0] for line in warnings(command)] == ["warning[W0304]"]


@pytest.mark.parametrize("verb", ["run", "asm", "sweep", "explore", "tune", "model"])
def test_quiet_verbs_show_none(verb: str) -> None:
    assert warnings(f"{SIMPLE[verb][0]} -q") == []


@pytest.mark.parametrize("verb", ["sweep", "compare", "explore", "tune"])
def test_a_warning_of_some_values_alone_is_shown_too(verb: str) -> None:
    known = " --minimise cycles,transactions" if verb == "explore" else ""  # without an estimate of silicon
    found = warnings(f"{verb} k.cl {LAUNCH} -D N=1,8,9 --set lds.latency=4,5{known}")
    assert found == ["warning[W0950]: careful", "warning[W0950]: large"]


def test_two_kernels_of_a_file_share_its_warnings() -> None:
    Path("k.cl").write_text(KERNEL + KERNEL.splitlines()[-1].replace("one", "two"))
    expected = ["warning[W0950]: careful"]
    assert warnings(f"sweep k.cl::one k.cl::two {LAUNCH} --set lds.latency=4,5") == expected
    assert warnings(f"diff k.cl::one k.cl::two {LAUNCH}") == expected


def test_a_plan_and_what_goes_on_with_it_show_them() -> None:
    Path("plan.toml").write_text('program = "k.cl"\nmachine = "gtx280_core"\nglobal_size = "8"\nlocal_size = "8"\n'
                                 'in = { x = 8 }\n[sweep]\n"lds.latency" = [4, 5]\n')  # fmt: skip
    for command in ("sweep plan.toml -o s.sqlite", "sweep resume s.sqlite"):
        assert warnings(command) == ["warning[W0950]: careful"]


def test_an_error_repeats_no_warning_that_was_shown() -> None:
    Path("k.cl").write_text(KERNEL + "kernel void two(image2d_t x) {}\n")
    found = invoke(*f"compare k.cl::one k.cl::two {LAUNCH}".split())
    assert found.exit_code != 0
    assert "error[" in found.stderr
    assert found.stderr.count("]: careful\n") == 1


def test_warnings_in_json() -> None:
    found = invoke(*f"model k.cl {LAUNCH} --json".split())
    [line] = found.stderr.splitlines()
    entry = json.loads(line)
    assert (entry["code"], entry["severity"], entry["file"], entry["line"]) == ("W0950", "warning", "k.cl", 1)


def test_python_has_them_with_the_program() -> None:
    for program in (
        simt.asm("k.cl"),
        simt.run("k.cl", "gtx280_core", global_size=8, local_size=8, inputs={"x": 8}).program,
    ):
        assert [(each.code, each.line) for each in program.warnings] == [("W0950", 1)]
