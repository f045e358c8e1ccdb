"""Traces of memory requests: `<arrival clock> <hex byte address> <R|W>` a line, plain or gzipped; and their tables."""

from __future__ import annotations

import gzip
import io
import re
import sys
import zlib
from typing import Any, BinaryIO, cast

import numpy as np

from isa.diagnostics import SimtError, quote
from isa.files import bounded, read_bytes, reason_of
from simt.core.memory.dram.layout import REQUEST
from simt.core.state.layout import NEVER
from simt.files import FileError
from simt.memory.channel import Channel

_MOST = 1 << 30  # bytes of a trace, unpacked
_LATEST = 1 << 40  # refreshes alone of more clocks would take minutes


class TraceError(SimtError):
    """A trace that is malformed; the message begins with the file and the line."""

    code = "E0660"


def read_trace(path: str, channel: Channel) -> Any:
    """The requests of a trace file, of standard input for `-`: REQUEST [n]. Raises `FileError` or `TraceError`."""
    try:
        data = bounded(sys.stdin.buffer, _MOST) if path == "-" else read_bytes(path, _MOST)
        if data.startswith(b"\x1f\x8b"):
            data = bounded(cast(BinaryIO, gzip.GzipFile(fileobj=io.BytesIO(data))), _MOST)
    except (OSError, ValueError, EOFError, zlib.error) as error:
        raise FileError(f"cannot read {quote(path)}: {reason_of(error)}") from None
    return requests_of(data, channel, path)


_LINE = re.compile(rb"\s*([0-9]{1,18})\s+(?:0[xX])?([0-9a-fA-F]{1,15})\s+([RW])\s*")


def requests_of(data: bytes, channel: Channel, name: str) -> Any:
    """The requests of a trace's text: REQUEST [n]. Raises `TraceError`, which begins with the name and the line."""
    lines = data.rstrip().split(b"\n") if data.strip() else []
    requests = np.zeros(len(lines), REQUEST)
    found = []
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is None:
            text = line.decode("utf-8", "replace").strip()
            wanted = "<arrival clock> <hexadecimal address> <R or W>"
            raise TraceError(f"{name}:{number}: {quote(text[:60])} is not {wanted}")
        arrival, address = int(match[1]), int(match[2], 16)
        if address >= channel.bytes:
            message = f"{name}:{number}: address 0x{address:x} is beyond the {channel.bytes} bytes of {channel.name}"
            raise TraceError(message, code="E0661")
        if arrival > _LATEST:
            raise TraceError(f"{name}:{number}: arrival {arrival} is later than clock {_LATEST}")
        found.append((arrival, address, match[3] == b"W"))
    if found:
        arrivals, addresses, writes = np.array(found, np.int64).T
        requests["arrival"], requests["line"], requests["is_write"] = (
            arrivals, addresses // channel["bytes_per_req"], writes,
        )  # fmt: skip
    requests["accept"] = requests["complete"] = NEVER
    return requests


def table_text(requests: Any) -> str:
    """When each request arrived, was accepted and was complete, as CSV."""
    columns = np.column_stack([np.arange(len(requests)), *(requests[name] for name in TABLE[1:])])
    return ",".join(TABLE) + "\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in columns.tolist())


TABLE = ("idx", "arrival", "accept", "complete")
