"""How much of a launch the refined model walks: more if warps side by side stand for unlike numbers of visits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from simt.models.refined import Profile, predict
from simt.models.refined.account import Selected, spread_of
from simt.models.refined.launch import EFFORTS
from simt.models.refined.steps import Wait
from simt.validate.scoreboards import generated_chip

CHASE = f"{Path(__file__).parents[3] / 'benches' / 'kernels' / 'further.cl'}::chase"


def selections(*weights: float) -> list[Selected]:
    """One in each cycle from cycle 1 on."""
    return [(0, Wait("issued"), float(cycle), weight) for cycle, weight in enumerate(weights, 1)]


def test_the_spread_is_by_the_weights_of_the_latest_selections_of_all_warps() -> None:
    assert spread_of([], 4) == 1
    assert spread_of(selections(3, 3, 3), 2) == 1
    assert spread_of(selections(1, 1, 4, 4), 1) == 1  # one warp after the other
    assert spread_of(selections(1, 1, 4, 4), 2) == (1 + 1 + 4 + 4) / (1 + 1 + 1 + 4)
    assert spread_of(selections(1, 4, 1, 4), 2) == (1 + 4 + 4 + 4) / (1 + 1 + 1 + 1)


def test_a_loop_beside_waits_for_memory_is_walked_in_more_turns() -> None:
    """Remainders, loops of 32 turns, of some warps go by while others wait for memory: from 3000 steps it is +181 %."""
    machine, size = generated_chip(55), 1024
    x = np.random.default_rng(1).integers(0, size, size, dtype=np.uint32)
    inputs = {"x": x, "y": np.zeros(size, np.uint32), "n": size}
    result = simt.run(CHASE, machine, inputs=inputs, global_size=size, local_size=64, record=True)
    profile = Profile.of_result(result)
    found = predict(profile)
    assert found.cycles == pytest.approx(result.cycles, rel=0.05)
    assert found.effort > EFFORTS[0]
    assert predict(profile, found.effort).cycles == found.cycles != predict(profile, EFFORTS[0]).cycles
