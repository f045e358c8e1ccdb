"""Static analysis of launches on devices: against runs of the shipped kernels, assumptions, refusals, closed forms."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import simt
from simt.launch.oracle import Oracle
from simt.launch.sizes import SizeError, resolve_sizes
from simt.machine.rules import COALESCERS
from simt.models.refined import Profile
from simt.models.static import StaticCounts, StaticError, analyse, table
from tests.shipped import OF_DEVICES

Group = int | tuple[int, int]


def assert_measured(counts: StaticCounts, result: simt.Result) -> None:
    assert result.completed, result.stop
    traffic = result.traffic
    for name, measured in (
        ("issues", result.issues), ("active_lanes", result.active_lanes), ("accesses", result.accesses),
        ("passes", result.passes), ("disagreements", result.disagreements), ("transactions", traffic.transactions),
        ("moved", traffic.moved),
    ):  # fmt: skip
        assert list(getattr(counts, name)) == measured.tolist(), name
    assert [one.accesses for one in counts.traffic] == traffic.accesses[traffic.accesses > 0].tolist()
    assert counts.instructions == result.instructions
    assert counts.issued_by_unit == result.issued_by_unit
    assert counts.is_exact
    static, measured_profile = Profile.of_static(counts), Profile.of_result(result)
    for name in ("threads", "grid", "places", "groups", "warps", "warps_per_group", "issues", "transactions", "moved"):
        assert getattr(static, name) == getattr(measured_profile, name), name
    assert sum(kind.warps for kind in counts.kinds) == counts.warps
    totals = zip(*([kind.warps * issues for issues in kind.issues] for kind in counts.kinds), strict=True)
    assert [sum(each) for each in totals] == list(counts.issues)


def check(name: str, machine: simt.Machine, defines: dict[str, int], group: Group | None = None) -> StaticCounts:
    path = simt.find_program(name)
    program, oracle = simt.load_program(path, defines=defines), Oracle.beside(path)
    assert oracle is not None
    grid = resolve_sizes(program, local_size=group, default=oracle.launch(program))
    assert grid is not None
    counts = analyse(program, machine, global_size=grid.size, local_size=grid.local)
    inputs = oracle.inputs(program, 3, grid)
    assert_measured(counts, simt.run(program, machine, inputs=inputs, global_size=grid.size, local_size=grid.local))
    return counts


# --- the shipped kernels ----------------------------------------------------------------------------------------------


SHIPPED: list[tuple[str, list[Group | None], list[dict[str, int]]]] = [
    ("mm_global", [32, (16, 16), (8, 4), (32, 2)], [{"n": 32}]),
    ("mm_global_rows", [32, (8, 4), (4, 8)], [{"n": 32}]),
    ("mm_local", [None], [{"n": 32}, {"n": 32, "height": 8}, {"n": 32, "height": 8, "width": 8}, {"n": 16}]),
    ("pps_br", [None], [{"n": 256}, {"n": 512, "group": 256}, {"n": 128, "group": 16}, {"n": 64, "stride": 8}]),
    ("scan_add", [None], [{"n": 256}, {"n": 128, "group": 16}]),
    ("pps_conf", [None], [{"n": 256}, {"n": 512, "group": 128}, {"n": 128, "group": 16}]),
    ("horner_f64", [None, 64], [{"n": 256, "degree": 5}]),
]


def test_every_kernel_of_devices_is_here() -> None:
    """None of them has branches that data decide."""
    assert {name for name, _, _ in SHIPPED} == set(OF_DEVICES)


@pytest.mark.parametrize("preset", ["gtx280_core", "hd5870_core"])
@pytest.mark.parametrize(("name", "groups", "defines"), SHIPPED)
def test_shipped_kernels(preset: str, name: str, groups: list[Group | None], defines: list[dict[str, int]]) -> None:
    for group in groups:
        for each in defines:
            check(name, simt.Machine.load(preset), each, group)


@pytest.mark.parametrize("rule", COALESCERS)
def test_every_coalescing_rule(rule: str) -> None:
    machine = simt.Machine.load("gtx280_core", {"memory.coalescing": rule})
    for name in ("mm_global", "mm_global_rows", "mm_local", "pps_conf"):
        check(name, machine, {"n": 256} if name == "pps_conf" else {"n": 16})


def test_several_cores_and_places() -> None:
    counts = check("pps_conf", simt.Machine.load("gtx280", {"cores": 2}), {"n": 1024, "group": 32})
    assert counts.places == 8  # local accesses are relative to the place
    assert counts.grid is not None
    assert (counts.groups, counts.threads, counts.warps) == (16, 512, 16)


def test_the_whole_launch_of_the_paper_takes_one_group() -> None:
    """1024 x 1024 work-items: the groups are evaluated together, so the limit on blocks is that of one group."""
    program = simt.load_program("mm_global", defines={"n": 1024})
    counts = analyse(program, "gtx280", global_size=(1024, 1024), local_size=(16, 16), max_steps=9000)
    assert counts.warps == 32768
    a, b, c = counts.traffic
    assert [each.accesses for each in (a, b, c)] == [32768 * 1024, 32768 * 1024, 32768]
    assert a.spread == {2: 32768 * 1024}  # a warp is two rows of 16: half a warp each
    assert b.spread == {1: 32768 * 1024}  # both halves load the same columns, which are fetched once
    assert a.moved == 32768 * 1024 * 2 * 32  # a word for 16 lanes each
    assert b.moved == 32768 * 1024 * 64
    assert (a.efficiency, b.efficiency, c.efficiency) == (0.125, 1, 1)
    assert a.address == "a + 4096 global_id_y + 4 turn(next)"
    assert b.address == "b + 4 global_id_x + 4096 turn(next)"
    assert c.address == "c + 4 global_id_x + 4096 global_id_y"


def test_details_of_an_access() -> None:
    rows = check("mm_global_rows", simt.Machine.load("gtx280_core"), {"n": 32}, (32, 1))
    a = rows.traffic[0]
    assert (a.kind, a.size, a.stride, a.strides) == ("load", 4, 128, {128: a.accesses})
    assert a.spread == {32: a.accesses}
    assert a.transactions_per_access == 32
    assert a.efficiency == 4 / 32
    assert a.address == "a + 128 thread + 4 turn(next)"
    document = json.loads(json.dumps(rows.to_dict()))
    assert document["launch"] == {"global_size": [32, 32], "local_size": [32, 1], "groups": 32, "places": 8}
    assert document["global"][0]["strides"] == {"128": a.accesses}
    assert document["per_instruction"]["moved"] == list(rows.moved)
    text = table(rows)
    assert "1024 threads, 32 warps in 32 groups of 32, 8 to a core at a time, not run" in text
    assert rows.traffic[0].address in text


def test_the_table_of_a_launch_of_three_dimensions() -> None:
    program = simt.assemble(".buffer y, u32, 64\nshl.b32 r0, global_id, 2\nst.global [r0 + y], r0\nret\n")
    text = table(analyse(program, "gtx280", global_size=(4, 4, 4), local_size=(2, 2, 2)))
    assert "64 threads, 8 warps in 8 groups of 2x2x2, 1 to a core at a time, not run" in text


def test_a_plain_launch_of_two_dimensions() -> None:
    """One work-group on a plain core: its rows and columns."""
    program = simt.assemble(
        ".local x u32[64]\nshl.b32 r0, local_id_y, 3\nadd.u32 r0, r0, local_id_x\n"
        "sub.u32 r1, local_id_y, 1 -> over if z\nst.local [r0 + x], global_id_y\nover:\nret\n"
    )
    for machine in ("fpga4", "fpga8"):
        counts = analyse(program, machine, global_size=(6, 4), local_size=(6, 4))
        result = simt.run(program, machine, global_size=(6, 4), local_size=(6, 4))
        assert counts.grid is None
        assert list(counts.issues) == result.issues.tolist()
        assert list(counts.passes) == result.passes.tolist()
        assert list(counts.active_lanes) == result.active_lanes.tolist()


# --- groups that differ -----------------------------------------------------------------------------------------------

EDGE = """
.kernel edge
.threads 16
.buffer x, u32, 100
    lt.u32    r0, global_id, 90 -> inside if c
    jmp       over
inside:
    shl.b32   r1, global_id, 2
    ld.global r2, [r1 + x]
    st.global [r1 + x], r2
over:
    ret
"""


@pytest.mark.parametrize(("groups", "rows"), [(6, 1), (40, 1), (8, 3)])
def test_groups_that_part_at_the_edge_of_the_work(groups: int, rows: int) -> None:
    machine = simt.Machine.load("gtx280_core")
    text = EDGE if rows == 1 else EDGE.replace("global_id,", "global_id_x,")
    program = simt.assemble(text)
    asked: dict[str, Any] = {"global_size": (16 * groups, 2 * rows) if rows > 1 else 16 * groups}
    asked["local_size"] = (16, 1) if rows > 1 else 16
    counts = analyse(program, machine, **asked)
    assert_measured(counts, simt.run(program, machine, **asked))
    assert len(counts.kinds) > 1


@pytest.mark.parametrize(
    "address",
    [
        "shr.u32 r1, group_id, 1\nshl.b32 r1, r1, 3",  # no equal steps
        "xor.b32 r1, global_id, 21\nshl.b32 r1, r1, 2",
        "mul.u32 r1, group_id, group_id\nand.b32 r1, r1, 60",
        "sub.u32 r1, 99, global_id\nshl.b32 r1, r1, 2",
        "and.b32 r1, global_id, 7\nshl.b32 r1, r1, 2",
        "mad.u24 r1, group_id, 36, local_id_x",
    ],
)
def test_addresses_of_all_kinds(address: str) -> None:
    program = simt.assemble(
        f".buffer x, u32, 128\n{address}\nand.b32 r1, r1, 0xfffffffc\nld.global r0, [r1 + x]\nret\n"
    )
    for machine in (simt.Machine.load("gtx280_core"), simt.Machine.load("hd5870_core")):
        counts = analyse(program, machine, global_size=96, local_size=8)
        assert_measured(counts, simt.run(program, machine, global_size=96, local_size=8))


# --- data -------------------------------------------------------------------------------------------------------------

LOOKUP = """
.threads 32
.buffer index, u32, 64
.buffer x, u32, 64
    shl.b32   r0, global_id, 2
    ld.global r1, [r0 + index]
lookup:
    ld.global r2, [r1 + x]
    st.global [r0 + x], r2
    ret
"""


def test_an_address_that_depends_on_data_needs_its_transactions() -> None:
    program = simt.assemble(LOOKUP)
    with pytest.raises(StaticError) as caught:
        analyse(program, "gtx280_core", global_size=64)
    assert caught.value.code == "E0841"
    assert "it depends on `ld.global r1, [r0 + index]` (line 6)" in str(caught.value)
    assert "transactions={'lookup': N} (--transactions lookup=N)" in str(caught.value)
    counts = analyse(program, "gtx280_core", global_size=64, transactions={"lookup": 7.5})
    assert counts.transactions == (0, 4, 15, 4, 0)
    assert counts.moved[2] == 15 * 32
    assert counts.traffic[1].is_assumed
    assert counts.assumed == ("transactions of lookup = 7.5",)
    assert "assumed   transactions of lookup = 7.5" in table(counts)
    segments = simt.Machine.load("gtx280_core", {"memory.coalescing": "segments"})
    assert analyse(program, segments, global_size=64, transactions={"lookup": 2}).moved[2] == 4 * 128


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({0: 2}, "the transactions that are given for `0` are not needed"),
        ({"lookup": 0.5}, "transactions per access are a number from 1 to 64, not 0.5"),
        ({4: 3}, "from which no global access follows"),
    ],
)
def test_transactions_that_do_not_fit(given: dict[str | int, float], message: str) -> None:
    with pytest.raises(StaticError) as caught:
        analyse(simt.assemble(LOOKUP), "gtx280_core", global_size=64, transactions={"lookup": 2, **given})
    assert caught.value.code == "E0842"
    assert message in str(caught.value)


def test_buffers_that_are_only_read_may_be_given() -> None:
    program, machine = simt.assemble(LOOKUP), simt.Machine.load("gtx280_core")
    inputs = {"index": 4 * np.random.default_rng(2).integers(0, 64, 64), "x": np.arange(64)}
    counts = analyse(program, machine, global_size=64, inputs=inputs)
    assert_measured(counts, simt.run(program, machine, global_size=64, inputs=inputs))
    # what is written is not known, though it was given
    chased = simt.assemble(LOOKUP.replace("+ index", "+ x"))
    with pytest.raises(StaticError) as caught:
        analyse(chased, machine, global_size=64, inputs=inputs)
    assert caught.value.code == "E0841"


def test_atomics_need_no_addresses() -> None:
    text = LOOKUP.replace("ld.global r2, [r1 + x]", "atom.add.u32 r2, [r1 + x], r0")
    program, machine = simt.assemble(text), simt.Machine.load("gtx280_core")
    counts = analyse(program, machine, global_size=64)
    assert counts.traffic[1].spread == {32: 2}
    inputs = {"index": 4 * np.arange(64) % 64, "x": np.zeros(64, np.uint32)}
    assert_measured(counts, simt.run(program, machine, global_size=64, inputs=inputs))


def test_tables_are_used_only_where_nothing_writes_them() -> None:
    """`place` is written in the second kernel: what the oracle gives for it is not what the loads find."""
    text = """
    .threads 4
    .local place u32[4]
        {store}
        ld.local r0, [thread_id + place]
        ld.local r1, [r0 + place]
        ret
    """
    tables = {"place": np.array([0, 2, 0, 2])}
    counts = analyse(simt.assemble(text.format(store="")), "fpga4", tables=tables)
    assert counts.passes == (1, 1, 0)
    with pytest.raises(StaticError) as caught:
        analyse(simt.assemble(text.format(store="st.local [thread_id + place], thread_id")), "fpga4", tables=tables)
    assert caught.value.code == "E0841"


@pytest.mark.parametrize("name", ["fft128_stockham", "fft128_radix4"])
def test_an_oracle_knows_the_tables(name: str) -> None:
    path = simt.find_program(name)
    program, oracle = simt.load_program(path), Oracle.beside(path)
    assert oracle is not None
    constants = oracle.constants(program)
    assert "place" in constants
    assert "re" not in constants
    given = analyse(program, "fpga8", inputs={"place": oracle.inputs(program, 7)["place"]})
    assert analyse(program, "fpga8", tables=constants).passes == given.passes


def test_shares_are_spread_over_groups() -> None:
    """Less than a lane in a warp: what is owed goes on from group to group."""
    program = simt.assemble(
        ".threads 32\n.buffer x, u32, 65536\nshl.b32 r0, global_id, 2\nld.global r1, [r0 + x]\n"
        "test: and.b32 r1, r1, 1 -> over if nz\nst.global [r0 + x], r1\nover: ret\n"
    )
    counts = analyse(program, "gtx280", global_size=65536, probabilities={"test": 1 - 1 / 256})
    assert counts.active_lanes == (65536, 65536, 65536, 256, 65536)
    assert counts.issues[3] == counts.traffic[1].accesses == 256


def test_a_launch_of_any_size_takes_the_same_memory() -> None:
    """2^30 work-items in groups of 64: nothing is as long as the groups are many."""
    program = simt.assemble(
        ".buffer x, u32, 4096\nand.b32 r0, thread_id, 63\nshl.b32 r0, r0, 2\n"
        "ld.global r1, [r0 + x]\nshl.b32 r1, group_id_y, 3\nadd.u32 r0, r0, r1\nld.global r1, [r0 + x]\nret\n"
    )
    counts = analyse(program, "gtx280", global_size=(1 << 22, 256), local_size=(64, 1))
    assert counts.groups == 1 << 24
    aligned, shifted = counts.traffic
    assert aligned.spread == {2: 1 << 25}
    assert shifted.transactions > aligned.transactions


# --- what stops it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("shl.b32 r0, global_id, 2\nld.global r1, [r0 + x]",
         "lane 0 of warp 0 of work-group 3 accesses byte 96 of `x`, which has 96 bytes"),
        ("sub.u32 r0, r0, 4\nst.global [r0 + x], r1",
         "lane 0 of warp 0 of work-group 0 accesses byte -4 of `x`, which has 96 bytes"),
        ("shl.b32 r0, lane_id, 1\nld.global r1, [r0 + x]", "which is not a multiple of its 4 bytes"),
        ("ld.local r1, [60000]", "accesses word 60000"),
        ("lt.u32 r0, group_id, 3 -> over if c\nld.global r1, [4]\nover:",
         "lane 0 of warp 0 of work-group 3 accesses byte -4092 of `x`"),
    ],
)  # fmt: skip
def test_addresses_outside_are_foreseen(code: str, message: str) -> None:
    machine = simt.Machine.load("gtx280_core")
    program = simt.assemble(f".buffer x, u32, 24\n{code}\nret\n")
    with pytest.raises(StaticError) as caught:
        analyse(program, machine, global_size=32, local_size=8)
    assert caught.value.code == "E0843"
    assert message in str(caught.value)
    result = simt.run(program, machine, global_size=32, local_size=8, inputs={})
    assert result.stop is not None


def test_launches_that_do_not_fit() -> None:
    program = simt.load_program("mm_local", defines={"n": 32})
    with pytest.raises(SizeError) as caught:
        analyse(program, "gtx280", global_size=(2048, 32), local_size=(2048, 1))
    assert caught.value.code == "E0506"
    with pytest.raises(SizeError) as caught:
        analyse(program, "gtx280", global_size=(32, 32), local_size=(5, 1))
    assert caught.value.code == "E0505"
    with pytest.raises(StaticError) as refused:
        analyse(program, "fpga8")
    assert refused.value.code == "E0845"
    assert "needs global memory (memory.policy)" in str(refused.value)


def test_a_profile_is_that_of_a_whole_launch() -> None:
    program = simt.assemble(".buffer x, u32, 64\nshl.b32 r0, global_id, 2\nld.global r1, [r0 + x]\nret\n")
    result = simt.run(program, simt.Machine.load("gtx280", {"cores": 2}), global_size=64, local_size=32)
    assert Profile.of_result(result).transactions == (0, 4, 0)
    with pytest.raises(ValueError, match="not of core 1 alone"):
        Profile.of_result(result.of_core(1))
