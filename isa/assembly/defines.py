"""Defines: values that a user gives to the `.equ` symbols of a kernel (`-D NAME=VALUE`)."""

from __future__ import annotations

from collections.abc import Mapping

from isa.assembly.expressions import Expression, Value, compile_expression
from isa.assembly.lexer import Token, tokenize
from isa.assembly.symbols import SymbolTable
from isa.reporting.diagnostics import AssemblyError, Diagnostic, quote
from isa.reporting.source import SourceError

Defines = Mapping[str, int | float | str]


def evaluated(defines: Defines, file: str) -> dict[str, Value]:
    """Return the values of the defines for the kernel `file`. Raises `AssemblyError`."""
    values: dict[str, Value] = {}
    for name, define in defines.items():
        try:
            values[name] = _define_expression(define).evaluate(SymbolTable().lookup({}))
        except SourceError as error:
            message = f"the value of the define {quote(name)} is no number: {error.message}"
            raise AssemblyError([placeless(error.code, message, file, error.help)]) from None
    return values


def _define_expression(value: int | float | str) -> Expression:
    if isinstance(value, str):
        return compile_expression(tokenize(value))
    kind = "float" if isinstance(value, float) else "integer"
    return compile_expression([Token(kind, "", 0, value), Token("end", "", 0)])


def placeless(code: str, message: str, file: str, advice: str = "") -> Diagnostic:
    """Return an error about the kernel `file` as a whole."""
    return Diagnostic(code, "error", message, file=file, help=advice)
