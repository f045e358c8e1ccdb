"""Defines: values that a user gives to the `.equ` symbols of a kernel (`-D NAME=VALUE`)."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral, Real

from isa.assembly.expressions import Value, compile_expression
from isa.assembly.lexer import Token, tokenize
from isa.assembly.symbols import SymbolTable
from isa.reporting.diagnostics import AssemblyError, Diagnostic, quote
from isa.reporting.source import SourceError

Defines = Mapping[str, int | float | str]


def evaluated(defines: Defines, file: str) -> dict[str, Value]:
    """Return the values of defines by name. file: the kernel's name in messages. Raises `AssemblyError`."""
    values: dict[str, Value] = {}
    given: Mapping[str, object] = defines
    for name, define in given.items():
        try:
            if isinstance(define, str):
                tokens = tokenize(define)
            elif isinstance(define, Integral):  # numbers of numpy too
                tokens = [Token("integer", "", 0, int(define)), Token("end", "", 0)]
            elif isinstance(define, Real):
                tokens = [Token("float", "", 0, float(define)), Token("end", "", 0)]
            else:
                message = f"the value of the define {quote(name)} is not a number: {quote(str(define))}"
                raise AssemblyError([placeless("E0301", message, file)])
            values[name] = compile_expression(tokens).evaluate(SymbolTable().lookup({}))
        except SourceError as error:
            message = f"the value of the define {quote(name)} is not a number: {error.message}"
            raise AssemblyError([placeless(error.code, message, file, error.help)]) from None
    return values


def placeless(code: str, message: str, file: str, advice: str = "") -> Diagnostic:
    """Return an error about the kernel `file` as a whole. advice: the help of the error."""
    return Diagnostic(code, "error", message, file=file, help=advice)
