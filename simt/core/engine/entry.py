"""The compiled entry points: the list of them, and their cache.

An entry point is compiled once per installation and kind of machine, and kept in files (simt/core/engine/cache.py) with
the fingerprint of all sources and tables that are compiled: code of other sources counts as missing.

A *kind* is an entry point and the optional groups that its machines have (OPTIONAL): a missing group (None) has another
type, hence another compilation, without any code for the group (simt/core/jit/absent.py).
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from numba import types

from isa.table.table import table_hash
from simt.children import can_copy
from simt.core.engine import cache as files
from simt.core.engine.apart import in_copy
from simt.core.engine.cache import EngineCache
from simt.core.jit import entry, routine
from simt.core.lanes.routines import computed
from simt.core.loops.accounting import close
from simt.core.loops.cycle import run_cycles
from simt.core.loops.device import run_device
from simt.core.loops.functional import run_functional, run_groups
from simt.core.memory.clients.system import run_system
from simt.core.memory.dram.trace import run_trace
from simt.core.state import states
from simt.core.state.cores import PLACE_OF_RUN, core_of
from simt.core.state.layout import Core, Device
from simt.core.state.reasons import REASONS
from simt.machine import constraints, rules


class EntryPoints(NamedTuple):
    """The compiled entry points, a field for each engine. Python calls all but `routine`.

    `device` takes the cores as a Core. The other engines with cores take them `unnamed`, since their runs may be short.
    """

    cycle: Any
    functional: Any
    device: Any  # the cycle engine of a device
    groups: Any  # the functional engine of a device, a work-group after the other
    check: Any  # `functional` and `groups` of runs that are checked, with a shadow
    check_groups: Any
    dram: Any  # a controller of DRAM that is handed a trace; no core is
    clients: Any  # a channel of DRAM with its clients; likewise
    routine: Any  # one lane of an instruction that few programs have: what the engines call, and Python does not


@cache
def fingerprint() -> int:
    """Return 63 bits that change whenever anything that is compiled into the entry points changes."""
    tables = Path(rules.__file__).read_bytes() + Path(constraints.__file__).read_bytes()
    digest = hashlib.sha256(f"{table_hash()} {REASONS}".encode() + tables)
    core = Path(__file__).parents[1]
    for path in sorted(core.rglob("*.py")):
        digest.update(path.relative_to(core).as_posix().encode() + path.read_bytes())
    return int.from_bytes(digest.digest()[:8], "big") >> 1


@cache
def entry_points() -> EntryPoints:
    """Return all entry points; each is compiled at its first call."""

    def kept(engine: str) -> EngineCache:
        return EngineCache(lambda types: _kind(engine, _groups_by_type(engine, types)), fingerprint)

    @entry(vectorize=False, cache=kept("cycle"))
    def cycle_entry(cores, until, limit):
        # Cores of any number of processors run one after the other, without Python in between (batch.py).
        for k in range(cores[PLACE_OF_RUN].shape[0]):
            core = core_of(k, cores)
            run_cycles(core, until)
            if core.run.status == states.RUNNING and core.run.cycle >= limit:
                close(core, core.run.cycle)

    @entry(vectorize=True, cache=kept("functional"))
    def functional_entry(cores, until):
        run_functional(core_of(0, cores), None, until)

    @entry(vectorize=False, cache=kept("device"))
    def device_entry(cores, device, until, limit, thread):
        run_device(cores, device, until, limit, thread)

    @entry(vectorize=True, cache=kept("groups"))
    def groups_entry(cores, device, until):
        run_groups(core_of(0, cores), device, until)

    @entry(vectorize=True, cache=kept("check"))
    def check_entry(cores, until):
        run_functional(core_of(0, cores), None, until)

    @entry(vectorize=True, cache=kept("check_groups"))
    def check_groups_entry(cores, device, until):
        run_groups(core_of(0, cores), device, until)

    @entry(vectorize=False, cache=kept(DRAM))
    def dram_entry(dram, progress, under_way, clocks):
        run_trace(dram, progress, under_way, clocks)

    @entry(vectorize=False, cache=kept(CLIENTS))
    def clients_entry(system, clocks):
        run_system(system, clocks)

    @entry(vectorize=False, cache=kept(ROUTINE))
    def routine_entry(op, a, b, c):
        return computed(op, a, b, c)

    return EntryPoints(
        cycle_entry, functional_entry, device_entry, groups_entry, check_entry, check_groups_entry, dram_entry,
        clients_entry, routine_entry,
    )  # fmt: skip


UNTIMED = ("functional", "groups", "check", "check_groups")  # the engines without time
DRAM, CLIENTS, ROUTINE = "dram", "clients", "routine"
CORELESS = (DRAM, CLIENTS, ROUTINE)  # the engines that have no core, hence none of the groups

# The groups that a machine may lack; the ones that it has decide which compilation of an entry point it needs. The
# first are groups of Core, the last is one of Device.
OPTIONAL = ("divergence", "bundles", "register_file", "flights", "collectors", "dram")


def _kind(engine: str, groups: Iterable[bool]) -> str:
    """Return the name of a kind, with which the names of its files begin. groups: whether it has each of OPTIONAL."""
    return "-".join([engine, *(name for name, has in zip(OPTIONAL, groups, strict=True) if has)])


def _groups(engine: str, core: Any, device: Any) -> list[bool]:
    """List for each group of OPTIONAL whether it is in an entry point's first two arguments."""
    if engine in CORELESS:
        return [False] * len(OPTIONAL)
    present = [core[place] is not None for place in _PLACES]
    present.append(engine == "device" and device[_PLACE_OF_DRAM] is not None)
    return present


def _groups_by_type(engine: str, arguments: Sequence[Any]) -> list[bool]:
    """List for each group of OPTIONAL whether it is in numba's types of an entry point's first two arguments."""
    members = [[None if kind == types.none else kind for kind in getattr(each, "types", ())] for each in arguments[:2]]
    return _groups(engine, *members)


def compile_needed(engine: str = "cycle", groups: tuple[bool, ...] = (False,) * len(OPTIONAL)) -> bool:
    """Return whether the next run compiles: its code is neither in memory nor in the cache on disk.

    engine: a field of EntryPoints. groups: the machine's `optional_groups`.
    """
    dispatcher, kind = getattr(entry_points(), engine), _kind(engine, groups)
    if not hasattr(dispatcher, "signatures"):
        return False  # compilation is off
    if any(_kind(engine, _groups_by_type(engine, types)) == kind for types in dispatcher.signatures):
        return False
    return not dispatcher._cache.holds(kind, dispatcher.targetctx.codegen())


_PLACES = [Core._fields.index(name) for name in OPTIONAL if name in Core._fields]
_PLACE_OF_DRAM = Device._fields.index("dram")
_loaded: set[tuple[object, ...]] = set()  # engines with their optional groups whose code this process has
COMPILER = "simt-compiler"  # the name of threads that compile
_STACK = 64 << 20  # bytes: LLVM recurses, and some systems give a thread little


def call(engine: str, *arguments: Any) -> float:
    """Call an entry point, loaded or compiled if need be; return the seconds of its code."""
    load(engine, *arguments)
    point = getattr(entry_points(), engine)
    begin = time.perf_counter()
    point(*arguments)
    return time.perf_counter() - begin


def load(engine: str, *arguments: Any) -> None:
    """Have an entry point's code for arguments of these types in memory.

    It is compiled in a copy of this process where that is possible, and loaded, or else compiled, in a thread of its
    own: LLVM works for seconds without a look at signals, and the main thread, which waits, hears Ctrl-C at once.
    """
    point = getattr(entry_points(), engine)
    groups = tuple(_groups(engine, *arguments[:2]))
    kind = (engine, *groups)
    if kind not in _loaded:
        if hasattr(point, "compile"):
            kinds = tuple(map(point.typeof_pyval, arguments))
            if can_copy() and compile_needed(engine, groups) and files.place() is not None:
                in_copy(lambda: point.compile(kinds))  # fails here again if it failed there
            in_thread(lambda: point.compile(kinds))
        _loaded.add(kind)


@cache
def routine_address() -> int:
    """Load or compile the entry point `routine`; return its address."""
    point, words = entry_points().routine, (types.int64,) * 4
    in_thread(lambda: point.compile(words))
    compiled = point.overloads[words]
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


routine.provide(routine_address)


def in_thread(work: Callable[[], object], is_over: Callable[[], bool] = lambda: False) -> bool:
    """Do work in a thread of its own and wait for it; return False if `is_over` said to leave it.

    Raises what the work raises.
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
    files.forget(_kind(engine, groups))
    _loaded.clear()
    entry_points.cache_clear()
    routine_address.cache_clear()
