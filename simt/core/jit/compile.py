"""The compilation of decorated functions (deferred.py) by numba, and the machine code of an entry point.

The code of an entry point has one argument: the address of 64-bit words. These words hold the entry point's arguments
in the form of `packed.py`. So the code can be kept, loaded and called without numba (loaded.py).

Measured with numba 0.68 on the cycle engine, nanoseconds per simulated cycle: plain calls 370 (an array argument is
passed as seven or more scalars, and a block takes a dozen arrays); inlined in LLVM 260; without reference counts 64.
Compiled functions allocate nothing and their arrays outlive the call, so counting references (two atomic operations per
array and call) protects nothing. Division checks are off because every divisor is a constant, is a validated machine
key of at least 1, or is tested before. LLVM's loop vectoriser is off: most loops are over a few slots or instances, and
the vectoriser made an FFT 10 % slower. Work on lanes is written in vectors already (vectors.py). Only checked runs use
the vectoriser, because their watchers are loops over lanes. Likewise, only they have loops unrolled: the copies made
LLVM's part of a first compilation longer (plain: 2.8 s against 1.4), masks no faster, and plain and bundles 5 % slower.

A first run, `simt run fft128.s --warp 4` with an empty cache, would wait 14.2 CPU seconds in numba's own way. numba
compiles each of some hundred functions on its own before it inlines them. Each function gets a wrapper that unpacks
Python's arguments and another wrapper for C (4.1 of the 14.2 seconds). The function is optimised together with copies
of all functions that it calls, and compiled to machine code (3.5), which nobody calls. Here the functions stay
unoptimised until the entry point's module has all of them, which leaves 6.4 seconds. The engines are also faster by 5 %
(cycle) and 20 % (functional), because no function is optimised on its own before it is inlined. One of the 6.4 seconds
is Python's start and imports, and one is LLVM's work on the entry point. The rest is numba's typing (1.1) and the
lowering of the functions: 20 ms for a tiny block, so layers of them cost little. A literal number as an argument is a
type of its own to numba, so it causes another compilation of the function. Large functions are therefore given
np.int64(0).

Later, plain took 9.0 seconds of numba and LLVM and takes 6.7, with the same machine code byte for byte: numba's passes
that find nothing to do are left out, and shortcuts.py has the rest. In plain, LLVM has 1.5 seconds of these, and the
passes that it runs on each function 0.5. In `device-scoreboard-dram` LLVM has 19 of 42: 11 for its passes, 8 for the
machine code. By a profile, about an eighth of the passes' time is checks, as if llvmlite's LLVM were built with
assertions. Of 447 compiled functions 398 differ by more than types, so fewer literals as arguments would gain little.

Since then numba's passes are put in a row once and run without clocks, and LLVM's passes for a function are not run on
declarations, of which a module has two for each function. The machine code is the same, byte for byte.

Tried with numba 0.68.1 in strict turns, and not taken because engines were slower:

- `-grow-region-complexity-budget=100` makes the machine code of `device-masks` in 2.1 seconds instead of 2.8, but plain
  runs at 0.89 of its speed.
- A call of numba's is some 25 instructions in four blocks: places for the value and the exception, and the look whether
  there is one. Functions that return their value instead leave no stack slots, which inlining in rounds was to remove.
  `device-masks` compiles in 18 seconds instead of 20; plain and masks run as before, but device at 0.80: a core's
  arrays take the same instructions, but three loads of spilled addresses wait. If tuples are returned as
  before, device runs at 0.93; and without the passes before the full ones, at 0.99.
- With these calls, only `simplify_cfg`, `sroa` and `instruction_combine` on functions before they are inlined: a tenth
  less to compile, plain at 0.93. With LLVM's level 1 there: plain at 0.98.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from llvmlite import ir
from numba import njit, typeof, types
from numba.core import config, typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from simt.core.jit import deferred, intrinsics, shortcuts
from simt.core.jit.absent import FoldAbsentGroups
from simt.core.jit.loaded import MachineCode
from simt.core.jit.lowering import Numbers, lowering_pass, with_numbers, with_short_names

shortcuts.install()
deferred.provide(sys.modules[__name__])


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM module of a function that only compiled code calls, as it was lowered.

    numba's own library links into the module of a function the modules of all functions that it calls. This took 4 of
    the 53 seconds in which the largest kind of device was compiled. Here only the entry point links modules, each of
    them once.
    """

    def finalize(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def add_ir_module(self, ir_module: Any) -> None:
        """Add the module of a function as it was lowered, with what LLVM simplifies in one function."""
        module = llvm.parse_assembly(str(ir_module))
        module.data_layout = self._codegen._data_layout
        self._simplify(module)
        self._final_module.link_in(module)

    def _simplify(self, module: Any) -> None:
        """Run LLVM's passes for functions on each function of a module."""
        builder = self._codegen._pass_builder()
        passes = builder.getFunctionPassManager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def alone(self) -> Any:
        """Return the module of this function alone."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """Return a module with all that the function calls, for a caller that is compiled in numba's own way."""
        module = self.alone().clone()
        _link_callees(self, module)
        return module

    @property
    def codegen(self) -> InnerLibrary:
        """The object to which numba reports the environment of the machine code."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: there is no machine code."""


class EntryLibrary(InnerLibrary):
    """The LLVM module of an entry point, which becomes machine code that is not loaded."""

    def finalize(self) -> None:
        """Link the modules of all functions that are called, and optimise the whole."""
        _link_callees(self, self._final_module)
        self._optimize_final_module()
        self._final_module.verify()
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Inline the blocks, then optimise, as numba does, but unroll loops only where they are vectorised."""
        inlining, builder = _passes(self._codegen._tm, 0)
        inlining.add_loop_rotate_pass()
        inlining.add_instruction_combine_pass()
        inlining.add_jump_threading_pass()
        inlining.run(self._final_module, builder)
        optimising, builder = _passes(self._codegen._tm, int(config.OPT))
        optimising.run(self._final_module, builder)

    def machine_code(self, symbol: str) -> MachineCode:
        """Return the machine code, whose entry point is `symbol`."""
        module = self._final_module
        called = [each.name for each in module.functions if each.is_declaration and not each.name.startswith("llvm.")]
        if counting := [name for name in called if name.startswith("NRT_")]:
            # The option that removes it is a private one of numba's; with it the engine took four times as long.
            raise SystemError(f"compiled code counts references: {counting}")
        return MachineCode(self._codegen._tm.emit_object(module), symbol, tuple(called))


def _passes(machine: Any, effort: int) -> tuple[Any, Any]:
    """Return LLVM's passes of an effort from 0 to 3 for a module, and the object with which they run."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=effort)
    tuning.loop_unrolling = tuning.loop_vectorization = bool(config.LOOP_VECTORIZE)
    tuning.slp_vectorization = bool(config.SLP_VECTORIZE)
    builder = llvm.create_pass_builder(machine, tuning)
    return builder.getModulePassManager(), builder


def _callees(library: Any, below: list[Any], seen: set[Any]) -> None:
    """Add the libraries of all that a library calls to `below`, each after what it calls itself.

    seen: the libraries that have been visited. numba's own contain what they call.
    """
    for callee in library._linking_libraries:
        if callee not in seen:
            seen.add(callee)
            if isinstance(callee, InnerLibrary):
                _callees(callee, below, seen)
            below.append(callee)


def _link_callees(library: Any, module: Any) -> None:
    """Link all that a library calls into `module`, callers first: LLVM drops a function that nothing calls yet."""
    callees: list[Any] = []
    _callees(library, callees, set())
    for callee in reversed(callees):
        part = callee.alone() if isinstance(callee, InnerLibrary) else callee._get_module_for_linking()
        module.link_in(part, preserve=True)


class ApartLibrary(InnerLibrary):
    """The LLVM module of a function that is never inlined."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Add the module of the function as it was lowered, and forbid to inline it."""
        for function in ir_module.functions:
            if function.blocks:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


# The passes of numba that change nothing in our functions: these have no closures, no `with`, no arithmetic on arrays.
# Legalisation puts in where variables end, for numba's counts of references.
_IDLE = frozenset(
    {
        typed_passes.DumpParforDiagnostics,
        typed_passes.InlineOverloads,
        typed_passes.IRLegalization,
        typed_passes.NopythonRewrites,
        typed_passes.NoPythonSupportedFeatureValidation,
        untyped_passes.FindLiterallyCalls,
        untyped_passes.InlineClosureLikes,
        untyped_passes.LiteralPropagationSubPipelinePass,
        untyped_passes.LiteralUnroll,
        untyped_passes.MakeFunctionToJitFunction,
        untyped_passes.RewriteDynamicRaises,
        untyped_passes.WithLifting,
    }
)


class _Passes(PassManager):  # type: ignore[misc]
    """A row of numba's passes, of which nobody wants to know how long each takes."""

    def _runPass(self, _index: int, one: Any, state: Any) -> None:  # noqa: N802 - numba's name of it
        one.analysis = self._analysis
        one.run_initialization(state)
        one.run_pass(state)
        one.run_finalizer(state)


class InnerCompiler(Compiler):  # type: ignore[misc]
    """numba's passes for a function that only compiled code calls."""

    library: type[InnerLibrary] = InnerLibrary
    _passes: _Passes | None = None  # the same for all functions

    def define_pipelines(self) -> list[Any]:
        """Return numba's own passes without the ones in `_IDLE`, and let them write to an `InnerLibrary`."""
        self.state.targetctx = with_short_names(self.state.targetctx)
        self.state.library = self.library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        if InnerCompiler._passes is None:
            (pipeline,) = super().define_pipelines()
            pipeline.add_pass_after(FoldAbsentGroups, untyped_passes.RewriteSemanticConstants)
            InnerCompiler._passes = passes = _Passes(pipeline.pipeline_name)
            passes.passes = [(lowering_pass(each), about) for each, about in pipeline.passes if each not in _IDLE]
            passes.finalize()
        return [InnerCompiler._passes]


class ApartCompiler(InnerCompiler):
    """numba's passes for a function that is never inlined."""

    library = ApartLibrary


class EntryCompiler(InnerCompiler):
    """numba's passes for an entry point."""

    library = EntryLibrary


OPTIONS = {"nogil": True, "_nrt": False, "error_model": "numpy", "no_cfunc_wrapper": True}
_INNER = OPTIONS | {"no_cpython_wrapper": True, "pipeline_class": InnerCompiler}
_SORTS: dict[str, dict[str, Any]] = {
    "block": {"forceinline": True},
    "kernel": {},
    "apart": {"forceinline": False, "pipeline_class": ApartCompiler},
    "inlined": {"inline": "always"},
}


def dispatcher(sort: str, function: Callable[..., Any]) -> Any:
    """Return numba's dispatcher of a decorated function."""
    return njit(**_INNER | _SORTS[sort])(function)


def type_of_intrinsic(name: str) -> Any:
    """Return numba's type of a function of intrinsics.py."""
    cpu_target.typing_context.refresh()
    return cpu_target.typing_context.resolve_value_type(getattr(intrinsics, name))


class Constants(NamedTuple):
    """Constants of the code. With any, it has to be the first and last that a process compiles: numba keeps functions.

    - numbers: fields of records.
    - words: the packed arguments (packed.py), with None for the addresses of arrays.
    """

    numbers: Numbers
    words: tuple[int | None, ...]


NOTHING = Constants({}, ())


def machine_code(
    function: Callable[..., None], arguments: Sequence[Any], *, vectorize: bool, constants: Constants = NOTHING
) -> MachineCode:
    """Return the machine code of a function for arguments of these types. The code takes its arguments as packed words.

    vectorize: whether LLVM's loop vectoriser works on the function and all that it calls.
    """
    unpacked = _unpacked(types.Tuple([typeof(argument) for argument in arguments]), constants.words)

    def entry(address):
        function(*unpacked(address))

    with with_numbers(constants.numbers):
        return _compiled(njit(**_INNER | {"pipeline_class": EntryCompiler})(entry), (types.int64,), vectorize)


def routine_code(function: Callable[..., None], record: Any, array: Any) -> MachineCode:
    """Return the machine code of a function that is called as numba calls (intrinsics.py).

    The function takes a record like `record`, an array like `array`, and three int64.
    """
    kinds = (typeof(record), typeof(array), types.int64, types.int64, types.int64)

    def entry(operation, words, w, mask, lanes):
        function(operation, words, w, mask, lanes)

    return _compiled(njit(**_INNER | {"pipeline_class": EntryCompiler})(entry), kinds, False)


def _compiled(entry: Any, kinds: tuple[Any, ...], vectorize: bool) -> MachineCode:
    # numba's own lock: what is other while an engine compiles must not be so for another thread's compilation, nor be
    # put back by it.
    with global_compiler_lock, _loop_vectorizer(vectorize), shortcuts.while_compiling():
        entry.compile(kinds)
    (compiled,) = entry.overloads.values()
    code: MachineCode = compiled.library.machine_code(compiled.fndesc.llvm_func_name)
    return code


@contextlib.contextmanager
def _loop_vectorizer(is_on: bool) -> Iterator[None]:
    """Switch LLVM's loop vectoriser on or off: numba has no option for it per function, only a setting for all."""
    config.reload_config()  # which numba does itself at the next compilation, if the environment has changed
    before = config.LOOP_VECTORIZE
    config.LOOP_VECTORIZE = int(is_on)
    try:
        yield
    finally:
        config.LOOP_VECTORIZE = before


def _unpacked(arguments: Any, constants: tuple[int | None, ...]) -> Any:
    """Return a function that takes the address of packed words and returns the arguments that lie there, a tuple.

    constants: the first words, None for those that are to be loaded.
    """

    @intrinsic
    def unpacked(_context, _address):
        def generate(context, builder, _signature, values):
            value = context.data_model_manager[arguments].get_value_type()
            place = builder.inttoptr(values[0], value.as_pointer())
            return _with_constants(builder, place, iter(constants)) if constants else builder.load(place)

        return arguments(types.int64), generate

    return unpacked


def _with_constants(builder: Any, place: Any, constants: Iterator[int | None]) -> Any:
    """Return what lies at a place, with constants in place of its first words. A None leaves a word as it is."""
    kind = place.type.pointee
    if isinstance(kind, ir.Aggregate):
        value = ir.Constant(kind, ir.Undefined)
        for number in range(len(kind)):
            part = builder.gep(place, [ir.Constant(ir.IntType(32), step) for step in (0, number)])
            value = builder.insert_value(value, _with_constants(builder, part, constants), number)
        return value
    constant = next(constants, None)
    if constant is None:
        return builder.load(place)
    return ir.Constant(kind, None if isinstance(kind, ir.PointerType) else constant)
