"""Options of the form NAME=VALUE: a name that is given twice is refused with both values, in every verb."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import simt
from isa.reporting.diagnostics import SimtError
from simt.cli.main import cli
from simt.exploration.plans.plan import Sweep
from simt.machine import resolve_machine
from tests.commands import invoke

# What gives a name twice, by option, and the code: in every verb, or by verb and option where it is another.
TWICE = {
    "-D": ("n=16", "n=32", "E0667"),
    "-s": ("banks=4", "local.banks=8", "E0412"),
    "--in": ("x=4", "x=5", "E0667"),
    "--bind": ("x=list:1", "x=list:2", "E0667"),
    "--to-define": ("n=16", "n=32", "E0667"),
    "--to-in": ("x=4", "x=5", "E0667"),
    "--to": ("banks=4", "local.banks=8", "E0412"),
    "--where": ("cycles=1", "cycles=2", "E0667"),
    "--trip-count": ("a=1", "a=2", "E0667"),
    "--probability": ("a=0.1", "a=0.2", "E0667"),
    "--degree": ("a=1", "a=2", "E0667"),
    "--transactions": ("a=1", "a=2", "E0667"),
    "sweep run -D": ("n=16", "n=32", "E0760"),
    "sweep run -s": ("banks=4", "local.banks=8", "E0760"),
    **{f"model {name} -s": ("cores=4", "cores=8", "E0667") for name in ("counts", "paper", "figures", "parameters")},
    "explore -D": ("n=16", "n=32", "E0760"),
    "tune -D": ("n=16", "n=32", "E0760"),
    "tune -s": ("banks=4", "local.banks=8", "E0760"),
    "explore -s": ("banks=4", "local.banks=8", "E0760"),
    "compare -D": ("n=16", "n=32", "E0760"),
    "compare -s": ("banks=4", "local.banks=8", "E0760"),
}  # fmt: skip
NEEDS = {"--bind": ["--storage", "new"], "diff": ["transpose_padded"]}
INSTEAD = {  # of the kernel
    "machine show": (), "calibrate": (), "isa": (), "sweep show": ("s.sqlite",), "asm --in": ("k.cl",),
    "asm -s": ("k.cl",), "model counts": ("counts.toml",), "model paper": ("mm_local",), "model figures": (),
    "model parameters": (),
}  # fmt: skip
FREE = {"--out"}  # an array may be written to several files


def options() -> Iterator[tuple[str, str]]:
    """Every command with each of its options of the form NAME=VALUE that may be repeated."""
    waiting: list[tuple[str, click.Command]] = [("", cli)]
    while waiting:
        name, command = waiting.pop()
        if isinstance(command, click.Group):
            context = click.Context(command)
            for leaf in command.list_commands(context):
                found = command.get_command(context, leaf)
                assert found is not None
                waiting.append((f"{name} {leaf}".strip(), found))
        for option in command.params:
            if isinstance(option, click.Option) and option.multiple and "=" in (option.metavar or ""):
                yield name, option.opts[0]


FOUND = sorted(set(options()))


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "s.sqlite"
    simt.sweep("transpose", {"banks": [4]}, output=path)
    path.with_name("counts.toml").write_text("work_items = 64\nlocal_size = 64\n")
    path.with_name("k.cl").write_text("kernel void f(global int *x) { x[get_global_id(0)] = 1; }\n")
    return path


@pytest.mark.parametrize(("command", "option"), [each for each in FOUND if each[1] not in FREE], ids=lambda word: word)
def test_a_name_that_is_given_twice(
    command: str, option: str, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.chdir(results.parent)
    first, second, code = TWICE.get(f"{command} {option}", TWICE[option])
    kernel = INSTEAD.get(f"{command} {option}", INSTEAD.get(command, ("transpose",)))
    others = [*NEEDS.get(command, []), *NEEDS.get(option, [])]
    result = invoke(*command.split(), *kernel, *others, option, first, option, second)
    message = result.stderr.partition("\n")[0]
    assert result.exit_code == 2
    assert message.startswith(f"error[{code}]"), result.stderr
    assert all(text.partition("=")[2] in message.partition(" twice: ")[2] for text in (first, second)), message


def test_its_place_and_its_way_out() -> None:
    result = invoke("run", "transpose", "-D", "n=16", "-D", "n=32")
    assert result.stderr == (
        "error[E0667]: -D gives `n` twice: `n=16` and `n=32`\n --> -D:1:1\n  |\n1 | n=32\n  | ^ again\n"
        "  = help: leave one of them out; to try both: simt sweep -D NAME=VALUE,VALUE\n"
    )


def test_an_option_of_its_own_and_a_setting() -> None:
    result = invoke("run", "transpose", "-s", "banks=4", "--banks", "8")
    assert result.stderr.startswith("error[E0412]: `local.banks` is set twice: `-s banks=4` and `--banks 8`\n")


def test_settings_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMT_SET", "banks=4, local.banks=8")
    with pytest.raises(SimtError, match=r"`banks=4` and `local.banks=8`") as caught:
        resolve_machine("fpga4")
    assert caught.value.code == "E0412"


def test_what_is_above_may_set_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMT_SET", "banks=2")
    assert resolve_machine("fpga4", ["banks=4"], changes=["banks=8"])[0].local.banks == 8


def test_names_in_python() -> None:
    both = {"banks": 4, "local": {"banks": 8}}
    with pytest.raises(SimtError, match=r"`banks = 4` and `local.banks = 8`"):
        simt.run("transpose", "fpga4", **both)
    with pytest.raises(SimtError, match="`4` and `8`"):
        simt.compare("transpose", "fpga4", {"banks": [4]}, **{"local.banks": 8})
    with pytest.raises(SimtError, match="`4` and `8`"):
        Sweep.of("transpose", settings={"banks": 4, "local.banks": 8})
