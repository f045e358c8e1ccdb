"""What all tests share: hypothesis profiles, and an environment without the developer's own settings."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# The default run is the same every time and everywhere; HYPOTHESIS_PROFILE=nightly looks further.
settings.register_profile("default", deadline=None, derandomize=True, max_examples=60)
settings.register_profile(
    "nightly", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SIMT_MACHINE", "SIMT_SET", "SIMT_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
