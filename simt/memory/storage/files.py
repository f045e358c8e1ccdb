"""Reading a storage manager's state from a file."""

from __future__ import annotations

import json

from isa.reporting.diagnostics import quote
from simt.files import read_text
from simt.memory.storage.errors import StorageError
from simt.memory.storage.manager import StorageManager
from simt.memory.storage.saved import GIVEN_BY


def read_manager(path: str) -> StorageManager:
    """Read a manager's state, as `dump()` returns it, from a file, or from standard input for `-`.

    Raises `FileError`, and `StorageError`, E0934, for anything other than a state.
    """
    text = read_text(path)
    try:
        return StorageManager.restored(json.loads(text))
    except StorageError as error:
        reason, advice = error.message, error.help
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else f"it is not JSON: {error}"
        reason = f"this is not a state of a storage manager: {why}"
        advice = GIVEN_BY
    raise StorageError(f"{quote(path)}: {reason}", code="E0934", help=advice)
