"""`simt kernels`: every shipped kernel, by the comment at the top of its own file, and copies that run."""

from __future__ import annotations

import json
import shlex
from functools import partial
from pathlib import Path

import pytest

import simt
from simt.launch.shipped import shipped_kernels
from tests.commands import invoke
from tests.examples import nightly_but
from tests.paths import ROOT

SHIPPED = shipped_kernels()
simt_kernels = partial(invoke, "kernels")


def test_every_shipped_file_is_there_with_a_line_on_a_screen_of_80_columns() -> None:
    top = ROOT / "programs"
    sources = {path for pattern in ("*.s", "*/*.s", "*/*.cl", "*.toml", "python/*.py") for path in top.glob(pattern)}
    assert {kernel.path for kernel in SHIPPED.values()} == sources
    assert all(kernel.summary for kernel in SHIPPED.values())
    lines = simt_kernels(env={"COLUMNS": "80"}).output.splitlines()
    folder = ""
    shown = []
    for line in lines[:-2]:
        if line.startswith("  "):
            shown.append(folder + line.split()[0])
        else:
            folder = "" if line == "kernels" else line
    assert shown == list(SHIPPED)
    assert max(map(len, lines)) <= 80


def test_a_line_has_the_name_the_sizes_and_the_first_sentence_of_the_file() -> None:
    lines = simt_kernels().output.splitlines()
    assert "  transpose          n=32 pad=0       y = x transposed, 32 x 32, rows of 32 words" in lines
    assert "  prefix_sum         n=256            y[i] = x[0] + ... + x[i], inclusive, modulo 2^32" in lines
    assert (
        "  reduce.cl          GROUP=64         The sum of each work-group's elements: a tree in local memory" in lines
    )
    assert f"  saxpy.py           {'':17}{SHIPPED['python/saxpy.py'].summary}" in lines


def test_one_kernel_in_full() -> None:
    assert simt_kernels("transpose_padded.s").output == simt_kernels("transpose_padded").output
    page = simt_kernels("mm_local").output
    header = (ROOT / "programs/mm_local.s").read_text(encoding="utf-8").partition("\n\n")[0]
    words = [word for line in header.splitlines() for word in line.removeprefix(";").split()]
    without_labels = [word for word in words if not (word.istitle() and word.endswith(":"))]
    shown = page.split()
    assert all(word in shown for word in without_labels)
    assert "\nsymbols    n=64 height=16 width=16 fused=0\nfiles      mm_local.s, mm.inc, mm_local.py\n" in page
    assert page.endswith("try        simt run mm_local -m gtx280_core\ncopy       simt kernels --copy mm_local\n")
    assert simt_kernels("collatz").output == simt_kernels("divergent/collatz").output


def test_the_folder_may_be_left_out_of_a_name_that_is_the_only_one() -> None:
    assert simt.kernels("queens").name == "opencl/queens.cl"
    refused = simt_kernels("mm", status=2)
    assert "help: name one: opencl/mm.cl, python/mm.py" in refused.stderr
    assert "help: did you mean `fft`?" in simt_kernels("ffft").stderr


def test_json() -> None:
    data = json.loads(simt_kernels("fir", "--json").output)
    assert data == {"schema": "simt.kernels/1", "kernels": [{
        "name": "fir", "sizes": "n=256 taps=16", "computes": SHIPPED["fir"].summary, "command": "simt run fir",
        "files": ["fir.s", "fir.py"],
    }]}  # fmt: skip
    assert [row["name"] for row in json.loads(simt_kernels("--json").output)["kernels"]] == list(SHIPPED)


FEW = ("dot", "divergent/collatz", "scan.toml", "opencl/saxpy.cl", "python/saxpy.py", "article/avx1")


@pytest.mark.parametrize("name", nightly_but(FEW, SHIPPED))
def test_a_copy_is_the_files_and_its_command_ends_well(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copied = simt_kernels("--copy", name, status=0)
    files, command = copied.output.splitlines()
    names = files.removeprefix("copied ").split(", ")
    assert sorted(names) == sorted(path.name for path in tmp_path.iterdir())
    assert all(Path(path.name).read_bytes() == path.read_bytes() for path in SHIPPED[name].files)
    for text in (command.removeprefix("next: "), SHIPPED[name].command):
        invoke(*shlex.split(text)[1:], status=0)
    again = simt_kernels("--copy", name)
    assert (again.exit_code, again.stdout) == (2, "")
    assert again.stderr.startswith(f"error[E0652]: `{SHIPPED[name].path.name}` is there already")


def test_nothing_is_copied_if_a_companion_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dot.py").write_text("mine")
    assert simt_kernels("--copy", "dot").exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["dot.py"]
    assert Path("dot.py").read_text() == "mine"
    with pytest.raises(simt.SimtError, match="there is no folder nowhere"):
        simt.copy_kernel("dot", "nowhere")


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simt.verbs import kernels

    write = kernels.write_file

    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".py":
            raise KeyboardInterrupt
        write(path, data)

    monkeypatch.setattr(kernels, "write_file", full)
    with pytest.raises(KeyboardInterrupt):
        simt.copy_kernel("dot", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_copy_needs_a_name() -> None:
    refused = simt_kernels("--copy", status=2)
    assert "--copy copies one kernel" in refused.stderr
