"""What all tests share: hypothesis profiles, and an environment without the developer's own settings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The default run is the same every time and everywhere; HYPOTHESIS_PROFILE=nightly looks further.
settings.register_profile("default", deadline=None, derandomize=True, max_examples=60)
settings.register_profile(
    "nightly", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# A worker takes the next file when it has done one. test_engine.py compiles all kinds of plain engine; meanwhile the
# other worker does what compiles for itself, or not at all, so that no kind is compiled twice. Then comes what takes
# long: at the end one worker would wait for the other.
FIRST = (
    "test_modes_of_compilation.py", "test_engine.py", "test_sweep_killed.py", "test_device_programs.py",
    "test_devices_agree.py", "test_engines_agree.py", "test_sweep_cluster.py", "test_exploring.py",
    "test_experiment_docs.py", "test_packer_motion.py", "test_sweep_running.py", "test_packer.py",
    "test_reference_device.py", "test_static_kernels.py", "test_reference_lane_jumps.py", "test_reference_explicit.py",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files of FIRST in its order, the others as they are."""
    places = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(Path(item.path).name, len(places)))


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SIMT_MACHINE", "SIMT_SET", "SIMT_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
