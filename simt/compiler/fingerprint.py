"""The version of the compiler: a digest of its sources and of all else that affects compiled kernels."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import llvmlite

_HERE = Path(__file__).parent
_ROOTS = (_HERE, _HERE.parent / "lang", _HERE.parents[1] / "isa")
_SUFFIXES = (".py", ".ll", ".h", ".yaml", ".toml")


@cache
def compiler_fingerprint() -> str:
    """Return the SHA-256, in hex, of the files of compiler, instruction set and language, and of LLVM's version."""
    digest = hashlib.sha256(llvmlite.__version__.encode())
    for root in _ROOTS:
        for path in sorted(path for path in root.rglob("*") if path.suffix in _SUFFIXES):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(root.parent).as_posix()} {len(content)} ".encode() + content)
    return digest.hexdigest()
