"""The size of a module: its number of instructions, also after all calls are inlined."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from isa.flow.graphs import postorder
from isa.table.table import MAX_INSTRUCTIONS
from simt.compiler.errors import LIMIT, LONG, wrong
from simt.compiler.llvm.places import place_of

MOST_INLINED: Final = 2_000_000  # instructions; most of them vanish after inlining
MOST_READ: Final = 2 * MAX_INSTRUCTIONS  # of the optimised module, for which the back end needs a limited time
_LIBRARY: Final = 50  # instructions of a library function, roughly
_FUNCTION: Final = re.compile(r'^define [^@\n]*@("[^"\n]*"|[-\w$.]+)\(.*?^}', re.MULTILINE | re.DOTALL)
_CALL: Final = re.compile(r'^  [^\n]*\bcall [^@\n]*@("[^"\n]*"|[-\w$.]+)\(', re.MULTILINE)
_INSTRUCTION: Final = re.compile(r"^  [^\s#]", re.MULTILINE)


def check_inlined(text: str, kernel: str) -> None:
    """Raise `CompileError` (E0977) if a kernel is too large with its calls inlined."""
    if inlined(text, kernel) > MOST_INLINED:
        message = f"with the functions that it calls the kernel has more than {MOST_INLINED} instructions"
        advice = "call a function in a loop in place of many times, or make several kernels of it"
        raise wrong(LIMIT, message, place_of(text, kernel), advice)


def check_read(text: str, kernel: str, limit: int) -> None:
    """Raise `CompileError` (E0976) if an optimised kernel is far too long for a program of `limit` instructions."""
    size = size_of(text)
    if size > min(4 * limit, MOST_READ):
        message = f"the kernel is {size} instructions of LLVM IR, and program memory holds {limit}"
        raise wrong(LONG, message, place_of(text, kernel), "make several kernels of it")


def size_of(text: str) -> int:
    """Return the number of instructions of a module."""
    return len(_INSTRUCTION.findall(text))


def inlined(text: str, kernel: str) -> int:
    """Return the number of instructions of a function after all calls are inlined; 0 if the module lacks it."""
    own: dict[str, int] = {}
    calls: dict[str, Counter[str]] = {}
    for function in _FUNCTION.finditer(text):
        name = function[1]
        own[name] = len(_INSTRUCTION.findall(function[0]))
        calls[name] = Counter(_CALL.findall(function[0]))
    start = next((name for name in own if name.strip('"') == kernel), None)
    if start is None:
        return 0
    sizes: dict[str, int] = {}
    for name in postorder(start, lambda name: filter(own.__contains__, calls[name])):
        sizes[name] = own[name] + sum(
            number * (sizes.get(called, 0) if called in own else _LIBRARY * called.startswith("_"))
            for called, number in calls[name].items()
        )
    return sizes[start]
