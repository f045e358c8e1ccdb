"""Locks in OpenCL C and Python: what a lock guards stays in the loop that takes it, so that every policy ends."""

from __future__ import annotations

from pathlib import Path

import pytest

import simt
from simt.launch.programs import programs_folder

pytest.importorskip("clang.cindex", reason="libclang is an extra")

POLICIES = ("ipdom_stack", "mask_stack", "min_pc", "explicit_masks", "its", "its_yield")
ORACLE = programs_folder() / "opencl" / "spin_lock.py"
HEAD = "kernel void k(global const uint* value, volatile global uint* lock, volatile global uint* total) {\n"
# A lock that is given back by a store, by a function of the source, before a `break`, and taken in a nested loop.
FORMS = {
    "store": "for (int done = 0; !done;) if (!atomic_xchg(lock, 1)) { *total += value[get_global_id(0)]; *lock = 0; "
    "done = 1; } }",
    "function": "for (int done = 0; !done;) if (!atomic_cmpxchg(lock, 0, 1)) { *total += value[get_global_id(0)]; "
    "give(lock); done = 1; } }",
    "break": "while (true) if (!atomic_cmpxchg(lock, 0, 1)) { *total += value[get_global_id(0)]; atomic_xchg(lock, 0); "
    "break; } }",
    "nested": "for (int k = 0; k < 2; k++) { int done = k; while (!done) if (!atomic_cmpxchg(lock, 0, 1)) { "
    "*total += value[get_global_id(0)]; atomic_xchg(lock, 0); done = 1; } } }",
}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kernel", ["opencl/spin_lock.cl", "python/spin_lock.py"])
def test_the_shipped_lock(kernel: str, policy: str) -> None:
    keys = {"branch.policy": policy}
    result = simt.run(kernel, "gtx280_core", set=keys, engine="functional", oracle=ORACLE, max_cycles=100_000)
    assert result.completed
    assert result.check is not None
    assert result.check.passed


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("form", FORMS)
def test_forms_of_locks(form: str, policy: str, tmp_path: Path) -> None:
    path = tmp_path / "k.cl"
    path.write_text("void give(volatile global uint* lock) { atomic_xchg(lock, 0); }\n" + HEAD + FORMS[form])
    result = simt.run(
        path, "gtx280_core", set={"branch.policy": policy}, engine="functional", oracle=ORACLE, max_cycles=100_000
    )
    assert result.completed
    assert result.check is not None
    assert result.check.passed


def test_atomics_without_locks_cost_nothing(tmp_path: Path) -> None:
    """Only from the first exchange on are there ways that no lane takes: compares of a lane's number with itself."""

    def ways(body: str) -> int:
        path = tmp_path / "k.cl"
        path.write_text(f"kernel void k(global uint* x) {{ for (int i = 0; i < (int)x[0]; i++) {{ {body} }} }}")
        result = simt.run(path, "gtx280_core", engine="functional", inputs={"x": 16}, global_size=64, local_size=64)
        return sum(op is not None and op.spec.name == "eq.u32" and op.ra == op.rb for op in result.program.instructions)

    add, exchange = "atomic_add(x + i, 1);", "atomic_xchg(x + i, 1);"
    assert ways(2 * add) == ways(exchange) == 0
    assert ways(f"if (!{exchange[:-1]}) {{ {add} x[i + 1] = 2; {exchange} break; }}") > 0
