"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

__all__ = ["replace_file"]


def replace_file(path: str | Path, data: bytes) -> None:
    """Write `data` to a temporary file that takes the place of `path` at the end. Raises `OSError` or `ValueError`.

    An existing file keeps its permissions, a link stays a link; a device or a pipe is written to directly.
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            stream.write(data)
        return
    target = target.resolve()
    descriptor, temporary = tempfile.mkstemp(prefix=".simt-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        Path(temporary).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        Path(temporary).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
