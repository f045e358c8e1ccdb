"""Lanes that spin on a word which a waiting lane would write: who, where, for what, under every policy."""

from __future__ import annotations

import pytest

import simt
from isa.reporting.diagnostics import render
from simt.diagnosis.spinning import spinning_of
from simt.launch.oracle import Oracle
from simt.views.run.stops import stop_diagnostic
from tests.pins.pin import Pin
from tests.pins.progress import FALSE_FIRST, FLAG, ITS, ITS_YIELD, LOCK

HOW = {"mask_stack": "stack", "ipdom_stack": "stack", "min_pc": "turn", "its": "blocked"}
SPIN_LOCK = "locks/spin_lock"


def run_lock(policy: str, kernel: str = SPIN_LOCK) -> simt.Result:
    path = simt.find_program(kernel)
    oracle = Oracle.beside(path)
    assert oracle is not None
    program = simt.assemble_file(path, defines={"masks": int(policy == "mask_stack")})
    machine = simt.Machine.load("article32", {"branch.policy": policy})
    return simt.run(program, machine, inputs=oracle.inputs(program, 1), max_cycles=3000)


@pytest.mark.parametrize("policy", HOW)
def test_the_holder_of_a_lock_is_named(policy: str) -> None:
    result = run_lock(policy)
    found = spinning_of(result)
    assert found is not None
    assert (found.space, found.name, found.value) == ("local", "lock[0]", 1)
    [spinners], [writer] = found.spinners, found.writers
    assert (spinners.warp, spinners.lanes) == (0, 0xFFFF_FFFE)
    assert (writer.warp, writer.lanes, writer.how) == (0, 1, HOW[policy])
    unlock = max(pc for pc, op in enumerate(result.program.instructions) if op is not None and op.spec.is_store)
    assert writer.pc == unlock
    text = render([stop_diagnostic(result)])
    assert "error[T005]: lanes 1 to 31 of warp 0 spin on `lock[0]`, which lane 0 would write" in text
    assert "lock.inc:17" in text
    assert f"and write it at lock.inc:23 (pc {unlock})" in text
    assert "-s branch.policy=its_yield" in text
    assert found.to_dict()["spinners"][0]["lanes"] == list(range(1, 32))


@pytest.mark.parametrize("policy", ["ipdom_stack", "its"])
def test_a_chain_of_locks(policy: str) -> None:
    """Each lane waits for the one that holds the lock of its node; that lane is found, not only the first."""
    found = spinning_of(run_lock(policy, "locks/linked_list"))
    assert found is not None
    assert found.name.startswith("lock[")
    assert {party.how for party in found.writers} <= {"stack", "blocked"}


def test_a_word_without_a_lock() -> None:
    pin = Pin("flag", FLAG, {**ITS, **FALSE_FIRST, "branch.policy": "ipdom_stack"}, 2, 0, {}, "")
    found = spinning_of(simt.run(pin.program(), pin.machine(), threads=2, max_cycles=100))
    assert found is not None
    assert (found.name, found.address, found.value) == ("", 0, 0)
    [spinners], [writer] = found.spinners, found.writers
    assert (spinners.lanes, spinners.pc) == (2, 1)
    assert (writer.lanes, writer.at, writer.pc, writer.how) == (1, 3, 3, "stack")


def test_a_warp_that_is_never_selected() -> None:
    """The rule `paper` selects warp 0 in every cycle, which spins for a lane of warp 1."""
    source = "mov r1, warp_id -> give if nz\nread: ld.local r2, [r0] -> read if z\nret\ngive: st.local [r0], 1\nret\n"
    pin = Pin("two", source, {**ITS, "scheduler.policy": "fixed_priority"}, 8, 0, {}, "")
    result = simt.run(pin.program(), pin.machine(), threads=8, max_cycles=100)
    found = spinning_of(result)
    assert found is not None
    assert [(party.warp, party.how) for party in found.writers] == [(1, "active")]
    assert "-s scheduler.policy=oldest" in render([stop_diagnostic(result)])


@pytest.mark.parametrize(
    "source",
    [
        "loop: add.u32 r1, r1, 1\njmp loop\n",  # it counts
        "mov r2, 1\nloop: ld.local r1, [r0] -> loop if z\nret\n",  # nobody writes the word
        "loop: jmp loop\n",  # it reads nothing
    ],
)
def test_other_loops_are_not_about_lanes_that_wait(source: str) -> None:
    pin = Pin("loop", source, ITS_YIELD, 4, 0, {}, "")
    result = simt.run(pin.program(), pin.machine(), threads=4, max_cycles=100)
    assert spinning_of(result) is None
    assert "the kernel did not end within 100 cycles" in render([stop_diagnostic(result)])


def test_a_run_that_is_only_long_has_no_lanes_that_spin_for_ever() -> None:
    """Under `its_yield` the lock is given on; what is said of a moment in which lanes spin is true then."""
    pin = Pin("lock", LOCK, {**ITS_YIELD, "branch.yield_after": 50}, 4, 0, {}, "")
    result = simt.run(pin.program(), pin.machine(), threads=4, max_cycles=20)
    found = spinning_of(result)
    assert found is not None
    assert "give it more cycles" in render([stop_diagnostic(result)])
