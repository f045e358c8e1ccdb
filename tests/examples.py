"""How many examples hypothesis generates: few in every run, many with HYPOTHESIS_PROFILE=nightly."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")


def load_profile() -> None:
    """The default run is the same every time and everywhere; the nightly one looks further."""
    settings.register_profile("default", deadline=None, derandomize=True, max_examples=60)
    settings.register_profile(
        "nightly", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
    )
    settings.load_profile(PROFILE)


def examples(nightly: int) -> int:
    """The number of examples of a test that needs a number of its own: a quarter of it in every run."""
    return nightly if PROFILE == "nightly" else -(-nightly // 4)
