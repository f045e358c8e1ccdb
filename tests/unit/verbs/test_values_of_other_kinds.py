"""Arguments of another kind than the function takes: an error that names the argument and says what to write."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import ArgumentError
from simt.exploration.plans.axes import axes_of

WRONG = [
    (lambda: simt.run("dot", inputs=[1, 2]), "E0670", "`inputs` is a mapping of values by name, not list"),
    (lambda: simt.run("dot", defines=["n=4"]), "E0670", "`defines` is a mapping of values by name, not list"),
    (lambda: simt.run("dot", defines={"n": [4]}), "E0301", "the value of the define `n` is not a number: `[4]`"),
    (lambda: simt.run("dot", bind="x"), "E0670", "`bind` is a mapping of values by name, not str"),
    (lambda: simt.run("dot", set="banks=8"), "E0670", "`set` is a mapping of values by name, not str"),
    (lambda: simt.run("dot", include_paths="folder"), "E0670", 'include_paths=["folder"]'),
    (lambda: simt.sweep("dot", {"banks": [2, 4]}, include_paths="folder"), "E0670", 'include_paths=["folder"]'),
    (lambda: simt.compare("dot", include_paths="folder"), "E0670", 'include_paths=["folder"]'),
    (lambda: simt.run("dot", seed=-1), "E0670", "`seed` is a whole number from 0 up, not -1"),
    (lambda: simt.run("dot", seed=1.5), "E0670", "`seed` is a whole number from 0 up, not 1.5"),
    (lambda: simt.run("dot", seed=True), "E0670", "`seed` is a whole number from 0 up, not True"),
    (lambda: simt.compare("dot", seed=-1), "E0670", "`seed` is a whole number from 0 up, not -1"),
    (lambda: simt.run("dot", threads="64"), "E0670", "`threads` is a whole number, not `64`"),
    (lambda: simt.run("dot", threads=True), "E0670", "`threads` is a whole number, not `True`"),
    (lambda: simt.run("dot", record=(0, 5)), "E0340", "record is True, False or range(first, end), not `(0, 5)`"),
    (lambda: simt.run("dot", oracle=5), "E0670", "an oracle is a file, an `Oracle`, True or False, not int"),
    (lambda: simt.run("dot", max_cycles="100"), "E0340", "max_cycles is a whole number, not `100`"),
    (lambda: simt.run("dot", max_cycles=True), "E0340", "max_cycles is a whole number, not `True`"),
    (lambda: simt.run("dot", max_cycles=np.array([9, 9])), "E0340", "max_cycles is a whole number, not `[9 9]`"),
    (lambda: simt.run("dot", {"banks": 8}), "E0670", "set={...} changes its keys"),
    (lambda: simt.run("dot", 8), "E0670", "a machine is a preset, a file or a `Machine`, not int"),
    (lambda: simt.compare("dot", 8), "E0670", "a machine is a preset, a file or a `Machine`, not int"),
    (lambda: simt.Machine("fpga4"), "E0670", "simt.Machine.load"),
    (lambda: simt.trace("dot", cycles=(0, 5)), "E0703", 'write "120:200"'),
    (lambda: simt.report("dot", cycles=range(5)), "E0703", 'write "120:200"'),
    (lambda: simt.sweep("dot", "fpga8"), "E0760", '{"banks": [2, 4, 8]}'),
    (lambda: simt.sweep("dot", ["banks"]), "E0760", "axes are values by name"),
    (lambda: simt.sweep("dot", 4), "E0760", "axes are values by name, not `4`"),
    (lambda: simt.explore("dot", "banks=2,4"), "E0760", "axes are values by name"),
    (lambda: simt.tune("dot", "gtx280"), "E0760", "axes are values by name"),
    (lambda: simt.compare("dot", "fpga4", "banks"), "E0760", "axes are values by name"),
    (lambda: simt.compare("dot", machine="fpga8"), "E0670", "did you mean `machines`?"),
    (lambda: simt.sweep("dot", machines="fpga8"), "E0670", "did you mean `machine`?"),
    (lambda: simt.tune("dot", random_sed=2), "E0670", "tune has no parameter `random_sed`"),
    (lambda: simt.explore("dot", maximize="ipc"), "E0670", "did you mean `maximise`?"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "code", "words"), WRONG)
def test_an_argument_of_another_kind_is_named(call: Any, code: str, words: str) -> None:
    with pytest.raises(simt.SimtError) as caught:
        call()
    assert caught.value.code == code
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "verb", [simt.run, simt.Launch, simt.trace, simt.check, simt.run_pipeline, simt.sweep, simt.tune, simt.explore]
)
def test_a_run_without_a_check_is_one_without_its_oracle(verb: Any) -> None:
    with pytest.raises(ArgumentError) as caught:
        verb("dot", check=False)
    assert caught.value.help == "did you mean `oracle=False`?"


@pytest.mark.parametrize(
    "values", [range(2, 5, 2), np.array([2, 4]), (2, 4), [np.int64(2), np.int32(4)], "2,4"], ids=repr
)
def test_values_of_an_axis_may_be_any_sequence(values: Any) -> None:
    (axis,) = axes_of({"banks": values})
    assert axis.values == (2, 4)
    assert {type(value) for value in axis.values} == {int}


def test_a_tuple_is_one_size_and_one_array_of_kinds() -> None:
    sizes, slots = axes_of({"local_size": (8, 8), "vliw": ("lds", "alu+fpu")})
    assert sizes.values == ("8x8",)
    assert slots.values == (("lds", "alu+fpu"),)


def test_numbers_of_numpy_are_numbers() -> None:
    result = simt.run(
        "fft128", banks=np.int64(8), seed=np.int64(1), max_cycles=np.int64(9000), defines={"n": np.int32(128)}
    )
    assert result.cycles == simt.run("fft128", banks=8).cycles


def test_a_comparison_takes_the_words_of_a_launch() -> None:
    words: dict[str, Any] = {"set": {"cores": 2}, "defines": {"n": 32}, "global_size": (32, 32), "local_size": (16, 16)}
    row = simt.compare("mm_local", "gtx280", **words).records()[0]
    assert row["simulated"] == simt.run("mm_local", "gtx280", **words).cycles
    assert (
        row
        == simt.compare(
            "mm_local", "gtx280", {"cores": 2, "define.n": 32, "local_size": "16x16", "global_size": "32x32"}
        ).records()[0]
    )


def test_the_state_of_a_cycle_shows_itself() -> None:
    state = simt.trace("dot").state(5)
    assert repr(state).startswith("after cycle 5 of ")
