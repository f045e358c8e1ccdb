"""What is said about mistakes in machine descriptions, to the letter."""

from __future__ import annotations

import os
import pickle
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isa.table.units import PIPELINES
from simt.machine import Machine, MachineError, resolve_machine
from simt.machine.rules import SCHEDULERS

pytestmark = pytest.mark.usefixtures("empty_folder")


def report(text: str | bytes, *settings: str, environment: dict[str, str] | None = None, **flags: object) -> str:
    """The report about the machine file `m.toml` with this text, and settings on top of it."""
    Path("m.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(MachineError) as caught:
        resolve_machine("m.toml", settings, flags, environment=environment or {})
    assert caught.value.exit_status == 2
    assert caught.value.code == caught.value.diagnostics[0].code
    return str(caught.value)


def codes(text: str | bytes, *settings: str, **more: object) -> list[str]:
    return [line[6:11] for line in report(text, *settings, **more).splitlines() if line.startswith("error[")]


def test_the_heading_of_simt_toml_in_a_machine_file() -> None:
    assert "leave the heading out: the keys stand below [machine] in simt.toml only" in report("[machine]\nwarps = 8\n")


def test_what_others_call_the_base() -> None:
    assert 'write base = "fpga4" to inherit from a preset' in report('extends = "fpga8"\n')


def test_every_mistake_of_a_file_at_once() -> None:
    text = """\
base = "fpga8"
warp_sise = 8
local = { banks = 7, bank = 3 }
fpu.latency = 99

[scheduler]
policy = "oldst" # no
active_warps = 4.5

[alu]
count = "2"
"""
    assert (
        report(text)
        == """\
error[E0401]: unknown machine key `warp_sise`
 --> m.toml:2:1
  |
2 | warp_sise = 8
  | ^^^^^^^^^
  = help: did you mean `warp_size`?

error[E0405]: local.banks = 7 does not divide local.words = 8192
 --> m.toml:3:19
  |
3 | local = { banks = 7, bank = 3 }
  |                   ^
  = note: warp_size = 8 comes from preset fpga8, line 7
  = note: local.words is 1024 x warp_size, as nobody set it
  = help: all banks have the same depth: with 7 banks, 8190 or 8197 words would do

error[E0401]: unknown machine key `local.bank`
 --> m.toml:3:22
  |
3 | local = { banks = 7, bank = 3 }
  |                      ^^^^
  = help: did you mean `banks`?

error[E0403]: `fpu.latency` is 1 to 64, not `99`
 --> m.toml:4:15
  |
4 | fpu.latency = 99
  |               ^^ out of bounds
  = help: fpu.latency: cycles from entry to result (cycles)

error[E0404]: `scheduler.policy` cannot be `"oldst"`
 --> m.toml:7:10
  |
7 | policy = "oldst" # no
  |          ^^^^^^^ unknown choice
  = help: did you mean `oldest`? the choices are """
        + ", ".join(SCHEDULERS)
        + """

error[E0402]: `scheduler.active_warps` is a whole number, not `4.5`
 --> m.toml:8:16
  |
8 | active_warps = 4.5
  |                ^^^ wrong type
  = help: scheduler.active_warps: warps in the active set of `two_level`; no other rule uses it (warps)

error[E0402]: `alu.count` is a whole number, not `"2"`
  --> m.toml:11:9
   |
11 | count = "2"
   |         ^^^ wrong type
   = help: write the number without quotes"""
    )


def test_a_contradiction_between_a_file_and_an_option() -> None:
    """The newer value is pointed at, the older one is told."""
    assert (
        report("alu.lanes = 4\nwarp_size = 8\n", warp=6)
        == """\
error[E0405]: alu.lanes = 4 does not divide warp_size = 6
 --> --warp:1:8
  |
1 | --warp 6
  |        ^
  = note: alu.lanes = 4 comes from m.toml:1
  = help: a warp passes in whole beats: set alu.lanes to 3 or 6"""
    )


def test_a_file_that_is_not_toml() -> None:
    assert (
        report("warps = 4\nlocal.banks = = 3\n")
        == """\
error[E0400]: not TOML: invalid value
 --> m.toml:2:15
  |
2 | local.banks = = 3
  |               ^"""
    )


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("base = fpga4\n", 'a text stands in quotes, as in `base = "fpga4"`'),
        ("warps = 4\nwarps = 8\n", "a key stands once in its table: leave one of the lines out"),
        ("[fpu]\n[lds]\n[fpu]\n", "a table stands once in a file: put all of its keys below one heading"),
    ],
)
def test_a_file_that_is_not_toml_has_a_way_out(text: str, advice: str) -> None:
    assert report(text).startswith("error[E0400]: not TOML: ")
    assert f"= help: {advice}" in report(text)


def test_a_file_that_ends_too_early() -> None:
    assert report("[machine").startswith("error[E0400]: not TOML: ")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("warps = 1\nwarps = 2\n", "E0400"),
        ("banks = 3\n", "E0401"),
        ("[machine]\nwarps = 3\n", "E0401"),
        ("[local.banks]\nx = 3\n", "E0402"),
        ("local = 3\n", "E0402"),
        ("[[local]]\nbanks = 3\n", "E0402"),
        ("base = 3\n", "E0402"),
        ("warps = true\n", "E0402"),
        ("warps = 4.0\n", "E0402"),
        ("warps = 1979-05-27\n", "E0402"),
        ("warps = []\n", "E0402"),
        ("options.multiply = 1\n", "E0402"),
        ("retire.priority = 'lds'\n", "E0402"),
        ("clock_mhz = '107'\n", "E0402"),
        ("name = 4\n", "E0402"),
        ("clock_mhz = nan\n", "E0403"),
        ("clock_mhz = inf\n", "E0403"),
        ("warps = 0\n", "E0403"),
        ("warps = 65\n", "E0403"),
        ("warps = 123456789012345678901234567890\n", "E0403"),
        ("branch.policy = 'second_thread'\n", "E0404"),
        ("retire.priority = ['lds', 'fpu', 'alu', 'tex']\n", "E0404"),
        ("retire.priority = ['lds', 'fpu', 'alu', 'memory']\n", "E0404"),
        ("retire.priority = ['lds', 'fpu', 'alu', 'sfu']\n", "E0405"),
        ("memory.bytes_per_cycle = 0\n", "E0403"),
        ("memory.latency = 0\n", "E0403"),
        ("interconnect.latency = 0\n", "E0403"),
        ("cores = 129\n", "E0403"),
        ("memory.policy = 'cached'\n", "E0404"),
        ("retire.priority = ['lds']\n", "E0405"),
        ("issue.dependences = 'renaming'\n", "E0404"),
        ("issue.entries = 33\n", "E0403"),
        ("issue.loads = -1\n", "E0403"),
        ("issue.dependences = 'scoreboard'\nissue.loads = 9\n", "E0405"),
        ("ideal.dependences = true\n", "E0405"),
        ("issue.operand_interval = 65\n", "E0403"),
        ("issue.operand_interval = 6\n", "E0405"),
        ("base = 'nowhere'\n", "E0406"),
        ("base = ''\n", "E0406"),
        ("base = '-'\n", "E0406"),
        ("base = 'm.toml'\n", "E0407"),
        (b"name = '\xff'\n", "E0408"),
        (b"#" * 1_000_001, "E0408"),
        ("a=" + "[" * 5000 + "]" * 5000, "E0408"),
    ],
)
def test_each_kind_of_mistake_has_its_code(text: str | bytes, code: str) -> None:
    assert codes(text)[0] == code


def test_a_short_key_in_a_file_is_told_in_full() -> None:
    assert "did you mean `local.banks`?" in report("banks = 3\n")


def test_a_bad_value_is_a_mistake_even_where_it_is_overridden() -> None:
    assert codes("warps = 99\n", "warps=8") == ["E0403"]


def test_a_circle_of_bases_is_told() -> None:
    Path("other.toml").write_text("base = 'm.toml'\n")
    assert (
        report("# one\nbase = 'other.toml'\n")
        == """\
error[E0407]: machine files are based on each other: m.toml -> other.toml -> m.toml
 --> other.toml:1:8
  |
1 | base = 'm.toml'
  |        ^^^^^^^^"""
    )


def test_a_chain_of_bases_ends() -> None:
    for number in range(40):
        Path(f"m{number}.toml").write_text(f"base = 'm{number + 1}.toml'\n")
    assert "error[E0407]: a machine has more than 32 bases\n --> m31.toml:1:8" in report("base = 'm0.toml'\n")


@pytest.mark.parametrize(
    ("setting", "message", "hint"),
    [
        ("bank=4", "unknown machine key `bank`", "did you mean `banks`?"),
        ("sceduler=paper", "unknown machine key `sceduler`", "did you mean `scheduler`?"),
        ("local.bank=4", "unknown machine key `local.bank`", "did you mean `local.banks`?"),
        ("lds.bank=4", "unknown machine key `lds.bank`", "did you mean `local.banks`?"),
        ("lds.latncy=4", "unknown machine key `lds.latncy`", "did you mean `lds.latency`?"),
        ("memory.read_ports=4", "unknown machine key `memory.read_ports`", "did you mean `options.read_ports`?"),
        (
            "latency=4",
            "`latency` may mean several keys",
            f"write {', '.join(f'`{unit}.latency`' for unit in PIPELINES)}, "
            "`interconnect.latency`, `memory.latency` or `host.latency`",
        ),
        ("zzz=4", "unknown machine key `zzz`", "`simt machine schema` lists the keys"),
        ("warps", "a setting is key=value, not `warps`", "`local.banks=8` sets a key"),
        ("warps=", "a setting is key=value, not `warps=`", None),
        ("=4", "a setting is key=value, not `=4`", None),
        ("", "a setting is key=value, not ``", None),
        ("warps=four", '`warps` is a whole number, not `"four"`', None),
        ("warps=4\nregisters=5", '`warps` is a whole number, not `"4\\U0000000aregisters=5"`', None),
    ],
)
def test_settings(setting: str, message: str, hint: str | None) -> None:
    text = report("", setting)
    assert message in text
    assert hint is None or f"= help: {hint}" in text


def test_the_place_in_the_environment_variable() -> None:
    text = report("", environment={"SIMT_SET": "warps=8, bank=4"})
    assert "SIMT_SET:1:10\n  |\n1 | warps=8, bank=4\n  |          ^^^^\n" in text


def test_machines_that_are_not_there() -> None:
    with pytest.raises(MachineError, match=r"there is no machine `fpga44`\n  = help: did you mean `fpga4`\?"):
        Machine.load("fpga44")
    with pytest.raises(MachineError, match="give a file, or a preset: fpga4, fpga8, fpga16"):
        Machine.load("zzz")
    for name in ("x" * 5000, "a\0b", "", "."):
        with pytest.raises(MachineError):
            Machine.load(name)


def test_an_unreadable_file() -> None:
    Path("folder.toml").mkdir()
    with pytest.raises(MachineError, match="cannot read the machine file: is a directory"):
        Machine.load("folder.toml")
    if os.geteuid():
        Path("closed.toml").touch(0)
        with pytest.raises(MachineError, match="cannot read the machine file: permission denied"):
            Machine.load("closed.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[machin]\nwarps = 3\n", "unknown table `machin`\n --> simt.toml:1:1"),
        ("warps = 3\n", "= help: the keys of the machine stand below [machine]"),
        ("machine = 3\n", "`machine` is a table of keys"),
        ("[machine]\nwarp = 3\n", "did you mean `warp_size`?"),
        ("[machine]\nbase = 'nowhere'\n", "there is no machine `nowhere`"),
    ],
)
def test_mistakes_in_simt_toml(text: str, message: str) -> None:
    Path("simt.toml").write_text(text)
    with pytest.raises(MachineError) as caught:
        resolve_machine(None, environment={})
    assert message in str(caught.value)


def test_the_error_can_be_pickled() -> None:
    with pytest.raises(MachineError) as caught:
        Machine.load("fpga4", {"warps": 0})
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


WORDS = st.sampled_from(
    ["warps", "local", "banks", "retire", "priority", "base", "fpga4", "m.toml", "=", ".", "{", "}", "[", "]", "[[",
     "]]", ",", '"', "'", '"""', "\n", "\r\n", "#", "4", "0", "-1", "1e9", "true", "lds", " ", "\\", "é", "\t",
     "machine"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=14).map("".join) | st.text(max_size=30))
def test_no_text_is_a_bug(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    path = folder / "fuzz.toml"
    path.write_text(text, newline="")
    with suppress(MachineError):
        Machine.load(path)


@given(st.lists(WORDS, max_size=8).map("".join) | st.text(max_size=20))
def test_no_setting_is_a_bug(text: str) -> None:
    with suppress(MachineError):
        resolve_machine("fpga4", [text], environment={"SIMT_SET": text})
