"""Views of machines whose warps have several instructions in flight (docs/processor.md, section 24)."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from pathlib import Path

import pytest

import isa
import simt
from simt.core.state.reasons import REASONS
from simt.diagnosis.chain import chain_of
from simt.diagnosis.recorded import Recorded
from simt.machine import Machine
from simt.result.result import Result
from simt.views.exports import export
from simt.views.exports.record import TraceRecord
from simt.views.kit.palette import MASK_STATES
from simt.views.time.series import mask_history, unit_occupancy
from tests.generators.cases import random_race_free_case
from tests.generators.machines import with_scoreboard

BUFFER = ".buffer x, u32, 64\n"
SCOREBOARD = {"issue.dependences": "scoreboard"}


def of_section_24(text: str, **settings: object) -> Result:
    """Run a program on the machine of the section's examples."""
    keys = {**SCOREBOARD, "issue.entries": 4, "branch.policy": "first_thread", "warps": 1, "front_end.stages": 1,
            "retire.stages": 1, "alu.latency": 2, "lds.latency": 3, "lds.lanes": 32, "local.banks": 32,
            "control.route": "alu"}  # fmt: skip
    return simt.run(isa.assemble(text), Machine.load("article32", {**keys, **settings}), threads=32, record=True)


@pytest.fixture(scope="module")
def generated() -> list[Result]:
    """Runs of generated cases that end."""
    found = []
    for seed in range(30):
        case = random_race_free_case(seed)
        if case.machine.vliw.count == 1:
            machine = with_scoreboard(random.Random(seed), case.machine)
            keys = {"threads": case.threads, "max_cycles": case.max_cycles, "record": True}
            found.append(simt.run(case.program, machine, **keys))
    return found


def slices_of(result: Result, path: Path) -> dict[tuple[int, int], list[tuple[int, int]]]:
    export(result, path)
    found = defaultdict(list)
    for entry in json.loads(path.read_text())["traceEvents"]:
        if entry["ph"] == "X":
            found[entry["pid"], entry["tid"]].append((entry["ts"], entry["ts"] + entry["dur"]))
    return found


def test_slices_of_a_thread_nest_or_are_disjoint(generated: list[Result], tmp_path: Path) -> None:
    for result in generated:
        for thread, spans in slices_of(result, tmp_path / "trace.json").items():
            inside: list[int] = []
            for start, stop in sorted(spans, key=lambda span: (span[0], -span[1])):
                while inside and inside[-1] <= start:
                    inside.pop()
                assert not inside or stop <= inside[-1], (result.program.name, thread, start, stop)
                inside.append(stop)


def test_a_frozen_instance_shows_although_its_warp_awaits_another() -> None:
    # In cycle 4 of the section's second example the ALU is frozen, and the warp is in `dep_local`.
    result = of_section_24("ld.local r1, [r8]\nadd.u32 r2, r8, 1\nadd.u32 r3, r1, r2\nret\n")
    states = unit_occupancy(result, range(result.cycles))
    assert (states == 3).sum() == 1
    assert REASONS[result.events.warps[4, 0]] == "dep_local"


def test_lanes_have_ended_after_the_ret_while_older_results_are_away() -> None:
    result = of_section_24(f"{BUFFER}ld.global r1, [x]\nret\n", memory="simple", **{"memory.latency": 40})
    rows = result.events.instructions
    assert rows["retire"][1] + 10 < rows["retire"][0] == result.cycles
    after = mask_history(result, range(int(rows["retire"][1]), result.cycles), 0)
    assert (after == MASK_STATES.index("disabled")).all()


def test_an_instruction_that_is_never_released_is_in_flight_until_its_warp_finishes() -> None:
    result = of_section_24(f"{BUFFER}ld.global r1, [x]\nret\n", memory="simple", **{"memory.latency": 40})
    record = TraceRecord(result)
    assert record.life.stop.tolist() == [result.cycles, result.cycles]
    assert record.in_flight.max() == 2
    assert record.place.tolist() == [0, 1]


def test_stalls_belong_to_the_awaited_instruction(generated: list[Result]) -> None:
    for result in generated:
        record = TraceRecord(result)
        owner, cycles, _ = record.stalls
        assert (record.life.start[owner] < cycles.start).all()
        assert (cycles.start < cycles.stop).all()
        assert (cycles.stop <= record.life.stop[owner]).all()


def test_the_state_of_an_awaited_instruction_is_derived_from_its_stages(generated: list[Result]) -> None:
    count = 0
    for result in generated:
        assert result.events is not None
        recorded, plain = Recorded(result, result.events), Recorded(result, result.events)
        plain._waits, plain._wait_starts = [[] for _ in plain._waits], [[] for _ in plain._waits]
        for warp, waits in enumerate(recorded._waits):
            for wait in waits:
                if wait.is_full:
                    continue
                for cycle in range(wait.start, wait.stop):
                    assert plain.state_of(wait.owner, cycle) == recorded.state(warp, cycle), (wait, cycle)
                    count += 1
        chain = chain_of(result)
        assert chain.cycles == result.cycles
        assert all(piece.sequence >= 0 or piece.reason in ("drain", "unit_busy") for piece in chain.pieces)
    assert count > 1000


def test_the_chain_blames_the_load_that_holds_the_entries() -> None:
    loads = "".join(f"ld.global r{k}, [x]\n" for k in range(4))
    result = of_section_24(
        f"{BUFFER}{loads}ret\n", memory="simple", **{"memory.latency": 40, "memory.lanes": 32, "issue.entries": 2}
    )
    chain = chain_of(result)
    assert chain.reasons["scoreboard_full"] > 0
    assert all(pc in range(4) for pc, reason in chain.instructions if reason == "scoreboard_full")


def test_the_state_lists_what_is_in_flight() -> None:
    trace = simt.trace("fft128", set=SCOREBOARD)
    events = trace.run.events
    states = trace.launch.states(trace.run)
    for cycle in (20, 300, 1500):
        record = TraceRecord(trace.run)
        snapshot = states.after(cycle)
        assert snapshot.flights is not None
        assert [len(row) for row in snapshot.flights] == record.in_flight[:, cycle].tolist()
        assert set(snapshot.places) <= {"ready", "blocked", "barrier"}
    assert events is not None
    assert "finished" in states.after(trace.run.cycles - 1).places
