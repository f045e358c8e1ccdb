"""Precedence, bases, origins, and what `resolve_machine` makes of a command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from simt.machine import Machine, MachineError, describe, resolve_machine
from simt.machine.judging import build
from simt.machine.loading import chain, presets
from simt.machine.settings import from_overrides

KEYS = {"alu.latency": 7, "retire.stages": 2}
pytestmark = pytest.mark.usefixtures("empty_folder")


def write(name: str, text: str) -> str:
    Path(name).write_text(text)
    return name


def resolve(machine: str | None = None, *settings: str, environment: dict[str, str] | None = None, **flags: object):
    return resolve_machine(machine, settings, flags, environment=environment or {})


def test_nothing_said_means_fpga4() -> None:
    machine, origins = resolve()
    assert machine == Machine.load("fpga4")
    assert origins["warps"].text == "preset fpga4, line 10"
    assert origins["local.banks"].text == "derived: warp_size"
    assert origins["alu.interval"].text == "default"


@pytest.mark.parametrize("width", [4, 8, 16])
def test_a_warp_size_names_the_preset_of_that_width(width: int) -> None:
    machine, _ = resolve(warp=width)
    assert machine == Machine.load(f"fpga{width}")


def test_another_warp_size_widens_the_default() -> None:
    machine, origins = resolve(warp=32)
    assert (machine.name, machine.warp_size, machine.local.banks) == ("fpga4", 32, 32)
    assert origins["warp_size"].text == "--warp 32"


def test_a_warp_size_with_a_machine_overrides_the_key() -> None:
    machine, _ = resolve("fpga4", warp=8)
    assert (machine.name, machine.warp_size, machine.clock_mhz) == ("fpga4", 8, 107.0)


def test_options_that_are_not_given_say_nothing() -> None:
    assert resolve(warp=None, banks=None)[0] == Machine.load("fpga4")


def test_precedence() -> None:
    """Preset < simt.toml < -m file < environment < flags: each layer sets one key more than the one above it."""
    write("simt.toml", "[machine]\nwarps = 2\nregisters = 20\nissue_width = 2\nretire.ports = 2\n")
    write("mine.toml", "base = 'fpga8'\nregisters = 30\nissue_width = 3\nretire.ports = 3\n")
    environment = {"SIMT_SET": "issue_width=4, retire.ports=4"}
    machine, origins = resolve("mine.toml", "ports=5", environment=environment)
    keys = ("warp_size", "warps", "registers", "issue_width", "retire.ports")
    assert [describe.value_of(machine, key) for key in keys] == [8, 2, 30, 4, 5]
    assert [origins[key].text for key in keys] == [
        "preset fpga8, line 7",
        "simt.toml:2",
        "mine.toml:2",
        "SIMT_SET",
        "-s ports=5",
    ]


def test_a_short_option_and_a_setting_are_as_near() -> None:
    with pytest.raises(MachineError, match=r"`-s local.banks=2` and `--banks 8`"):
        resolve(None, "local.banks=2", banks=8)


def test_a_contradiction_of_two_options_is_shown_at_the_key_that_it_names_first() -> None:
    with pytest.raises(MachineError, match=r"local.banks = 3 does not divide local.words = 4096\n --> --banks:1:9\n"):
        resolve(None, warp=4, banks=3)


def test_the_environment_names_the_machine_unless_an_option_does() -> None:
    assert resolve(environment={"SIMT_MACHINE": "fpga8"})[0].name == "fpga8"
    assert resolve("fpga16", environment={"SIMT_MACHINE": "fpga8"})[0].name == "fpga16"


def test_simt_toml_may_name_the_machine() -> None:
    write("simt.toml", "[machine]\nbase = 'fpga8'\n")
    assert resolve()[0] == Machine.load("fpga8")
    assert resolve("fpga16")[0] == Machine.load("fpga16")
    assert resolve(warp=4)[0].clock_mhz == 102.0  # fpga8 with 4 lanes, not fpga4


def test_load_looks_at_neither_simt_toml_nor_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    write("simt.toml", "[machine]\nwarps = 2\n")
    monkeypatch.setenv("SIMT_SET", "registers=7")
    machine = Machine.load("fpga4")
    assert (machine.warps, machine.registers) == (16, 32)


def test_bases_are_relative_to_their_file() -> None:
    Path("deep").mkdir()
    write("deep/one.toml", "base = 'two.toml'\nwarps = 3\n")
    write("deep/two.toml", "base = 'fpga16'\nwarps = 4\nregisters = 8\n")
    machine = Machine.load("deep/one.toml")
    assert (machine.warps, machine.registers, machine.warp_size) == (3, 8, 16)


def test_a_file_without_a_name_goes_by_its_file() -> None:
    write("mine.toml", "base = 'fpga8'\n")
    machine = Machine.load("mine.toml")
    assert (machine.name, machine.description) == ("mine", "based on fpga8")


def test_a_file_without_a_base_has_the_defaults() -> None:
    assert Machine.load(write("mine.toml", "warp_size = 8\n")) == Machine(name="mine", warp_size=8)


def test_an_empty_file_is_a_machine() -> None:
    assert Machine.load(write("empty.toml", "")).hash == Machine().hash


def test_values_on_the_command_line() -> None:
    machine, _ = resolve(
        None,
        "scheduler=oldest",
        "multiply=yes",
        "clock_mhz=50",
        "priority=fpu,lds,alu,control",
        'name="x y"',
        "description=12",
    )
    assert machine.scheduler.policy == "oldest"
    assert machine.options.multiply
    assert machine.clock_mhz == 50.0
    assert machine.retire.priority == ("fpu", "lds", "alu", "control")
    assert (machine.name, machine.description) == ("x y", "12")


def test_an_array_in_the_environment_variable() -> None:
    environment = {"SIMT_SET": "retire.priority=alu,fpu,lds,control , warps = 0x10"}
    machine, _ = resolve(environment=environment)
    assert machine.retire.priority == ("alu", "fpu", "lds", "control")
    assert machine.warps == 16


def test_the_label_tells_what_was_changed() -> None:
    def label(*settings: str, **flags: object) -> str:
        return describe.label(*resolve(None, *settings, **flags))

    assert label() == "fpga4"
    assert label(warp=8) == "fpga8"
    assert label(warp=8, banks=4) == "fpga8 with local.banks=4"
    assert label("scheduler=oldest", warp=32) == "fpga4 with warp_size=32, scheduler.policy=oldest"


def test_replace_takes_nested_and_short_keys() -> None:
    machine = Machine.load("fpga4").replace(local={"banks": 8}, scheduler="oldest")
    assert (machine.local.banks, machine.scheduler.policy) == (8, "oldest")


def test_replace_reports_mistakes() -> None:
    with pytest.raises(MachineError) as caught:
        Machine.load("fpga4").replace(warps=0, bank=3)
    assert [(found.code, found.source_line, found.help) for found in caught.value.diagnostics] == [
        ("E0401", "bank = 3", "did you mean `banks`?"),
        ("E0403", "warps = 0", "warps: warps that the processor holds (warps)"),
    ]


@pytest.mark.parametrize("name", presets())
def test_a_changed_machine_is_the_one_of_all_settings(name: str) -> None:
    """`load` and `replace` change a valid machine; with mistakes they make it of all settings, each at its place."""
    machine = Machine.load(name)
    wanted = build(Machine, [*chain(name), *from_overrides(KEYS)])[0]
    for made in (machine.replace(**KEYS), Machine.load(name, KEYS)):
        assert made == wanted
        assert made.hash == wanted.hash
        assert made.model_dump(exclude_unset=True) == wanted.model_dump(exclude_unset=True)
    assert machine == build(Machine, chain(name))[0]
