"""Digests of what the simulator gives, by group, case and part: `python -m tests.golden.digests --check`.

`digests.json` was written by the engine before the house was rebuilt; it changes only when behaviour is meant to
change, with `--write` (and names of groups to write only these). The numbers of a run are digested by what they mean:
reasons and fields by name, integers as 64 bits, so that another layout in memory leaves the digests alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from tests.commands import invoke
from tests.golden.cases import COMMANDS, RUNS
from tests.golden.observed import observed

DATA = Path(__file__).with_name("digests.json")
ROOT = Path(__file__).parents[2]
TEXT = "text"
GROUPS = (*RUNS, TEXT)
IN_CLEAR = ("cycles", "status")
Digests = dict[str, Any]  # part -> digest, or the number itself


# --- Digests ----------------------------------------------------------------------------------------------------------


def canonical(value: Any) -> Any:
    """A value for JSON that depends neither on the types of arrays nor on the order of names."""
    if isinstance(value, dict):
        return {str(key): canonical(value[key]) for key in sorted(value)}
    if isinstance(value, np.ndarray):
        assert value.dtype.kind in "biu", value.dtype
        return [list(value.shape), hashlib.sha256(value.astype("<i8").tobytes()).hexdigest()]
    if isinstance(value, list | tuple):
        return [canonical(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def digest(value: Any) -> str:
    """16 hexadecimal digits."""
    text = value if isinstance(value, str) else json.dumps(canonical(value), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digests_of_run(group: str, name: str) -> Digests:
    """The digests of a run by part."""
    plain = observed(RUNS[group][name])
    cores = plain.pop("cores")
    whole = {part: value if part in IN_CLEAR else digest(value) for part, value in _flat(plain).items()}
    flat = [_flat(core) for core in cores]
    return whole | {f"cores: {part}": digest([core[part] for core in flat]) for part in flat[0]}


def _flat(parts: dict[str, Any]) -> dict[str, Any]:
    """Events and ledgers are parts by kind."""
    found: dict[str, Any] = {}
    for name, value in parts.items():
        if name in ("events", "ledgers", "device") and value is not None:
            found |= {f"{name} {kind}": entry for kind, entry in value.items()}
        else:
            found[name] = value
    return found


def digests_of_command(name: str) -> Digests:
    """The exit status of a command, its lines, and what it prints; of JSON the values, without the version."""
    names = ("SIMT_MACHINE", "SIMT_SET", "SIMT_TRACEBACK", "FORCE_COLOR")
    with mock.patch.dict(os.environ, {"COLUMNS": "120", "NO_COLOR": "1"}):
        for each in names:
            os.environ.pop(each, None)
        outcome = invoke(*COMMANDS[name])
    text = outcome.stdout.replace(f"{ROOT}{os.sep}", "")  # wherever the repository lies
    if "--json" in COMMANDS[name] and outcome.exit_code == 0:
        data = json.loads(text)
        data.get("provenance", {}).pop("version", None)
        text = json.dumps(data, sort_keys=True, indent=0)
    return {"status": outcome.exit_code, "lines": len(text.splitlines()), "text": digest(text)}


def digests_of(group: str, name: str) -> Digests:
    """The digests of a case."""
    return digests_of_command(name) if group == TEXT else digests_of_run(group, name)


def names_of(group: str) -> Iterable[str]:
    """The cases of a group."""
    return COMMANDS if group == TEXT else RUNS[group]


# --- What is pinned ---------------------------------------------------------------------------------------------------


def pinned() -> dict[str, dict[str, Digests]]:
    """Digests by group and case, as they were written."""
    found: dict[str, dict[str, Digests]] = json.loads(DATA.read_text(encoding="utf-8"))
    return found


def differences(group: str, names: Iterable[str] | None = None) -> list[str]:
    """One line for each part of a case that is not what was pinned."""
    wanted, found = pinned()[group], []
    for name in names_of(group) if names is None else names:
        if name not in wanted:
            found.append(f"{group}: {name}: not pinned")
            continue
        got, want = digests_of(group, name), wanted[name]
        parts = [part for part in sorted(got.keys() | want.keys()) if got.get(part) != want.get(part)]
        found += [f"{group}: {name}: {part} is {got.get(part)}, pinned {want.get(part)}" for part in parts]
    if names is None:
        found += [
            f"{group}: {name}: pinned, but there is no such case" for name in wanted if name not in names_of(group)
        ]
    return found


def write(groups: Iterable[str]) -> None:
    """Pin what the groups give now."""
    data = pinned() if DATA.is_file() else {}
    data |= {group: {name: digests_of(group, name) for name in names_of(group)} for group in groups}
    lines = []
    for group in sorted(data):
        rows = [f"  {json.dumps(name)}: {json.dumps(data[group][name])}" for name in sorted(data[group])]
        lines.append(f"{json.dumps(group)}: {{\n" + ",\n".join(rows) + "\n }")
    DATA.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """`--check` or `--write`, then groups (all of them if none is named)."""
    if not arguments or arguments[0] not in ("--check", "--write") or set(arguments[1:]) - set(GROUPS):
        sys.stderr.write(f"python -m tests.golden.digests --check|--write [GROUP ...]; groups: {', '.join(GROUPS)}\n")
        return 2
    groups = arguments[1:] or list(GROUPS)
    if arguments[0] == "--write":
        write(groups)
        return 0
    count = 0
    for group in groups:
        found = differences(group)
        count += len(found)
        sys.stdout.write("".join(f"{line}\n" for line in found))
        sys.stdout.flush()
    sys.stdout.write(f"{sum(len(list(names_of(group))) for group in groups)} cases, {count} differences\n")
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
