"""The decorators of the functions that numba compiles.

A `block` is a part of the cycle loop, inlined where it is called. A `kernel` is a function of its own, except that it
is inlined where a block calls it, since numba hands that option on. An `entry` is a function that Python calls, or that
the engines call by its address (routine.py); it is cached on disk. A function that is `apart` stays a function
everywhere: a large one that several places call, with few arguments or with arguments that are `by_address` (whole.py).
A function that is `inlined` is put in its caller's place before types are known: it returns records, which numba cannot
return in a tuple. Python must call entries only: it finds no code in the other functions and crashes.

Measured with numba 0.68 on the cycle engine, nanoseconds per simulated cycle: plain calls 370 (an array argument is
passed as seven or more scalars, and a block takes a dozen arrays); inlined in LLVM 260; without reference counts 64.
Compiled functions allocate nothing and their arrays outlive the call, so counting references (two atomic operations per
array and call) protects nothing. Division checks are off because every divisor is a constant, is a validated machine
key of at least 1, or is tested before. LLVM's loop vectoriser is off while the cycle engine compiles: its loops are
over a few slots, instances or lanes, and the vectoriser made an FFT 10 % slower. The functional engine is faster with
the vectoriser.

A first run, `simt run fft128.s --warp 4` with an empty cache, would wait 14.2 CPU seconds in numba's own way. numba
compiles each of some hundred functions on its own before it inlines them. Each function gets a wrapper that unpacks
Python's arguments and another wrapper for C (4.1 of the 14.2 seconds). The function is optimised together with copies
of all functions that it calls, and made machine code (3.5). Nobody calls that code. Here the functions stay unoptimised
until the entry point's module has all of them, which leaves 6.4 seconds. The engines are also faster by 5 % (cycle) and
20 % (functional), because no inlined function has been optimised on its own before. One of the 6.4 seconds is Python's
start and imports, and one is LLVM's work on the entry point. The rest is numba's typing (1.1) and the lowering of the
functions: 20 ms for a tiny block, so layers of them cost little. A literal number as an argument is a type of its own
to numba, so it causes another compilation of the function. Large functions are therefore given np.int64(0).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.untyped_passes import RewriteSemanticConstants

from simt.core.jit import shortcuts
from simt.core.jit.absent import FoldAbsentGroups

shortcuts.install()


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM module of a function that only compiled code calls: its caller's module gets it as it is."""

    def _optimize_final_module(self) -> None:
        """Leave the work to the entry point's module, which contains all others in the end."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def codegen(self) -> InnerLibrary:
        """The object to which numba reports the environment of the machine code."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: there is no machine code."""


class InnerCompiler(Compiler):  # type: ignore[misc]
    """numba's passes for a function that only compiled code calls."""

    library: type[InnerLibrary] = InnerLibrary

    def define_pipelines(self) -> list[Any]:
        """Return numba's own passes, for a library that is an inner one."""
        self.state.library = self.library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.add_pass_after(FoldAbsentGroups, RewriteSemanticConstants)
            pipeline.finalize()
        return pipelines


class ApartLibrary(InnerLibrary):
    """The LLVM module of a function that is never inlined."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Add the module of the function as it was lowered, and forbid to inline it."""
        for function in ir_module.functions:
            if function.blocks:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class ApartCompiler(InnerCompiler):
    """numba's passes for a function that is never inlined."""

    library = ApartLibrary


class UnvectorizedCompiler(Compiler):  # type: ignore[misc]
    """numba's passes for an entry point and all that it calls, without LLVM's loop vectoriser.

    numba has no option for it per function, only a setting for all; it compiles one function after the other.
    """

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        before = config.LOOP_VECTORIZE
        config.LOOP_VECTORIZE = 0
        try:
            return super().compile_extra(func)
        finally:
            config.LOOP_VECTORIZE = before


OPTIONS = {"nogil": True, "_nrt": False, "error_model": "numpy", "no_cfunc_wrapper": True}
INNER = OPTIONS | {"no_cpython_wrapper": True, "pipeline_class": InnerCompiler}

block = njit(forceinline=True, **INNER)
kernel = njit(**INNER)
apart = njit(forceinline=False, **INNER | {"pipeline_class": ApartCompiler})
inlined = njit(inline="always", **INNER)


def entry(*, vectorize: bool, cache: Any) -> Callable[[Callable[..., None]], Any]:
    """Decorate a function that Python calls. cache: numba's `_Cache`, where the compiled function is kept."""

    def decorate(function: Callable[..., None]) -> Any:
        if config.DISABLE_JIT:
            return _interpreted(function)
        dispatcher = njit(pipeline_class=Compiler if vectorize else UnvectorizedCompiler, **OPTIONS)(function)
        dispatcher._cache = cache
        return dispatcher

    return decorate


def _interpreted(function: Callable[..., None]) -> Callable[..., None]:
    """Return a function that runs as plain Python, without numpy's warnings."""

    def call(*arguments: Any) -> None:
        with np.errstate(all="ignore"):
            function(*map(_with_attributes, arguments))

    return call


def _with_attributes(value: Any) -> Any:
    """Let plain Python read fields of record arrays as attributes, as numba does; in groups of them likewise."""
    if isinstance(value, tuple):
        make = getattr(value, "_make", tuple)  # of a named group, its class
        return make(map(_with_attributes, value))
    if isinstance(value, np.ndarray) and value.dtype.names:
        return value.view(np.recarray)
    return value
