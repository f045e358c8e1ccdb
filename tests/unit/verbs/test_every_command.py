"""Every command calls the function of its name: the same answer, and the same refusal of the same mistake."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import simt
from isa.forms.objfile import dump_program
from isa.reporting.diagnostics import ArgumentError, SimtError
from simt.cli.main import cli
from simt.verbs.report import Report
from tests.paths import ROOT
from tests.pipelines import MACHINE, ORACLE, PLAN, SCALE

COUNTS = """work_items = 64
local_size = 64
instructions = { float_add = 1 }
"""
FILES = {
    "twice.toml": PLAN, "twice.py": ORACLE, "scale.s": SCALE, "small.toml": MACHINE, "c.toml": COUNTS,
    "board.csv": "microkernel,instruction,cycles\nchain,add.u32,24\n",
    "gate.toml": '[[case]]\nkernel = "dot"\nlimit = 3000\n[[case]]\nkernel = "bad.s"\n',
    "bad.s": ".threads 4\n    add.u32 r1, r2\n    ret\n",
    "trap.s": ".threads 4\n.local x, u32, 4\n    st.local [r0 + 100000], r0\n    ret\n",
}  # fmt: skip
LAUNCH: dict[str, Any] = {"defines": {"n": 32}, "local_size": (16, 2)}
WORDS = "mm_global -m gtx280_core -D n=32 --local-size 16x2"
OUTSIDE = "--cycles 999999: "  # the run


@dataclass(frozen=True)
class Row:
    """A command. function: what it calls, module:name. Words and call for an answer, then for a refusal."""

    function: str
    words: str
    call: Callable[[], Any]
    wrong_words: str
    wrong_call: Callable[[], Any]
    command: str = field(default="")


ROWS = {
    "run": Row(
        "simt.verbs.run:run",
        "dot --banks 8", lambda: simt.run("dot", banks=8),
        "bad.s", lambda: simt.run("bad.s"),
    ),
    "run, a pipeline": Row(
        "simt.verbs.run_pipeline:run_pipeline",
        "twice.toml", lambda: simt.run_pipeline("twice.toml"),
        "twice.toml --in z=3", lambda: simt.run_pipeline("twice.toml", inputs={"z": "3"}),
        command="run",
    ),
    "trace": Row(
        "simt.verbs.trace:trace",
        "dot --view warps --cycles 10:40", lambda: simt.trace("dot", views="warps", cycles="10:40"),
        f"dot {OUTSIDE}", lambda: simt.trace("dot", cycles="999999:"),
    ),
    "trace, a state": Row(
        "simt.verbs.trace:trace",
        "dot --state 20", lambda: simt.trace("dot"),
        "dot --state 20 --core 2", lambda: simt.trace("dot", core=2),
        command="trace",
    ),
    "report": Row(
        "simt.verbs.report:report",
        "dot -o a.html", lambda: simt.report("dot"),
        f"dot -o a.html {OUTSIDE}", lambda: simt.report("dot", cycles="999999:"),
    ),
    "check": Row(
        "simt.verbs.check:check",
        "dot --only races", lambda: simt.check("dot", only=["races"]),
        "dot --in z=1", lambda: simt.check("dot", inputs={"z": "1"}),
    ),
    "why": Row(
        "simt.verbs.why:why",
        "dot", lambda: simt.why("dot"),
        "trap.s", lambda: simt.why("trap.s"),
    ),
    "diff": Row(
        "simt.verbs.diff:diff",
        "dot fir", lambda: simt.diff("dot", "fir"),
        "dot none.json", lambda: simt.diff("dot", "none.json"),
    ),
    "gate": Row(
        "simt.verbs.gate:gate",
        "gate.toml --only dot", lambda: simt.gate("gate.toml", only=["dot"]),
        "gate.toml --only fir", lambda: simt.gate("gate.toml", only=["fir"]),
    ),
    "asm": Row(
        "simt.verbs.asm:asm",
        "dot --vliw 2", lambda: simt.asm("dot", vliw=2),
        "dot --threads 4", lambda: simt.asm("dot", threads=4),
    ),
    "disasm": Row(
        "simt.verbs.asm:disasm",
        "dot.json", lambda: simt.disasm("dot.json"),
        "none.json", lambda: simt.disasm("none.json"),
    ),
    "init": Row(
        "simt.verbs.init:init",
        "one", lambda: shutil.rmtree("one") or simt.init("one"),
        "no/where", lambda: simt.init("no/where"),
    ),
    "kernels": Row(
        "simt.verbs.kernels:kernels",
        "divergent/collatz", lambda: simt.kernels("divergent/collatz"),
        "collats", lambda: simt.kernels("collats"),
    ),
    "explain": Row(
        "simt.verbs.explain:explain",
        "bank_conflict", lambda: simt.explain("bank_conflict"),
        "bank_conflic", lambda: simt.explain("bank_conflic"),
    ),
    "experiment": Row(
        "simt.experiments:run_experiment",
        "stack-depth --levels 3", lambda: simt.experiment("stack-depth", levels=3),
        "stack-depth --order left", lambda: simt.experiment("stack-depth", orders=("left",)),
    ),
    "sweep run": Row(
        "simt.verbs.sweep:sweep",
        "dot --set banks=2,4", lambda: simt.sweep("dot", {"banks": [2, 4]}),
        "dott --set banks=2", lambda: simt.sweep("dott", {"banks": "2"}),
    ),
    "sweep resume": Row(
        "simt.verbs.sweep:sweep",
        "done.sqlite", lambda: simt.sweep(output="done.sqlite"),
        "none.sqlite", lambda: simt.sweep(output="none.sqlite"),
    ),
    "explore": Row(
        "simt.verbs.explore:explore",
        "dot --set banks=2,4 --set warp=4,8 --minimise cycles,luts",
        lambda: simt.explore("dot", {"banks": [2, 4], "warp": [4, 8]}, minimise="cycles,luts"),
        "dot --set banks=2,4 --minimise tyme", lambda: simt.explore("dot", {"banks": [2, 4]}, minimise="tyme"),
    ),
    "tune": Row(
        "simt.verbs.tune:tune",
        "dot --set banks=2,4 --set lds.latency=2,4", lambda: simt.tune("dot", {"banks": [2, 4], "lds.latency": [2, 4]}),
        "dot", lambda: simt.tune("dot"),
    ),
    "compare": Row(
        "simt.verbs.compare:compare",
        "dot -m fpga4 -m fpga8", lambda: simt.compare("dot", ["fpga4", "fpga8"]),
        "dot --model refind", lambda: simt.compare("dot", models="refind"),
    ),
    "calibrate": Row(
        "simt.verbs.calibrate:calibrate",
        "-m fpga4 --banks 8", lambda: simt.calibrate("fpga4", banks=8),
        "-m fpga5", lambda: simt.calibrate("fpga5"),
    ),
    "calibrate, readings": Row(
        "simt.verbs.calibrate:calibrate",
        "-m gtx280 --readings board.csv", lambda: simt.calibrate("gtx280", readings="board.csv"),
        "-m gtx280 --readings none.csv", lambda: simt.calibrate("gtx280", readings="none.csv"),
        command="calibrate",
    ),
    "warm": Row(
        "simt.verbs.warm:warm",
        "plain", lambda: simt.warm("plain"),
        "plane", lambda: simt.warm("plane"),
    ),
    "model predict": Row(
        "simt.verbs.model:model",
        f"{WORDS} --model all", lambda: simt.model("mm_global", "gtx280_core", models="all", **LAUNCH),
        f"{WORDS} --trip-count nowhere=3",
        lambda: simt.model("mm_global", "gtx280_core", trip_counts={"nowhere": 3}, **LAUNCH),
    ),
    "model measured": Row(
        "simt.verbs.model:model_measured",
        f"{WORDS} --model bounds", lambda: simt.model_measured("mm_global", "gtx280_core", models="bounds", **LAUNCH),
        f"{WORDS} --max-cycles 9", lambda: simt.model_measured("mm_global", "gtx280_core", max_cycles=9, **LAUNCH),
    ),
    "model analysis": Row(
        "simt.verbs.model:model_analysis",
        WORDS, lambda: simt.model_analysis("mm_global", "gtx280_core", **LAUNCH),
        "divergent/while -m article32 --max-steps 3",
        lambda: simt.model_analysis("divergent/while", "article32", max_steps=3),
    ),
    "model sensitivity": Row(
        "simt.verbs.model_sensitivity:model_sensitivity",
        "dot -m fpga4", lambda: simt.model_sensitivity("dot", "fpga4"),
        "divergent/while -m article32 --max-steps 3",
        lambda: simt.model_sensitivity("divergent/while", "article32", max_steps=3),
    ),
    "model counts": Row(
        "simt.verbs.model_device:model_counts",
        "c.toml -d hd5870 -s cores=4 --reading R4",
        lambda: simt.model_counts("c.toml", "hd5870", cores=4, reading="R4"),
        "c.toml --model bounds -d hd587", lambda: simt.model_counts("c.toml", "hd587", models="bounds"),
    ),
    "model paper": Row(
        "simt.verbs.model_device:model_paper",
        "mm_local --local-size 8x16 --size 512 --counting corrected --model all",
        lambda: simt.model_paper("mm_local", local_size=(8, 16), size=512, counting="corrected", models="all"),
        "mm_local --local-size 8x7", lambda: simt.model_paper("mm_local", local_size="8x7"),
    ),
    "model figures": Row(
        "simt.verbs.model_device:model_figures",
        "-d gtx280 --reading R4 --counting corrected -s cores=4",
        lambda: simt.model_figures("gtx280", reading="R4", counting="corrected", set={"cores": 4}),
        "--reading R3", lambda: simt.model_figures(reading="R3"),
    ),
    "model parameters": Row(
        "simt.verbs.model_device:model_parameters",
        "-d fx5600 -s bandwidth_gbs=150", lambda: simt.model_parameters("fx5600", bandwidth_gbs=150),
        "-s bandwith_gbs=150", lambda: simt.model_parameters(set={"bandwith_gbs": 150}),
    ),
}  # fmt: skip
# Commands that have none, and why: docs/python.md.
WITHOUT = {
    "isa", "doctor", "completion", "machine list", "machine show", "machine schema", "machine diff", "memory run",
    "memory map", "memory clients", "memory bench", "sweep show", "sweep export",
}  # fmt: skip


def commands() -> Iterator[str]:
    """The names of all commands; the experiments are one, which all of them call."""
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if isinstance(command, click.Group) and name != "experiment":
            yield from (f"{name} {each}" for each in command.commands)
        else:
            yield name


def invoke(name: str, words: str) -> Any:
    return CliRunner().invoke(cli, [*(ROWS[name].command or name).split(), *words.split()])


def plain(answer: Any) -> Any:
    """An answer as values that can be compared."""
    if isinstance(answer, simt.Program):
        return dump_program(answer)
    if isinstance(answer, Report):
        return answer.encode()
    return json.loads(json.dumps(answer.to_dict())) if hasattr(answer, "to_dict") else answer


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)


def test_every_command_is_here_and_in_the_docs() -> None:
    assert {row.command or name for name, row in ROWS.items()} | WITHOUT == set(commands())
    page = (ROOT / "docs/python.md").read_text()
    for row in ROWS.values():
        module, _, function = row.function.partition(":")
        public = function.removeprefix("run_") if module == "simt.experiments" else function
        assert getattr(simt, public) is getattr(import_module(module), function)
        assert f"`simt.{public}(" in page
    for name in WITHOUT:
        assert f"`simt {name}`" in page


@pytest.mark.parametrize("name", ROWS)
def test_the_same_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row, answers = ROWS[name], []
    if name == "disasm":
        Path("dot.json").write_text(dump_program(simt.asm("dot")))
    if name == "sweep resume":
        simt.sweep("dot", {"banks": [2, 4]}, output="done.sqlite")
    if name == "warm":
        simt.warm("plain")
    module, _, function = row.function.partition(":")
    place = import_module("simt.cli.experiment" if name == "experiment" else module)
    own = getattr(place, function)

    @wraps(own)
    def called(*args: Any, **words: Any) -> Any:
        answers.append(own(*args, **words))
        return answers[-1]

    with monkeypatch.context() as patch:
        patch.setattr(place, function, called)
        shown = invoke(name, row.words)
    assert shown.exit_code == 0, shown.output
    [answer] = answers
    expected = row.call()
    assert type(answer) is type(expected)
    assert plain(answer) == plain(expected)


@pytest.mark.parametrize("name", ROWS)
def test_the_same_refusal(name: str) -> None:
    row = ROWS[name]
    with pytest.raises(SimtError) as refused:
        row.wrong_call()
    shown = invoke(name, row.wrong_words)
    error = refused.value
    assert shown.exit_code == (4 if error.result is not None and error.result.stop else error.exit_status)
    if isinstance(error, ArgumentError) and error.result is None:
        assert shown.stderr.startswith(f"error[{error.code}]: {error.message}\n")
        return
    assert f"error[{error.code}]: " in shown.stderr
    for one in getattr(error, "diagnostics", ()) or [error]:
        assert one.message in shown.stderr
    for one in (one for one in getattr(error, "diagnostics", ()) if one.file):
        assert f" --> {one.file}:{one.line}:{one.column}\n" in shown.stderr
