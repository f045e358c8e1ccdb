"""Defines: values that a user gives to the `.equ` symbols of a kernel (`-D NAME=VALUE`)."""

from __future__ import annotations

from collections.abc import Mapping

from isa.assembly.expressions import Value, compile_expression
from isa.assembly.lexer import Token, tokenize
from isa.assembly.symbols import SymbolTable
from isa.reporting.diagnostics import AssemblyError, Diagnostic, quote
from isa.reporting.source import SourceError

Defines = Mapping[str, int | float | str]


def evaluated(defines: Defines, file: str) -> dict[str, Value]:
    """Return the values of defines by name. file: the kernel's name in messages. Raises `AssemblyError`."""
    values: dict[str, Value] = {}
    for name, define in defines.items():
        try:
            if isinstance(define, str):
                tokens = tokenize(define)
            else:
                kind = "float" if isinstance(define, float) else "integer"
                tokens = [Token(kind, "", 0, define), Token("end", "", 0)]
            values[name] = compile_expression(tokens).evaluate(SymbolTable().lookup({}))
        except SourceError as error:
            message = f"the value of the define {quote(name)} is not a number: {error.message}"
            raise AssemblyError([placeless(error.code, message, file, error.help)]) from None
    return values


def placeless(code: str, message: str, file: str, advice: str = "") -> Diagnostic:
    """Return an error about the kernel `file` as a whole. advice: the help of the error."""
    return Diagnostic(code, "error", message, file=file, help=advice)
