"""Optimisation by LLVM: parse, verify, inline, run its passes. Its code generators, which may crash, are not used."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from simt.compiler.builtins.library import definitions, has, instructions
from simt.compiler.builtins.warps import warp_functions
from simt.compiler.errors import WRONG_IR, wrong
from simt.compiler.llvm.expand import expanded
from simt.compiler.llvm.objects import Object
from simt.compiler.llvm.places import place_of
from simt.compiler.llvm.probing import probed, without_proven
from simt.compiler.llvm.size import check_inlined
from simt.compiler.types import DECLARED, LAYOUT, PADDING, TRIPLE, WITHIN

if TYPE_CHECKING:
    from llvmlite import binding

    from isa.program.program import Probe
    from simt.compiler.request import Request

# The target whose costs the passes use, on every host: 32 bits, no vectors, addresses of a register and a constant.
_COSTS_OF: Final = "riscv32-unknown-unknown"
_MOST_ROUNDS: Final = 4  # library code may call more of it
_DEFINITION: Final = re.compile(r"^(define .*?)((?: !\w+ !\d+)*) \{$", re.MULTILINE)
_LINES: Final = re.compile(
    r",? !dbg !\d+|^!llvm\.(?:dbg\.cu|module\.flags) = .*|^ +(?:#dbg_|(?:tail )?call void @llvm\.dbg\.).*", re.MULTILINE
)
_DECLARED: Final = re.compile(rf"^  call [^@\n]*@(?:{DECLARED}|{PADDING})\([^\n]*\n", re.MULTILINE)
_VARIABLES: Final = re.compile(r"^  #dbg_\w+\(.*\n", re.MULTILINE)
_WITHIN: Final = re.compile(rf", !{re.escape(WITHIN)} !\d+")
_NOT_INLINE: Final = re.compile(r"^(attributes #\d+ = \{.*)\bnoinline ", re.MULTILINE)
_CONVERGENT: Final = re.compile(r"^(attributes #\d+ = \{.*)\bconvergent (.*\bmemory\(none\))", re.MULTILINE)


class Modules(ExitStack):
    """Modules in a context of their own: LLVM's global context never frees types, constants and metadata.

    On exit the modules are closed first, then their context. Python's collector does not guarantee this order.
    """

    def __init__(self) -> None:
        from llvmlite import binding

        super().__init__()
        self._context = binding.create_context()
        self.callback(self._context.close)

    def parse(self, text: str) -> binding.ModuleRef:
        """Parse a text to a module. Raises `RuntimeError`."""
        from llvmlite import binding

        module = binding.parse_assembly(text, self._context)
        self.callback(module.close)
        return module


def optimise(request: Request, *, unroll: bool = True) -> str:
    """Return the optimised module of one kernel, as text, with the library functions that it calls inlined.

    unroll: whether to turn loops of known length into straight code. Raises `CompileError` for invalid LLVM IR.
    """
    with Modules() as modules:
        text = _prepared(without_marks(request.ir), request.group, unroll=unroll)
        module = _alone(modules, text, request.kernel)
        if any(not function.is_declaration and function.name != request.kernel for function in module.functions):
            # before it is inlined, maybe often
            _run(module, "sroa", "simplify_cfg", "instruction_combine")
            check_inlined(str(module), request.kernel)
        return _rounds(modules, module, request, unroll=unroll)


def optimise_watched(request: Request, arrays: Mapping[str, Object], *, unroll: bool) -> tuple[str, list[Probe]]:
    """Return the optimised module of a kernel with probes, and its probes in the order of their numbers.

    The probes have no addresses yet. arrays: the arrays to which parameters point, by the parameter's name. request,
    unroll: as in `optimise`. Raises `CompileError`.
    """
    kernel = request.kernel
    with Modules() as modules:
        text = _prepared(without_variables(request.ir), request.group, unroll=unroll)
        module = _alone(modules, text, kernel)
        check_inlined(str(module), kernel)
        _inline(modules, module, request)
        text, probes = probed(str(module), arrays)
        module = _parsed(text, "the kernel with probes", modules, kernel)
        _builder(unroll=False).getModulePassManager().run(module, _builder(unroll=False))
        module = _parsed(without_proven(str(module)), "the kernel with probes", modules, kernel)
        return without_proven(_rounds(modules, module, request, unroll=unroll)), probes


def without_marks(text: str) -> str:
    """Return the module without the marks that only a check needs."""
    return _WITHIN.sub("", _DECLARED.sub("", text))


def without_variables(text: str) -> str:
    """Return the module without the notes on variables of the source, which a check does not need."""
    return _VARIABLES.sub("", text)


def _prepared(text: str, group: Sequence[int], *, unroll: bool) -> str:
    if not unroll:  # not even where the source asks for it
        text = re.sub(r", !llvm\.loop !\d+", "", text)
    return _with_sizes(text, group)


def _alone(modules: Modules, text: str, kernel: str) -> binding.ModuleRef:
    """Return the module of a text, reduced to the kernel and the functions and variables that it needs.

    Raises `CompileError`.
    """
    module = _parsed(text, "the kernel", modules, kernel)
    names = [function.name for function in module.functions if not function.is_declaration]
    if kernel not in names:
        raise wrong(WRONG_IR, f"there is no function `{kernel}` in the module", help=f"it has: {', '.join(names)}")
    for function in module.functions:
        if not function.is_declaration and function.name != kernel:
            function.linkage = "internal"
            function.add_function_attribute("alwaysinline")
    _run(module, "global_dead_code_eliminate")
    return module


def _run(module: binding.ModuleRef, *names: str, builder: Any = None) -> None:
    from llvmlite import binding

    passes = binding.create_new_module_pass_manager()
    for name in names:
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, builder or _builder())


def _builder(*, unroll: bool = True) -> Any:
    from llvmlite import binding

    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_interleaving = False
    options.loop_unrolling = unroll
    return binding.create_pass_builder(_machine(), options)


def _inline(modules: Modules, module: binding.ModuleRef, request: Request) -> None:
    """Inline a module's own functions, and the library's, at their calls."""
    called = [function.name for function in module.functions if function.is_declaration and function.name[0] == "_"]
    if any(map(has, called)):
        lacking = [name for name in instructions() if not request.has(name)]
        warps = warp_functions(request.machine.warp_size, request.group)
        module.link_in(_parsed(definitions(called, lacking, warps), "the library", modules))
    _run(module, "always_inliner", "global_dead_code_eliminate")


def _rounds(modules: Modules, module: binding.ModuleRef, request: Request, *, unroll: bool) -> str:
    """Optimise a module until no instruction becomes a call of the library, in a few rounds; return its text.

    Raises `CompileError` if the kernel is too large.
    """
    builder = _builder(unroll=unroll)
    for _ in range(_MOST_ROUNDS):
        _inline(modules, module, request)
        builder.getModulePassManager().run(module, builder)
        text = str(module)
        calling = expanded(text, request.has)
        if calling == text:
            break
        check_inlined(calling, request.kernel)
        module = _parsed(calling, "the kernel with calls of the library", modules, request.kernel)
    return _finished(module, builder)


def reduced(text: str) -> str:
    """Return an optimised module with stepped addresses in its loops.

    LLVM ends the process if a jump of the kernel leaves two loops at once. `compiled_apart` then compiles the kernel
    again without stepped addresses.
    """
    from llvmlite import binding

    builder = binding.create_pass_builder(_machine(), binding.create_pipeline_tuning_options())
    with Modules() as modules:
        return _finished(modules.parse(text), builder, "loop_strength_reduce")


def _finished(module: binding.ModuleRef, builder: Any, *first: str) -> str:
    """Run passes, then bring a module into the form for the back end; return its text."""
    # simplification may turn compares into a switch again
    last = "lower_switch", "simplify_cfg", "lower_switch", "dead_code_elimination"
    _run(module, *first, *last, builder=builder)
    return str(module)


def _parsed(text: str, what: str, modules: Modules, kernel: str = "") -> binding.ModuleRef:
    text = re.sub(r'^target datalayout = ".*"$', f'target datalayout = "{LAYOUT}"', text, flags=re.MULTILINE)
    # A function that reads no memory and is the same wherever it is called may be moved out of a loop.
    text = _CONVERGENT.sub(r"\1\2", text)
    text = _NOT_INLINE.sub(r"\1", text)
    # There are no addresses of switch tables, and no functions of the C library.
    text = _DEFINITION.sub(r'\1 "no-jump-tables"="true" "no-builtins"\2 {', text)
    bare = _LINES.sub("", text)
    try:  # without its lines first: a broken module with lines ends the process
        module = modules.parse(bare)
        module.verify()
        if bare != text:
            module = modules.parse(text)
    except RuntimeError as error:
        first = str(error).strip().splitlines()
        message = f"{what} is not valid LLVM IR: {' '.join(first[:2])[:200]}"
        raise wrong(WRONG_IR, message, place_of(text, kernel, str(error))) from None
    module.data_layout = LAYOUT
    module.triple = TRIPLE
    return module


def _with_sizes(text: str, group: Sequence[int]) -> str:
    """Return the module with the known sizes of work-groups in place of calls that ask for them."""
    for dimension, size in enumerate(group):
        operand = rf"\(i32 (?:noundef )?{dimension}\)[^,\n]*"
        text = re.sub(rf"(?:tail )?call .*@_Z14get_local_sizej{operand}", f"add i32 {size}, 0", text)
        call = rf"(call (?:spir_func )?)((?:noundef )?i32 @_Z12get_local_idj{operand})"
        text = re.sub(call, rf"\1range(i32 0, {size}) \2", text)
    return text


@cache
def _machine() -> Any:
    from llvmlite import binding

    binding.initialize_all_targets()
    return binding.Target.from_triple(_COSTS_OF).create_target_machine(opt=2)
