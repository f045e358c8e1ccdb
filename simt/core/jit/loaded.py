"""The machine code of an entry point: as bytes, in memory, and called. This module needs no numba.

Importing numba, and decorating the engine's functions with it, took a third of the processor time of `simt run fft128.s
--warp 4` with its engine on disk.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import sys
from collections.abc import Callable
from ctypes import addressof, c_char
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import binding as llvm

# The machine code of a function (int64) -> None: (place of the result, place of the exception, argument) -> status.
_NATIVE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
_RETURNED = 2  # words at the end of the arguments for the result and the exception


class UnloadableError(Exception):
    """Machine code asks for a function that this process does not have."""


class MachineCode(NamedTuple):
    """Machine code that is not in memory yet.

    - code: an object file.
    - symbol: the name of the entry point.
    - needs: the names of the functions of other libraries that the code calls.
    - form: the form of its packed arguments (packed.py), as a text.
    """

    code: bytes
    symbol: str
    needs: tuple[str, ...]
    form: str = ""

    def to_bytes(self) -> bytes:
        """Return a line of JSON and the object file."""
        return json.dumps({"symbol": self.symbol, "needs": self.needs, "form": self.form}).encode() + b"\n" + self.code

    @classmethod
    def of_bytes(cls, content: bytes) -> MachineCode:
        """Return what `to_bytes` wrote."""
        line, _, code = content.partition(b"\n")
        about = json.loads(line)
        return cls(code, about["symbol"], tuple(about["needs"]), about["form"])

    def load(self) -> int:
        """Load the code into memory, for as long as the process lives; return the address of its entry point.

        Raises `UnloadableError` where LLVM would end the process.
        """
        _start()
        if self._missing():
            import numba  # noqa: F401 - it shows LLVM where the functions of its own library are

            if missing := self._missing():
                raise UnloadableError(", ".join(missing))
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(self.code))
        engine.finalize_object()
        _engines.append(engine)
        return int(engine.get_function_address(self.symbol))

    def _missing(self) -> list[str]:
        return [name for name in self.needs if not llvm.address_of_symbol(name)]


_engines: list[Any] = []


@cache
def _start() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    if sys.platform == "linux":
        with contextlib.suppress(RuntimeError):  # another C library than glibc, which may have them in the process
            llvm.load_library_permanently("libm.so.6")  # square roots and the like


def _target_machine() -> Any:
    return llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault", jit=True)


def caller(address: int) -> Callable[[np.ndarray, tuple[int, ...]], None]:
    """Return a function that calls the code at an address with packed words (packed.py) and further integers.

    The function releases Python's lock during the call. It raises `RuntimeError` if the code raises, which happens only
    if numba checks the bounds of arrays.
    """
    native = _NATIVE(address)

    def call(words: np.ndarray, scalars: tuple[int, ...]) -> None:
        count = len(words)
        end = count + len(scalars)
        block = np.empty(end + _RETURNED, np.int64)
        block[:count] = words
        block[count:end] = scalars
        place = addressof(c_char.from_buffer(block.data))
        if native(place + 8 * end, place + 8 * (end + 1), place):
            raise RuntimeError("compiled code raised an exception; with NUMBA_DISABLE_JIT=1 it says which, and where")

    return call
