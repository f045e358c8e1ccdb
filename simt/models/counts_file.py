"""`Counts` from a TOML file or from its tables. All mistakes are reported at once, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from isa.reporting.diagnostics import did_you_mean, quote
from simt.models.classes import CLASSES
from simt.models.counts import Body, Branch, Counts, GlobalAccess, LocalAccess, Loop
from simt.models.documents import Document, read_document
from simt.models.errors import ModelError

_BLOCK = ("instructions", "global", "local", "branch", "barriers", "loop")
_LAUNCH = ("work_items", "local_size", "local_bytes", "registers", "resident_groups", "active_share")
_MOST_NESTED = 20  # loops inside loops, so that recursion is bounded

Part = TypeVar("Part")
_Path = tuple[str, ...]


def load_counts(path: str | Path) -> Counts:
    """Read the counts of a TOML file, or of standard input for `-`.

    Raises `ModelError`: E0654 for a file of another kind, E0801 to E0803, E0807.
    """
    document = read_document(path, "counts")
    stem = "stdin" if str(path) == "-" else Path(path).stem
    return _counts(document, stem)


def counts_from_dict(tree: Mapping[str, Any]) -> Counts:
    """Make counts from tables such as `Counts.to_dict` returns. Raises `ModelError`: E0801 to E0803."""
    return _counts(Document(dict(tree)), "kernel")


def _counts(document: Document, name: str) -> Counts:
    tree = document.tree
    document.know((), tree, ("kernel", "origin", *_LAUNCH, *_BLOCK), former={"group_size": "local_size"})
    for key in ("kernel", "origin"):
        if key in tree and not isinstance(tree[key], str):
            document.wrong((key,), "E0802", f"`{key}` is a text in quotes")
    for key in ("work_items", "local_size"):
        if key not in tree and not (key == "local_size" and "group_size" in tree):
            document.wrong((), "E0803", f"`{key}` is missing", help="every model needs it: a whole number")
    body = _block(document, (), tree, 0)
    launch = {key: tree[key] for key in _LAUNCH if key in tree}
    for key, value in launch.items():
        bare = {"work_items": 2**62, "local_size": 1} | {key: value}
        _try(document, (key,), Counts, "", body=Body(), **bare)
    document.refuse()
    origin = tree.get("origin", document.file)
    counts = _try(document, ("local_size",), Counts, tree.get("kernel", name), body=body, origin=origin, **launch)
    document.refuse()
    assert counts is not None, "what cannot be made is refused"
    return counts


def _try(document: Document, path: _Path, make: Callable[..., Part], *arguments: Any, **more: Any) -> Part | None:
    """Call `make` and return its value, or record its `ModelError` at `path` or at the key that the message names."""
    try:
        return make(*arguments, **more)
    except ModelError as error:
        named = error.message.split("`")[1].split(".")[-1] if "`" in error.message else ""
        exact = (*path, named) if (*path, named) in document.places else path
        document.wrong(exact, error.code, error.message, help=error.help)
        return None


def _block(document: Document, path: _Path, tree: Mapping[str, Any], depth: int) -> Body:
    """Read the block (kernel or loop) at `path`; empty if a mistake is recorded. The caller checks its other keys."""
    barriers = document.table((*path, "barriers"), tree.get("barriers", {}))
    document.know((*path, "barriers"), barriers, ("simple", "waiting"))
    parts: dict[str, list[Any]] = {"global": [], "local": [], "branch": [], "loop": []}
    for kind, part in parts.items():
        for name, value in document.table((*path, kind), tree.get(kind, {})).items():
            here = (*path, kind, name)
            table = document.table(here, value)
            entry: Any = None
            if kind == "loop":
                entry = _loop(document, here, table, depth)
            elif "count" not in table:
                document.wrong(here, "E0803", f"`{'.'.join(here)}` has no `count`: how often a work-item does it")
            elif kind == "branch":
                entry = _branch(document, here, table)
            else:
                entry = _access(document, here, table, is_global=kind == "global")
            if entry is not None:
                part.append(entry)
    mix = _mix(document, (*path, "instructions"), tree.get("instructions", {}))
    numbers = {key: barriers[key] for key in ("simple", "waiting") if key in barriers}
    for key, value in numbers.items():
        _try(document, (*path, "barriers", key), Body, **{f"{key}_barriers": value})
    if document.problems:
        return Body()
    return Body(
        mix,
        tuple(parts["global"]),
        tuple(parts["local"]),
        tuple(parts["branch"]),
        numbers.get("simple", 0),
        numbers.get("waiting", 0),
        tuple(parts["loop"]),
    )


def _mix(document: Document, path: _Path, value: object) -> dict[str, Any]:
    table = document.table(path, value)
    good = {}
    for name, count in table.items():
        if name not in CLASSES:
            hint = did_you_mean(name, CLASSES, f"the classes are {', '.join(CLASSES)}")
            document.wrong((*path, name), "E0801", f"no instruction class {quote(name)}", help=hint, at_key=True)
        elif _try(document, (*path, name), Body, {name: count}):
            good[name] = count
    return good


def _access(document: Document, path: _Path, table: dict[str, Any], *, is_global: bool) -> object:
    kind: Any = GlobalAccess if is_global else LocalAccess
    document.know(path, table, (*kind.KEYS, "store"))
    values = {key: table[key] for key in kind.KEYS if key in table}
    is_store = table.get("store", False)
    if not isinstance(is_store, bool):
        document.wrong((*path, "store"), "E0802", "`store` is true or false")
        return None
    access: object = _try(document, path, kind, path[-1], is_store=is_store, **values)
    return access


def _branch(document: Document, path: _Path, table: dict[str, Any]) -> Branch | None:
    document.know(path, table, ("count", "paths", "serial", "divergent"))
    before = len(document.problems)
    paths = {
        name: _mix(document, (*path, "paths", name), mix)
        for name, mix in document.table((*path, "paths"), table.get("paths", {})).items()
    }
    serial = _mix(document, (*path, "serial"), table["serial"]) if "serial" in table else None
    if len(document.problems) > before:
        return None
    return _try(document, path, Branch, path[-1], table["count"], paths, serial, table.get("divergent"))


def _loop(document: Document, path: _Path, table: dict[str, Any], depth: int) -> Loop | None:
    document.know(path, table, ("trips", *_BLOCK))
    if depth >= _MOST_NESTED:
        document.wrong(path, "E0802", f"loops are nested more than {_MOST_NESTED} deep")
        return None
    if "trips" not in table:
        document.wrong(path, "E0803", f"`{'.'.join(path)}` has no `trips`: how often a work-item goes round")
    body = _block(document, path, table, depth + 1)
    return _try(document, path, Loop, path[-1], table.get("trips", 0), body)
