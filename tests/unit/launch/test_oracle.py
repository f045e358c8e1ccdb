"""simt.launch.oracle: loading, what goes wrong in it, and comparing."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import isa
from simt.launch.oracle import Oracle, OracleError

PROGRAM = isa.assemble(".kernel k\n.equ n 4\n.threads n\n.local y f32[n]\n.local c u32[n]\n.local s s32[n]\n ret\n")
GOOD = """
TOLERANCE = 1e-3
def inputs(program, rng):
    return {"y": rng.standard_normal(program.equ["n"])}
def expected(program, inputs):
    return {"y": 2 * inputs["y"]}
def operations(program):
    return program.equ["n"]
"""


def load(tmp_path: Path, text: str) -> Oracle:
    path = tmp_path / "k.py"
    path.write_text(text)
    return Oracle.load(str(path))


def compare(tolerance: float, got: dict[str, Any], want: dict[str, Any]) -> Any:
    module = ModuleType("oracle")
    module.TOLERANCE = tolerance  # type: ignore[attr-defined]
    module.expected = lambda program, inputs: want  # type: ignore[attr-defined]
    arrays = {name: np.asarray(array) for name, array in got.items()}
    result = SimpleNamespace(program=PROGRAM, grid=None, arrays=arrays)
    return Oracle(module, Path("k.py")).check(result, {})  # type: ignore[arg-type]


def test_inputs_are_those_of_the_seed(tmp_path: Path) -> None:
    oracle = load(tmp_path, GOOD)
    assert oracle.tolerance == 1e-3
    assert oracle.operations(PROGRAM) == 4
    first, again, other = (oracle.inputs(PROGRAM, seed)["y"] for seed in (1, 1, 2))
    assert first.tolist() == again.tolist() != other.tolist()


def test_loading_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    load(tmp_path, GOOD)
    assert [path.name for path in tmp_path.iterdir()] == ["k.py"]
    assert not sys.dont_write_bytecode


def test_beside(tmp_path: Path) -> None:
    assert Oracle.beside(tmp_path / "k.s") is None
    (tmp_path / "k.py").write_text(GOOD)
    assert Oracle.beside(tmp_path / "k.s") is not None


def test_a_file_that_is_taken_for_an_oracle_since_it_is_beside_a_kernel(tmp_path: Path) -> None:
    """Nobody may have named it: the message says why it is looked at, and how it can be left alone."""
    (tmp_path / "mine.py").write_text("from simt.lang import *\n")
    with pytest.raises(OracleError, match="has no function `inputs`") as caught:
        Oracle.beside(tmp_path / "mine.cl")
    assert caught.value.help == (
        "NAME.py beside a kernel NAME is its oracle (`simt explain E0604`): rename one of them, or give --no-oracle"
    )
    with pytest.raises(OracleError) as caught:  # this one somebody named
        Oracle.load(tmp_path / "mine.py")
    assert caught.value.help == "`simt explain E0604` says what an oracle defines"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", "does not load: SyntaxError"),
        ("import nothing_of_the_kind", "No module named"),
        ("raise RuntimeError('broken')", "does not load: RuntimeError: broken"),
        ("import sys; sys.exit(3)", "does not load: SystemExit"),
        ("def inputs(p, r): return {}", "has no function `expected`"),
        (GOOD.replace("1e-3", "'x'"), "TOLERANCE"),
        (GOOD.replace("1e-3", "-1"), "TOLERANCE"),
        (GOOD.replace("1e-3", "float('nan')"), "TOLERANCE"),
    ],
)
def test_what_does_not_load(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(OracleError) as caught:
        load(tmp_path, text)
    assert caught.value.exit_status == 2
    assert message in str(caught.value)


def test_what_is_no_python_file(tmp_path: Path) -> None:
    with pytest.raises(OracleError, match="is not there"):
        Oracle.load(tmp_path / "none.py")
    (tmp_path / "k.txt").write_text(GOOD)
    with pytest.raises(OracleError, match="is not a Python file"):
        Oracle.load(tmp_path / "k.txt")


def test_a_failure_names_the_line_of_the_oracle(tmp_path: Path) -> None:
    oracle = load(tmp_path, GOOD.replace('equ["n"])}', 'equ["m"])}'))
    with pytest.raises(OracleError) as caught:
        oracle.inputs(PROGRAM, 1)
    report = str(caught.value)
    assert "`inputs` of the oracle" in report
    assert "KeyError: 'm'" in report
    assert "k.py:4:5" in report
    assert 'return {"y": rng' in report


@pytest.mark.parametrize("returned", ["None", "[1, 2]", "3"])
def test_inputs_that_are_no_dictionary(tmp_path: Path, returned: str) -> None:
    oracle = load(tmp_path, f"def inputs(p, r): return {returned}\ndef expected(p, i): return {{}}\n")
    with pytest.raises(OracleError, match="not a dictionary"):
        oracle.inputs(PROGRAM, 1)


def test_operations_may_be_missing_but_not_nonsense(tmp_path: Path) -> None:
    head = "def inputs(p, r): return {}\ndef expected(p, i): return {}\n"
    assert load(tmp_path, head).operations(PROGRAM) is None
    with pytest.raises(OracleError, match="not a number"):
        load(tmp_path, head + "def operations(p): return 'many'\n").operations(PROGRAM)


# --- comparing --------------------------------------------------------------------------------------------------------


def test_the_worst_element_of_the_worst_array_is_named() -> None:
    check = compare(
        1e-2,
        {"y": np.float32([1, 2, 3, 4]), "c": np.uint32([5, 6, 7, 9])},
        {"y": [1, 2, 3, 4.001], "c": [5, 6, 7, 8]},
    )
    assert not check.passed
    assert (check.array, check.index, check.got, check.want, check.wrong) == ("c", 3, 9, 8, 1)
    assert check.max_relative_error == 1 / 8
    assert check.arrays == 2


def test_the_error_is_relative_to_the_largest_expected_value() -> None:
    check = compare(1e-3, {"y": np.float32([0.001, 0, 0, 10])}, {"y": [0, 0, 0, 10]})
    assert check.passed
    assert check.max_relative_error == pytest.approx(1e-4)


def test_nan_agrees_with_nan_only() -> None:
    assert compare(1e-3, {"y": np.float32([np.nan, np.inf, 1, 1])}, {"y": [np.nan, np.inf, 1, 1]}).passed
    for want in ([0.0, np.inf, 1, 1], [np.nan, -np.inf, 1, 1], [np.nan, 3.0, 1, 1]):
        check = compare(1e-3, {"y": np.float32([np.nan, np.inf, 1, 1])}, {"y": want})
        assert not check.passed
        assert check.max_relative_error == np.inf
        assert check.to_dict()["max_relative_error"] is None


def test_tolerance_zero_asks_for_equal_bits() -> None:
    assert compare(0, {"y": np.float32([0.1, -0.0, np.nan, 1])}, {"y": np.float32([0.1, -0.0, np.nan, 1])}).passed
    check = compare(0, {"y": np.float32([1, -0.0, 1, 1])}, {"y": [1.0, 0.0, 1, 1]})
    assert not check.passed
    assert check.index == 1
    assert not compare(0, {"y": np.float32([0.1, 0, 0, 0])}, {"y": [0.1, 0, 0, 0]}).passed


def test_integers_agree_modulo_the_word() -> None:
    assert compare(0, {"c": np.uint32([2**32 - 1, 0, 0, 1])}, {"c": [-1, 0, 0, 2**32 + 1]}).passed
    assert compare(0, {"s": np.int32([-1, 0, 0, 0])}, {"s": np.uint64([2**32 - 1, 0, 0, 0])}).passed
    assert not compare(0, {"c": np.uint32([1, 0, 0, 0])}, {"c": [0, 0, 0, 0]}).passed


@pytest.mark.parametrize(
    ("want", "message"),
    [
        ({}, "it checks nothing"),
        ({"z": [1]}, "expects an array `z`"),
        ({"y": [1, 2]}, "expects 2 elements of `y`, which has 4"),
        ({"y": [1j] * 4}, "not real numbers"),
        ({"y": ["a"] * 4}, "not real numbers"),
        ([1], "not a dictionary"),
    ],
)
def test_expectations_that_do_not_fit(want: Any, message: str) -> None:
    with pytest.raises(OracleError, match=message):
        compare(1e-3, {"y": np.zeros(4, np.float32)}, want)


def half_of(values: list[float]) -> np.ma.MaskedArray:
    """The first two of four elements; the others are masked."""
    want = np.ma.masked_all(4, np.float64)
    want[:2] = values
    return want


def test_masked_elements_are_not_compared() -> None:
    got = np.array([1, 2, np.nan, 1e30], np.float32)
    check = compare(1e-6, {"y": got, "c": np.arange(4, dtype=np.uint32)}, {"y": half_of([1, 2]), "c": np.arange(4)})
    assert (check.passed, check.max_relative_error, check.unchecked) == (True, 0.0, 2)
    assert check.to_dict()["unchecked"] == 2
    assert "unchecked" not in compare(0, {"c": np.arange(4, dtype=np.uint32)}, {"c": np.arange(4)}).to_dict()


def test_what_is_not_masked_is_compared_by_its_own_scale() -> None:
    got = np.array([1, 2.5, np.nan, 1e30], np.float32)
    check = compare(0.1, {"y": got}, {"y": half_of([1, 2])})
    assert (check.passed, check.index, check.wrong, check.want) == (False, 1, 1, 2.0)
    assert check.max_relative_error == 0.25  # of the largest that is checked, 2
    exact = compare(0, {"y": np.array([-0.0, 0, -0.0, 0], np.float32)}, {"y": half_of([0, 0])})
    assert (exact.passed, exact.index, exact.wrong) == (False, 0, 1)


def test_an_array_that_is_masked_whole_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OracleError, match="masks every element of `y`: it checks none of them"):
        compare(0, {"y": np.zeros(4, np.float32)}, {"y": np.ma.masked_all(4)})
