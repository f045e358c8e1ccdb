"""The hash of a machine: SHA-256 of every key that determines its behaviour."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache, lru_cache

from simt.machine.declaring import Section
from simt.machine.description import Description


@cache
def hashed_names() -> tuple[str, ...]:
    """Return the keys and sections that determine a machine's behaviour, in order of their names."""
    return tuple(sorted(name for name in Description.model_fields if name not in ("name", "description")))


def hash_text(machine: Description, name: str) -> str:
    """Return the text of a key or a section in the machine's hash."""
    return f'"{name}":{_json(getattr(machine, name))}'


def hash_of(texts: Iterable[str]) -> str:
    """Return the hash, in hex, of a machine with these texts of all `hashed_names`, in their order."""
    return hashlib.sha256(f"{{{','.join(texts)}}}".encode()).hexdigest()


def _json(value: object) -> str:
    """Return a key or a section as JSON; texts of sections are kept, for sweeps over thousands of machines."""
    if isinstance(value, Section):
        return _section_json(type(value), tuple(value.__dict__.values()))
    return repr(value) if type(value) in (int, float) else json.dumps(value)


@lru_cache(maxsize=4096)
def _section_json(kind: type[Section], values: tuple[object, ...]) -> str:
    return json.dumps(dict(zip(kind.model_fields, values, strict=True)), sort_keys=True, separators=(",", ":"))
