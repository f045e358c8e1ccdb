"""Runs by a sample: what is exact, what is estimated and in which interval, and how they end."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import ArgumentError, ProgramError
from simt.diagnosis.saved import SavedRunError
from simt.result.result import Result
from simt.result.sample import Sample
from simt.result.stops import Stop
from simt.views.kit.window import ViewError
from simt.views.notebook.html import result_html
from simt.views.run.source import source_view
from simt.views.run.summary import summary

TRIANGLE = """\
.threads 16
.buffer x, f32, 16384
    add.u32   r1, group_id, 8
    shr.u32   r1, r1, 3
    mov.f32   r2, 1.0
again:
    mad.f32   r2, r2, r2, r2
    sub.u32   r1, r1, 1
    ne.u32    r3, r1, 0 -> again if nz
    shl.b32   r0, global_id, 2
    st.global [r0 + x], r2
    ret
"""


def launch(n: int = 32768, machine: str = "hd5870_core", **words: Any) -> simt.Launch:
    return simt.Launch("pps_br", machine, defines={"n": n}, **words)


@cache
def runs() -> tuple[Result, Result]:
    """The same launch, exactly and by a sample."""
    return launch(65536).run(), launch(65536).run(sample=3, outputs=True)


def test_counts_of_instructions_and_values_are_exact() -> None:
    exact, sampled = runs()
    assert sampled.check is not None
    assert sampled.check.passed
    assert sampled.instructions == exact.instructions
    for name in ("issues", "active_lanes", "diverged", "finished", "tail", "disagreements", "widths"):
        assert np.array_equal(getattr(sampled, name), getattr(exact, name)), name
    assert np.array_equal(sampled.accesses, exact.accesses)
    assert np.array_equal(sampled.traffic.accesses, exact.traffic.accesses)
    assert sampled.ledgers.lane == exact.ledgers.lane
    assert np.array_equal(sampled.passes, exact.passes)  # as all groups have the same
    assert np.array_equal(sampled.traffic.moved, exact.traffic.moved)
    assert all(np.array_equal(sampled.buffers[name], exact.buffers[name]) for name in exact.buffers)


def test_the_interval_holds_the_exact_cycles() -> None:
    exact, sampled = runs()
    assert exact.sample is None
    assert sampled.sample is not None
    low, high = sampled.sample.interval(sampled.cycles)
    assert low <= exact.cycles <= high
    assert sampled.sample.is_met(sampled.cycles)
    assert sampled.sample.simulated_groups < sampled.groups
    assert sampled.sample.simulated_cycles < sampled.cycles


def test_ledgers_sum_to_the_estimate_as_in_any_run() -> None:
    exact, sampled = runs()
    assert sum(sampled.ledgers.issue.values()) == sampled.slot_total
    assert sum(sampled.ledgers.warp.values()) == sampled.cycles * sampled.warps
    for reason, slots in exact.ledgers.issue.items():
        assert abs(sampled.ledgers.issue.get(reason, 0) - slots) < 0.05 * exact.slot_total, reason
    assert sampled.ledgers.issue["issued"] == exact.ledgers.issue["issued"]


def test_cores_share_exact_counts_and_have_whole_lanes() -> None:
    device = launch(1 << 18, "hd5870")
    sampled, whole = device.run(sample=20, outputs=True), device.run(engine="functional")
    assert sampled.instructions == whole.instructions
    assert len(sampled.cores) == 20
    for core in sampled.cores:
        assert min(core.ledgers.lane.values()) >= 0
        assert sum(core.ledgers.issue.values()) == sampled.cycles * sampled.machine.issue_slots
        assert min(core.passes - core.accesses) >= 0


def test_equal_samples_give_equal_results_on_any_number_of_threads() -> None:
    device = launch(1 << 18, "hd5870")
    assert len({device.run(sample=20, jobs=workers).to_json() for workers in (1, 2, 3)}) == 1


def test_later_groups_that_do_more_are_sampled_too() -> None:
    machine = {"groups_per_core": 2, "branch.policy": "min_pc", "memory": "simple", "read_ports": 3}
    program = simt.assemble(TRIANGLE)
    run = simt.Launch(program, "fpga16", set=machine, global_size=16384, local_size=16)
    exact, sampled = run.run(), run.run(sample=5)
    assert sampled.sample is not None
    low, high = sampled.sample.interval(sampled.cycles)
    assert low <= exact.cycles <= high


def test_a_sample_says_itself_that_it_estimates() -> None:
    exact, sampled = runs()
    document = json.loads(sampled.to_json())
    assert document["sample"]["cycles"][0] < sampled.cycles < document["sample"]["cycles"][1]
    assert document["sample"]["exact"] == ["instructions", "lanes", "accesses", "arrays", "check"]
    assert "sample" not in exact.to_dict()
    assert "an estimate +- " in repr(sampled)
    text = summary(sampled)
    assert "sample   cycles are an estimate +- " in text
    assert "(estimates, except for what was issued)" in text
    assert "estimate" not in summary(exact)
    assert "cycles and lost slots are an estimate" in source_view(sampled)
    assert "an estimate" in result_html(sampled)
    page = simt.report(sampled).html
    assert "cycles and lost slots are an estimate" in page
    assert "a sampled run has no record" in page


def test_a_sample_computes_no_outputs_unless_they_are_wanted() -> None:
    exact, sampled = launch(65536).run(), launch(65536).run(sample=3)
    assert sampled.sample is not None
    assert sampled.sample.groups_run == 2  # no condition differs between its work-groups
    assert sampled.sample.exact == ("instructions", "lanes", "accesses")
    assert (sampled.instructions, sampled.ledgers.lane) == (exact.instructions, exact.ledgers.lane)
    assert np.array_equal(sampled.issues, exact.issues)
    assert (sampled.check, dict(sampled.buffers)) == (None, {})
    assert "a sample computes no outputs; --outputs does" in summary(sampled)
    assert runs()[1].cycles == sampled.cycles  # the cycles are the same


def test_groups_of_several_kinds_are_drawn() -> None:
    """Every fourth group turns more often, which no analysis sees."""
    program = simt.assemble(
        """\
.threads 16
.buffer n, u32, 4096
.buffer x, f32, 65536
    shl.b32   r0, group_id, 2
    ld.global r1, [r0 + n]
    mov.f32   r2, 1.0
again:
    mad.f32   r2, r2, r2, r2
    sub.u32   r1, r1, 1
    ne.u32    r3, r1, 0 -> again if nz
    shl.b32   r0, global_id, 2
    st.global [r0 + x], r2
    ret
"""
    )
    turns = np.where(np.arange(4096) % 4 == 0, 1300, 1000).astype(np.uint32)
    words = {"set": {"branch.policy": "min_pc", "memory": "simple", "read_ports": 3, "groups_per_core": 2}}
    run = simt.Launch(program, "fpga16", global_size=65536, local_size=16, inputs={"n": turns}, **words)
    sampled = run.run(sample=6, max_cycles=1 << 40)
    assert sampled.sample is not None
    assert 1 < sampled.sample.groups_run < sampled.groups
    assert sampled.sample.exact == ()
    assert "(estimates)" in summary(sampled)
    operations = 4096 * 6 + 3 * int(turns.sum())
    assert sampled.instructions == pytest.approx(operations, rel=0.02)


def test_an_interval_that_is_too_wide_says_what_was_asked_for() -> None:
    sample = Sample(2.0, 0.99, 500, 10, 5000, 3, 1)
    assert sample.text(10_000, 20) == "an estimate +- 5 % (2 % asked for), 50 % of the groups simulated"
    assert not sample.is_met(10_000)
    assert sample.interval(100) == (0, 600)


# --- refusals --------


@pytest.mark.parametrize("percent", [0, -1, 51, float("nan"), "two"])
def test_a_percentage_out_of_range_is_refused(percent: Any) -> None:
    with pytest.raises(ProgramError, match="a sample is good to a percentage above 0 and at most 50, not"):
        launch().run(sample=percent)


def test_no_sample_is_a_whole_run() -> None:
    assert launch(1024).run(sample=False).sample is None


def test_too_few_groups_are_told_how_many_are_needed() -> None:
    with pytest.raises(ProgramError, match=r"needs 136 work-groups or more, 17 times the 8 that .* has 16 work-") as it:
        launch(1024).run(sample=True)
    assert it.value.code == "E0508"
    with pytest.raises(ProgramError, match="has one work-group"):
        simt.run("fft128", sample=True)


@pytest.mark.parametrize("options", [{"record": True}, {"engine": "functional"}])
def test_options_that_need_every_cycle_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ProgramError, match="sample"):
        launch().run(sample=True, **options)


def test_verbs_that_need_every_cycle_say_so() -> None:
    _, sampled = runs()
    for verb in (simt.trace, simt.why, simt.report, simt.check, simt.Launch):
        with pytest.raises(ArgumentError, match="takes no sample: it needs the whole launch"):
            verb("pps_br", "hd5870_core", sample=2)
    with pytest.raises(ViewError, match="a sampled run has no record of events"):
        simt.trace(sampled)
    with pytest.raises(SavedRunError, match="are an estimate: a difference is not known"):
        simt.diff(sampled, sampled)
    with pytest.raises(ArgumentError, match="run_pipeline takes no sample"):
        simt.run_pipeline("scan.toml", sample=2)


# --- ends ------------


def stop_of(text: str, **words: Any) -> Stop:
    """Return the stop of a launch of groups of 16 that was to be sampled, and was not."""
    run = simt.run(simt.assemble(text), "hd5870_core", local_size=16, sample=True, **words)
    assert run.stop is not None
    assert run.sample is None
    return run.stop


def test_a_trap_is_found_by_the_run_without_time() -> None:
    text = ".threads 16\n.buffer x, u32, 4\n shl.b32 r0, group_id, 20\n ld.global r1, [r0 + x]\n ret\n"
    assert stop_of(text, global_size=4096).kind == "global_address"


def test_a_trap_of_the_last_group_is_found_by_the_run_without_time() -> None:
    """No condition differs between groups, so two of them are run without time, and the last one is one of these."""
    text = ".threads 16\n.buffer x, u32, 32752\n shl.b32 r0, global_id, 2\n ld.global r1, [r0 + x]\n ret\n"
    stop = stop_of(text, global_size=32768)
    assert (stop.kind, stop.group) == ("global_address", 2047)


def test_a_trap_of_a_simulated_group_is_the_stop_of_the_launch() -> None:
    """The fourth group alone stops, by an address that it loads; it is not one of the two that are run without time."""
    text = """\
.threads 16
.buffer n, u32, 2048
    shl.b32   r0, group_id, 2
    ld.global r1, [r0 + n]
    ld.global r2, [r1 + n]
    ret
"""
    places = np.where(np.arange(2048) == 3, 1 << 24, 0).astype(np.uint32)
    stop = stop_of(text, global_size=32768, inputs={"n": places})
    assert (stop.kind, stop.group) == ("global_address", 3)


def test_groups_that_need_what_others_leave_are_not_sampled() -> None:
    """Group n finds the address that group n - 1 has left: without it, the address is of no buffer."""
    text = """\
.threads 16
.buffer x, u32, 4096
    shl.b32   r0, group_id, 2
    ld.global r1, [r0 + x]
    ld.global r2, [r1 + x]
    mov.b32   r3, 0
    st.global [r0 + x + 4], r3
    ret
"""
    inputs = {"x": np.array([0] + [1 << 30] * 4095, np.uint32)}
    words = {"global_size": 16 * 2048, "local_size": 16, "inputs": inputs}
    with pytest.raises(ProgramError, match="groups need what others leave") as raised:
        simt.run(simt.assemble(text), "hd5870_core", sample=True, **words)
    assert raised.value.code == "E0509"


def test_a_launch_that_is_too_long_stops_at_the_limit() -> None:
    run = launch().run(sample=True, max_cycles=5000)
    assert run.stop is not None
    assert run.stop.kind == "cycle_limit"
    assert run.sample is None


@pytest.mark.parametrize("calls", [1, 3, *range(5, 50, 5)])
def test_an_interruption_ends_a_sampled_run(calls: int) -> None:
    seen: list[int] = []

    def progress(cycle: int) -> bool:
        seen.append(cycle)
        return len(seen) >= calls

    run = launch().run(sample=True, progress=progress)
    assert run.stop is not None
    assert run.stop.kind == "interrupted"
    assert run.sample is None
    assert len(seen) == calls
