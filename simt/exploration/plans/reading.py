"""Read the plan of a sweep from a TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import quote
from isa.reporting.files import exists, read_bytes, reason_of
from simt.exploration.errors import SweepError
from simt.exploration.plans.named_files import check_named
from simt.exploration.plans.plan import Sweep
from simt.files import TOML_BYTES, toml_tree
from simt.launch.programs import split_name
from simt.toml_kinds import OTHER_KIND, mistaken


def load_plan(path: str | Path) -> Sweep:
    """The sweep of a TOML file. Kernels, machines and folders that it names are first looked for beside it.

    Raises `SweepError`: E0760 to E0762, E0767, E0774, E0779.
    """
    document = read_document(path)
    if "explore" in document:
        message = f"the plan {quote(str(path))} is one of a search: it has a table [explore]"
        raise SweepError(message, help=f"simt explore {path}")
    return Sweep.from_dict(document)


def read_document(path: str | Path) -> dict[str, Any]:
    """The tables of a plan, unchecked, with the paths that it names resolved.

    Raises `SweepError`, E0762, and E0779 or the code of a kernel for a missing file.
    """
    name, target = quote(str(path)), Path(path)
    try:
        text = read_bytes(target, TOML_BYTES).decode("utf-8-sig")
        document = toml_tree(text)
    except (OSError, ValueError) as error:  # errors of TOML and Unicode are ValueErrors
        what = f"not TOML: {error}" if isinstance(error, tomllib.TOMLDecodeError) else reason_of(error)
        raise SweepError(f"cannot read the plan {name}: {what}") from None
    except RecursionError:
        raise SweepError(f"cannot read the plan {name}: its arrays or tables are nested too deeply") from None
    if "explore" not in document and (other := mistaken(document, "plan", str(path))) is not None:
        raise SweepError(other[0], code=OTHER_KIND, help=other[1])
    written, folder = dict(document), target.parent
    for key in ("programs", "include_paths"):
        if isinstance(document.get(key), list):
            document[key] = [_beside(folder, item) for item in document[key]]
    for key in ("program", "machine", "oracle"):
        if key in document:
            document[key] = _beside(folder, document[key])
    if isinstance(document.get("in"), dict):
        document["in"] = {name: _beside(folder, value) for name, value in document["in"].items()}
    sweep = document.get("sweep")
    if isinstance(sweep, dict) and isinstance(sweep.get("machine"), list):
        sweep["machine"] = [_beside(folder, item) for item in sweep["machine"]]
    check_named(written, document, text, str(path))
    return document


def _beside(folder: Path, item: object) -> object:
    """The path of `item` in the folder of the plan, if it exists; else `item`, a shipped kernel or a preset."""
    if not isinstance(item, str) or not item or folder == Path():
        return item
    return str(folder / item) if exists(folder / split_name(item)[0]) else item
