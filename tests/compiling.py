"""How tests compile kinds of engine: each once, in little time, and all of them first in a run of all tests.

To compile all 27 kinds one by one, as users have them, takes some 520 s of processor time: as much as all tests. So
most kinds are compiled for tests with few of LLVM's passes. Their files are in the folder that is looked in last
(`QUICK`), and only tests and the processes that they begin look there. So code that is kept as users have it is used as
it is. The nightly tests compile all kinds so.

In a run of all tests both workers begin with kinds, a row of them in one process (`compile_all`): numba keeps the
functions that it has typed, and neighbours in a row share most of theirs.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from tests.examples import PROFILE
from tests.paths import ROOT

# Beside each other are kinds that share many functions. Both rows take about as long. Kinds of FULLY come first, and
# `device-masks`, which tests run much: later they would share functions that are simplified little.
ROWS = (
    (
        "device-masks", "device", "device-dram", "device-scoreboard-dram", "device-scoreboard", "device-collectors",
        "device-full-scoreboard", "device-full",
    ),
    (
        "plain", "functional", "routine", "masks", "masks-scoreboard", "collectors", "full-scoreboard", "scoreboard",
        "full", "bundles", "functional-masks", "functional-bundles", "functional-device", "functional-device-bundles",
        "check", "check-device", "dram", "clients", "replay",
    ),
)  # fmt: skip
# As users have them in every run: the README's first command has compiled the first of them, and the others are small.
# After a run of all tests in a new checkout no other kind is beside the folder `quick`.
FULLY = frozenset({"plain", "functional", "routine"})
QUICK = ROOT / "simt" / "core" / "engine" / "__pycache__" / "quick"  # a place for caches, with the kinds of tests
# Of each function before it is linked, for level 0 below, and of the whole. The passes that users' functions have take
# three times as long, and leave up to a third more code; at level 1, `device-masks` runs a third longer without them.
_OF_FUNCTIONS = ("sroa", "simplify_cfg", "instruction_combine")
_PASSES = ("always_inliner", "global_dead_code_eliminate", "simplify_cfg", "sroa", "instruction_combine")
# The kinds that tests run most have level 1 of LLVM's code generator, the others 0. At 1 the code of a large kind takes
# 3 to 6 s, and runs a tenth longer than users have it; at 0 it takes less than 1 s, and runs four to six times as long.
MUCH_RUN = frozenset({"masks", "device-masks", "device-scoreboard-dram", "functional-device"})
few_passes: dict[str, int] = {}  # the levels of the kinds that this process compiles so, by the names of their files


def announced(name: str) -> str:
    """Return what a command says on stderr before it compiles a kind, if no kind was measured on this computer."""
    from simt.core.engine.kinds import KINDS

    place = f"{list(KINDS).index(name) + 1} of {len(KINDS)}"
    return (
        f"compiling the engine of kind {name} ({place}), some {KINDS[name].seconds} s\n"
        "  once per kind and installation; `simt warm` compiles all kinds\n"
    )


def compile_for_tests(*, beside_others: bool) -> None:
    """Have this process compile most kinds in little time.

    beside_others: whether another process does the same. Then a kind is compiled under a lock, so that the next process
    finds it in the cache.
    """
    from simt.core.engine import cache, entry
    from simt.core.engine.kinds import KINDS

    if PROFILE != "nightly":
        os.environ["XDG_CACHE_HOME"] = str(QUICK)  # of this process and of all that it begins
    if cache.folders()[-1].is_relative_to(QUICK):  # a system without this variable has kinds as users have them
        few_passes.update((_file_name(name), int(name in MUCH_RUN)) for name in KINDS if name not in FULLY)
    load_alone, keep_fully = entry._address, cache.keep

    def load(kind: str, form: str, compiled: Callable[[], Any]) -> int:
        with _locked(kind) if beside_others else contextlib.nullcontext():
            return load_alone(
                kind, form, _with_few_passes(compiled, few_passes[kind]) if kind in few_passes else compiled
            )

    def keep(kind: str, stamp: str, code: Any) -> None:
        last = mock.patch.object(cache, "folders", return_value=cache.folders()[-1:])
        with last if kind in few_passes else contextlib.nullcontext():
            keep_fully(kind, stamp, code)

    entry._address, cache.keep = load, keep


def _file_name(name: str) -> str:
    """Return the name of the files of a kind. name: one of KINDS."""
    from simt.core.engine.kinds import KINDS
    from simt.core.engine.names import kind_name

    return kind_name(KINDS[name].engine, KINDS[name].groups)


def _with_few_passes(compiled: Callable[[], Any], level: int) -> Callable[[], Any]:
    """Return a compilation in which LLVM does little for an entry point. level: of its code generator, of at most 3."""

    def quickly() -> Any:
        from llvmlite import binding as llvm
        from numba.core.registry import cpu_target

        from simt.core.jit.compile import EntryLibrary, InnerLibrary

        codegen = cpu_target.target_context.codegen()
        options = {"opt": level}
        codegen._customize_tm_options(options)
        emitter = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(**options)

        def builder() -> Any:
            return llvm.create_pass_builder(emitter, llvm.create_pipeline_tuning_options(speed_level=0))

        def simplify(library: Any, module: Any) -> None:
            passes, how = llvm.create_new_function_pass_manager(), builder()
            for name in _OF_FUNCTIONS:
                getattr(passes, f"add_{name}_pass")()
            for function in module.functions:
                if not function.is_declaration:
                    passes.run(function, how)

        def optimize(library: Any) -> None:
            passes = llvm.create_new_module_pass_manager()
            for name in _PASSES:
                getattr(passes, f"add_{name}_pass")()
            passes.run(library._final_module, builder())

        with (
            mock.patch.object(InnerLibrary, "_simplify", InnerLibrary._simplify if level else simplify),
            mock.patch.object(EntryLibrary, "_optimize_final_module", optimize),
            mock.patch.object(codegen, "_tm", emitter),
        ):
            return compiled()

    return quickly


def compile_all(row: int) -> None:
    """Compile all kinds that are not kept, in a copy of this process, while another worker begins with another row.

    A kind that the other compiles at the moment is left to it.
    """
    from simt.children import can_copy
    from simt.core.engine import cache
    from simt.core.engine.apart import in_copy
    from simt.core.engine.kinds import KINDS

    if not can_copy() or cache.place() is None:
        return
    mine, *others = ROWS[row % len(ROWS) :] + ROWS[: row % len(ROWS)]
    names = [*mine, *(name for other in others for name in reversed(other))]
    if all(KINDS[name].is_compiled for name in names):
        return
    in_copy(lambda: _compile_row(names))


def _compile_row(names: list[str]) -> None:
    from simt.core.engine import entry
    from simt.core.engine.kinds import KINDS
    from simt.launch import compile_times
    from simt.launch.compile_times import compile_kind

    gc.disable()
    entry.can_copy = lambda: False  # in this process, which keeps what the next kinds share
    compile_times._path = lambda: None  # the seconds are not what a user waits
    for name in names:
        with contextlib.suppress(BlockingIOError), _locked(_file_name(name), is_waiting=False):
            if not KINDS[name].is_compiled:
                compile_kind(KINDS[name])


@contextlib.contextmanager
def _locked(kind: str, *, is_waiting: bool = True) -> Iterator[None]:
    """Hold the byte of a lock file that stands for this kind; nothing where there are no such locks.

    Raises `BlockingIOError` if another process holds it and this one is not to wait.
    """
    if os.name != "posix":
        yield
        return
    import fcntl

    from simt.core.engine.cache import folders

    about = f"{folders()[0]} {kind}"
    place = int.from_bytes(hashlib.sha256(about.encode()).digest()[:4])
    # Not in the folder itself: tests look at what is in there, and at folders that cannot be written to.
    with Path(tempfile.gettempdir(), f"simt-compiling-{os.getuid()}.lock").open("wb") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | (0 if is_waiting else fcntl.LOCK_NB), 1, place)
        yield
