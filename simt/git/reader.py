"""The process that reads a file of a revision: it finds the file's repository, the revision, and the content.

dulwich reads objects, packs and refs, and starts no program. It is given only the folders of these, because with the
whole repository it would follow the repository's configuration. From this configuration only the format is read, by
this module.
"""

from __future__ import annotations

import json
import re
import stat
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from dulwich.config import ConfigFile
from dulwich.errors import NotTreeError
from dulwich.object_format import get_object_format
from dulwich.object_store import DiskObjectStore
from dulwich.objects import Blob, Commit, ObjectID, ShaFile, SubmoduleEncountered, Tag, Tree
from dulwich.objectspec import AmbiguousShortId, parse_commit
from dulwich.refs import DiskRefsContainer
from dulwich.repo import BaseRepo

from isa.reporting.diagnostics import quote
from isa.reporting.files import is_file, open_file, read_bytes, reason_of
from simt.limits import limit_memory, limit_time

_SECONDS = 20  # of processor time
_BYTES = 1 << 30
_OBJECT_BYTES = 64 << 20  # of a loose object; a pack is bounded by the process
_FILE_BYTES = 1 << 20
_REFUSED = 3
_FORMS = "HEAD, a branch, a tag or an id, with ~N or ^N for the commits before it"
_STEP = re.compile(rb"\^\{(?:commit)?\}|([~^])([0-9]{0,9})(?!\{)")
_HARMLESS = {b"noop", b"noop-v1", b"partialclone", b"preciousobjects", b"worktreeconfig", b"relativeworktrees",
             b"compatobjectformat"}  # fmt: skip


class RefusedError(Exception):
    """A file that cannot be read: `args` are the reason, and a way out or ""."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message, advice)


@dataclass(frozen=True)
class Folders:
    """The folders of a repository.

    - root: the folder of the checked-out files.
    - own: the folder with HEAD, which each worktree has for itself.
    - common: the folder with objects, refs and configuration.
    """

    root: Path
    own: Path
    common: Path


def main() -> NoReturn:
    """Read a request (path, revision, size limit) from standard input and write the file's content to standard output.

    If the request is refused, write the reason to standard error and exit with status 3.
    """
    limit_time(_SECONDS)
    limit_memory(_BYTES)
    path, revision, size_limit = json.loads(sys.stdin.buffer.read())
    try:
        data = read(Path(path), revision, size_limit)
    except RefusedError as error:
        sys.stderr.write(json.dumps(error.args))
        sys.exit(_REFUSED)
    sys.stdout.buffer.write(data)
    sys.exit(0)


def read(path: Path, revision: str, size_limit: int) -> bytes:
    """Return the content of a file at a revision.

    Raises `RefusedError`, also above `size_limit` bytes; `MemoryError`; and the errors of `folders_of`.
    """
    folders = folders_of(path.parent)
    inside = path.relative_to(folders.root).parts
    try:
        repository = _repository(folders)
        with closing(repository.object_store):
            commit = _commit(repository, revision)
            return _file(repository, commit, inside, revision, size_limit)
    except (RefusedError, MemoryError):
        raise
    except OSError as error:
        raise RefusedError(f"the repository of {quote(str(path))} cannot be read: {reason_of(error)}") from None
    except Exception as error:  # dulwich passes on its parsers' errors: zlib.error, struct.error, AssertionError, ...
        why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        message = f"the repository of {quote(str(path))} is damaged: {why[:200]}"
        raise RefusedError(message, "git fsck says what is wrong with it") from None


def folders_of(folder: Path) -> Folders:
    """Return the folders of the repository that contains a folder.

    Raises `RefusedError` without a repository, and `OSError` or `ValueError` for a file of git that cannot be read.
    """
    for root in (folder, *folder.parents):
        door = root / ".git"
        own = door
        if is_file(door):  # a worktree and a submodule have a file with the path
            word, _, place = _line(door).partition(": ")
            own = door.parent / place
            if word != "gitdir" or not place or not own.is_dir():
                raise RefusedError(f"{quote(str(door))} leads to no repository")
        if own.is_dir() and (is_file(own / "HEAD") or (own / "HEAD").is_symlink()):
            break
    else:
        raise RefusedError(f"{quote(str(folder))} is in no repository of git")
    common = own / _line(own / "commondir") if is_file(own / "commondir") else own
    return Folders(root, own, common)


def _line(path: Path) -> str:
    text = read_bytes(path, _FILE_BYTES).decode(errors="replace")
    return text.split("\n", 1)[0].rstrip("\r").replace("\x00", "")


def _repository(folders: Folders) -> BaseRepo:
    """Open the objects and refs of a repository. Raises `RefusedError` for an unknown format."""
    path = folders.common / "config"
    config = ConfigFile()
    if is_file(path):
        with open_file(path, _FILE_BYTES) as stream:
            config = ConfigFile.from_file(stream, expand_includes=False)
    version = _value(config, "core", "repositoryformatversion") or "0"
    if version not in ("0", "1"):
        raise RefusedError(f"a repository of version {quote(version)} is not read, only versions 0 and 1 are")
    named = (b"extensions",)
    extensions = {key.lower() for key in config[named]} if named in config else set()
    unknown = sorted(extensions - _HARMLESS - {b"objectformat", b"refstorage"})
    if unknown and version == "1":
        raise RefusedError(f"a repository with the extension {quote(unknown[0].decode(errors='replace'))} is not read")
    storage = _value(config, "extensions", "refstorage") or "files"
    if storage != "files":
        way = "git refs migrate --ref-format=files makes files of them"
        raise RefusedError(f"refs kept as {quote(storage)} are not read, only files", way)
    form = _value(config, "extensions", "objectformat") or "sha1"
    if form not in ("sha1", "sha256"):
        raise RefusedError(f"objects named by {quote(form)} are not read, only those by sha1 and sha256")
    store = DiskObjectStore(
        folders.common / "objects", object_format=get_object_format(form), loose_object_size_limit=_OBJECT_BYTES
    )
    return BaseRepo(store, DiskRefsContainer(folders.common, folders.own))


def _value(config: ConfigFile, section: str, key: str) -> str:
    try:
        return config.get((section.encode(),), key.encode()).decode(errors="replace").lower()
    except KeyError:
        return ""


def _object(repository: BaseRepo, name: bytes) -> ShaFile:
    """Return the object with this id, checked against its content. Raises `RefusedError`."""
    short = name.decode(errors="replace")[:12]
    try:
        entry = repository.object_store[ObjectID(name)]
    except KeyError:
        advice = "a shallow or partial clone leaves some at its remote; where you trust it, `git fetch` brings them"
        raise RefusedError(f"the object {short} is not in the repository", advice) from None
    content = entry.as_raw_string()
    head = b"%s %d\x00" % (entry.type_name, len(content))
    if repository.object_format.hash_object_hex(head + content) != name:
        raise RefusedError(f"the object {short} is damaged", "git fsck says what is wrong with it")
    return entry


def _commit(repository: BaseRepo, revision: str) -> Commit:
    """Return the commit that a revision names. Raises `RefusedError`."""
    data = revision.encode("utf-8", "surrogateescape")
    base, position = data, len(data)
    if match := re.search(rb"[~^]", data):
        base, position = data[: match.start()], match.start()
    commit = _named(repository, base or b"HEAD" if position < len(data) else base)
    while position < len(data):
        step = _STEP.match(data, position)
        if step is None:
            raise RefusedError(f"{quote(revision)} is not a revision that is understood", f"it is {_FORMS}")
        position = step.end()
        if step[1] is None or (step[1] == b"^" and step[2] == b"0"):
            continue
        number = int(step[2] or 1)
        which, times = (number, 1) if step[1] == b"^" else (1, number)
        for _ in range(times):
            if which > len(commit.parents):
                count = len(commit.parents)
                has = f"{commit.id.decode()[:12]} has {count or 'no'} parent{'s' * (count > 1)}"
                raise RefusedError(f"there is no revision {quote(revision)}: {has}")
            commit = _peeled(repository, commit.parents[which - 1])
    return commit


def _named(repository: BaseRepo, base: bytes) -> Commit:
    """Return the commit that a revision without steps (`~`, `^`) names. Raises `RefusedError`."""
    text = base.decode(errors="replace")
    if re.fullmatch(rb"[0-9a-fA-F]{%d}" % repository.object_format.hex_length, base):
        return _peeled(repository, base.lower())
    described = re.fullmatch(rb".+-g([0-9a-f]{4,64})", base)  # v1.2-3-g1234567 is output of `git describe`
    for name in (b"HEAD" if base == b"@" else base, *([described[1]] if described else [])):
        try:
            is_short = re.fullmatch(rb"[0-9a-fA-F]{4,63}", name) is not None
            return _peeled(repository, parse_commit(repository, name.lower() if is_short else name).id)
        except AmbiguousShortId:
            raise RefusedError(f"{quote(text)} is short for several objects", "give more of its digits") from None
        except KeyError:
            continue
    raise RefusedError(f"there is no revision {quote(text)}", f"it is {_FORMS}")


def _peeled(repository: BaseRepo, name: bytes) -> Commit:
    """Return the commit that an object is, or that a tag leads to. Raises `RefusedError`."""
    entry = _object(repository, name)
    while isinstance(entry, Tag):
        entry = _object(repository, entry.object[1])
    if not isinstance(entry, Commit):
        kind = entry.type_name.decode()
        raise RefusedError(f"{name.decode()[:12]} is a {kind}, not a commit")
    return entry


def _file(repository: BaseRepo, commit: Commit, parts: tuple[str, ...], revision: str, size_limit: int) -> bytes:
    """Return the content of a file in a commit.

    parts: the names on the way to the file, from the root of the repository. revision: the revision's name in
    messages. Raises `RefusedError`, also above `size_limit` bytes.
    """

    def at(name: bytes) -> ShaFile:
        return _object(repository, name)

    path = "/".join(parts)
    there = f"at the revision {quote(revision)}"
    tree = at(commit.tree)
    try:
        if not isinstance(tree, Tree):
            raise NotTreeError(commit.tree)
        mode, name = tree.lookup_path(at, path.encode("utf-8", "surrogateescape"))
    except (KeyError, NotTreeError):
        raise RefusedError(f"there is no {quote(path)} {there}") from None
    except SubmoduleEncountered as error:
        place, way = error.path.decode(errors="replace"), "name a file of it while it is checked out"
        raise RefusedError(f"{quote(place)} is a submodule {there}", way) from None
    if stat.S_ISLNK(mode):
        raise RefusedError(f"{quote(path)} is a link {there}", "name what it leads to")
    entry = at(name)
    if not isinstance(entry, Blob):
        raise RefusedError(f"{quote(path)} is a folder {there}")
    if len(entry.data) > size_limit:
        raise RefusedError(f"{quote(path)} is larger than {size_limit} bytes {there}")
    return entry.data
