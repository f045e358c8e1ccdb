"""The terms of the refined model: which stretch spends the cycles, on what; they add up to the prediction."""

from __future__ import annotations

import pytest

import simt
from isa import assemble
from isa.program.program import Program
from isa.reporting.diagnostics import ArgumentError
from simt.machine import Machine
from simt.models.prediction import Prediction, Spent
from simt.models.refined import Profile, predict
from simt.models.refined.steps import Wait
from simt.models.refined.terms import parts_of
from simt.views.kit.text import MOST_COLUMNS
from simt.views.studies.terms import terms_text

CHAIN = "add.u32 r1, r1, 1\nadd.u32 r1, r1, 1\nret\n"


def part(found: Prediction, reason: str) -> Spent:
    (only,) = (one for one in found.spent if one.reason == reason)
    return only


def test_a_chain_waits_where_its_result_is_used() -> None:
    """Worked by hand: 7 cycles an ALU instruction, 5 for the last to leave (`test_one_warp_waits_for_each_result`)."""
    machine = Machine.load("fpga4")
    profile = Profile.measured(assemble(CHAIN), machine, 4, [1, 1, 1], [0, 0, 0], [4, 4, 4])
    found = predict(profile).prediction()
    assert [(one.reason, one.limit, one.cycles) for one in found.spent] == [
        ("dep_alu", "latency of alu", 12),
        ("drain", "the last results and transactions", 5),
        ("issued", "issue of its instructions", 2),
    ]
    waits = found.spent[0]
    assert (waits.first, waits.last, waits.start, waits.end) == (1, 3, 0, 3)
    assert [(line.line, line.cause, line.text, line.cycles) for line in waits.lines] == [
        (2, 1, "add.u32 r1, r1, 1", 6),
        (3, 2, "ret", 6),
    ]
    assert [(line.line, line.cause) for line in part(found, "issued").lines] == [(1, 0), (2, 0)]
    assert (found.spent[1].start, found.spent[1].lines) == (None, ())


def test_a_step_that_waits_for_a_unit_names_it() -> None:
    """Degree 4: 16 accesses, of which 15 find the LDS taken for 3 cycles more than an issue."""
    program = assemble("ld.local r1, [r0]\nret")
    profile = Profile.measured(program, Machine.load("fpga4"), 64, [16, 16], [64, 0], [64, 64])
    waits = part(predict(profile).prediction(), "bank_conflict")
    assert (waits.limit, waits.cycles) == ("lds is busy", pytest.approx(45))
    assert [(line.line, line.cycles) for line in waits.lines] == [(1, pytest.approx(45))]


def test_a_part_without_source_has_addresses() -> None:
    chain = assemble(CHAIN)
    program = Program.from_words(chain.words, chain.constants)
    profile = Profile.measured(program, Machine.load("fpga4"), 4, [1, 1, 1], [0, 0, 0], [4, 4, 4])
    found = predict(profile).prediction()
    assert (found.spent[0].file, found.spent[0].first) == ("", 0)
    assert [(line.line, line.text) for line in found.spent[0].lines] == [(0, "add.u32 r1, r1, 1"), (0, "ret")]
    assert "pc 0-2" in terms_text(found)


def test_the_difference_to_a_bound_belongs_to_the_whole_launch() -> None:
    """The walk shares retire ports; where a bound lifts the prediction, the terms still add up, and say which."""
    (only,) = parts_of(assemble(CHAIN), {(-1, Wait("retire_port", "retire")): 3.0})
    assert (only.start, only.limit, only.cycles, only.lines) == (None, "the bound of retire", 3.0, ())


@pytest.mark.parametrize(
    ("kernel", "machine"),
    [("fft128", "fpga4"), ("dot", "vliw_mac"), ("mm_local", "gtx280"), ("opencl/stencil.cl", "gtx280"),
     ("transpose", "gcn64"), pytest.param("mm_local", "hd5870_vliw", marks=pytest.mark.nightly)],  # packing takes 19 s
)  # fmt: skip
def test_parts_and_lines_add_up(kernel: str, machine: str) -> None:
    found = simt.model(kernel, machine).prediction()
    assert sum(one.cycles for one in found.spent) == pytest.approx(found.cycles)
    assert [one.cycles for one in found.spent] == sorted((one.cycles for one in found.spent), reverse=True)
    by_reason: dict[str, float] = {}
    for one in found.spent:
        by_reason[one.reason] = by_reason.get(one.reason, 0) + one.cycles
        if one.start is not None:
            assert sum(line.cycles for line in one.lines) == pytest.approx(one.cycles)
    seconds = {reason: cycles / found.cycles * found.seconds for reason, cycles in by_reason.items()}
    assert seconds == pytest.approx(dict(found.parts))
    assert max(map(len, terms_text(found).splitlines())) <= MOST_COLUMNS


def test_a_load_is_waited_for_by_its_user() -> None:
    found = simt.model("opencl/stencil.cl", "gtx280").prediction()
    slowest = found.spent[0]
    assert (slowest.reason, slowest.limit) == ("dep_global", "latency of memory")
    assert slowest.lines[0].text.startswith("float around = now[at - 1]")
    assert slowest.lines[0].file == slowest.file == "stencil.cl"


def test_only_the_refined_model_knows_parts() -> None:
    modelled = simt.model("dot", "fpga4", models=["bounds", "roofline"])
    assert [outcome.prediction.spent for outcome in modelled.outcomes if outcome.prediction] == [(), ()]
    with pytest.raises(ArgumentError, match="only the refined model knows the parts of a kernel: --terms is not for"):
        modelled.terms_text()
