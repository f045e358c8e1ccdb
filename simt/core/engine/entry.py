"""The calls of the compiled entry points: kinds, loading, compilation, and the packed arguments.

An entry point is compiled once per installation and kind of machine, and kept in a file (simt/core/engine/cache.py).
The file has the fingerprint of all sources and tables that are compiled. Code with another fingerprint counts as
missing.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from isa.table.table import table_hash
from simt.children import can_copy
from simt.core.engine import cache as files
from simt.core.engine.apart import in_copy
from simt.core.engine.names import ROUTINE, groups_in, kind_name
from simt.core.jit import routine
from simt.core.jit.deferred import INTERPRETED
from simt.core.jit.loaded import MachineCode, UnloadableError, caller
from simt.core.jit.packed import Packed, form_text
from simt.core.state.groups import OPTIONAL
from simt.core.state.layout import CODE
from simt.core.state.reasons import REASONS
from simt.machine import constraints, rules


@cache
def fingerprint() -> int:
    """Return 63 bits that change whenever anything that is compiled into the entry points changes."""
    tables = Path(rules.__file__).read_bytes() + Path(constraints.__file__).read_bytes()
    digest = hashlib.sha256(f"{table_hash()} {REASONS}".encode() + tables)
    core = Path(__file__).parents[1]
    for path in sorted(map(str, core.rglob("*.py"))):
        digest.update(path.removeprefix(str(core)).encode() + Path(path).read_bytes())
    return int.from_bytes(digest.digest()[:8], "big") >> 1


COMPILER = "simt-compiler"  # the name of threads that compile
_STACK = 64 << 20  # bytes: LLVM recurses, and some systems give a thread little


_Call = Callable[[np.ndarray, tuple[int, ...]], None]


class _Loaded(NamedTuple):
    """The code of a kind in memory. form: the meaning of its packed arguments."""

    call: _Call
    form: tuple[Any, ...]


_loaded: dict[tuple[object, ...], _Loaded] = {}  # by engine and whether it has each of OPTIONAL


def compile_needed(engine: str = "cycle", groups: tuple[bool, ...] = (False,) * len(OPTIONAL)) -> bool:
    """Return whether the next run compiles: its code is neither in memory nor in the cache on disk.

    engine: a name of POINTS. groups: the machine's `optional_groups`.
    """
    if INTERPRETED:
        return False
    return (engine, *groups) not in _loaded and files.kept(kind_name(engine, groups), _stamp()) is None


def _stamp() -> str:
    return str(fingerprint())


def call(engine: str, arguments: Packed, *scalars: int) -> float:
    """Call an entry point, loaded or compiled if need be; return the seconds of its code.

    arguments: the arrays of the call. scalars: the other arguments, which come after the arrays.
    """
    if INTERPRETED:
        begin = time.perf_counter()
        with np.errstate(all="ignore"):
            _point(engine).function(*map(_with_attributes, arguments.arguments), *map(np.int64, scalars))
        return time.perf_counter() - begin
    code = load(engine, arguments, len(scalars))
    begin = time.perf_counter()
    code(arguments.words, scalars)
    return time.perf_counter() - begin


def _point(engine: str) -> Any:
    """Return an entry point. Its module, with all that is compiled, is imported only to compile or to interpret."""
    from simt.core.engine.points import POINTS

    return POINTS[engine]


def _with_attributes(value: Any) -> Any:
    """Let plain Python read fields of record arrays as attributes, as numba does; in groups of them likewise."""
    if isinstance(value, tuple):
        make = getattr(value, "_make", tuple)  # of a named group, its class
        return make(map(_with_attributes, value))
    if isinstance(value, np.ndarray) and value.dtype.names:
        return value.view(np.recarray)
    return value


def load(engine: str, arguments: Packed, scalars: int) -> _Call:
    """Return the code of an entry point for these arguments, in memory. scalars: the number of its other arguments.

    If it has to be compiled, this is done in a copy of this process if possible, and the code is loaded from its file.
    Otherwise the code is compiled in a thread of its own: LLVM works for seconds without a look at signals, but the
    main thread only waits, so Ctrl-C ends it at once.
    """
    if arguments.code is not None:
        call: _Call = arguments.code
        return call
    groups = groups_in(engine, arguments.arguments)
    loaded = _loaded.get((engine, *groups))
    if loaded is None:
        kind = kind_name(engine, groups)

        def compiled() -> MachineCode:
            from simt.core.jit.compile import machine_code

            point, given = _point(engine), (*arguments.arguments, *(np.int64(0),) * scalars)
            return machine_code(point.function, given, vectorize=point.vectorize)._replace(form=form)

        form = form_text(arguments.form)
        loaded = _loaded[engine, *groups] = _Loaded(caller(_address(kind, form, compiled)), arguments.form)
    if loaded.form != arguments.form:
        raise TypeError(f"the engine of kind {kind_name(engine, groups)} is compiled for other arrays")
    return loaded.call


def _address(kind: str, form: str, compiled: Callable[[], MachineCode]) -> int:
    """Return the address of a kind's code, which is loaded from its file, or compiled, kept and loaded.

    form: the form of the packed arguments. Code for another one counts as missing: it would take floats for integers.
    """
    stamp = _stamp()
    code = files.kept(kind, stamp)
    if code is not None and code.form != form:
        code = None
    if code is None and can_copy() and files.place() is not None:
        in_copy(lambda: files.keep(kind, stamp, compiled()))  # fails here again if it failed there
        code = files.kept(kind, stamp)
    if code is not None:
        try:
            return code.load()
        except UnloadableError:
            code = None
    made: list[MachineCode] = []
    in_thread(lambda: made.append(compiled()))
    files.keep(kind, stamp, made[0])
    return made[0].load()


@cache
def routine_address() -> int:
    """Load or compile the entry point `routine`; return its address."""

    def compiled() -> MachineCode:
        from simt.core.jit.compile import routine_code

        return routine_code(_point(ROUTINE).function, np.zeros(1, CODE)[0], np.zeros(1, np.uint32))

    return _address(ROUTINE, "", compiled)


routine.provide(routine_address)


def in_thread(work: Callable[[], object], is_over: Callable[[], bool] = lambda: False) -> bool:
    """Do work in a thread of its own and wait for it.

    Return False if `is_over` ended the wait before the work was done.

    Raises any exception of the work.
    """
    raised: list[BaseException] = []

    def do() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=do, name=COMPILER, daemon=True)
    before = threading.stack_size(_STACK)
    try:
        thread.start()
    finally:
        threading.stack_size(before)
    while thread.is_alive():
        thread.join(0.05)
        if is_over():
            return False
    if raised:
        raise raised[0]
    return True


def forget(engine: str, groups: Iterable[bool]) -> None:
    """Have the next run of a kind compile it anew: remove its files."""
    groups = tuple(groups)
    files.forget(kind_name(engine, groups))
    _loaded.pop((engine, *groups), None)
    routine_address.cache_clear()
