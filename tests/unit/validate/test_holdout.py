"""What is held out stays held out: the choice is pinned, so that a change of the rule cannot pass unseen."""

from __future__ import annotations

import hashlib

import pytest

from simt.validate.holdout import SALT, held_out, point_held_out

# Of the kernels and presets that there were when the rule was made, and those announced for the model's own suite.
HELD_OUT = [
    "article/example2",
    "article/gcn2",
    "divergent/binary_search",
    "divergent/break_continue",
    "divergent/early_exit",
    "divergent/if_else",
    "divergent/nested_chain",
    "divergent/two_exit",
    "elementwise_mul",
    "fft128_skewed",
    "matmul32",
    "mm_global_rows",
    "pps_conf",
    "gcn64",
]
DEVELOPMENT = [
    "fft128",
    "fft128_stockham",
    "crc32",
    "prefix_sum",
    "divergent/collatz",
    "mm_global",
    "mm_local",
    "pps_br",
    "fpga4",
    "fpga16",
    "gtx280",
    "hd5870",
]


def test_the_choice_is_pinned() -> None:
    assert [name for name in [*HELD_OUT, *DEVELOPMENT] if held_out(name)] == HELD_OUT


def test_the_rule_is_the_one_that_is_written_down() -> None:
    assert SALT == "simt holdout 1: "
    for name in [*HELD_OUT, *DEVELOPMENT]:
        number = int(hashlib.sha256(f"simt holdout 1: {name}".encode()).hexdigest(), 16)
        assert held_out(name) is (number % 3 == 0)


def test_a_third_of_many_names_is_kept() -> None:
    assert 900 < sum(held_out(f"machine-{number}") for number in range(3000)) < 1100


@pytest.mark.parametrize("spelling", ["matmul32", "matmul32.s", "programs/matmul32.s", " matmul32\n", "matmul32.toml"])
def test_a_path_or_suffix_does_not_matter(spelling: str) -> None:
    assert held_out(spelling)


def test_a_point_is_held_out_by_its_kernel_or_its_machine() -> None:
    assert point_held_out("matmul32", "fpga4")
    assert point_held_out("fft128", "gcn64")
    assert point_held_out("matmul32", "gcn64")
    assert not point_held_out("fft128", "fpga4")


@pytest.mark.parametrize("name", ["", "  ", ".s"])
def test_without_a_name_there_is_no_answer(name: str) -> None:
    with pytest.raises(ValueError, match="without a name"):
        held_out(name)
