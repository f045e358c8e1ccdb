"""The shipped kernels of global memory: right on devices of every kind, at the cost that their headers say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import simt
from simt.launch.oracle import Oracle, OracleError
from tests.device_kernels import LESS, SMALL, check
from tests.shipped import OF_DEVICES

GPUS = ("gtx280", "gtx280_core", "hd5870", "hd5870_core")


def small(**keys: Any) -> simt.Machine:
    return simt.Machine.load("fpga4", SMALL | keys)


def issued(result: Any) -> dict[str, int]:
    """Instructions of the program by the times they were issued, for those with a name of their own."""
    found: dict[str, int] = {}
    for instruction, count in zip(result.program.instructions, result.issues, strict=True):
        found[instruction.spec.name] = found.get(instruction.spec.name, 0) + int(count)
    return found


def test_these_are_the_papers_kernels_a_scans_last_step_and_one_in_double_precision() -> None:
    papers = {"mm_global", "mm_global_rows", "mm_local", "pps_br", "pps_conf"}
    assert set(OF_DEVICES) == {*papers, "scan_add", "horner_f64"}


def test_double_precision_binds_where_it_is_slow() -> None:
    """A core with its share of the chip's bandwidth: 32 cycles per warp and step on the GTX 280, and 4 on the HD 5870,
    whose memory then takes longer."""
    shared = {"memory": "simple", "memory.bytes_per_cycle": 3.6445}
    gtx = check("horner_f64", simt.Machine.load("gtx280_core", shared), {"n": 2048})
    assert (gtx.bounds[0].resource, gtx.bounds[0].cycles) == ("dpu", 2048 // 32 * 15 * 32)
    hd = check("horner_f64", simt.Machine.load("hd5870_core", {"memory.bytes_per_cycle": 9.0353}), {"n": 2048})
    assert hd.bounds[0].resource == "memory bandwidth"
    assert {row.resource: row.cycles for row in hd.bounds}["dpu"] == 2048 // 64 * 15 * 4


@pytest.mark.parametrize("name", OF_DEVICES)
@pytest.mark.parametrize("preset", GPUS)
def test_agrees_with_oracle(name: str, preset: str) -> None:
    check(name, simt.Machine.load(preset))


@pytest.mark.parametrize("name", OF_DEVICES)
@pytest.mark.parametrize(
    "coalescing", ["segments", "sectors", "half_warp_relaxed", "half_warp_joined", "half_warp_strict"]
)
def test_agrees_whatever_the_coalescer_does(name: str, coalescing: str) -> None:
    check(name, small(**{"memory.coalescing": coalescing}), LESS.get(name))


@pytest.mark.parametrize("name", OF_DEVICES)
@pytest.mark.parametrize("keys", [{"branch.policy": "min_pc"}, {"scheduler.policy": "oldest", "cores": 1}])
def test_agrees_under_other_policies(name: str, keys: dict[str, Any]) -> None:
    check(name, small(**keys), LESS.get(name))


@pytest.mark.parametrize("name", ["mm_global", "mm_global_rows", "mm_local"])
def test_products_need_no_branches(name: str) -> None:
    """Their jumps are uniform, where the words of a tile are whole warps."""
    result = check(name, small(**{"branch.policy": "first_thread"}), {"n": 32})
    assert result.disagreements.sum() == 0


@pytest.mark.parametrize("name", ["mm_global", "mm_global_rows"])
@pytest.mark.parametrize(("n", "group"), [(20, (10, 2)), (24, (3, 8)), (16, (1, 16)), (32, (32, 4)), (7, (7, 1))])
def test_products_of_any_size_in_groups_of_any_shape(name: str, n: int, group: tuple[int, int]) -> None:
    check(name, small(**{"options.multiply": True}), {"n": n}, group)


@pytest.mark.parametrize(("height", "width"), [(8, 8), (8, 16), (16, 16), (16, 8), (4, 8), (2, 2), (1, 16)])
@pytest.mark.parametrize("n", [32, 48])
def test_tiles(height: int, width: int, n: int) -> None:
    check("mm_local", small(**{"options.multiply": True}), {"n": n, "height": height, "width": width})


@pytest.mark.parametrize("name", ["mm_global", "mm_global_rows", "mm_local"])
def test_multiply_adds(name: str) -> None:
    machine = simt.Machine.load("gtx280_core")
    plain, fused = check(name, machine), check(name, machine, {"fused": 1})
    steps = 64**3 // machine.warp_size
    assert (issued(plain)["mul.f32"], issued(plain)["add.f32"]) == (steps, steps)
    assert issued(fused)["mad.f32"] == steps
    np.testing.assert_array_equal(plain.arrays["c"], fused.arrays["c"])


@pytest.mark.parametrize("name", ["pps_br", "pps_conf"])
@pytest.mark.parametrize("group", [1, 2, 4, 8, 64, 256])
def test_scans_in_groups_of_any_power_of_two(name: str, group: int) -> None:
    check(name, small(), {"n": 512, "group": group})


@pytest.mark.parametrize("group", [1, 2, 64])
def test_the_other_parts_of_a_scan_of_several_groups(group: int) -> None:
    check("pps_br", small(), {"n": 128, "group": group, "stride": 4})
    check("scan_add", small(), {"n": 128, "group": group})


@pytest.mark.parametrize("name", ["pps_br", "pps_conf"])
@pytest.mark.parametrize("group", [64, 128, 256])
@pytest.mark.parametrize("preset", ["gtx280", "hd5870"])
def test_the_papers_scans(name: str, group: int, preset: str) -> None:
    check(name, simt.Machine.load(preset), {"n": 4096, "group": group})


@pytest.mark.parametrize("group", [64, 128, 256])
def test_warps_part_in_the_scan_as_the_model_says(group: int) -> None:
    """In each round with ofs below the warp size, one warp of the group."""
    machine = simt.Machine.load("gtx280_core")
    result = check("pps_br", machine, {"n": 1024, "group": group})
    assert result.disagreements.sum() == 5 * 1024 // group


def test_conflicts_of_the_tree_are_those_of_its_strides() -> None:
    """One warp is all of a group of 32: in each half of it, stride 2 ofs up to 16 banks, of those that are at work."""
    machine = simt.Machine.load("gtx280_core")
    group = 32
    result = check("pps_conf", machine, {"n": 2 * group, "group": group})
    passes = 0
    for level in range(6):  # ofs = 1 to 32, in both directions
        ofs, working = 1 << level, group >> level
        for first in range(0, working, 16):
            lanes = np.arange(first, min(first + 16, working))
            for right in (0, 1):
                words = np.unique(ofs * (2 * lanes + 1 + right) - 1)
                degree = np.bincount(words % 16).max()
                # Up: both are loaded, the right one is stored; down: both are loaded and stored.
                passes += int(degree) * (2 + 1 + right)
        if working <= 16:
            passes += 7  # the beat of the lanes that are not at work
    passes += 4 * 2 * 2 + 2  # stride 2 in and out: two accesses of two beats each way, two words per bank; the root
    assert result.passes.sum() == passes


def test_neighbouring_columns_are_coalesced_and_neighbouring_rows_are_not() -> None:
    machine = simt.Machine.load("gtx280_core")
    n, halves = 64, 64 * 64 // 16  # half-warps of a launch
    columns, rows = check("mm_global", machine), check("mm_global_rows", machine)
    # A segment per half-warp and step, a broadcast for both halves of a warp, and the result; then a segment per lane
    # and step.
    broadcasts = halves // 2 * n
    assert columns.traffic.totals[1] == halves * (n + 1) + broadcasts
    assert rows.traffic.totals[1] == halves * (n * 16 + 16) + broadcasts


@pytest.mark.parametrize(("height", "width"), [(16, 16), (8, 16), (8, 8)])
def test_tiles_load_each_word_once_per_tile(height: int, width: int) -> None:
    machine = simt.Machine.load("gtx280_core")
    result = check("mm_local", machine, {"height": height, "width": width})
    n, depth = 64, min(height, width)
    groups = n * n // (height * width)
    # Rows of a tile are `depth` or `width` words side by side, one transaction each.
    steps = groups * n // depth
    assert result.traffic.totals[1] == steps * (height + depth) + groups * height
    assert result.passes.sum() == 2 * result.accesses.sum()  # two half-warps, no conflicts


@pytest.mark.parametrize(
    ("name", "size", "group"),
    [("mm_global", (32, 64), (8, 8)), ("mm_local", (64, 64), (8, 8)), ("pps_br", 1024, 128), ("pps_conf", 1024, 64)],
)
def test_a_launch_that_the_kernel_was_not_made_for_is_refused(name: str, size: Any, group: Any) -> None:
    from simt.launch.sizes import resolve_sizes

    program, oracle = simt.load_program(name), Oracle.beside(simt.find_program(name))
    assert oracle is not None
    with pytest.raises(OracleError, match=r"the kernel is for .*set -D n="):
        oracle.inputs(program, 1, resolve_sizes(program, global_size=size, local_size=group))
