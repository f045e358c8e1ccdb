"""The compilation of kinds of engine before they are needed: its seconds are measured, and kept beside the engines.

The time of a kind that was never compiled here is an estimate. It is `Kind.seconds`, the time on a computer of 2024,
times the factor by which the measured kinds were slower here. The file is an object of seconds by kind. It is read as
data, and ignored if it cannot be read.
"""

from __future__ import annotations

import contextlib
import json
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from isa.reporting.files import read_bytes, replace_file

if TYPE_CHECKING:
    from simt.core.engine.kinds import Kind

_FILE = "compile-seconds.json"
_MOST_BYTES = 100_000


def compile_kind(kind: Kind) -> None:
    """Compile a kind of engine, and measure how long it takes; the cache on disk keeps the engine."""
    with timed(kind):
        _compile(kind)


def _compile(kind: Kind) -> None:
    """Compile a kind; an engine that runs kernels is compiled by running an empty kernel."""
    from isa.assembly.assembler import assemble
    from simt.core.engine.entry import routine_address
    from simt.core.engine.names import CLIENTS, DRAM, REPLAY, ROUTINE
    from simt.core.state.grid import Grid
    from simt.core.state.placed import Placed
    from simt.launch.how import How
    from simt.launch.run import execute
    from simt.machine import Machine
    from simt.memory.clients.run import compile_engine as compile_clients
    from simt.memory.dram.run import compile_engine as compile_dram
    from simt.result.dram_windows import compile_engine as compile_replay

    coreless: dict[str, Callable[[], object]] = {
        CLIENTS: compile_clients, DRAM: compile_dram, REPLAY: compile_replay, ROUTINE: routine_address,
    }  # fmt: skip
    if kind.engine in coreless:
        coreless[kind.engine]()
        return
    engine = "cycle" if kind.engine in ("cycle", "device") else "functional"
    placed = Placed(assemble(".threads 1\n ret\n"), Machine.load("fpga4", kind.keys), Grid.of(1))
    execute(placed, {}, How(engine=engine, is_watched=kind.engine.startswith("check")))


class Estimate(NamedTuple):
    """Seconds that a kind takes to compile. is_measured: whether they follow from measurements on this computer."""

    seconds: int
    is_measured: bool

    def __str__(self) -> str:
        return f"{'about' if self.is_measured else 'some'} {self.seconds} s"


def estimate(kind: Kind) -> Estimate:
    """Estimate how long a kind takes to compile."""
    from simt.core.engine.kinds import KINDS

    known = measured()
    if kind.name in known:
        return Estimate(max(1, round(known[kind.name])), is_measured=True)
    ratios = [seconds / KINDS[name].seconds for name, seconds in known.items()]
    slower = statistics.median(ratios) if ratios else 1.0
    return Estimate(max(1, round(kind.seconds * slower)), is_measured=bool(ratios))


@contextlib.contextmanager
def timed(kind: Kind) -> Iterator[None]:
    """Measure the compilation of a kind in the block, if it is not compiled yet and the block ends well."""
    is_needed = not kind.is_compiled
    begin = time.perf_counter()
    yield
    if is_needed:
        _keep({**measured(), kind.name: round(time.perf_counter() - begin, 2)})


def measured() -> Mapping[str, float]:
    """Return the seconds of the kinds that were compiled on this computer, by name."""
    from simt.core.engine.kinds import KINDS

    path = _path()
    try:
        found = {} if path is None else json.loads(read_bytes(path, _MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {name: float(value) for name, value in pairs if name in KINDS and _is_plausible(value)}


def _is_plausible(value: object) -> bool:
    return isinstance(value, (int, float)) and 0 < value < 36_000


def _keep(seconds: Mapping[str, float]) -> None:
    path = _path()
    if path is not None:
        with contextlib.suppress(OSError, ValueError):  # an estimate is worth no message
            replace_file(path, json.dumps(seconds).encode())


def _path() -> Path | None:
    from simt.core.engine.cache import place

    folder = place()
    return None if folder is None else folder / _FILE
