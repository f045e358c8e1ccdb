"""Work-groups without time on several threads of the host: the state that one thread leaves, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import isa
import simt
from simt.core.engine import shares
from simt.core.engine.crew import Crew
from simt.core.engine.output import Output
from simt.core.engine.run import simulate
from simt.core.engine.shares import Shares
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.launch.oracle import Oracle
from tests.untimed import left_by

GROUPS, LANES = 60, 16
WORDS = GROUPS * 32

OWN = "shl.b32 r1, global_id, 2\nld.global r2, [r1]\nadd.u32 r2, r2, group_id\nst.global [r1], r2\n"
LOOP = "mov.b32 r3, 40\nagain:\nadd.u32 r4, r4, r3\nsub.u32 r3, r3, 1 -> again if nz\n"
LONG = LOOP.replace("40", "4000")  # long enough for every thread to have a group
NEXT = "shl.b32 r1, global_id, 2\nld.global r2, [r1]\nadd.u32 r1, r1, 128\nst.global [r1], r2\n"
SAME = "st.global [0], group_id\n"
FAR = "eq.u32 r5, group_id, 41 -> bad if nz\njmp fine\nbad:\nmov.b32 r1, -4\nld.global r2, [r1]\nfine:\n"
ATOMIC = "mov.b32 r1, 0\natom.add.u32 r2, [r1], group_id\n"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all threads run from the first instruction on."""
    monkeypatch.setattr(Crew, "threads", property(lambda crew: crew._threads))


@pytest.fixture
def phases(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each phase of the test's runs was kept."""
    kept: list[bool] = []
    judge = Shares._is_good

    def note(self: Shares, end: int, limit: int) -> bool:
        kept.append(judge(self, end, limit))
        return kept[-1]

    monkeypatch.setattr(Shares, "_is_good", note)
    return kept


def run(text: str, threads: int, **more: Any) -> Output:
    machine = simt.Machine.load("fpga16", {"memory": "simple", "warps": 2, "cores": 2})
    program = isa.assemble(text + "ret\n")
    words = np.random.default_rng(1).integers(0, 1 << 32, WORDS + 64, np.uint32)
    memories = Memories(words=words, buffers=np.array([[0, 4 * len(words)]]))
    placed = Placed(program, machine, Grid(size=(GROUPS * 32, 1), local=(32, 1)))
    return simulate(placed, memories, engine="functional", threads=threads, **more)


@pytest.mark.parametrize("threads", [2, 3])
def test_groups_that_share_nothing_run_on_threads(threads: int, phases: list[bool]) -> None:
    assert left_by(run(OWN + LOOP, threads)) == left_by(run(OWN + LOOP, 1))
    assert phases
    assert all(phases)


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("text", [NEXT, SAME], ids=["reads what the group before wrote", "writes the same word"])
def test_groups_that_depend_on_others_give_the_results_of_one_thread(
    text: str, threads: int, phases: list[bool]
) -> None:
    """A phase in which two threads meet in a word is undone."""
    assert left_by(run(text + LONG, threads)) == left_by(run(text + LONG, 1))
    assert phases[-1] is False


def test_a_phase_in_which_a_group_traps_is_undone(phases: list[bool]) -> None:
    alone, shared = run(OWN + LOOP + FAR, 1), run(OWN + LOOP + FAR, 2)
    assert alone.trap is not None
    assert left_by(shared) == left_by(alone)
    assert phases[-1] is False


@pytest.mark.parametrize("limit", [1, 500, 5_000, 15_000])
def test_a_limit_stops_at_its_instruction(limit: int) -> None:
    alone, shared = (run(OWN + LOOP, threads, max_cycles=limit) for threads in (1, 2))
    assert shared.cycles == alone.cycles or alone.status == "done"
    assert left_by(shared) == left_by(alone)


def test_a_group_that_is_too_long_runs_on_one_thread(phases: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_LONGEST", 100)
    assert left_by(run(OWN + LOOP, 2)) == left_by(run(OWN + LOOP, 1))
    assert phases == [False]


def test_atomics_on_global_memory_run_on_one_thread(phases: list[bool]) -> None:
    assert left_by(run(ATOMIC, 2)) == left_by(run(ATOMIC, 1))
    assert phases == []


@pytest.mark.parametrize("machine", ["gtx280", "hd5870"])
@pytest.mark.parametrize("name", ["mm_local", "mm_global_rows", "pps_br"])
def test_shipped_kernels_give_the_same(name: str, machine: str, phases: list[bool]) -> None:
    defines = {"n": 1024, "group": 64} if name == "pps_br" else {"n": 64}
    program, oracle = simt.load_program(name, defines=defines), Oracle.beside(simt.find_program(name))
    assert oracle is not None
    sizes = oracle.launch(program)
    assert sizes is not None
    inputs = oracle.inputs(program, 1)
    results = [
        simt.run(program, machine, inputs=inputs, global_size=sizes[0], local_size=sizes[1], engine="functional",
                 jobs=workers)
        for workers in (1, 2, 3)
    ]  # fmt: skip
    for result in results[1:]:
        assert result.instructions == results[0].instructions
        assert np.array_equal(result.issues, results[0].issues)
        for buffer, array in result.buffers.items():
            assert np.array_equal(array, results[0].buffers[buffer])
    assert phases
