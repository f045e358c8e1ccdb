"""The chain that bounds a run: derived by hand on small machines, and tiling every run of generated ones."""

from __future__ import annotations

from itertools import pairwise

import pytest

import isa
import simt
from simt.core.state.reasons import REASONS
from simt.diagnosis.banks import Banks
from simt.diagnosis.chain import Chain, chain_of
from simt.machine import Machine
from simt.result.result import Result
from tests.examples import examples
from tests.generators.cases import describe, random_case, random_race_free_case

# An instruction a cycle and warp, an own unit for control, first_thread.
BARE = {"branch.policy": "first_thread", "warps": 2}


def run(text: str, warps: int = 1, **settings: object) -> Result:
    machine = Machine.load(
        "article32", {**BARE, **{name.replace("__", "."): value for name, value in settings.items()}}
    )
    return simt.run(isa.assemble(text), machine, threads=32 * warps, record=True)


def told(result: Result) -> list[tuple[int, int, int, str]]:
    """(cycles, warp, pc, reason) of every piece."""
    chain = chain_of(result)
    assert chain.cycles == result.cycles
    return [(piece.cycles, piece.warp, piece.pc, piece.reason) for piece in chain.pieces]


def test_one_warp_is_its_own_chain() -> None:
    # Selected in 0, in the ALU from 2 on, offered and retired in 2 + 4 + 1 - 1 = 6, ready in 7; `ret`, with latency 1,
    # is selected in 7, enters in 9 and retires in 10.
    result = run("add.u32 r0, r0, 1\nret\n", front_end__stages=2, alu__latency=4, retire__stages=1)
    assert told(result) == [
        (1, 0, 0, "issued"), (1, 0, 0, "fetch"), (5, 0, 0, "dep_alu"),
        (1, 0, 1, "issued"), (1, 0, 1, "fetch"), (1, 0, 1, "branch"),
    ]  # fmt: skip


def test_the_chain_goes_over_to_what_occupies_the_unit() -> None:
    # Warp 0 enters the FPU in 0 and keeps its first stage for four cycles, so warp 1 enters in 4, is offered in
    # 4 + 4 + 4 - 1 = 11 and issues its `ret` there.
    result = run("mul.f32 r0, r0, r0\nret\n", 2, fpu__latency=4, fpu__interval=4)
    assert told(result) == [
        (4, 0, 0, "unit_busy"), (1, 1, 0, "issued"), (6, 1, 0, "dep_fpu"), (1, 1, 1, "issued"),
    ]  # fmt: skip


def test_behind_a_front_end_too() -> None:
    # Selected in 0 and 1, warp 0 enters in 1; warp 1 stands in the front end from 2 until it enters in 5, and its
    # `ret`, selected when its product retires in 12, enters in 13 and retires in 14.
    result = run("mul.f32 r0, r0, r0\nret\n", 2, front_end__stages=1, fpu__latency=4, fpu__interval=4)
    assert told(result) == [
        (1, 0, 0, "issued"), (4, 0, 0, "unit_busy"), (7, 1, 0, "dep_fpu"), (1, 1, 1, "issued"), (1, 1, 1, "branch"),
    ]  # fmt: skip


def test_warps_that_share_a_slot_are_a_chain_of_issues() -> None:
    result = run("mov r0, 1\nmov r1, 1\nmov r2, 1\nret\n", 2)
    assert [(cycles, reason) for cycles, _, _, reason in told(result)] == [(1, "issued")] * 8


def test_the_last_at_the_barrier_is_on_the_chain() -> None:
    text = "add.u32 r0, warp_id, 0 -> slow if nz\njmp all\nslow: rcp.f32 r1, r0\nall: bar\nret\n"
    result = run(text, 2, sfu__count=1, sfu__lanes=32, sfu__latency=20, scheduler__policy="fixed_priority")
    pieces = told(result)
    assert (19, 1, 2, "dep_sfu") in pieces  # and the cycle of its issue
    assert all(reason != "barrier" for *_, reason in pieces)  # r = 0: whoever waits is not on the chain


def test_the_chain_goes_over_to_what_took_the_retire_port() -> None:
    # The sums at 0 are selected in 0 and 1; warp 0's product, selected in 2, and warp 1's second sum, in 3, are both
    # offered in 5, and the FPU is asked first. In 6 that sum is taken before warp 0's `ret`, which freezes the control
    # unit, so that warp 1's `ret` enters in 7.
    text = "add.u32 r0, warp_id, 0 -> other if nz\nmul.f32 r1, r1, r1\nret\nother: add.u32 r1, r1, 1\nret\n"
    settings = {"fpu__latency": 3, "alu__latency": 2, "scheduler__policy": "fixed_priority", "retire__ports": 1}
    result = run(text, 2, retire__priority=["lds", "fpu", "alu", "control"], **settings)
    assert told(result) == [
        (1, 0, 0, "issued"), (1, 0, 0, "dep_alu"), (1, 0, 1, "issued"), (2, 0, 1, "dep_fpu"),
        (1, 0, 1, "retire_port"), (1, 1, 3, "retire_port"), (1, 1, 4, "issued"),
    ]  # fmt: skip


def check(result: Result, chain: Chain) -> None:
    """The pieces tile the cycles, and each is as the record has it."""
    [core] = [core for core in result.cores if core.number == chain.core]
    events = core.events
    assert events is not None
    assert chain.pieces[0].begin == events.first
    assert chain.pieces[-1].end == events.end
    assert all(before.end == after.begin for before, after in pairwise(chain.pieces))
    assert sum(chain.reasons.values()) == chain.cycles == len(events.ready)
    times = {int(event["sequence"]): event for event in events.instructions}
    for piece in chain.pieces:
        event = times.get(piece.sequence)
        if event is not None:
            assert (event["pc"], event["warp"]) == (piece.pc, piece.warp)
        rows = events.warps[piece.begin - events.first : piece.end - events.first, piece.warp]
        states = {REASONS[k] for k in rows}
        if piece.reason == "retire_port" and states != {piece.reason}:  # it took the port
            assert event is not None
            assert (event["retire"], piece.cycles) == (piece.begin, 1)
        elif piece.reason == "unit_busy":
            assert event is not None
            assert event["enter"] <= piece.begin < piece.end <= event["retire"]
        elif result.machine.vliw.count == 1:
            assert states == {piece.reason}
        if piece.reason == "issued":
            assert event is not None
            assert (event["select"], piece.cycles) == (piece.begin, 1)


@pytest.mark.parametrize("batch", range(examples(8)))
def test_the_pieces_tile_generated_runs(batch: int) -> None:
    for seed in range(batch * 40, (batch + 1) * 40):
        for case in (random_case(seed), random_race_free_case(seed)):
            options = {"threads": case.threads, "max_cycles": case.max_cycles, "strict": False}
            result = simt.run(case.program, case.machine, record=True, **options)
            if result.stop is None and result.cycles:
                try:
                    check(result, chain_of(result))
                except (AssertionError, LookupError) as error:
                    raise AssertionError(f"seed {seed}\n{describe(case)}") from error


def test_the_pieces_tile_a_device() -> None:
    settings = {"cores": 2, "memory": "simple", "branch.policy": "ipdom_stack"}
    result = simt.run("pps_br", "fpga4", set=settings, record=True)
    chain = chain_of(result)
    check(result, chain)
    assert chain.cycles == result.cycles
    assert any(piece.reason.startswith(("dep_global", "memory")) for piece in chain.pieces)


def test_of_a_part_of_the_record() -> None:
    result = simt.run("fft128", record=range(500, 5000))
    chain = chain_of(result)
    check(result, chain)
    whole = chain_of(simt.run("fft128", record=True))
    assert chain_of(simt.run("fft128", record=True), most=3328).pieces == chain.pieces
    assert [piece for piece in chain.pieces if piece.begin > 600] == [
        piece for piece in whole.pieces if piece.begin > 600
    ]


def test_what_has_no_chain() -> None:
    with pytest.raises(ValueError, match="does not have its end"):
        chain_of(simt.run("fft128"))
    with pytest.raises(ValueError, match="does not have its end"):
        chain_of(simt.run("fft128", record=range(500)))
    with pytest.raises(ValueError, match="did not end"):
        chain_of(simt.run("fft128", record=True, max_cycles=100))


# --- several instructions of a warp in flight (docs/processor.md, section 24) ---


def of_section_24(text: str, entries: int = 4, **settings: object) -> Result:
    """Run a program on the machine of the section's examples: alu latency 2, LDS latency 3, f, r, n and p are 1."""
    keys = {"issue.dependences": "scoreboard", "issue.entries": entries, "front_end.stages": 1, "retire.stages": 1,
            "alu.latency": 2, "lds.latency": 3, "lds.lanes": 32, "local.banks": 32, "control.route": "alu"}  # fmt: skip
    names = {name.replace("__", "."): value for name, value in settings.items()}
    machine = Machine.load("article32", {**BARE, **keys, **names})
    return simt.run(isa.assemble(text), machine, threads=32, record=True)


def test_the_chain_passes_what_was_issued_during_a_load() -> None:
    # The section's second example: `add r3` waits for the load, and then for `add r2`, which is released last. The
    # load froze the ALU in 4; the chain goes back over its result to its select in 0.
    result = of_section_24("ld.local r1, [r8]\nadd.u32 r2, r8, 1\nadd.u32 r3, r1, r2\nret\n")
    assert result.cycles == 10
    assert told(result) == [
        (1, 0, 0, "issued"), (3, 0, 0, "dep_local"), (1, 0, 0, "retire_port"), (1, 0, 1, "dep_alu"),
        (1, 0, 2, "issued"), (1, 0, 3, "issued"), (2, 0, 3, "branch"),
    ]  # fmt: skip


# --- operand collectors (docs/processor.md, section 27) ---

COLLECTORS = {"front_end__stages": 0, "register_file__organisation": "collectors", "register_file__collectors": 2}


def test_the_chain_goes_through_a_collector() -> None:
    # The section's example: r2 and r4 are in one bank, so that 0 enters in 3; 1 enters after it, and then the `ret`.
    text = "add.u32 r1, r2, r4\nadd.u32 r3, r5, 1\nret\n"
    result = of_section_24(text, register_file__banks=2, **COLLECTORS)
    assert told(result) == [
        (1, 0, 0, "issued"), (1, 0, 0, "fetch"), (1, 0, 0, "operand_bank"), (1, 0, 0, "unit_busy"),
        (1, 0, 1, "unit_busy"), (2, 0, 2, "branch"),
    ]  # fmt: skip


def test_the_chain_goes_over_to_what_took_the_bank_of_a_result() -> None:
    # They enter in 2, 3 and 4, and all are offered in 5. There are three ports, but product and sum are both for
    # bank 0. The FPU is asked first, then the LDS, whose result is for bank 1.
    text = "ld.local r3, [r8]\nmul.f32 r2, r8, r8\nadd.u32 r4, r9, r9\nadd.u32 r1, r4, 1\nret\n"
    keys = {"fpu__latency": 2, "fpu__lanes": 32, "alu__latency": 1, "retire__ports": 3, "register_file__banks": 2}
    result = of_section_24(text, retire__priority=["fpu", "lds", "alu", "control"], **keys, **COLLECTORS)
    assert [piece for piece in told(result) if piece[3] == "retire_port"] == [(1, 0, 1, "retire_port")]


@pytest.mark.parametrize("keys", [{}, {"register_file.banks": 2, "register_file.collectors": 1}])
def test_the_pieces_tile_runs_with_collectors(keys: dict[str, object]) -> None:
    result = simt.run("fft128", "fermi_sm", set=keys, record=True)
    chain = chain_of(result)
    assert chain.pieces[0].begin == 0
    assert all(before.end == after.begin for before, after in pairwise(chain.pieces))
    assert sum(chain.reasons.values()) == chain.cycles == result.cycles
    assert result.events is not None
    events = result.events.instructions
    rows = events[["warp", "pc", "select"]]
    collected = Banks(result).collected(*(rows[name].tolist() for name in ("pc", "warp", "select")))
    assert (events["enter"] >= collected).all()  # and as soon as its unit takes it:
    assert (events["enter"] == collected).mean() > 0.5
