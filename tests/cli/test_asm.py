"""`simt asm`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simt.cli.main import cli

KERNEL = """\
.kernel tiny
.threads 8
.equ n 4
.local x f32[n]
.param scale f32 = 1.0
    mov r1, n
    add.f32 r2, r1, scale
loop:
    sub.u32 r1, r1, 1 -> loop if nz
    ret
"""


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.s").write_text(KERNEL)


def simt(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["asm", *arguments], input=stdin)


def test_the_listing_goes_to_stdout() -> None:
    result = simt("tiny.s")
    assert result.exit_code == 0
    assert "sub.u32 r1, r1, 1 -> loop if nz" in result.output


def test_json() -> None:
    data = json.loads(simt("tiny.s", "--json").output)
    assert (data["schema"], data["name"], data["threads"], len(data["words"])) == ("simt.program/1", "tiny", 8, 4)
    assert data == json.loads(simt("tiny.s", "-o", "t.json", "--json").output) == json.loads(Path("t.json").read_text())


def test_files_by_suffix() -> None:
    for suffix in ("lst", "hex", "json"):
        result = simt("tiny.s", "-o", f"t.{suffix}")
        assert (result.exit_code, result.output) == (0, "")
    assert Path("t.lst").read_text() == simt("tiny.s").output == simt("tiny.s", "-o", "t.hex", "--listing").output
    lines = Path("t.hex").read_text().splitlines()
    assert lines[:3] == ["// name = tiny", "// threads = 8", "// local_words = 4"]
    assert lines[3] == "// constant 0 = 3f800000"
    assert all(len(line) == 16 for line in lines if not line.startswith("//"))


def test_the_same_kernel_gives_the_same_bytes() -> None:
    simt("tiny.s", "-o", "a.json")
    simt("tiny.s", "-o", "b.json")
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()


def test_defines_replace_symbols() -> None:
    assert json.loads(simt("tiny.s", "-D", "n=16", "--json").output)["local_words"] == 16
    result = simt("tiny.s", "-D", "n")
    assert result.exit_code == 2
    assert "'n' is not NAME=VALUE" in result.stderr


def test_standard_input() -> None:
    assert json.loads(simt("-", "--json", stdin=KERNEL).output)["name"] == "tiny"
    result = simt("-", stdin="  foo r1\n")
    assert (result.exit_code, result.stdout) == (3, "")
    assert " --> <stdin>:1:3\n" in result.stderr


def test_include_paths() -> None:
    Path("parts").mkdir()
    Path("parts/end.inc").write_text("    ret\n")
    Path("user.s").write_text('.threads 1\n.include "end.inc"\n')
    assert simt("user.s").exit_code == 3
    assert simt("user.s", "-I", "parts").exit_code == 0
    assert simt("user.s", "-I", "nowhere").exit_code == 2


def test_a_shipped_kernel_by_name() -> None:
    assert json.loads(simt("fft128", "--json").output)["name"] == "fft128"
    assert json.loads(simt("fft128.s", "--json").output)["name"] == "fft128"


def test_a_file_comes_before_a_shipped_kernel() -> None:
    Path("fft128.s").write_text(KERNEL)
    assert json.loads(simt("fft128.s", "--json").output)["name"] == "tiny"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ftt128.s", "there is no kernel `ftt128.s`\n  = help: did you mean the shipped kernel `fft128.s`?"),
        ("zzz", "there is no kernel `zzz`\n  = help: the shipped kernels are add64, "),
        (".", "`.` is a folder, not a kernel"),
        ("", "there is no kernel ``"),
        ("x" * 5000, "there is no kernel `xxx"),
    ],
)
def test_a_kernel_that_is_not_there(name: str, message: str) -> None:
    result = simt(name)
    assert result.exit_code == 2
    assert f"error[E0650]: {message}" in result.stderr


def test_outputs_that_cannot_be_written() -> None:
    result = simt("tiny.s", "-o", "nowhere/t.json")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0652]: cannot write `nowhere/t.json`: no such file or directory\n",
    )
    result = simt("tiny.s", "-o", "t.bin")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0653]: a program is written as .lst, .hex, .json, not t.bin\n",
    )


def test_a_failed_assembly_leaves_the_old_file() -> None:
    Path("t.hex").write_text("old")
    Path("bad.s").write_text("  foo\n")
    assert simt("bad.s", "-o", "t.hex").exit_code == 3
    assert Path("t.hex").read_text() == "old"
    assert sorted(path.name for path in Path().iterdir()) == ["bad.s", "t.hex", "tiny.s"]


def test_a_link_stays_a_link_and_permissions_stay() -> None:
    Path("real.hex").write_text("old")
    Path("real.hex").chmod(0o640)
    Path("link.hex").symlink_to("real.hex")
    simt("tiny.s", "-o", "link.hex")
    assert Path("link.hex").is_symlink()
    assert Path("real.hex").read_text().startswith("// name = tiny")
    assert Path("real.hex").stat().st_mode & 0o777 == 0o640
