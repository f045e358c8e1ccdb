"""How much of what is generated is looked at: little in every run, much with HYPOTHESIS_PROFILE=nightly."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")


def load_profile() -> None:
    """The default run is the same every time and everywhere; the nightly one looks further."""
    settings.register_profile("default", deadline=None, derandomize=True, max_examples=40)
    settings.register_profile(
        "nightly", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
    )
    settings.load_profile(PROFILE)


def examples(nightly: int, part: int = 8) -> int:
    """The number of examples or seeds of a test that needs a number of its own: an eighth of it in every run.

    Another `part` is for what takes longer or shorter than most.
    """
    return nightly if PROFILE == "nightly" else -(-nightly // part)


def nightly_but(default: Collection[Any], values: Iterable[Any]) -> list[Any]:
    """A test's parameters: the representatives of every run, and the others, which are marked nightly."""
    return [value if value in default else pytest.param(value, marks=pytest.mark.nightly) for value in values]
