"""`simt machine`."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from isa.table.units import PIPELINES
from simt.machine import Machine
from simt.machine.keys import keys
from tests.commands import invoke

pytestmark = pytest.mark.usefixtures("empty_folder")
simt = partial(invoke, "machine")


def test_an_unknown_command_is_answered_with_a_close_one() -> None:
    result = simt("shwo")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "help: did you mean `show`?" in result.stderr
    commands = re.findall(r"^  (\S+)", simt("--help").output.partition("Commands:\n")[2], re.MULTILINE)
    assert f"help: the commands are {', '.join(commands)}\n" in simt("compare").stderr


def test_list() -> None:
    assert simt("list").output == (
        "name          lanes  warps  banks  clock     description\n"
        "fpga4         4      16     4      107 MHz   FPGA paper, table 1: 4 lanes, 16 warps, 107 MHz\n"
        "fpga8         8      16     8      102 MHz   FPGA paper, table 1: 8 lanes, 16 warps, 102 MHz\n"
        "fpga16        16     16     16     76 MHz    FPGA paper, table 1: 16 lanes, 16 warps, 76 MHz\n"
        "article32     32     1      32     100 MHz   branching article, figures 5 to 7: one warp, mask stack\n"
        "article_core  32     4      32     100 MHz   branching article, figures 1 to 3: 4 warps, 2 ALUs, mask stack\n"
        "avx512        16     4      16     100 MHz   branching article, AVX-512 listings: 16 lanes, explicit masks\n"
        "fermi_sm      32     48     32     1401 MHz  one multiprocessor of NVIDIA Fermi: 2 schedulers, 1401 MHz\n"
        "g80           32     24     16     1350 MHz  NVIDIA GeForce 8800 GTX: 16 cores of 8 lanes, 1350 MHz\n"
        "gcn64         64     10     32     100 MHz   branching article, GCN listings: 64 lanes, explicit masks\n"
        "gcn_cu        64     40     32     925 MHz   one compute unit of AMD GCN 1: 4 SIMDs, 925 MHz\n"
        "gtx280        32     32     16     1296 MHz  NVIDIA GeForce GTX 280: 30 cores of 8 lanes, 1296 MHz\n"
        "gtx280_core   32     32     16     1296 MHz  one core of the GTX 280, alone with its memory\n"
        "hd5870        64     24     32     850 MHz   AMD Radeon HD 5870: 20 cores of 16 lanes, 850 MHz, scalar issue\n"
        "hd5870_core   64     24     32     850 MHz   one core of the HD 5870, alone with its memory\n"
        "hd5870_vliw   64     24     32     850 MHz   AMD Radeon HD 5870 in bundles: 20 cores, 5 slots, 850 MHz\n"
        "two_fpus      4      16     8      107 MHz   ours: the FPGA paper's processor with two FPUs in a bundle\n"
        "vliw_mac      4      16     4      107 MHz   FPGA paper, section V: bundles with multiply-accumulate\n"
    )
    listed = json.loads(simt("list", "--json").output)
    assert [entry["machine"]["name"] for entry in listed] == [
        "fpga4", "fpga8", "fpga16", "article32", "article_core", "avx512", "fermi_sm", "g80", "gcn64", "gcn_cu",
        "gtx280", "gtx280_core", "hd5870", "hd5870_core", "hd5870_vliw", "two_fpus", "vliw_mac",
    ]  # fmt: skip


def test_show_is_a_machine_file() -> None:
    Path("copy.toml").write_text(simt("show", "fpga8", "--banks", "4").output)
    assert Machine.load("copy.toml") == Machine.load("fpga8", {"banks": 4})


def test_show_tells_units_or_origins() -> None:
    plain = simt("show", "--banks", "8").output
    assert "\nclock_mhz = 107.0                            # MHz\n" in plain
    assert "\n# words = 4096                               # 32-bit words, derived: 1024 x warp_size\n" in plain
    origins = simt("show", "--banks", "8", "--origin").output
    assert "\nclock_mhz = 107.0                            # preset fpga4, line 13\n" in origins
    assert "\n# words = 4096                               # derived: 1024 x warp_size\n" in origins
    assert "\nbanks = 8                                    # --banks 8\n" in origins
    assert "\ninterval = 1                                 # default\n" in origins


def test_a_setting_without_an_effect_has_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMT_SET", "memory.bytes_per_cycle=2")
    command = ["machine", "show", "gtx280_core", "-s", "memory.latency=3"]
    shown = invoke(*command, status=0)
    assert shown.stderr.splitlines() == [
        "note: memory.latency has no effect with memory.policy = dram: only simple uses it",
        "note: memory.bytes_per_cycle has no effect with memory.policy = dram: only simple uses it",
    ]
    assert invoke(*command, "-s", "memory.policy=simple").stderr == ""
    monkeypatch.delenv("SIMT_SET")
    turned = invoke("machine", "show", "g80", "-s", "memory.channels=2", "-s", "memory.policy=simple")
    assert turned.stderr == "note: memory.channels has no effect with memory.policy = simple: only dram uses it\n"
    assert invoke("machine", "show", "gtx280").stderr == ""


def test_show_as_json() -> None:
    data = json.loads(simt("show", "fpga4", "--origin", "--json").output)
    assert data["hash"] == Machine.load("fpga4").hash
    assert data["machine"]["local"] == {"words": 4096, "banks": 4}
    assert data["origins"]["local.banks"] == {"layer": "derived", "text": "derived: warp_size"}


def test_show_into_a_file() -> None:
    assert simt("show", "fpga16", "-o", "m.toml").output == ""
    assert Machine.load("m.toml") == Machine.load("fpga16")
    simt("show", "fpga16", "-o", "m.json")
    assert json.loads(Path("m.json").read_text())["machine"]["warp_size"] == 16
    result = simt("show", "fpga16", "-o", "m.yaml", status=2)
    assert result.stderr == "error[E0653]: a machine is written as .toml or .json, not m.yaml\n"


def test_show_from_standard_input() -> None:
    result = simt("show", "-", "--json", input="base = 'fpga8'\nwarps = 3\n")
    assert json.loads(result.output)["machine"]["warps"] == 3
    result = simt("show", "-m", "-", input="warps = 300\n", status=2)
    assert " --> <stdin>:1:9\n" in result.stderr


def test_the_machine_is_named_once() -> None:
    assert simt("show", "fpga4", "-m", "fpga8").exit_code == 2


def test_a_machine_error_has_its_status_and_stays_off_stdout() -> None:
    result = simt("show", "-s", "local.bank=8")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "error[E0401]: unknown machine key `local.bank`\n"
        " --> -s:1:1\n"
        "  |\n"
        "1 | local.bank=8\n"
        "  | ^^^^^^^^^^\n"
        "  = help: did you mean `local.banks`?\n"
    )


def test_an_option_of_the_wrong_type() -> None:
    result = simt("show", "--banks", "many", status=2)
    assert "'many' is not a whole number" in result.stderr


def test_schema() -> None:
    output = simt("schema").output
    assert "\n\n  local.banks\n      banks of local memory; divides local.words, " in output
    assert output.count("\n      source: ") == len(keys())
    assert simt("schema", "banks").output == (
        "[local]  The memory that the warps share.\n"
        "\n"
        "  local.banks\n"
        "      banks of local memory; divides local.words, word a lies in bank a mod banks\n"
        "      default warp_size; integer, 1 to 256; banks; short: banks\n"
        "      source: FPGA paper, section III: one per lane\n"
    )
    assert simt("schema", "latency").output.count(" cycles from entry to result") == len(PIPELINES)
    assert simt("schema", "nonsense").exit_code == 2


def test_schema_as_json() -> None:
    schema = json.loads(simt("schema", "--json").output)
    banks = schema["$defs"]["LocalMemory"]["properties"]["banks"]
    assert (banks["minimum"], banks["maximum"], banks["unit"]) == (1, 256, "banks")
    assert "default" not in banks
    assert schema["properties"]["warps"]["default"] == 16


def test_diff() -> None:
    assert simt("diff", "fpga4", "fpga8").output == (
        "key           fpga4  fpga8  unit\n"
        "warp_size     4      8      lanes\n"
        "clock_mhz     107.0  102.0  MHz\n"
        + "".join(f"{unit}.lanes     4      8      lanes\n" for unit in PIPELINES)
        + "local.words   4096   8192   32-bit words\n"
        "local.banks   4      8      banks\n"
        "memory.lanes  4      8      lanes\n"
    )
    assert simt("diff", "fpga4", "fpga4").output == "fpga4 and fpga4 differ in nothing that a run depends on\n"
    assert json.loads(simt("diff", "fpga4", "fpga8", "--json").output)["keys"]["warp_size"] == [4, 8]
    assert simt("diff", "fpga4", "fpga9").exit_code == 2


def test_a_machine_to_show_is_pointed_at_as_it_was_named() -> None:
    refused = invoke("machine", "show", "fpga5")
    assert " --> machine show:1:14\n" in refused.stderr
    assert " --> -m:1:4\n" in invoke("machine", "show", "-m", "fpga5").stderr
