"""Traces of memory requests: files, perhaps gzipped, with a line `<arrival clock> <hex address> <R|W>` for each."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from typing import Any, BinaryIO, cast

import numpy as np

from isa.reporting.diagnostics import MAX_REPORTED, Diagnostic, ReportedError, quote
from isa.reporting.files import bounded, reason_of
from simt.core.state.dram import REQUEST
from simt.core.state.layout import NEVER
from simt.files import FileError, bytes_of
from simt.machine.channel import Channel

_MOST = 1 << 30  # bytes of a trace, unpacked
_REFRESHES = 1 << 26  # the most before an arrival, as refreshes alone take seconds then


class TraceError(ReportedError):
    """A malformed trace; `diagnostics` has the wrong lines."""


def read_trace(path: str, channel: Channel) -> Any:
    """Read the requests of a trace: REQUEST [n].

    path: a file, or `-` for standard input. channel: the channel that must have the addresses. Raises `FileError` or
    `TraceError`.
    """
    try:
        data = bytes_of(path, _MOST)
        if data.startswith(b"\x1f\x8b"):
            data = bounded(cast(BinaryIO, gzip.GzipFile(fileobj=io.BytesIO(data))), _MOST)
    except (OSError, ValueError, EOFError, zlib.error) as error:
        raise FileError(f"cannot read {quote(path)}: {reason_of(error)}") from None
    return requests_of(data, channel, path)


_LINE = re.compile(rb"\s*([0-9]{1,18})\s+(?:0[xX])?([0-9a-fA-F]{1,15})\s+([RW])\s*")


def requests_of(data: bytes, channel: Channel, name: str) -> Any:
    """Return the requests in the text of a trace: REQUEST [n]. name: its file's name. Raises `TraceError`."""
    lines = data.rstrip().split(b"\n") if data.strip() else []
    latest = _REFRESHES * channel["tREFI"]
    entries: list[tuple[int, int, bool]] = []
    mistakes: list[Diagnostic] = []
    for number, line in enumerate(lines, 1):
        match, code = _LINE.fullmatch(line), "E0660"
        if match is None:
            problem = "is not <arrival clock> <hexadecimal address> <R or W>"
        elif (address := int(match[2], 16)) >= channel.bytes:
            code = "E0661"
            problem = f"has address 0x{address:x}, beyond the {channel.bytes} bytes of {quote(channel.name)}"
        elif (arrival := int(match[1])) > latest:
            problem = f"has arrival {arrival}, later than clock {latest}"
        else:
            entries.append((arrival, address, match[3] == b"W"))
            continue
        text = line[:200].decode("utf-8", "replace").rstrip()
        mistakes.append(Diagnostic(code, "error", f"line {number} {problem}", name, number, 1, len(text) + 1, text))
        if len(mistakes) == MAX_REPORTED:
            break
    if mistakes:
        raise TraceError(mistakes)
    requests = np.zeros(len(entries), REQUEST)
    if entries:
        requests["arrival"], requests["line"], requests["is_write"] = np.array(entries, np.int64).T
        requests["line"] //= channel["bytes_per_req"]
    requests["accept"] = requests["complete"] = NEVER
    return requests


def table_text(requests: Any) -> str:
    """Return a table of requests as CSV: their numbers, and their clocks of arrival, acceptance and completion."""
    columns = np.column_stack([np.arange(len(requests)), *(requests[name] for name in TABLE[1:])])
    return ",".join(TABLE) + "\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in columns.tolist())


TABLE = ("idx", "arrival", "accept", "complete")
