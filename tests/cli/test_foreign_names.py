"""Files that a kernel, a machine or a memory system of somebody else's names: what is in them is shown to nobody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands import invoke

SECRET = "password: hunter2\nroot:x:0:0\n"


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of somebody else's, beside a file that is none of its business; links lead there too."""
    (tmp_path / "secret.txt").write_text(SECRET)
    (tmp_path / "table.toml").write_text('hunter2 = "hunter2"\n')
    folder = tmp_path / "foreign"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "secret.txt")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("name", ["../secret.txt", "link", "ABSOLUTE"])
@pytest.mark.parametrize("line", ["asm k.s", "asm k.s --json", "run k.s", "model k.s -m fpga4"])
def test_a_file_that_a_kernel_includes_is_not_shown(foreign: Path, name: str, line: str) -> None:
    path = str(foreign.parent / "secret.txt") if name == "ABSOLUTE" else name
    Path("k.s").write_text(f'.include "{path}"\nret\n')
    told = invoke(*line.split(), status=3)
    assert "E0327" in told.output
    assert told.output.count("does not assemble") == 1
    place = '"file": "k.s", "line": 1,' if "--json" in line else "--> k.s:1:1"
    assert place in told.output
    assert "hunter2" not in told.output
    assert "x:0:0" not in told.output


def test_a_file_beside_the_kernel_or_where_the_user_says_is_shown(foreign: Path) -> None:
    Path("k.s").write_text('.include "secret.txt"\nret\n')
    assert "password: hunter2" in invoke("asm", "k.s", "-I", "..").output
    Path("below").mkdir()
    Path("below/secret.txt").write_text(SECRET)
    Path("k.s").write_text('.include "below/secret.txt"\nret\n')
    assert "password: hunter2" in invoke("asm", "k.s").output


@pytest.mark.parametrize("name", ["../secret.txt", "link", "../table.toml"])
@pytest.mark.parametrize("line", ["machine show m.toml", "run dot -m m.toml", "machine show"])
def test_a_file_that_a_machine_is_based_on_is_not_shown(foreign: Path, name: str, line: str) -> None:
    Path("m.toml").write_text(f'base = "{name}"\n')
    Path("simt.toml").write_text(f'[machine]\nbase = "{name}"\n' if line == "machine show" else "")
    told = invoke(*line.split(), status=2)
    assert "E0411" in told.output
    assert "hunter2" not in told.output
    Path("below.toml").write_text('hunter2 = "hunter2"\n')
    Path("m.toml").write_text('base = "below.toml"\n')
    assert "hunter2" in invoke("machine", "show", "m.toml").output


@pytest.mark.parametrize("name", ["../secret.txt", "link"])
def test_the_channel_of_a_memory_system_is_not_shown(foreign: Path, name: str) -> None:
    Path("x.toml").write_text(f'channel = "{name}"\n[[client]]\nname = "a"\nkind = "cores"\naddress = 0\nbytes = 512\n')
    told = invoke("memory", "clients", "x.toml", status=2)
    assert "hunter2" not in told.output


@pytest.mark.parametrize("special", ["/dev/zero", "pipe", "large"])
def test_only_regular_files_of_bounded_size_are_opened(foreign: Path, special: str) -> None:
    os.mkfifo("pipe")
    with Path("large").open("wb") as file:
        file.truncate(1 << 30)
    Path("k.s").write_text(f'.include "{special}"\nret\n')
    Path("m.toml").write_text(f'base = "{special}"\n')
    Path("x.toml").write_text(
        f'channel = "{special}"\n[[client]]\nname = "a"\nkind = "cores"\naddress = 0\nbytes = 512\n'
    )
    for line, status in (("asm k.s", 3), ("machine show m.toml", 2), ("memory clients x.toml", 2)):
        assert invoke(*line.split()).exit_code == status
