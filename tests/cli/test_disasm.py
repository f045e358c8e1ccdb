"""`simt disasm`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simt.launch.programs import shipped_programs
from tests.commands import invoke
from tests.examples import nightly_but

pytestmark = pytest.mark.usefixtures("empty_folder")


FEW = ("fft128", "prefix_sum", "pps_br", "divergent/switch", "article/avx3", "article/gcn3")


@pytest.mark.parametrize("suffix", ["hex", "json"])
@pytest.mark.parametrize("name", nightly_but(FEW, shipped_programs()))
def test_what_comes_out_assembles_to_the_same_words(name: str, suffix: str) -> None:
    invoke("asm", name, "-o", f"one.{suffix}")
    assert invoke("disasm", f"one.{suffix}", "-o", "two.s").output == ""
    one, two = (json.loads(invoke("asm", kernel, "--json").output) for kernel in (name, "two.s"))
    assert one["words"] == two["words"]
    assert one["constants"] == two["constants"]
    assert one["threads"] == two["threads"]


def test_json_and_standard_input() -> None:
    text = invoke("asm", "add64", "--json").output
    data = json.loads(invoke("disasm", "-", "--json", input=text).output)
    assert data["schema"] == "simt.disassembly/1"
    assert data["text"] == invoke("disasm", "-", input=text).output
    assert data["hash"] == json.loads(text)["hash"]
    assert [entry["word"] for entry in data["words"]] == json.loads(text)["words"]


def test_bare_words() -> None:
    output = invoke("disasm", "-", input="6200000000000000 // end\n0x6000_0000_0000_0000\nffffffffffffffff\n").output
    assert "    ret\n" in output
    assert "    .word 0xffffffffffffffff" in output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "<stdin> holds no words"),
        ("// nothing\n", "<stdin> holds no words"),
        ("\n.kernel x\n", "<stdin>, line 2: `.kernel` is not a 64-bit word in hexadecimal"),
        ("0123456789abcdef0\n", "<stdin>, line 1: `0123456789abcdef0` is not a 64-bit word in hexadecimal"),
        ("{", "<stdin> is not JSON: "),
        ("{}", "<stdin> is not a program file: it has no schema"),
    ],
)
def test_files_that_hold_no_program(text: str, message: str) -> None:
    result = invoke("disasm", "-", input=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error[E0340]: {message}")


def test_a_file_that_is_not_there() -> None:
    result = invoke("disasm", "nothing.json")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0651]: cannot read `nothing.json`: no such file or directory\n",
    )


def test_a_file_that_is_not_text() -> None:
    Path("binary.hex").write_bytes(b"\xff\xfe")
    result = invoke("disasm", "binary.hex")
    assert (result.exit_code, result.stderr) == (2, "error[E0651]: cannot read `binary.hex`: byte 0 is not UTF-8\n")
