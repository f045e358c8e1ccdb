"""Names of sources in LLVM IR, which quotes names with non-ASCII letters, byte by byte."""

from __future__ import annotations

import re
from typing import Final

_FOREIGN: Final = re.compile(r"(?P<mark>[%@]|^)?(?P<name>[-$.\w]*[^\x00-\x7f](?:[-$.\w]|[^\x00-\x7f])*)", re.MULTILINE)


def in_ascii(text: str) -> str:
    """Return a module's text; names that have non-ASCII letters are quoted, as LLVM writes them."""
    return text if text.isascii() else _FOREIGN.sub(_quoted, text)


def _quoted(match: re.Match[str]) -> str:
    escaped = "".join(chr(byte) if byte < 128 else f"\\{byte:02X}" for byte in match["name"].encode())
    return escaped if match["mark"] is None else f'{match["mark"]}"{escaped}"'


def in_quotes(text: str) -> str:
    """Return a text as LLVM writes it between quotes: other bytes than plain letters as escapes."""
    data = text.encode("utf-8", "surrogateescape")
    return "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}" for byte in data)


def unquoted(name: str) -> str:
    """Return a name in its form in the source, without the quotes and escapes that LLVM uses for unusual letters."""
    return unescaped(name[1:-1]) if name.startswith('"') else name


def unescaped(text: str) -> str:
    r"""Replace the escapes in a string of LLVM, such as `\C3`, by their bytes."""
    if "\\" not in text:
        return text
    data = re.sub(rb"\\([0-9A-F]{2})", lambda match: bytes([int(match[1], 16)]), text.encode())
    return data.decode("utf-8", "surrogateescape")
