"""The library as LLVM IR: the functions that a kernel calls, and the functions that these call."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from simt.compiler.builtins.mangling import demangled
from simt.compiler.builtins.shapes import shape
from simt.compiler.types import LAYOUT, TRIPLE

_HERE = Path(__file__).parent
_HEAD = re.compile(r"(?:define [^@]*)?@(?P<name>[\w.]+)")
_CALL = re.compile(r"call (?P<kind>(?:spir_func )?)(?P<result>[^@]+?) @(?P<name>[\w.]+)\((?P<arguments>.*)\)")
_USE = re.compile(r"@([\w.]+)")
_INSTRUCTION = "__simt_op_"  # prefix of a machine's instruction
_ATTRIBUTES = " nounwind willreturn speculatable memory(none)"  # of instructions, which may move out of loops


class _Definition(NamedTuple):
    text: str
    needs: frozenset[str]  # instructions


@cache
def _read(name: str) -> dict[str, _Definition]:
    text = (_HERE / name).read_text(encoding="utf-8")
    parts = {}
    needs = ""
    for part in re.split(r"\n(?=define|@)", text):
        body, _, after = part.partition("\n; needs ")  # needs of the next one
        if head := _HEAD.match(body):
            parts[head["name"]] = _Definition(body.rstrip() + "\n", frozenset(needs.split()))
        needs = after.partition("\n")[0]
    return parts


def _definition(name: str, lacking: Collection[str]) -> str | None:
    prelude, library = _read("prelude.ll"), _read("builtins.ll")
    native = prelude.get(name)
    if native and native.needs.isdisjoint(lacking):
        return native.text
    if entry := library.get(name):
        return entry.text
    if entry := library.get(name.replace("__simt_", "__simt_soft_", 1)):
        return entry.text.replace("@__simt_soft_", "@__simt_", 1)
    call = demangled(name)
    return shape(name, *call, result_of) if call else None


def result_of(name: str) -> str | None:
    """Return the type in LLVM IR of the result of a library function; None if there is no such function."""
    entry = _read("builtins.ll").get(name)
    if entry is None:
        return None
    define = re.match(r"define (?:spir_func )?(.*?) @", entry.text)
    assert define
    return define[1]


def instructions() -> frozenset[str]:
    """Return the instructions that a machine may lack, because the library has code to replace them."""
    return frozenset().union(*(entry.needs for entry in _read("prelude.ll").values()))


def has(name: str) -> bool:
    """Return whether the library has the function, or can generate it."""
    return _definition(name, ()) is not None


def definitions(called: Iterable[str], lacking: Collection[str] = ()) -> str:
    """Return a module in LLVM IR that defines the library functions of `called`, and all that they call.

    called: names, mangled or of the form __simt_NAME. lacking: instructions that the machine lacks, such as "rcp.f32".
    The module only declares LLVM's intrinsics, instructions (@__simt_op_NAME) and work-item functions.
    """
    bodies: dict[str, str] = {}
    waiting = list(called)
    while waiting:
        name = waiting.pop()
        text = None if name in bodies else _definition(name, lacking)
        if text is not None:
            bodies[name] = text
            waiting += _USE.findall(text)
    declared = {}
    for text in bodies.values():
        for call in _CALL.finditer(text):
            if call["name"] not in bodies:
                arguments = filter(None, re.split(r", (?![^<]*>)", call["arguments"]))
                types = ", ".join(argument.rsplit(" ", 1)[0] for argument in arguments)
                pure = _ATTRIBUTES if call["name"].startswith(_INSTRUCTION) else ""
                declared[call["name"]] = f"declare {call['kind']}{call['result']} @{call['name']}({types}){pure}\n"
    head = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'
    return "".join([head, *map(_inlined, bodies.values()), *declared.values()])


def _inlined(text: str) -> str:
    text = text.replace(" = addrspace", " = internal addrspace", 1)
    text = text.replace("define ", "define linkonce_odr ", 1)
    return re.sub(r"\) +\{\n", ") alwaysinline nounwind {\n", text, count=1)
