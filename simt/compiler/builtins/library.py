"""The library as LLVM IR: the functions that a kernel calls, and the functions that these call."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from isa.table.table import INSTRUCTIONS
from simt.compiler.builtins.mangling import demangled
from simt.compiler.builtins.shapes import shape
from simt.compiler.builtins.warps import warp_functions
from simt.compiler.types import LAYOUT, MACHINE, SPECIAL, TRIPLE

_HERE = Path(__file__).parent
_HEAD = re.compile(r"(?:define [^@]*)?@(?P<name>[\w.]+)")
_CALL = re.compile(r"call (?P<kind>(?:spir_func )?)(?P<result>[^@]+?) @(?P<name>[\w.]+)\((?P<arguments>.*)\)")
_RANGE = re.compile(r"range\([^)]*\) ")
_USE = re.compile(r"@([\w.]+)")
_ATTRIBUTES = " nounwind willreturn speculatable memory(none)"  # of instructions, which may move out of loops
# Of instructions by which lanes read others. What they give depends on the lanes that are active, so they stay where
# they are, and are neither merged nor repeated. Memory that nobody else has is LLVM's word for that.
_CONVERGENT = " convergent nomerge nounwind willreturn memory(inaccessiblemem: readwrite)"
_WARPS = warp_functions(1)  # for questions that do not depend on the machine


class _Definition(NamedTuple):
    text: str
    needs: frozenset[str]  # instructions
    instead: frozenset[str]  # instructions that the code in place of it needs


@cache
def _read(name: str) -> dict[str, _Definition]:
    text = (_HERE / name).read_text(encoding="utf-8")
    parts = {}
    needs = ""
    for part in re.split(r"\n(?=define|@)", text):
        body, _, after = part.partition("\n; needs ")  # needs of the next one
        if head := _HEAD.match(body):
            own, _, instead = needs.partition(" else ")
            parts[head["name"]] = _Definition(body.rstrip() + "\n", *(frozenset(w.split()) for w in (own, instead)))
        needs = after.partition("\n")[0]
    return parts


def _definition(name: str, lacking: Collection[str], given: Mapping[str, str]) -> str | None:
    if name in given:
        return given[name]
    prelude, library = _read("prelude.ll"), _read("builtins.ll")
    native = prelude.get(name)
    if native and (native.needs.isdisjoint(lacking) or not native.instead.isdisjoint(lacking)):
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


@cache
def functions() -> frozenset[str]:
    """Return the names of the functions of OpenCL that the library has."""
    read = (demangled(name) for name in _read("builtins.ll"))
    return frozenset(entry[0] for entry in read if entry is not None and not entry[0].startswith("__"))


def instructions() -> frozenset[str]:
    """Return the instructions of which the library has to know whether a machine has them."""
    return frozenset().union(*(entry.needs | entry.instead for entry in _read("prelude.ll").values()))


def has(name: str) -> bool:
    """Return whether the library has the function, or can generate it."""
    return _definition(name, (), _WARPS) is not None


def definitions(called: Iterable[str], lacking: Collection[str] = (), warps: Mapping[str, str] = _WARPS) -> str:
    """Return a module in LLVM IR that defines the library functions of `called`, and all functions that these call.

    - called: the names of the functions, mangled or of the form __simt_NAME.
    - lacking: instructions that the machine lacks, such as "rcp.f32".
    - warps: as `warp_functions` gives them.

    The module only declares LLVM's intrinsics, instructions (@__simt_op_NAME), special sources and work-item functions.
    """
    bodies: dict[str, str] = {}
    waiting = list(called)
    while waiting:
        name = waiting.pop()
        text = None if name in bodies else _definition(name, lacking, warps)
        if text is not None:
            bodies[name] = text
            waiting += _USE.findall(text)
    declared = {}
    for text in bodies.values():
        for call in _CALL.finditer(text):
            if call["name"] not in bodies:
                arguments = filter(None, re.split(r", (?![^<]*>)", call["arguments"]))
                types = ", ".join(argument.rsplit(" ", 1)[0] for argument in arguments)
                kind = call["kind"] + _RANGE.sub("", call["result"])
                declared[call["name"]] = f"declare {kind} @{call['name']}({types}){_attributes(call['name'])}\n"
    head = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'
    return "".join([head, *map(_inlined, bodies.values()), *declared.values()])


def _attributes(name: str) -> str:
    """Return the attributes of a declared function."""
    if name.startswith(SPECIAL):
        return _ATTRIBUTES
    if not name.startswith(MACHINE):
        return ""
    return _CONVERGENT if INSTRUCTIONS[name.removeprefix(MACHINE)].across else _ATTRIBUTES


def _inlined(text: str) -> str:
    text = text.replace(" = addrspace", " = internal addrspace", 1)
    text = text.replace("define ", "define linkonce_odr ", 1)
    return re.sub(r"\) +\{\n", ") alwaysinline nounwind {\n", text, count=1)
