"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from isa.reporting.files import replace_file, replacement, written_path
from simt.diagnosis.saved import check_baseline
from simt.files import FileError, check_output, file_meant, make_folder
from tests.commands import invoke


def test_a_file_is_there_when_the_block_is_over(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with replacement(path) as stream:
        stream.write(b"new")
        stream.flush()
        assert not path.exists()
    assert path.read_bytes() == b"new"
    replace_file(path, b"newer")
    assert path.read_bytes() == b"newer"


def write_half(path: Path, error: type[BaseException]) -> None:
    with replacement(path) as stream:
        stream.write(b"half")
        raise error


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt, ValueError])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(error):
        write_half(path, error)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_stay_and_new_ones_follow_the_umask(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch()
    old.chmod(0o604)
    before = os.umask(0o027)
    try:
        replace_file(old, b"")
        replace_file(new, b"")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, new)] == [0o604, 0o640]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    assert written_path(link) == target.resolve()
    replace_file(link, b"data")
    assert link.is_symlink()
    assert target.read_bytes() == b"data"


def test_the_null_device_is_written_to(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    replace_file(link, b"data")
    assert link.is_symlink()
    replace_file(os.devnull, b"data")
    assert Path(os.devnull).is_char_device()


def test_another_device_or_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "full"
    os.mkfifo(pipe)
    link.symlink_to("/dev/zero")
    end = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)  # so that a writer would not wait for a reader
    for path in (pipe, link):
        with pytest.raises(OSError, match=r"^it is a pipe or a device, not a file$"):
            replace_file(path, b"data")
    with pytest.raises(BlockingIOError):
        os.read(end, 1)  # nothing was written
    os.close(end)


def test_what_the_process_has_open_is_written_to(tmp_path: Path) -> None:
    """Also a pipe, as in `-o >(gzip)`, and behind what was printed before."""
    reader, writer = os.pipe()
    for folder in ("/dev/fd", "/proc/self/fd"):
        replace_file(f"{folder}/{writer}", b"data")
        assert os.read(reader, 10) == b"data"
    os.close(reader)
    os.close(writer)
    code = "from isa.reporting.files import replace_file; print('a'); replace_file('/dev/stdout', b'b\\n'); print('c')"
    for name, stream in (("out", "stdout"), ("err", "stderr")):
        with (tmp_path / name).open("wb") as file:
            subprocess.run([sys.executable, "-c", code.replace("stdout", stream)], check=True, **{stream: file})
    assert (tmp_path / "out").read_bytes() == b"a\nb\nc\n"
    assert (tmp_path / "err").read_bytes() == b"b\n"
    with pytest.raises(OSError, match="Bad file descriptor"):
        replace_file("/dev/fd/999999", b"")


def test_names_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, b"")
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "no" / "file", b"")
    with pytest.raises(ValueError, match="null"):  # `embedded null byte`, or `character` since Python 3.13
        replace_file("a\0b", b"")


def test_a_folder_of_others_is_refused_before_anything_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told by the folder, in which the file is replaced; the tests may run as root, who may write everywhere."""
    monkeypatch.setattr(os, "access", lambda folder, _: Path(folder) != tmp_path)
    (tmp_path / "old").touch()
    (tmp_path / "link").symlink_to("/dev/null")
    monkeypatch.chdir(tmp_path)
    for name in ("old", "new"):
        with pytest.raises(FileError, match=f"cannot write `{name}`: permission denied"):
            check_output(name)
    check_output("link")
    check_output("/dev/stdout")


def test_baselines_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be made is an error as any other, before the run and after it."""
    monkeypatch.chdir(tmp_path)
    Path(".simt").touch()
    with pytest.raises(FileError, match=r"cannot write `\.simt`"):
        make_folder(".simt")
    shown = invoke("run", "dot", "--save", "base")
    assert (shown.exit_code, shown.stdout) == (2, "")
    Path(".simt").unlink()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(FileError, match=r"cannot write `\.simt/base\.json`: permission denied"):
        check_baseline("base")


def test_a_missing_file_is_answered_with_the_one_that_is_most_like_it(tmp_path: Path) -> None:
    for name in ("rows.s", "notes.txt", "row.toml"):
        (tmp_path / name).touch()
    (tmp_path / "folder.s").mkdir()
    folder = str(tmp_path)
    assert file_meant(f"{folder}/rosw.s") == f"did you mean `{folder}/rows.s`?"
    assert file_meant(f"{folder}/rows", (".s",)) == f"did you mean `{folder}/rows.s`?"
    assert file_meant(f"{folder}/note.txt") == f"did you mean `{folder}/notes.txt`?"
    assert file_meant(f"{folder}/note.txt", (".s",)) == ""
    assert file_meant(f"{folder}/folders.s") == "", "a folder is not a file"
    assert file_meant(f"{folder}/rows.s") == "", "it is there"
    assert file_meant(f"{folder}/none/rows.s") == ""
    assert file_meant("\0") == ""
