"""Files of revisions, read without git: what git itself prints, in every form of a repository."""

from __future__ import annotations

import contextlib
import gc
import os
import random
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from simt.git import reader, revisions
from simt.git.revisions import GitError
from tests.examples import examples

MOST = 1 << 20


def file_at(path: Path, revision: str, most: int) -> bytes:
    """What the reader's process answers, without the process."""
    try:
        return reader.read(path.parent.resolve() / path.name, revision, most)
    except reader.RefusedError as error:
        raise GitError(error.args[0], help=error.args[1]) from None


def git(folder: Path, *words: str) -> bytes:
    """What git prints; as nobody in particular, by no configuration but the repository's."""
    nobody = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_ALLOW_PROTOCOL": "file"}
    for who in ("AUTHOR", "COMMITTER"):
        nobody |= {f"GIT_{who}_NAME": "a", f"GIT_{who}_EMAIL": "a@b", f"GIT_{who}_DATE": "1700000000 +0000"}
    return subprocess.run(
        ["git", *words], cwd=folder, env=os.environ | nobody, check=True, capture_output=True
    ).stdout  # fmt: skip


def history(folder: Path, *options: str) -> Path:
    """A repository: five versions of sub/k.s on `main`, of which v1 is a tag with a text; a branch, and a merge."""
    (folder / "sub").mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main", *options)
    lines = [f"    add.u32 r{k % 8}, r1, {k}\n" for k in range(400)]
    choose = random.Random(4)
    for version in range(5):
        for _ in range(version):
            lines[choose.randrange(400)] = f"    mul.f32 r{version}, r2, r3\n"
        (folder / "sub/k.s").write_text("".join(lines))
        (folder / "other.s").write_text(f"; {version}\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", f"version {version}")
        if version == 1:
            git(folder, "tag", "-am", "text", "v1")
            git(folder, "branch", "side/way")
    git(folder, "checkout", "-q", "side/way")
    (folder / "third.s").write_text("ret\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "side")
    git(folder, "checkout", "-q", "main")
    git(folder, "merge", "-q", "--no-edit", "side/way")
    return folder


REVISIONS = ("HEAD", "main", "HEAD~1", "HEAD^", "HEAD^2", "HEAD^2~1", "HEAD~2^", "v1", "v1~1", "v1^{commit}", "HEAD^0",
             "side/way", "heads/side/way", "refs/heads/main~3", "tags/v1", "HEAD~~~", "v1^{}", "@~2")  # fmt: skip


def check_as_git(folder: Path, revisions: tuple[str, ...] = REVISIONS) -> None:
    """Assert that a file of each revision is what git has."""
    for revision in revisions:
        there = git(folder, "show", f"{revision}:sub/k.s")
        assert file_at(folder / "sub/k.s", revision, MOST) == there, revision


@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_what_git_shows(form: str, tmp_path: Path) -> None:
    folder = history(tmp_path / "r", f"--object-format={form}")
    full = git(folder, "rev-parse", "HEAD~2").decode().strip()
    more = (full, full[:9], full[:12].upper(), git(folder, "describe", "--always", "HEAD~1").decode().strip())
    check_as_git(folder, REVISIONS + more)
    git(folder, "gc", "-q", "--aggressive", "--prune=now")  # one pack, changes to objects, packed refs
    assert not (folder / ".git/refs/heads/main").exists()
    check_as_git(folder, REVISIONS + more)


def test_worktrees_submodules_alternates_and_links(tmp_path: Path) -> None:
    folder = history(tmp_path / "r")
    git(folder, "worktree", "add", "-q", str(tmp_path / "tree"), "v1")
    check_as_git(tmp_path / "tree", ("HEAD", "HEAD^", "main", "v1"))
    git(folder, "clone", "-q", "--shared", ".", str(tmp_path / "shared"))
    check_as_git(tmp_path / "shared", ("HEAD", "HEAD~2", "origin/side/way", "origin"))
    git(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "shared"), "part")
    git(folder, "commit", "-qm", "with a submodule")
    check_as_git(folder / "part", ("HEAD", "HEAD~2"))
    (tmp_path / "link").symlink_to(folder / "sub")
    assert file_at(tmp_path / "link/k.s", "HEAD", MOST) == file_at(folder / "sub/k.s", "HEAD", MOST)
    shutil.rmtree(folder / "part")
    with pytest.raises(GitError, match="`part` is a submodule at the revision `HEAD`"):
        file_at(folder / "part/sub/k.s", "HEAD", MOST)
    shutil.rmtree(folder / "sub")
    check_as_git(folder, ("HEAD~1",))  # a folder that is no longer there


def test_clones_that_lack_objects(tmp_path: Path) -> None:
    folder = history(tmp_path / "r")
    git(folder, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--depth=2", f"file://{folder}", "shallow")
    check_as_git(tmp_path / "shallow", ("HEAD", "HEAD~1"))
    with pytest.raises(GitError, match=r"the object [0-9a-f]{12} is not in the repository") as told:
        file_at(tmp_path / "shallow/sub/k.s", "HEAD~3", MOST)
    assert "`git fetch` brings them" in told.value.help
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{folder}", "partial")
    check_as_git(tmp_path / "partial", ("HEAD",))
    with pytest.raises(GitError, match="is not in the repository"):
        file_at(tmp_path / "partial/sub/k.s", "HEAD~3", MOST)


@pytest.mark.parametrize(
    ("name", "revision", "told"),
    [
        ("k.s", "HEAD~9", "there is no revision `HEAD~9`: "),
        ("k.s", "HEAD^3", "has 2 parents"),
        ("k.s", "nowhere", "there is no revision `nowhere`"),
        ("k.s", "../../x", "there is no revision `../../x`"),
        ("k.s", "refs/../HEAD", "there is no revision `refs/../HEAD`"),
        ("k.s", "HEAD^{tree}", r"`HEAD\^{tree}` is not a revision that is understood"),
        ("k.s", "0" * 40, "the object 000000000000 is not in the repository"),
        ("none.s", "HEAD", "there is no `sub/none.s` at the revision `HEAD`"),
        ("link.s", "HEAD", "`sub/link.s` is a link at the revision `HEAD`"),
        ("folder", "HEAD", "`sub/folder` is a folder at the revision `HEAD`"),
        ("large.s", "HEAD", "`sub/large.s` is larger than 1048576 bytes at the revision `HEAD`"),
    ],
)  # fmt: skip
def test_what_is_not_there(name: str, revision: str, told: str, tmp_path: Path) -> None:
    folder = history(tmp_path / "r")
    (folder / "sub/link.s").symlink_to("k.s")
    (folder / "sub/folder").mkdir()
    (folder / "sub/folder/k.s").write_text("ret\n")
    (folder / "sub/large.s").write_text(" " * (MOST + 1))
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "more", "--amend")
    with pytest.raises(GitError, match=told):
        file_at(folder / "sub" / name, revision, MOST)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("extensions.refstorage", "reftable", "refs kept as `reftable` are not read, only files"),
        ("extensions.newthing", "1", "a repository with the extension `newthing` is not read"),
        ("core.repositoryformatversion", "2", "a repository of version `2` is not read, only versions 0 and 1 are"),
        ("extensions.objectformat", "md5", "objects named by `md5` are not read, only those by sha1 and sha256"),
    ],
)
def test_forms_that_are_not_read(key: str, value: str, told: str, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "core.repositoryformatversion", "1")
    git(tmp_path, "config", key, value)
    with pytest.raises(GitError, match=told):
        file_at(tmp_path / "k.s", "HEAD", MOST)


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="is in no repository of git"):
        file_at(tmp_path / "k.s", "HEAD", MOST)
    (tmp_path / ".git").write_text("gitdir: /nowhere/at/all\n")
    with pytest.raises(GitError, match="leads to no repository"):
        file_at(tmp_path / "k.s", "HEAD", MOST)


@pytest.mark.filterwarnings("ignore")  # dulwich leaves files of damaged packs open, which the process's end closes
@pytest.mark.parametrize("packed", [False, True])
def test_damaged_repositories(packed: bool, tmp_path: Path) -> None:
    """Each file of a repository with some bytes changed: the right text, or an error, and nothing else."""
    folder = history(tmp_path / "r")
    if packed:
        git(folder, "gc", "-q", "--aggressive", "--prune=now")
    right = file_at(folder / "sub/k.s", "HEAD~2", MOST)
    paths = [path for path in sorted((folder / ".git").rglob("*")) if path.is_file() and "hooks" not in path.parts]
    choose = random.Random(1)
    for turn in range(examples(400)):
        path = paths[turn % len(paths)]
        before = path.read_bytes()
        if not before:
            continue
        damaged = bytearray(before)
        for _ in range(choose.randint(1, 4)):
            damaged[choose.randrange(len(damaged))] = choose.choice([0, 1, 0x7F, 0x80, 0xFF, choose.randrange(256)])
        path.chmod(0o644)
        path.write_bytes(damaged[: choose.choice([len(damaged), choose.randrange(len(damaged))])])
        with contextlib.suppress(GitError):
            assert file_at(folder / "sub/k.s", "HEAD~2", MOST) == right or path.name in ("main", "packed-refs", "HEAD")
        path.write_bytes(before)
    gc.collect()


def test_the_process_answers_as_the_reader(tmp_path: Path) -> None:
    folder = history(tmp_path / "r")
    path = folder / "sub/k.s"
    assert revisions.file_at(path, "HEAD~2", MOST) == file_at(path, "HEAD~2", MOST)
    with pytest.raises(GitError, match="there is no revision `nowhere`") as told:
        revisions.file_at(path, "nowhere", MOST)
    assert "with ~N or ^N for the commits before it" in told.value.help


def test_a_large_object_that_is_a_file(tmp_path: Path) -> None:
    """One that says it is large, and one that is larger than it says."""
    git(tmp_path, "init", "-q", "-b", "main")
    for name, head in (("1" * 40, b"commit 99999999999\0"), ("2" * 40, b"commit 9\0")):
        place = tmp_path / ".git/objects" / name[:2]
        place.mkdir()
        (place / name[2:]).write_bytes(zlib.compress(head + bytes(2 * 10**7)))
        with pytest.raises(GitError, match="damaged"):
            file_at(tmp_path / "k.s", name, MOST)


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="no limit of memory there")
def test_a_large_object_in_a_pack(tmp_path: Path) -> None:
    """Two megabytes that unfold to two gigabytes end the reader, not the caller."""
    folder = history(tmp_path / "r")
    with (folder / "sub/k.s").open("wb") as stream:
        stream.truncate(2_000_000_000)
    git(folder, "-c", "core.compression=9", "commit", "-qam", "large")
    git(folder, "-c", "core.bigFileThreshold=1", "gc", "-q")
    with pytest.raises(GitError, match="takes too much time or memory to read"):
        revisions.file_at(folder / "sub/k.s", "HEAD", MOST)
    assert revisions.file_at(folder / "sub/k.s", "HEAD~1", MOST)
