"""`simt.Launch`: made from words, checked when it is made, run as often as one likes, and taken by every verb."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import simt
from isa import assemble
from isa.reporting.diagnostics import ArgumentError
from simt.launch.sizes import SizeError

SCALE = """
.buffer x, f32
    shl.u32 r0, global_id, 2
    ld.global r1, [r0 + x]
    add.f32 r1, r1, r1
    st.global [r0 + x], r1
    ret
"""


@pytest.fixture(scope="module")
def launch() -> simt.Launch:
    return simt.Launch("fft128", "fpga4", banks=8)


def test_a_run_is_that_of_the_short_form_and_can_be_repeated(launch: simt.Launch) -> None:
    short = simt.run("fft128", "fpga4", banks=8)
    for result in (launch.run(), launch.run(), simt.run(launch)):
        assert (result.cycles, result.check, result.prepared) == (short.cycles, short.check, short.prepared)
        assert result.memory.tobytes() == short.memory.tobytes()


def test_memory_before_a_run_is_the_same_every_time() -> None:
    """Global memory, which the run writes to."""
    launch = simt.Launch(assemble(SCALE), "gtx280_core", inputs={"x": np.arange(64, dtype=np.float32)}, local_size=64)
    first, second = launch.run(engine="functional"), launch.run(engine="functional")
    assert first.buffers["x"].tolist() == second.buffers["x"].tolist() == [2.0 * k for k in range(64)]


def test_every_verb_takes_one(launch: simt.Launch) -> None:
    assert launch.trace(cycles="0:20").text() == simt.trace("fft128", "fpga4", banks=8, cycles="0:20").text()
    assert launch.check().findings == simt.check("fft128", "fpga4", banks=8).findings
    assert launch.report(cycles="0:20").encode() == simt.report(launch, cycles="0:20").encode()
    assert launch.model(models="all").to_dict() == simt.model("fft128", "fpga4", banks=8, models="all").to_dict()
    assert simt.model_measured(launch).cycles == simt.model(launch.run()).cycles
    assert simt.model_analysis(launch).issues == tuple(launch.run().issues.tolist())


def test_what_is_made_already_takes_no_words(launch: simt.Launch) -> None:
    for words in ({"machine": "fpga8"}, {"banks": 4}):
        with pytest.raises(ArgumentError, match=r"a Launch has its machine and its words already: leave out `\w+`"):
            simt.run(launch, **words)


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({"machine": "article32"}, simt.LaunchError, "needs 64 threads"),
        ({"machine": "fpga4", "global_size": 96, "local_size": 64}, SizeError, "does not divide"),
        ({"machine": "fpga4", "inputs": {"rx": 1}}, simt.InputError, "rx"),
        ({"machine": "fpga4", "bankz": 1}, simt.MachineError, "bankz"),
        ({"machine": "fpga4", "group": 8}, ArgumentError, "did you mean `local_size`"),
    ],
)
def test_it_is_checked_when_it_is_made(words: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        simt.Launch("fft128", **words)


def test_a_buffer_without_a_length_is_refused_when_it_is_made() -> None:
    with pytest.raises(simt.InputError, match="has no length and no input"):
        simt.Launch(assemble(SCALE), "gtx280_core", local_size=64)


def test_it_shows_itself_in_a_screenful(launch: simt.Launch) -> None:
    lines = repr(launch).splitlines()
    assert lines[0] == "fft128 on fpga4 with local.banks=8: 64 work-items in 1 group of 64"
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert lines[-1].endswith("fft128.py")


def test_signatures_show_all_words() -> None:
    words = set(inspect.signature(simt.Launch).parameters) - {"kernel", "machine", "overrides"}
    for verb in (simt.run, simt.trace, simt.check, simt.why, simt.report):
        assert words <= set(inspect.signature(verb).parameters), verb
    assert {"engine", "max_cycles", "record", "progress"} <= set(inspect.signature(simt.run).parameters)
