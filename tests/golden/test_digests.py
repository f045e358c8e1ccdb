"""What every shipped kernel gives on its machines, against the digests that were written before the house was rebuilt.

The groups of QUICK take seconds once their kinds of engine are compiled; the others run nightly, and all of them by
`python -m tests.golden.digests --check`.
"""

from __future__ import annotations

import pytest

from simt.core.engine import crew
from simt.core.engine.crew import Helpers, advance_device
from simt.core.jit.packed import Packed
from simt.core.state.far_side import Device
from tests.examples import nightly_but
from tests.golden.digests import COMMANDS, GROUPS, RUNS, TEXT, canonical, differences, digest, names_of, pinned

QUICK = ("plain", "settings", "masks", "explicit masks", "stops and windows", "devices")
TIERS = [pytest.param(group, marks=() if group in QUICK else pytest.mark.nightly) for group in GROUPS]
QUICK_COMMANDS = [name for name, command in COMMANDS.items() if command[0] in ("machine", "asm", "model")]
QUICK_COMMANDS += [
    name for name, command in COMMANDS.items() if command[:2] in (("run", "fft128"), ("trace", "fft128"))
]


@pytest.mark.parametrize("group", TIERS)
def test_gives_what_it_gave(group: str) -> None:
    found = differences(group)
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("threads", nightly_but([3], [2, 3, 7]))
def test_the_number_of_threads_of_the_host_changes_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All calls of the engine are on this number of threads, or one for each core if there are fewer cores."""
    counts = []

    def counting(
        device: Device, arguments: Packed, until: int, limit: int, threads: int, helpers: Helpers
    ) -> float:  # fmt: skip
        counts.append(min(threads, len(device.wakes)))
        return advance_device(device, arguments, until, limit, threads, helpers)

    monkeypatch.setattr("simt.core.engine.run.advance_device", counting)
    monkeypatch.setattr(crew, "ALONE", 0.0)
    monkeypatch.setattr(crew, "_AGAIN", 1 << 30)
    monkeypatch.setattr("simt.launch.bound.processors", lambda: threads)
    found = differences("devices")
    assert not found, "\n" + "\n".join(found)
    assert max(counts) == min(threads, 3)


def test_prints_what_it_printed() -> None:
    """The commands that need no engine but the plain one."""
    quick = [name for name in QUICK_COMMANDS if "--show-schedule" not in name and "--engine" not in name]
    assert len(quick) > 30
    found = differences(TEXT, quick)
    assert not found, "\n" + "\n".join(found)


def test_every_case_is_pinned_and_no_other() -> None:
    data = pinned()
    assert sorted(data) == sorted(GROUPS)
    for group in GROUPS:
        assert sorted(data[group]) == sorted(names_of(group))
    assert sum(map(len, RUNS.values())) > 400


def test_a_digest_tells_values_apart_and_not_types() -> None:
    import numpy as np

    words = np.arange(6, dtype=np.uint32)
    same = {"b": words.astype(np.int64), "a": (1, 2)}
    assert digest({"a": [1, 2], "b": words}) == digest(same)
    assert digest(words) != digest(words.reshape(2, 3))
    assert digest(words) != digest(words[::-1])
    with pytest.raises(AssertionError):
        canonical(np.zeros(2))
