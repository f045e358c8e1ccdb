"""What locks order is no race: the shipped kernels have none, and the same ones with a mistake in their locking do."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import isa
import simt
from simt.diagnosis.locks import ordered
from simt.launch.programs import programs_folder
from simt.result.findings import Findings
from simt.views.run.findings import findings_summary

LOCKS = programs_folder() / "locks"
YIELDING = {"branch.policy": "its_yield"}
TAKE = "atom.local.cas.b32 r3, [\\base + \\lock], r1"
GIVE = "st.local  [\\base + \\lock], r1"
HEAD = ".threads 8\n.local lock u32[2]\n.local x u32[2]\n mov.b32 r1, 0\n mov.b32 r2, 1\n"
# A critical section of one store. Its lanes take the lock one after the other: under it each goes round until it has.
SPIN = """
 mov.b32 r0, 1
{name}:
 {take} -> on_{name} if nz
 {inside}
 mov.b32 r0, 0
on_{name}:
 mov.b32 r0, r0 -> {name} if nz
"""
COMPARE = "atom.local.cas.b32 r3, [lock], r1"
EXCHANGE = "atom.local.exch.b32 r3, [lock], r2"
OR = "atom.local.or.b32 r3, [lock], r2"
GIVE_STORE, GIVE_EXCHANGE = "st.local [lock], r1", "atom.local.exch.b32 r4, [lock], r1"
ADD = "ld.local r5, [x]\n add.u32 r5, r5, 1\n st.local [x], r5\n"


def races(findings: Findings | None) -> set[str]:
    """The arrays on which there are races."""
    assert findings is not None
    return {each.what.partition("[")[0] for each in findings.found}


def of_text(body: str) -> set[str]:
    program = isa.assemble(f"{HEAD}{body}\n ret\n")
    return races(simt.check(program, "gtx280", only="races", set=YIELDING | {"warp_size": 4, **LANES}).findings)


LANES = {f"{unit}.lanes": 4 for unit in ("alu", "fpu", "lds", "memory", "sfu", "dpu")}


def spin(take: str, inside: str, name: str = "one") -> str:
    return SPIN.format(take=take, inside=inside, name=name)


@pytest.mark.parametrize(("kernel", "inside"), [
    ("spin_lock", 0), ("spin_lock", 1), ("hash_table", 0), ("hash_table", 1), ("linked_list", 0)])  # fmt: skip
def test_a_shipped_kernel_has_no_races(kernel: str, inside: int) -> None:
    result = simt.check(LOCKS / f"{kernel}.s", "gtx280", set=YIELDING, defines={"inside": inside})
    assert result.findings is not None
    assert result.findings.is_clean


def mended(folder: Path, kernel: str, file: str, old: str, new: str) -> Findings | None:
    """The findings of a shipped kernel in which one text is another."""
    shutil.copytree(LOCKS, folder, dirs_exist_ok=True)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))
    return simt.check(folder / f"{kernel}.s", "gtx280", only="races", set=YIELDING, defines={"inside": 1}).findings


@pytest.mark.parametrize(("kernel", "raced"), [
    ("spin_lock", {"total"}), ("hash_table", {"first"}), ("linked_list", {"next"})])  # fmt: skip
def test_without_its_lock_a_kernel_races(kernel: str, raced: set[str], tmp_path: Path) -> None:
    assert raced <= races(mended(tmp_path, kernel, "lock.inc", TAKE, "mov.b32 r3, 0"))


@pytest.mark.parametrize(("kernel", "store"), [
    ("spin_lock", "st.local  [r1 + total], r5"), ("hash_table", "st.local  [r7], r5"),
    ("linked_list", "st.local  [r7 + next], r5")])  # fmt: skip
def test_with_its_lock_given_back_too_early_a_kernel_races(kernel: str, store: str, tmp_path: Path) -> None:
    lock = {"spin_lock": "r1", "hash_table": "r10", "linked_list": "r7"}[kernel]
    found = mended(tmp_path, kernel, f"{kernel}.s", f"    {store}", f"    release {lock}, lock\n    {store}")
    assert {"spin_lock": "total", "hash_table": "first", "linked_list": "next"}[kernel] in races(found)


@pytest.mark.parametrize("take", [COMPARE, EXCHANGE])
@pytest.mark.parametrize("give", [GIVE_STORE, GIVE_EXCHANGE])
def test_locks_of_an_exchange_and_of_a_comparison(take: str, give: str) -> None:
    assert of_text(spin(take, f"{ADD}{give}")) == set()
    assert of_text(spin(take, f"{give}\n{ADD}")) >= {"x"}  # given back before the access


@pytest.mark.parametrize("kernel", ["opencl/spin_lock.cl", "python/spin_lock.py"])
def test_compiled_locks_order_work_groups_too(kernel: str) -> None:
    inputs = {"value": np.arange(128, dtype=np.uint32), "lock": np.zeros(1, "u4"), "total": np.zeros(1, "u4")}
    path = programs_folder() / kernel
    result = simt.check(f"{path}::spin_lock", "gtx280", inputs=inputs, global_size=128, local_size=64)
    assert result.findings is not None
    assert result.grid.groups > 1
    assert result.findings.is_clean


def test_two_locks_do_not_order_each_other() -> None:
    other = COMPARE.replace("[lock]", "[lock + 1]")
    give = GIVE_STORE.replace("[lock]", "[lock + 1]")
    halves = f" and.b32 r6, thread_id, 1 -> odd if z\n{spin(COMPARE, ADD + GIVE_STORE)} jmp end\nodd:\n"
    assert of_text(f"{halves}{spin(other, ADD + give, 'two')}end:\n") == {"x"}
    assert of_text(f"{halves}{spin(COMPARE, ADD + GIVE_STORE, 'two')}end:\n") == set()


def test_what_is_no_lock_orders_nothing() -> None:
    assert of_text(spin(OR, f"{ADD}{GIVE_STORE}")) >= {"x", "lock"}  # not taken by an exchange
    assert of_text(f" atom.local.add.u32 r3, [lock], r2\n{ADD}") == {"x"}
    # Any thread gives it back: the first that comes by, and not the one that has it.
    assert of_text(f"{spin(COMPARE, ADD)} st.local [lock], r1\n".replace(" mov.b32 r0, r0 -> one if nz\n", "")) >= {"x"}


def test_an_access_outside_the_lock_races_with_those_inside() -> None:
    assert of_text(f"{spin(COMPARE, ADD + GIVE_STORE)} ld.local r5, [x]\n") == {"x"}
    assert of_text(f"{spin(COMPARE, ADD + GIVE_STORE)} bar\n ld.local r5, [x]\n") == set()


def test_a_run_that_is_too_long_says_that_locks_were_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordered, "MOST", 100)
    result = simt.check(LOCKS / "spin_lock.s", "gtx280", only="races", set=YIELDING)
    assert races(result.findings) == {"lock", "total"}
    assert "locks not looked at, since the run has more than 100 instructions" in findings_summary(result)
