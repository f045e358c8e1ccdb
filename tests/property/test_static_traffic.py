"""Static counts of launches on devices: generated kernels against the engine, transaction by transaction."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

import isa
import simt
from isa.table.table import INDEXED
from simt.machine.rules import COALESCERS
from simt.models.static import StaticCounts, StaticError, analyse
from simt.models.static.memory.coalescing import alignment, coalesced
from tests.reference.coalescing import transactions

SEEDS = 80
BYTES = 1 << 14  # of the buffer that addresses are spread over
SPECIALS = (
    "thread_id", "lane_id", "warp_id", "group_id", "global_id", "local_id_x", "local_id_y", "group_id_x",
    "group_id_y", "global_id_x", "global_id_y", "r8", "r9",
)  # fmt: skip


class Case(NamedTuple):
    text: str
    machine: simt.Machine
    size: tuple[int, ...]
    group: tuple[int, ...]
    offset: tuple[int, ...]


def random_case(seed: int) -> Case:
    """A kernel of accesses whose addresses are made of thread and group numbers, some behind a branch on them."""
    rng = random.Random(f"static traffic {seed}")
    warp = rng.choice([4, 8, 16, 32])
    machine = simt.Machine.load(
        "gtx280_core",
        {
            "warp_size": warp, "alu.lanes": 4, "fpu.lanes": 4, "sfu.lanes": 2, "lds.lanes": 4, "memory.lanes": 4,
            "memory.coalescing": rng.choice(COALESCERS), "cores": rng.choice([1, 2]), "interconnect.latency": 2,
            "memory": "simple", "memory.latency": 3, "local.words": 512, "local.banks": rng.choice([4, 8, 16]),
        },
    )  # fmt: skip
    group = rng.choice([(8,), (6,), (16,), (4, 4), (8, 2), (3, 5), (32, 1), (2, 8), (2, 2, 4), (3, 2, 2), (1, 4, 2)])
    groups = rng.choice([(1, 1), (4, 1), (7, 1), (2, 3), (3, 2), (1, 5), (2, 2, 3), (2, 1, 2), (1, 3, 2)])
    if len(groups) == 2:
        groups = (*groups, 1)[: max(2, len(group))]
    group += (1,) * (len(groups) - len(group))
    offset = rng.choice([(), (), (5,), (16, 3), (0, 4, 9), (1 << 20,)])
    lines = [f".buffer x, u32, {BYTES // 4}", ".buffer y, u32, 64", f".local t u32[{rng.choice([40, 64])}]"]
    lines.append(f".at_launch r8, {rng.choice((*SPECIALS[:-2], *INDEXED))}")
    for number in range(rng.randint(2, 5)):
        lines += _step(rng, number)
    lines += ["ret"]
    size = tuple(threads * number for threads, number in zip(group, groups, strict=True))
    return Case("\n".join(lines) + "\n", machine, size, group, offset)


def _step(rng: random.Random, number: int) -> list[str]:
    lines = [f"mov.b32 r9, {rng.choice(list(INDEXED))}", f"mov.b32 r1, {rng.choice(SPECIALS)}"]
    for _ in range(rng.randint(0, 3)):
        other = rng.choice((*SPECIALS, "3", "1", "8"))
        lines.append(
            rng.choice(
                (
                    f"add.u32 r1, r1, {other}", f"add.u32 r1, r1, {rng.choice(list(INDEXED))}",
                    f"mul.u32 r1, r1, {rng.choice((1, 2, 3, 16, 33))}",
                    f"shl.b32 r2, {rng.choice(SPECIALS)}, {rng.randint(0, 3)}\nadd.u32 r1, r1, r2",
                    f"xor.b32 r1, r1, {other}",
                    f"mad.u24 r1, {rng.choice(SPECIALS)}, {rng.choice((1, 4, 12))}, r1",
                    f"and.b32 r1, r1, {rng.choice((7, 31, 60))}",
                    f"shr.u32 r1, r1, {rng.randint(1, 3)}", f"or.b32 r1, r1, {rng.choice((1, 4, 64))}",
                    f"sub.u32 r1, r1, {other}", f"min.u32 r1, r1, {rng.choice((5, 20))}",
                    f"max.s32 r1, r1, {rng.choice((2, 9))}",
                )
            )
        )  # fmt: skip
    is_guarded = rng.random() < 0.4
    if is_guarded:
        kind = rng.choice(("lt.u32", "ge.u32", "eq.u32", "le.s32", "sub.u32"))
        ending = rng.choice(("c", "nc")) if kind != "sub.u32" else rng.choice(("c", "z", "nz", "nn"))
        where = rng.choice((*SPECIALS, "r1"))
        lines.append(f"{kind} r3, {where}, {rng.choice((1, 3, 9, 20))} -> over{number} if {ending}")
    wide = rng.choice((4, 4, 4, 8, 16))
    log = wide.bit_length() - 1
    if rng.random() < 0.25:
        lines += [
            f"and.b32 r2, r1, {rng.choice((15, 31))}",
            rng.choice(("ld.local r4, [r2 + t]", "st.local [r2 + t], r1")),
        ]
    elif rng.random() < 0.2:
        lines += ["and.b32 r2, r1, 31", "shl.b32 r2, r2, 2", "atom.add.u32 r4, [r2 + y], r1"]
    else:
        if rng.random() < 0.5:  # stay in the buffer whatever the number; else they most likely do by themselves
            lines.append(f"and.b32 r1, r1, {BYTES // wide - 1}")
        suffix = {4: "", 8: ".b64", 16: ".b128"}[wide]
        lines += [f"shl.b32 r2, r1, {log}"]
        lines += [rng.choice((f"ld.global{suffix} r4, [r2 + x]", f"st.global{suffix} [r2 + x], r4"))]
    if is_guarded:
        lines.append(f"over{number}:")
    if rng.random() < 0.2:
        lines += [f"mov.b32 r5, {rng.randint(1, 3)}", f"turn{number}:", "ld.global r4, [x]"]
        lines += [f"sub.u32 r5, r5, 1 -> turn{number} if nz"]
    if rng.random() < 0.3:
        lines.append("bar")
    return lines


def assert_measured(counts: StaticCounts, result: simt.Result, about: object) -> None:
    traffic = result.traffic
    for name, measured in (
        ("issues", result.issues), ("active_lanes", result.active_lanes), ("accesses", result.accesses),
        ("passes", result.passes), ("disagreements", result.disagreements), ("transactions", traffic.transactions),
        ("moved", traffic.moved),
    ):  # fmt: skip
        assert list(getattr(counts, name)) == measured.tolist(), (name, about)
    assert sum(one.accesses for one in counts.traffic) == int(traffic.accesses.sum()), about
    assert counts.instructions == result.instructions, about
    assert counts.places == result.places, about
    assert counts.is_exact, about
    totals = zip(*([kind.warps * issues for issues in kind.issues] for kind in counts.kinds), strict=True)
    assert [sum(each) for each in totals] == list(counts.issues), about


def outcome(case: Case) -> str:
    program = isa.assemble(case.text)
    asked: dict[str, Any] = {"global_size": case.size, "local_size": case.group, "offset": case.offset or None}
    result = simt.run(program, case.machine, max_cycles=100_000, **asked)
    counts, code = None, ""
    try:
        counts = analyse(program, case.machine, **asked)
    except StaticError as error:
        code = error.code
    if counts is None:
        assert (code, result.stop is None) == ("E0843", False), (case, code)
        return "" if result.stop is None else result.stop.kind
    assert result.completed, (case, result.stop)
    assert_measured(counts, result, case)
    return "equal"


@pytest.mark.parametrize("batch", range(2))
def test_generated_kernels_count_as_they_run(batch: int) -> None:
    found = Counter(outcome(random_case(seed)) for seed in range(batch * SEEDS // 2, (batch + 1) * SEEDS // 2))
    assert found["equal"] >= SEEDS // 4
    assert found["global_address"] >= 1


@pytest.mark.parametrize("rule", COALESCERS)
def test_transactions_as_the_specification_has_them(rule: str) -> None:
    """Random addresses, strides and masks, wide accesses, odd warps; and the same some segments further on."""
    rng = random.Random(f"coalescing {rule}")
    for _ in range(300):
        lanes = rng.choice([1, 3, 5, 8, 16, 24, 32, 64])
        size = rng.choice([4, 8, 16])
        mask = rng.getrandbits(lanes) if rng.random() < 0.6 else (1 << lanes) - 1
        is_atomic = size == 4 and rng.random() < 0.2
        if rng.random() < 0.5:
            addresses = [4096 + size * rng.randrange(rng.choice([2, 20, 200])) for _ in range(lanes)]
        else:
            offset, stride = rng.choice([0, 16, rng.randrange(64)]), rng.choice([0, 1, 1, 2, 3])
            addresses = [4096 + size * (offset + stride * lane) for lane in range(lanes)]
        expected = transactions(rule, addresses, mask, size, is_atomic=is_atomic)
        both = np.array([addresses, [address + 3 * alignment(rule, size) for address in addresses]])
        active = np.array([mask >> lane & 1 for lane in range(lanes)], bool)
        count, moved = coalesced(rule, both, active, size, is_atomic=is_atomic)
        assert count.tolist() == [len(expected)] * 2
        assert moved.tolist() == [sum(each.size for each in expected)] * 2


def test_an_unknown_rule() -> None:
    with pytest.raises(ValueError, match="no coalescing rule"):
        coalesced("any", np.zeros((1, 4), np.int64), np.ones(4, bool), 4)
