"""Equations 1 to 16, one by one: check values, limits, and what each reading says."""

from __future__ import annotations

import pytest

from simt.models import equations
from simt.models.readings import Broadcast, Kernel, Rounding, Transfers


def test_equation_1_gives_the_96_cycles_of_section_4_2() -> None:
    assert equations.instruction_cost(32, 8, {"ADD": 1}, {"ADD": 24}) == 96


def test_equation_1_adds_up_classes_and_wants_each_cost() -> None:
    costs = {"1": 24.0, "2": 357.0, "3": 45.0, "4": 378.0}
    assert equations.instruction_cost(32, 8, {"1": 2, "3": 1}, costs) == 4 * (2 * 24 + 45)
    with pytest.raises(KeyError):
        equations.instruction_cost(32, 8, {"5": 1}, costs)


def test_times_are_cycles_over_a_clock() -> None:
    assert equations.seconds(1296.0, 1.296e9) == pytest.approx(1e-6)


@pytest.mark.parametrize("reading", Transfers)
def test_a_coalesced_access_is_one_transfer_in_every_reading_of_equation_3(reading: Transfers) -> None:
    assert equations.global_cost(32, 32, 450, reading) == 450


@pytest.mark.parametrize(
    ("reading", "scattered", "by_four"),
    [(Transfers.TRANSFERS, 32, 8), (Transfers.DIFFERENCE, 32, 29), (Transfers.MEAN, 16.5, 4.5)],
)
def test_equation_3_in_its_readings(reading: Transfers, scattered: float, by_four: float) -> None:
    assert equations.global_cost(32, 1, 450, reading) == scattered * 450
    assert equations.global_cost(32, 4, 450, reading) == by_four * 450


@pytest.mark.parametrize(("stride", "degree"), [(1, 1), (2, 2), (3, 1), (4, 4), (12, 4), (16, 16), (17, 1), (48, 16)])
def test_equation_5_conflicts_by_the_greatest_common_divisor(stride: int, degree: int) -> None:
    assert equations.local_cost(38, stride, 16) == 2 * 38 * degree


def test_equation_5_takes_a_broadcast_for_a_conflict_as_printed() -> None:
    assert equations.local_cost(38, 0, 16) == 2 * 38 * 16
    assert equations.local_cost(38, 0, 16, reading=Broadcast.FREE) == 2 * 38


def test_equation_7_lies_between_its_paths_and_the_serial_section() -> None:
    assert equations.branch_cost(0.0, 96, [96, 0]) == 48
    assert equations.branch_cost(1.0, 96, [96, 0]) == 96
    assert equations.branch_cost(0.2, 96, [96, 0]) == pytest.approx(57.6)


def test_equations_9_and_12() -> None:
    assert equations.batch_time_per_core(10, 3.0, 5.5) == 35.5
    assert equations.sync_cost(4, 3.0, 5.5) == pytest.approx((4 - 1) * 3.0)
    assert equations.sync_cost(1, 3.0, 5.5) == 0


def launch(reading: Kernel, groups: float = 60, cores: float = 30, resident: float | None = 4) -> float:
    return equations.kernel_time(
        reading,
        groups=groups,
        batches_per_group=2,
        batches_per_core=groups * 2 / cores,
        cores=cores,
        computation=3.0,
        memory=5.0,
        sync=1.0,
        resident=resident,
    )


def test_equation_14_in_its_readings() -> None:
    time_9 = 4 * 3.0 + 5.0
    assert launch(Kernel.R1) == 60 * (2 * time_9 + 1) / 30
    assert launch(Kernel.R2) == time_9 + 1 * 60 / 30
    assert launch(Kernel.R4) == 1 * (4 * 3.0 + 5.0) + 1 * 60 / 30
    assert launch(Kernel.R4, resident=3) == 2 * (3 * 3.0 + 5.0) + 1 * 60 / 30


def test_r1_is_quadratic_in_the_launch_and_r2_is_not() -> None:
    assert launch(Kernel.R1, groups=6000) / launch(Kernel.R1, groups=600) > 90
    assert launch(Kernel.R2, groups=6000) / launch(Kernel.R2, groups=600) < 10


def test_r4_needs_the_resident_batches() -> None:
    with pytest.raises(ValueError, match="resident"):
        launch(Kernel.R4, resident=None)


def test_equations_15_and_16_round_as_they_are_told() -> None:
    assert equations.batches_per_group(1000, 10, 32, Rounding.EXACT) == 100 / 32
    assert equations.batches_per_group(1000, 10, 32) == 4
    assert equations.batches_per_core(10, 4, 30) == 40 / 30
    assert equations.batches_per_core(10, 4, 30, Rounding.CEILINGS) == 2
