"""Every verb and subcommand on 80 columns, piped, without colours: no line that a terminal would break, no cut title.

Lines of source, of TOML and of CSV are as long as they are: `disasm`, `machine show`, `run --view source`.
"""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from simt.cli.main import VERBS, cli
from tests.commands import invoke
from tests.examples import nightly_but

COUNTS = """work_items = 65536
local_size = 256
instructions = { float_add = 1, float_mul = 1 }
global.x = { count = 2, stride = 1 }
"""
# By the verb or subcommand that they are of; in {} stands a file of results.
COMMANDS = {
    "run": ("run dot", "run mm_local -m gtx280_core -D n=32 -g 32x32 -l 16x16", "run fft128_skewed --vliw 3",
            "run divergent/march -m article_core -s branch.policy=ipdom_stack",
            "run divergent/if_else -m article32 -s branch.policy=ipdom_stack --view lanes"),
    "trace": ("trace dot", "trace divergent/march -m article_core --view all",
              "trace divergent/if_else -m article32 -s branch.policy=ipdom_stack", "trace transpose --view access"),
    "report": ("report dot -o run.html",),
    "asm": ("asm fft128", "asm --cfg fft128", "asm --by-line mm_local", "asm --vliw 3 --show-schedule fft128"),
    "experiment issue-width": ("experiment issue-width",),
    "experiment cfg-shapes": ("experiment cfg-shapes",),
    "experiment mask-history": ("experiment mask-history",),
    "experiment divergence": ("experiment divergence",),
    "experiment stack-depth": ("experiment stack-depth",),
    "experiment forward-progress": ("experiment forward-progress --max-cycles 3000",),
    "experiment gpu-model": ("experiment gpu-model --matrix 32 --scan 1024",),
    "experiment hmgpu": ("experiment hmgpu --clocks 65536",),
    "sweep run": ("sweep dot fft128 --set banks=2,4 --set scheduler=paper,oldest",),
    "sweep resume": ("sweep resume {}",),
    "sweep show": ("sweep show {}", "sweep show {} --plot heat", "sweep show {} --plot pareto"),
    "explore": ("explore dot --set banks=2,4", "explore --objectives"),
    "tune": ("tune dot --set banks=2,4 --set scheduler=paper,oldest", "tune dot --set banks=2,3"),
    "model predict": ("model fft128 -m fpga4 --model all", "model mm_local -m gtx280 --terms"),
    "model measured": ("model measured fft128 -m fpga4 --model all",),
    "model analysis": ("model analysis fft128 -m fpga4", "model analysis mm_local -m gtx280"),
    "model sensitivity": ("model sensitivity fft128 -m fpga4",),
    "model counts": ("model counts counts.toml", "model counts counts.toml --model all"),
    "model paper": ("model paper mm_local --local-size 16x16",),
    "model figures": ("model figures",),
    "model parameters": ("model parameters",),
    "compare": ("compare dot fft128 -m fpga4 --model all",),
    "calibrate": ("calibrate -m fpga4", "calibrate -m gtx280 --readings board.csv"),
    "init": ("init", "init other --lang opencl"),
    "kernels": ("kernels", "kernels fft128", "kernels opencl/mm.cl", "kernels scan.toml"),
    "isa": ("isa", "isa -m fpga4", "isa mul.u32 -m fpga4", "isa mad.f32", "isa ld.global.b64", "isa vcmp.lt.f32"),
    "machine list": ("machine list",),
    "machine show": ("machine show fpga4 --resources",),
    "machine diff": ("machine diff fpga4 gtx280",),
    "machine schema": ("machine schema",),
    "memory run": ("memory run trace.trc --config ddr2-667-3-x16-32 -o run.csv",),
    "memory map": ("memory map",),
    "memory clients": ("memory clients",),
    "memory bench": ("memory bench",),
    "check": ("check dot", "check fft"),
    "why": ("why dot", "why dot --short"),
    "diff": ("diff transpose transpose_padded",),
    "gate": ("gate", "gate --only dot --update"),
    "explain": ("explain", "explain E0305", "explain E0654", "explain deadlock", "explain bank_conflict"),
    "warm": ("warm plain",),
    "doctor": ("doctor",),
    "completion": ("completion",),
}  # fmt: skip
LONG = {"disasm", "sweep export"}
RESULTS = "sweep dot fft128 --set banks=2,4 --set fpu.latency=4,8 -o s.sqlite"
QUICK = (
    "run", "trace", "asm", "model predict", "model counts", "model figures", "isa", "machine list", "machine diff",
    "machine schema", "explain", "doctor", "diff", "kernels",
)  # fmt: skip


def leaves() -> dict[str, click.Command]:
    """Every command that is not a group of others, by its words."""
    found: dict[str, click.Command] = {}
    context = click.Context(cli)
    for verb in VERBS:
        command = cli.get_command(context, verb)
        assert command is not None
        if isinstance(command, click.Group):
            found |= {f"{verb} {name}": command.commands[name] for name in command.commands}
        else:
            found[verb] = command
    return found


def too_long(text: str) -> list[str]:
    return [line for line in text.split("\n") if len(line) > 80]


def test_every_verb_and_subcommand_is_among_them() -> None:
    assert set(leaves()) == set(COMMANDS) | LONG


@pytest.mark.parametrize("name", ["", *VERBS, *(name for name in leaves() if " " in name)])
def test_help_fits(name: str) -> None:
    shown = invoke(*name.split(), "--help", env={"COLUMNS": "80"}, status=0)
    assert too_long(shown.stdout) == []
    assert "...\n" not in shown.stdout.partition("\nCommands:\n")[2]  # a sentence that is cut


@pytest.mark.parametrize("name", nightly_but(QUICK, COMMANDS))
def test_what_is_told_fits(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("counts.toml").write_text(COUNTS, "utf-8")
    Path("gate.toml").write_text('[[case]]\nkernel = "dot"\nmachine = ["fpga4", "hd5870_core"]\nlimit = 9999\n')
    Path("board.csv").write_text("microkernel,instruction,cycles\nchain,add.u32,28\nchain,ld.local,38\nchain,mul,9\n")
    Path("trace.trc").write_text("0 0x0 R\n1 0x40 R\n4 0x80 W\n", "utf-8")
    runner = CliRunner(env={"COLUMNS": "80"})
    if any("{}" in command for command in COMMANDS[name]):
        made = runner.invoke(cli, RESULTS.split())
        assert made.exit_code == 0, made.output
    for command in COMMANDS[name]:
        shown = runner.invoke(cli, command.format("s.sqlite").split())
        assert shown.exit_code == 0, shown.output
        assert too_long(shown.stdout) == [], command
        assert not shown.stdout.split("\n", 1)[0].endswith("..."), command


def test_a_listing_is_whole_where_no_width_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    shown = invoke("asm", "fft128")
    assert too_long(shown.stdout)
    assert "..." not in shown.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("explore dot --set banks=2,4", "bound by: the busiest resource and its share of the cycles.\n"
         "  If this is below 90 %, the reason that costs most issue\n  slots stands first.\n"),
        ("tune dot --set banks=2,4", "bound: the cycles that the busiest resource of a launch's\n"
         "  machine needs for its instructions and memory commands, if\n  it never waits. No launch of these can take"),
    ],
    ids=["explore", "tune"],
)  # fmt: skip
def test_a_sentence_is_folded_once(words: str, sentence: str) -> None:
    shown = invoke(*words.split(), env={"COLUMNS": "60"})
    assert sentence in shown.stdout, shown.stdout


@pytest.mark.parametrize(
    "words",
    ["run nothing.s --max-cycles x", "run dot -s banks=0", "run dot --vliw 9", "trace dot -o x.foo",
     "sweep dot --set banks=0", "experiment nope", "check race.s", "run race.s --check races", "tune dot"],
)  # fmt: skip
@pytest.mark.parametrize("width", [60, 80])
def test_messages_and_notes_fit_the_width(
    words: str, width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(width))
    line = (
        "    add.u32  r1, thread_id, 1 ; a comment which is so long that no terminal that anybody has shows all of it\n"
    )
    Path("race.s").write_text(
        f".threads 8\n.local x u32[8]\n{line}    st.local [0 + x], r1 ; {line.strip()}\n    ret\n"
    )
    Path("race.py").write_text(
        "def inputs(program, rng):\n    return {}\ndef expected(program, inputs):\n    return {}\n"
    )
    result = invoke(*words.split())
    assert result.exit_code in (2, 5)
    assert [text for text in result.stderr.split("\n") if len(text) > width] == []
    if words.startswith("check"):
        assert [text for text in result.stdout.split("\n") if len(text) > width] == []
