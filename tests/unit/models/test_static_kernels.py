"""Static counts against measured counts: equal on every shipped kernel without data-dependent branches."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from numpy.typing import ArrayLike

import simt
from isa.reporting.diagnostics import render
from simt.core.state.grid import Grid
from simt.launch.oracle import Oracle
from simt.models.static import StaticCounts, StaticError, analyse
from tests.examples import PROFILE, nightly_but
from tests.paths import ROOT
from tests.shipped import OF_DEVICES

PROGRAMS = ROOT / "programs"
SHIPPED = sorted(path.relative_to(PROGRAMS).with_suffix("").as_posix() for path in PROGRAMS.rglob("*.s"))
KERNELS = [name for name in SHIPPED if name not in OF_DEVICES]
POLICIES = ("mask_stack", "ipdom_stack", "min_pc", "its", "its_yield")

# Kernels whose counts depend on their data: the first condition that cannot be decided, by its line, and what it
# depends on. Everything else that is shipped must be analysed without an assumption.
DATA_DEPENDENT = {
    "divergent/binary_search": ("loop_search", "ld.local r4, [r3 + table]"),
    "divergent/break_continue": ("loop_walk", "ld.local r0, [thread_id + x]"),
    "divergent/collatz": ("loop_turn", "ld.local r0, [thread_id + x]"),
    "divergent/early_exit": ("", "ld.local r0, [thread_id + x]"),
    "divergent/escape": ("loop_turn", "mul.f32 r2, r0, r0"),
    "divergent/if_else": ("", "ld.local r0, [thread_id + x]"),
    "divergent/irreducible": ("", "ld.local r2, [thread_id + x]"),
    "divergent/iterations": ("loop_body", "ld.local r1, [thread_id + iterations]"),
    "divergent/march": ("", "ld.local r5, [r7 + density]"),
    "divergent/nested_if": ("", "ld.local r0, [thread_id + x]"),
    "divergent/switch": ("", "ld.local r0, [thread_id + x]"),
    "divergent/two_exit": ("loop_turns", "ld.local r0, [thread_id + x]"),
    "divergent/while": ("loop_turns", "ld.local r0, [thread_id + x]"),
    "locks/linked_list": ("loop_head", "atom.local.cas.b32 r3, [r7 + lock], r1"),
    "locks/mailbox": ("loop_empty", "ld.local r2, [r3 + full]"),
    "locks/spin_lock": ("loop_take", "atom.local.cas.b32 r3, [r1 + lock], r1"),
}
# Tables of indices: the kernel's addresses depend on them, so they are given.
TABLES = {"fft128_stockham": ("place",), "fft128_radix4": ("place",)}
INDEPENDENT = [name for name in KERNELS if name not in DATA_DEPENDENT]
PLAIN = [name for name in INDEPENDENT if "/" not in name]
FEW = ("fft128", "bitonic_sort", "dot", "prefix_sum")


def assert_measured(counts: StaticCounts, result: simt.Result) -> None:
    assert result.completed, result.stop
    assert list(counts.issues) == result.issues.tolist()
    assert list(counts.active_lanes) == result.active_lanes.tolist()
    assert list(counts.accesses) == result.accesses.tolist()
    assert list(counts.passes) == result.passes.tolist()
    assert list(counts.disagreements) == result.disagreements.tolist()
    assert counts.instructions == result.instructions
    assert counts.issued_by_unit == result.issued_by_unit
    assert counts.is_exact
    totals = zip(*([kind.warps * issues for issues in kind.issues] for kind in counts.kinds), strict=True)
    assert [sum(each) for each in totals] == list(counts.issues)
    assert sum(kind.warps for kind in counts.kinds) == counts.warps


def tables(name: str, inputs: Mapping[str, ArrayLike]) -> dict[str, ArrayLike]:
    return {array: inputs[array] for array in TABLES.get(name, ())}


def check(name: str, machine: simt.Machine, defines: dict[str, int], threads: int | None = None) -> StaticCounts:
    path = PROGRAMS / f"{name}.s"
    program = simt.assemble_file(path, defines=defines)
    if machine.vliw.count > 1:
        program = simt.pack(program, machine.vliw.slots).program
    oracle = Oracle.beside(path)
    inputs = oracle.inputs(program, 3) if oracle is not None else {}
    counts = analyse(program, machine, threads=threads, inputs=tables(name, inputs))
    assert_measured(counts, simt.run(program, machine, inputs=inputs, threads=threads))
    return counts


def test_every_kernel_is_here() -> None:
    assert set(DATA_DEPENDENT) < set(KERNELS)
    assert len(PLAIN) >= 15
    assert {name for name in INDEPENDENT if name.startswith("article/")} == {
        f"article/{kind}{number}" for kind in ("avx", "example", "gcn") for number in (1, 2, 3)
    }


@pytest.mark.parametrize("name", nightly_but(FEW, PLAIN))
def test_kernels_on_the_papers_machines(name: str) -> None:
    keys = [{"local.banks": banks} for banks in (2, 4, 8, 16, 32)]
    keys += [{"lds.lanes": lanes, "local.banks": 8} for lanes in (1, 2)]
    machines = [(preset, overrides) for overrides in keys for preset in ("fpga4", "fpga8", "fpga16")]
    for preset, overrides in machines if PROFILE == "nightly" else machines[::4]:
        check(name, simt.Machine.load(preset, overrides), {})


@pytest.mark.parametrize("name", nightly_but(FEW, PLAIN))
def test_kernels_under_other_policies_and_in_bundles(name: str) -> None:
    for policy in (*POLICIES, "explicit_masks"):
        check(name, simt.Machine.load("fpga8", {"branch.policy": policy}), {})
    for slots in (2, 3):
        check(name, simt.Machine.load("fpga4", {"vliw.slots": slots}), {})


@pytest.mark.parametrize(
    ("name", "preset", "overrides", "defines", "threads"),
    [
        ("fft", "fpga4", {}, {"n": 512}, None),
        ("fft", "fpga8", {}, {"n": 512}, 128),
        ("fft128", "fpga8", {"local.banks": 3, "local.words": 3072}, {"n": 256}, None),
        ("dot", "fpga16", {}, {"threads": 256}, None),
        ("bitonic_sort", "fpga4", {}, {"n": 8}, 4),
        ("elementwise_mul", "fpga8", {"warp_size": 12}, {}, 64),  # the last warp has idle lanes
        ("fir", "fpga4", {"warp_size": 6, "lds.lanes": 3}, {}, 64),
        ("prefix_sum", "fpga8", {}, {"n": 128, "per_thread": 1}, None),
    ],
)
def test_other_sizes(
    name: str, preset: str, overrides: dict[str, object], defines: dict[str, int], threads: int | None
) -> None:
    check(name, simt.Machine.load(preset, overrides), defines, threads)


@pytest.mark.parametrize("name", [name for name in INDEPENDENT if name.startswith("article/")])
def test_the_articles_listings(name: str) -> None:
    preset = {"avx": "avx512", "gcn": "gcn64"}.get(name.removeprefix("article/")[:3], "article32")
    for filler in (0, 3):
        for order in ("true_first", "false_first") if preset == "article32" else ("true_first",):
            check(name, simt.Machine.load(preset, {"branch.order": order}), {"filler": filler})


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("chain", [0, 1, 2])
def test_lanes_that_part_by_their_number(policy: str, chain: int) -> None:
    for order in ("true_first", "false_first", "smaller_first"):
        keys = {"warps": 16, "branch.policy": policy, "branch.order": order, "branch.stack_depth": 64}
        defines = {"masks": int(policy == "mask_stack"), "chain": chain, "levels": 5 if chain == 2 else 15}
        counts = check("divergent/nested_chain", simt.Machine.load("article32", keys), defines)
        assert counts.active_share < 1
        assert sum(jump.may_diverge for jump in counts.jumps) == defines["levels"]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", sorted(DATA_DEPENDENT))
def test_kernels_that_depend_on_data_are_refused_with_the_reason(name: str, policy: str) -> None:
    machine = simt.Machine.load("article32", {"branch.policy": policy, "options.multiply": True})
    program = simt.assemble_file(PROGRAMS / f"{name}.s", defines={"masks": int(policy == "mask_stack")})
    with pytest.raises(StaticError) as caught:
        analyse(program, machine, threads=32)
    loop, cause = DATA_DEPENDENT[name]
    report = render(caught.value.diagnostics)
    assert report.startswith("error[E0840]: ")
    assert f"the condition depends on `{cause}` (line " in report
    assert (f"the loop at `{loop}`" in report) == bool(loop)
    assert ("--trip-count" in report) == bool(loop)
    assert "probabilities=" in report


def test_an_access_at_an_address_from_memory_is_refused() -> None:
    """`locks/hash_table` asks for the lock of a bucket that its key chooses."""
    machine = simt.Machine.load("article32", {"branch.policy": "ipdom_stack"})
    with pytest.raises(StaticError) as caught:
        analyse(simt.load_program("locks/hash_table"), machine, threads=32)
    assert caught.value.code == "E0841"


@pytest.mark.parametrize("name", sorted(TABLES))
def test_without_their_tables_they_are_refused(name: str) -> None:
    with pytest.raises(StaticError) as caught:
        analyse(simt.load_program(name), "fpga4")
    assert caught.value.code == "E0841"
    assert "thread_id + place]` (line " in str(caught.value)


@pytest.mark.parametrize(
    "name", [name for name in sorted(DATA_DEPENDENT) if name != "divergent/escape" and "locks/" not in name]
)
def test_with_their_data_integer_kernels_are_exact(name: str) -> None:
    """Arrays that are given are known: then nothing is data-dependent that integer arithmetic decides."""
    for policy in POLICIES:
        machine = simt.Machine.load("article32", {"branch.policy": policy, "options.multiply": True, "warps": 8})
        path = PROGRAMS / f"{name}.s"
        program = simt.assemble_file(path, defines={"masks": int(policy == "mask_stack")})
        oracle = Oracle.beside(path)
        assert oracle is not None
        inputs = oracle.inputs(program, 5)
        assert_measured(analyse(program, machine, inputs=inputs), simt.run(program, machine, inputs=inputs))


@pytest.mark.parametrize("name", PLAIN)
def test_closed_forms_are_what_the_evaluation_finds(name: str) -> None:
    """The stride of an exact address is the stride of every access; a counted loop turns as its formula says."""
    from simt.models.static.closed.inductions import Inductions
    from simt.models.static.launch import StaticLaunch
    from simt.models.static.slices.plan import plan_blocks

    machine = simt.Machine.load("fpga8")
    program = simt.load_program(name)
    oracle = Oracle.beside(PROGRAMS / f"{name}.s")
    assert oracle is not None
    counts = analyse(program, machine, inputs=tables(name, oracle.inputs(program, 3)))
    launch = StaticLaunch(program, machine, Grid.of(program.threads))
    closed = Inductions(launch, plan_blocks(launch))
    for one in counts.local:
        if one.stride is not None:
            assert set(one.strides) - {None} <= {one.stride}
    for number, loop in enumerate(counts.loops):
        trips = closed.trip_count(number)
        if loop.source == "counted":
            assert trips is not None
            assert set(loop.turns) == set(trips.turns)
    without = {"bitonic_sort", "fft"}  # distances that double in a loop
    assert any(one.address for one in counts.local) == (name not in without)


def test_warps_that_issue_the_same_are_told_apart() -> None:
    text = """
    .threads 20
        mov.b32 r0, warp_id -> over if z
        sub.u32 r0, r0, 4 -> over if z
        add.u32 r0, r0, 1
    over:
        ret
    """
    counts = analyse(simt.assemble(text), "fpga4")
    assert [(kind.warps, kind.issues) for kind in counts.kinds] == [
        (3, (1, 1, 1, 1)),
        (1, (1, 1, 0, 1)),
        (1, (1, 0, 0, 1)),
    ]


def test_the_loops_that_have_a_formula() -> None:
    found = {
        name: [loop.source for loop in analyse(simt.load_program(name), "fpga8").loops]
        for name in ("matmul32", "fft", "transpose", "bitonic_sort", "crc32")
    }
    assert found == {
        "matmul32": ["counted"],
        "fft": ["counted"] * 3,
        "transpose": ["counted"],
        "bitonic_sort": ["evaluated", "evaluated", "counted"],  # distances that double and halve
        "crc32": ["counted", "counted"],
    }


@pytest.mark.parametrize("policy", ["its", "its_yield"])
def test_lanes_that_wait_at_a_barrier_for_others_of_their_warp_are_not_followed(policy: str) -> None:
    program = simt.assemble("and.b32 r1, lane_id, 1 -> odd if nz\nbar\nret\nodd:\nbar\nret\n")
    machine = simt.Machine.load("article32", {"branch.policy": policy})
    with pytest.raises(StaticError) as caught:
        analyse(program, machine, threads=32)
    assert caught.value.code == "E0845"
    report = render(caught.value.diagnostics)
    assert "some lanes of a warp wait at this barrier, and the analysis does not follow the others to it" in report


@pytest.mark.parametrize("after", [1, 2, 32])
def test_lanes_that_yield_are_followed(after: int) -> None:
    """A loop whose lanes leave it in different turns: with one jump for a turn it takes other issues than with many."""
    text = "mov.b32 r1, lane_id\nhead:\nsub.u32 r1, r1, 1 -> head if nc\nadd.u32 r2, r2, 1\nret\n"
    keys = {"branch.policy": "its_yield", "branch.yield_after": after}
    program, machine = simt.assemble(f".threads 32\n{text}"), simt.Machine.load("article32", keys)
    counts = analyse(program, machine)
    assert_measured(counts, simt.run(program, machine))
    assert (counts.issues[2] > 1) == (after < 32)
