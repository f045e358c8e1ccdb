"""The state of a storage manager as data for JSON, and its restoration (docs/memory.md, section 9)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from isa.reporting.diagnostics import SimtError
from simt.memory.storage.layout import PAGED, Key, Layout, Name, StorageError, known_name
from simt.memory.storage.pages import runs_of
from simt.memory.storage.soundness import check
from simt.memory.storage.state import COUNTERS, Block, StagePrograms, State, address_of

SCHEMA = "simt.memory/1"
GIVEN_BY = "`simt run --storage-out FILE` writes one, and StorageManager.dump() gives one"


def dump(state: State) -> dict[str, Any]:
    """Return a state as data for JSON."""
    return {
        "schema": SCHEMA,
        "layout": asdict(state.layout),
        "poison": state.poison,
        "statistics": state.statistics(),
        "free": runs_of(state.free_pages()),
        "objects": [_object(state, key, block) for key, block in state.blocks.items()],
        "freed": sorted([kind, _shown(name)] for kind, name in state.freed),
        "programs": {stage: asdict(program) for stage, program in state.programs.items()},
    }


def _object(state: State, key: Key, block: Block) -> dict[str, Any]:
    kind, name = key
    return {
        "kind": kind,
        "id": _shown(name),
        "size": block.size,
        "parameters": block.parameters,
        "created": block.created,
        "address": address_of(state.layout, kind, name, block),
        **({"pages": runs_of(state.chain(block))} if kind in PAGED else {}),
        "written": [list(pair) for pair in zip(block.written.starts, block.written.ends, strict=True)],
    }


def _shown(name: Name) -> Any:
    return list(name) if isinstance(name, tuple) else name


def restored(data: object) -> State:
    """Return the state that was dumped as `data`. Raises `StorageError` (E0934) for data that `dump` never returns."""
    try:
        state = _state(data)
        problems = check(state)
        if not problems and dump(state) != data:
            problems = ["its parts contradict each other"]
    except SimtError as error:
        problems = [error.message]
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, OverflowError):
        problems = [f"it is not of the form {SCHEMA}"]
    if problems:
        message = f"this is not a state of a storage manager: {problems[0]}"
        raise StorageError(message, code="E0934", help=GIVEN_BY)
    return state


def _state(data: Any) -> State:
    """Return the state in `data`, whose numbers are not checked yet.

    Raises `StorageError`, or an error of Python for data of another form.
    """
    if type(data["poison"]) is not bool:
        raise TypeError("poison is on or off")
    state = State(Layout(**{name: _whole(size) for name, size in data["layout"].items()}), poison=data["poison"])
    statistics = data["statistics"]
    state.counters = {name: _whole(statistics[name]) for name in COUNTERS}
    state.peak_pages = _whole(statistics["peak_pages"])
    pages = state.pages
    pages.head, pages.tail, pages.free = pages.linked(_expanded(state, data["free"]))
    for entry in data["objects"]:
        key = _key(entry["kind"], entry["id"])
        size, parameters, created = (_whole(entry[name]) for name in ("size", "parameters", "created"))
        block = state.blocks[key] = Block(size, parameters, created)
        if key[0] in PAGED:
            block.first, block.last, _ = pages.linked(_expanded(state, entry["pages"]))
        for start, end in entry["written"]:
            block.written.starts.append(_whole(start))
            block.written.ends.append(_whole(end))
    state.freed = {_key(kind, name) for kind, name in data["freed"]}
    state.programs = {stage: StagePrograms(**data["programs"][stage]) for stage in state.programs}
    return state


def _expanded(state: State, runs: Any) -> list[int]:
    """Return the pages of runs. Raises `ValueError` for pages outside the user area, and for more than it has."""
    pages: list[int] = []
    for first, count in runs:
        if first < 0 or count < 1 or first + count > state.layout.pages or len(pages) + count > state.layout.pages:
            raise ValueError("a run leaves the user area")
        pages += range(first, first + count)
    return pages


def _whole(number: Any) -> int:
    if type(number) is not int or not -1 << 63 <= number < 1 << 63:
        raise TypeError("no whole number of 64 bits")
    return number


def _key(kind: Any, name: Any) -> Key:
    return kind, known_name(kind, tuple(name) if isinstance(name, list) else name)
