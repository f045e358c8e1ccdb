"""Make builtins.ll from library.cl: python -m simt.compiler.builtins.make. It needs a clang, from `ziglang`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).parent
_CLANG = [
    *("ziglang", "clang", "-x", "cl", "-cl-std=CL1.2", "-cl-no-stdinc", "-target", "spir-unknown-unknown"),
    *("-O2", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-ffp-contract=off", "-Wall", "-Werror"),
    *("-Wno-macro-redefined", "-emit-llvm", "-S", "-o", "-", "library.cl"),
]
#: Attributes that mean nothing for a function that is always inlined.
_NOISE = re.compile(
    r"\b(?:dso_local|local_unnamed_addr|unnamed_addr|tail|noundef|noalias|nonnull|readonly|writeonly|zeroext|signext) |"
    r"\b(?:captures|range|initializes|nofpclass|dereferenceable)(?:\((?:[^()]|\([^()]*\))*\)) |"
    r" ?#\d+|, ![\w.]+ !\d+| ;.*"
)
_DROPPED = re.compile(r"(?:;|source_filename|target |attributes |!|declare |\s*call void @llvm\.lifetime)")


def made() -> str:
    """Compile library.cl with clang; return the text of builtins.ll."""
    command = [sys.executable, "-m", *_CLANG]
    clang = subprocess.run(command, cwd=_HERE, check=True, capture_output=True, text=True).stdout
    lines = (_NOISE.sub("", line).replace(")  {", ") {").rstrip() for line in clang.splitlines())
    kept = [line for line in lines if line and not _DROPPED.match(line)]
    text = re.sub(r"\bspir_func ([^@\n]*@__simt_)", r"\1", "\n".join(kept) + "\n")
    return "; Made of library.cl by python -m simt.compiler.builtins.make\n" + text


if __name__ == "__main__":
    (_HERE / "builtins.ll").write_text(made(), encoding="utf-8")
