"""Engines that are fitted to a machine: the same results whenever a run takes one over, kept few, no process left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import isa
import simt
from benches.fitted import Compiling, compile_fitted
from simt.core.engine import cache, fitted, run
from simt.core.engine.fitted import Fitting, fit_of
from simt.core.engine.run import Running, simulate
from simt.core.jit.loaded import MachineCode
from simt.core.jit.packed import Packed, pack
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.core.state.state import State
from tests.golden.digests import canonical
from tests.paths import ROOT

LOOP = """
    .threads 32
    .local x f32[32]
        mov r1, 300
    again:
        ld.local r2, [thread_id]
        mul.f32 r3, r2, r2
        add.f32 r4, r4, r3
        st.local [thread_id], r4
        sub.u32 r1, r1, 1 -> again if nz
        ret
"""


def plain(**keys: Any) -> Placed:
    return Placed(isa.assemble(LOOP), simt.Machine.load("fpga4", keys), Grid.of(32))


def arrays(group: Any) -> list[np.ndarray]:
    if isinstance(group, tuple):
        return [array for member in group for array in arrays(member)]
    return [] if group is None else [group]


def left(output: Any) -> list[bytes]:
    """All that a run leaves in the arrays of its state."""
    return [array.tobytes() for array in arrays(output.state.cores)]


def in_short_calls(monkeypatch: pytest.MonkeyPatch, first: int) -> list[bool]:
    """Make the calls of runs short, and runs look for a fitted engine at a call; return what tells which had one."""
    had: list[bool] = []
    before = Fitting.fitted

    def counting(self: Fitting, engine: str, arguments: Packed) -> Packed:
        given = before(self, engine, arguments)
        had.append(given.code is not None)
        return given

    monkeypatch.setattr(Fitting, "fitted", counting)
    monkeypatch.setattr(Fitting, "took", lambda self, _seconds: setattr(self, "_spent", self._spent + 1))
    monkeypatch.setattr(fitted, "_LOOK", first)
    monkeypatch.setattr(run, "FIRST", 700)
    monkeypatch.setattr(run, "CHUNK", 700)
    return had


@pytest.mark.parametrize("first", [0, 1, 4])
def test_results_are_the_same_whenever_a_run_takes_it_over(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    placed = plain()
    compile_fitted("cycle", Running(State.build(placed))._arguments)
    monkeypatch.setenv(fitted.OFF, "0")
    alone = simulate(placed)
    monkeypatch.delenv(fitted.OFF)
    had = in_short_calls(monkeypatch, first)
    output = simulate(placed)
    assert had[: first + 2] == [False] * first + [True, True]
    assert (output.cycles, output.status, left(output)) == (alone.cycles, alone.status, left(alone))


@pytest.mark.nightly
@pytest.mark.parametrize("first", [0, 2])
def test_results_of_a_device_are_the_same(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {"cores": 2, "memory.policy": "simple", "options.multiply": True, "warps": 16}
    launch = simt.Launch("mm_global", "fpga4", set=keys, defines={"n": 16})
    with monkeypatch.context() as patch:
        patch.setattr(run, "Fitting", Compiling)
        alone = launch.run(jobs=1)
    had = in_short_calls(monkeypatch, first)
    result = launch.run(jobs=1)
    assert had[: first + 2] == [False] * first + [True, True]
    assert result.cycles == alone.cycles
    assert canonical(result.memory) == canonical(alone.memory)
    assert canonical(result.ledgers.warp) == canonical(alone.ledgers.warp)
    assert canonical(result.registers) == canonical(alone.registers)


def test_a_window_is_recorded_by_the_engine_of_the_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a run records is one of the numbers, and changes between two calls."""
    placed = plain()
    compile_fitted("cycle", Running(State.build(placed))._arguments)
    window = range(2000, 2500)
    monkeypatch.setenv(fitted.OFF, "0")
    alone = simulate(placed, record=window)
    monkeypatch.delenv(fitted.OFF)
    had = in_short_calls(monkeypatch, 0)
    output = simulate(placed, record=window)
    assert set(had) == {True, False}
    assert alone.kept is not None
    assert output.kept is not None
    for one, other in zip(alone.kept[0], output.kept[0], strict=True):
        assert np.array_equal(one, other)


def test_each_machine_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def name(placed: Placed, routine: int = 0) -> str:
        arguments = Running(State.build(placed))._arguments
        arguments.arguments[0].spec["routine"] = routine
        return fit_of("cycle", arguments).kind

    assert name(plain()) == name(plain())
    assert name(plain()) != name(plain(**{"retire.stages": 3}))
    assert name(plain()) == name(plain(), routine=4096)  # an address, which no other process has


def test_other_shapes_of_arrays_do_not_fit() -> None:
    arguments = Running(State.build(plain()))._arguments
    fit = fit_of("cycle", arguments)
    assert fit.fits(Running(State.build(plain()))._arguments)
    cores = arguments.arguments[0]
    wider = cores.record._replace(ready_bits=np.zeros((1, 64), np.int64))
    other = pack(cores._replace(record=wider))
    assert not fit.fits(other)
    assert fit_of("cycle", other).kind != fit.kind


@pytest.mark.parametrize(("threads", "off", "load"), [(1, None, 0.0), (2, "0", 0.0), (2, None, 99.0)])
def test_only_an_idle_processor_compiles(
    threads: int, off: str | None, load: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    if off is not None:
        monkeypatch.setenv(fitted.OFF, off)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load), raising=False)
    monkeypatch.setattr(fitted, "_Child", lambda request: pytest.fail("compiles"))
    monkeypatch.setattr(fitted, "kept", lambda fit, arguments: None)
    fitting, arguments = Fitting(threads), Running(State.build(plain()))._arguments
    fitting.took(1000.0)
    assert fitting.fitted("cycle", arguments) is arguments


def test_a_run_that_ends_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
    monkeypatch.setattr(fitted, "processors", lambda: 2)
    monkeypatch.setattr(fitted, "kept", lambda fit, arguments: None)
    arguments = Running(State.build(plain()))._arguments
    with Fitting(2) as fitting:
        fitting.took(1.0)
        fitting.fitted("cycle", arguments)
        assert fitting._child is None  # the run is short
        fitting.took(1000.0)
        fitting.fitted("cycle", arguments)
        child = fitting._child
        assert child is not None
        fitting.fitted("cycle", arguments)
        assert fitting._child is child  # the only one
    assert child._process.returncode is not None


def test_it_ends_when_the_process_that_began_it_is_killed() -> None:
    text = (
        "import os, signal; from tests.unit.core.test_fitted import *; a = Running(State.build(plain()))._arguments; "
        "c = fitted._Child(fitted._Request('cycle', fitted._small(a), fit_of('cycle', a))); "
        "print(c._process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=False)
    number = int(done.stdout)
    end = time.monotonic() + 60
    while is_alive(number):
        assert time.monotonic() < end
        time.sleep(0.1)


def is_alive(number: int) -> bool:
    """Whether a process runs: the one that nobody has waited for is over."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_few_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for number in range(5):
        cache.keep(f"fitted-cycle-{number}", "1", MachineCode(b"code", "entry", ()))
        (path,) = cache.files(f"fitted-cycle-{number}")
        os.utime(path, (number, number))
    cache.keep("cycle", "1", MachineCode(b"code", "entry", ()))
    cache.touch("fitted-cycle-1")
    cache.drop_oldest(fitted.FITTED, 3)
    assert [cache.kept(f"fitted-cycle-{number}", "1") is not None for number in range(5)] == [0, 1, 0, 1, 1]
    assert cache.kept("cycle", "1") is not None
