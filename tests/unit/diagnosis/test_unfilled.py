"""Why there was nothing to issue: every slot of `idle` and `drain` has a cause, and what was waited for is named."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import isa
import simt
from simt.diagnosis import unfilled as causes
from simt.diagnosis.unfilled import unfilled_of
from simt.machine import Machine
from simt.result.result import Result
from simt.views.run.source import source_view
from simt.views.run.unfilled import unfilled_rows
from simt.views.run.why import why_text

DEVICE = Machine.load("fpga4", {"cores": 3, "memory": "simple"})
# Work-item i goes round as often as n[i] says, then stores.
ROUNDS = """\
.kernel rounds
.buffer n, u32
.buffer y, u32
    shl.b32   r0, global_id, 2
    ld.global r1, [r0 + n]
again:
    add.u32   r2, r2, r1
    sub.u32   r1, r1, 1 -> again if nz
    st.global [r0 + y], r2
    ret
"""
# The last of 16 warps goes round 500 times, the others once.
LAST = """\
.threads 64
.local x u32[64]
    mov.b32  r1, 1
    ge.u32   r2, thread_id, 60 -> many if nz
    jmp      again
many:
    mov.b32  r1, 500
again:
    add.u32  r3, r3, r1
    sub.u32  r1, r1, 1 -> again if nz
    st.local [thread_id + x], r3
    ret
"""


def rounds(counts: list[int], *, group: int = 8, machine: Machine = DEVICE) -> Result:
    n = np.repeat(np.array(counts, np.uint32), group)
    inputs = {"n": n, "y": np.zeros_like(n)}
    return simt.run(isa.assemble(ROUNDS), machine, inputs=inputs, global_size=len(n), local_size=group, record=True)


def told(result: Result) -> dict[str, tuple[str, str]]:
    found = unfilled_of(result)
    rows = unfilled_rows(result, found)
    return {cause: (why, advice) for cause, (_, why, advice) in zip(found.slots, rows, strict=True)}


@pytest.mark.parametrize(
    "result",
    [
        lambda: rounds([2, 2, 2, 90, 2, 2, 2, 2]),
        lambda: rounds([3, 3]),
        lambda: rounds([1] * 40, machine=DEVICE.replace(interconnect={"latency": 20})),
        lambda: rounds([2, 70, 2], machine=DEVICE.replace(issue_width=2)),
        lambda: simt.run(isa.assemble(LAST), "fpga4", issue_width=2, record=True),
        lambda: simt.run("fft128", "fpga4", record=True),
        lambda: simt.run(isa.assemble(LAST), "fpga4", issue_width=2, record=range(100)),
    ],
)
def test_every_slot_has_one_cause(result: object) -> None:
    made = result()  # type: ignore[operator]
    found, ledger = unfilled_of(made), made.ledgers.issue
    assert found.count == ledger.get("idle", 0) + ledger.get("drain", 0)
    assert all(count > 0 for count in found.slots.values())
    assert len(unfilled_rows(made, found)) == len(found.slots)


def test_cores_without_a_group() -> None:
    found = told(rounds([3, 3]))
    assert found[causes.NO_GROUP] == (
        "1 of 3 cores have no work-group: the launch has 2",
        "smaller work-groups or a larger launch: 3 work-groups at least",
    )


def test_a_group_with_more_work() -> None:
    result = rounds([2, 2, 2, 2, 90, 2])
    found = unfilled_of(result)
    assert found.last is not None
    assert (found.last.group, found.last.core) == (4, 1)
    assert next(iter(found.slots)) == causes.ENDED
    why, advice = told(result)[causes.ENDED]
    # Two warps, each: three instructions, two for each round, two more to the end.
    assert why.startswith("cores have ended and wait for group 4 on core 1, which ends last of 6: it issues 368 ")
    assert re.search(r"; \d+ % of the rest at .*:[78]$", why), why
    assert advice == "uneven work-groups: spread the work of group 4 (work-items 32 to 39) over more of them"


def test_groups_are_numbered_as_they_were_dispatched() -> None:
    """Places hold several groups one after the other: each is known by how often its warps go round."""
    counts = [5, 9, 14, 3, 20, 11, 2, 30, 7, 1, 16, 4] * 4
    result = rounds(counts, group=16)
    issued = [stay.instructions for stay in unfilled_of(result).stays]
    assert issued == [4 * (4 + 2 * count) for count in counts]


def test_stores_on_their_way() -> None:
    result = rounds([1, 1, 1], machine=DEVICE.replace(memory={"latency": 400, "policy": "simple"}))
    found = unfilled_of(result)
    assert found.slots[causes.STORES] == 3 * (result.cycles - found.last.end)  # type: ignore[union-attr]
    why, _ = told(result)[causes.STORES]
    assert why.startswith("all warps have ended in cycle ")
    assert why.endswith(f"memory is busy until {result.cycles} with what they stored")


def test_the_last_warp_alone() -> None:
    result = simt.run(isa.assemble(LAST), "fpga4", issue_width=2, record=True)
    why, advice = told(result)[causes.FEW_WARPS]
    assert "on only warp 15 lives, and 2 instructions can issue; " in why
    assert advice == "give all warps as much work as these"
    first = int(why.split()[2])
    alive = (result.events.warps != causes.DRAIN).sum(axis=1)  # type: ignore[union-attr]
    assert (alive[first:] < 2).all()
    assert alive[first - 1] >= 2


def test_one_warp_from_the_beginning_needs_more_warps() -> None:
    result = simt.run(isa.assemble("    add.u32 r1, r1, 1\n" * 30 + "    ret\n"), "fpga4", threads=4, issue_width=2,
                      record=True)  # fmt: skip
    assert told(result)[causes.FEW_WARPS][1].startswith("more warps: ")


def test_why_says_it() -> None:
    found = simt.why(isa.assemble(LAST), "fpga4", issue_width=2)
    text = why_text(found)
    assert "no instruction to issue in " in text
    assert "only warp 15 lives" in " ".join(text.split())
    assert json.loads(found.to_json())["unfilled"]["alone"]["warps"] == [15]
    assert "no instruction to issue" not in why_text(simt.why("transpose", "fpga4"))


def test_the_foot_of_the_listing_names_the_reasons() -> None:
    footer = source_view(rounds([3, 3])).splitlines()[-1]
    idle, drain = (rounds([3, 3]).ledgers.issue[reason] for reason in ("idle", "drain"))
    assert f", on no line {idle} idle, {drain} drain = " in footer
