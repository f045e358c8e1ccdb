"""`simt diff FILE@REVISION` in a repository of somebody else's, which would run a command by every way git has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import invoke

ROOT = Path(__file__).parents[2]
KERNEL = ".threads 4\n    mov.u32 r1, 1\n    ret\n"


def git(folder: Path, *words: str) -> str:
    nobody = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words]
    done = subprocess.run(command, cwd=folder, env=os.environ | nobody, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The repository, and the canary that everything in it would touch."""
    folder, canary = tmp_path / "theirs", tmp_path / "canary"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "k.s").write_text(KERNEL)
    (folder / "gone.s").write_text(KERNEL + "; missing\n")
    (folder / ".gitattributes").write_text("*.s diff=bad filter=bad merge=bad text working-tree-encoding=UTF-8\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    (folder / "k.s").write_text(KERNEL.replace(", 1", ", 2"))
    missing = git(folder, "rev-parse", "HEAD:gone.s")
    (folder / ".git/objects" / missing[:2] / missing[2:]).unlink()
    script = tmp_path / "bad"
    script.write_text(f"#!/bin/sh\ntouch {canary}\n")
    script.chmod(0o755)
    touch = f"sh -c 'touch {canary}'"
    keys = {
        "core.fsmonitor": str(script), "core.hooksPath": str(tmp_path / "hooks"), "core.pager": touch,
        "core.editor": touch, "core.sshCommand": touch, "core.askPass": str(script), "core.gitProxy": str(script),
        "core.alternateRefsCommand": touch, "pager.show": touch, "diff.external": touch, "diff.bad.command": touch,
        "diff.bad.textconv": touch, "filter.bad.smudge": touch, "filter.bad.clean": touch, "filter.bad.process": touch,
        "filter.bad.required": "true", "merge.bad.driver": touch, "credential.helper": f"!{touch}",
        "alias.show": f"!{touch}", "alias.cat-file": f"!{touch}", "gpg.program": str(script),
        "log.showSignature": "true",
        "extensions.partialClone": "origin", "remote.origin.url": f"ext::{touch}", "remote.origin.promisor": "true",
        "remote.origin.uploadpack": touch, "remote.other.url": str(folder), "remote.other.promisor": "true",
        "remote.other.uploadpack": touch, "protocol.allow": "always", "protocol.ext.allow": "always",
        "include.path": str(tmp_path / "more"), "uploadpack.packObjectsHook": str(script), "trailer.x.cmd": touch,
    }  # fmt: skip
    with (folder / ".git/config").open("a") as config:
        for key, value in keys.items():
            section, _, name = key.rpartition(".")
            head, _, sub = section.partition(".")
            text = value.replace("\\", "\\\\").replace('"', '\\"')
            config.write(f'[{head}{f" {chr(34)}{sub}{chr(34)}" if sub else ""}]\n\t{name} = "{text}"\n')
    (tmp_path / "more").write_text(f'[core]\n\tfsmonitor = "{script}"\n')
    for hooks in (tmp_path / "hooks", folder / ".git/hooks"):
        hooks.mkdir(exist_ok=True)
        for name in (
            "post-checkout",
            "post-index-change",
            "fsmonitor-watchman",
            "reference-transaction",
            "pre-auto-gc",
        ):
            (hooks / name).write_text(script.read_text())
            (hooks / name).chmod(0o755)
    monkeypatch.chdir(folder)
    return folder, canary


def test_git_itself_runs_what_it_names(hostile: tuple[Path, Path]) -> None:
    """Else the test below would show nothing."""
    folder, canary = hostile
    subprocess.run(
        ["git", "cat-file", "-p", "HEAD:gone.s"], cwd=folder, env=os.environ | {"GIT_CONFIG_GLOBAL": os.devnull},
        capture_output=True, check=False,
    )  # fmt: skip
    assert canary.exists()


def test_nothing_runs(hostile: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    _, canary = hostile
    shown = invoke("diff", "k.s@HEAD", "k.s", "--no-oracle")
    assert (shown.exit_code, shown.stderr) == (0, "note: --no-oracle has no effect: no oracle is beside k.s\n")
    gone = invoke("diff", "gone.s@HEAD", "k.s", "--no-oracle", status=2)
    assert "error[E0666]: git has no `gone.s@HEAD`: the object " in gone.stderr
    assert " is not in the repository\n" in gone.stderr
    assert not canary.exists()


def test_the_one_process_is_the_reader(hostile: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*words: object, **_: object) -> None:
        raise AssertionError(words)

    started = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, command: list[str], **words: Any) -> None:
            started.append(command[0])
            super().__init__(command, **words)

    monkeypatch.setattr(subprocess, "Popen", Watched)
    monkeypatch.setattr(os, "system", refuse)
    monkeypatch.setattr(os, "posix_spawn", refuse)
    assert invoke("diff", "k.s@HEAD", "k.s", "--no-oracle").exit_code == 0
    assert started == [sys.executable]


def test_the_reader_starts_nothing(hostile: tuple[Path, Path]) -> None:
    """Python's own record of what a process does: of the reader's, every file and no process."""
    program = (
        "import sys; sys.addaudithook(lambda event, words: event.split('.')[0] in ('subprocess', 'socket')"
        " and sys.exit(f'it did {event}') or event in ('os.system', 'os.exec', 'os.fork', 'os.posix_spawn')"
        f" and sys.exit(f'it did {{event}}')); sys.path.insert(0, {str(ROOT)!r})\n"
        "from simt.git.reader import main; main()"
    )
    for name, status in (("k.s", 0), ("gone.s", 3)):
        question = json.dumps([str(hostile[0] / name), "HEAD", 10_000])
        done = subprocess.run(
            [sys.executable, "-I", "-c", program], input=question, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stderr


def test_other_languages(hostile: tuple[Path, Path]) -> None:
    Path("k.cl").write_text("")
    refused = invoke("diff", "k.cl@HEAD", "k.s", status=2)
    assert "git has no `k.cl@HEAD`: revisions are for kernels in assembly\n" in refused.stderr
    assert "= help: git show HEAD:./k.cl > OLD" in refused.stderr
