"""What all tests share: tiers, hypothesis profiles, one compilation of each kind of engine, and an environment without
the developer's own settings.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from simt.launch import compile_times
from tests.compiling import compile_all, compile_for_tests
from tests.examples import load_profile

load_profile()

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
MANY = 5000  # tests: so many need nearly all kinds of engine

# A worker takes the next file when it has done one. What takes long comes first: at the end one worker would wait for
# the other. A run of some files compiles the kinds of plain engine with the first of these, those of devices with the
# second, so that neither worker waits for the other.
FIRST = (
    "test_engine.py", "test_device_programs.py", "test_report.py", "test_sweep_killed.py", "test_devices_agree.py",
    "test_engines_agree.py", "test_schedulers_agree.py", "test_combinations_agree.py", "test_exploring.py",
    "test_sweep_cluster.py", "test_explore.py", "test_experiment.py", "test_experiment_docs.py",
    "test_packer_motion.py", "test_run.py", "test_sweep.py",
    "test_reference_device.py", "test_reference_register_file.py", "test_isa_hostile.py", "test_site.py",
    "test_report_reading.py", "test_math.py", "test_conversions.py", "test_end_to_end.py", "test_variables.py",
    "test_report_beside.py", "test_report_why.py", "test_looks.py", "test_scoreboards.py", "test_scoreboards_agree.py",
    "test_gpu_presets.py", "test_bombs.py", "test_across.py", "test_reference_across.py",
)  # fmt: skip


# What a developer or his terminal has set, and no test is to see.
SETTINGS = ("SIMT_MACHINE", "SIMT_SET", "SIMT_TRACEBACK", "FORCE_COLOR", "NO_COLOR", "COLUMNS")


def pytest_sessionstart(session: pytest.Session) -> None:
    """The workers of a run share what they compile. A shell's background jobs do not hear Ctrl-C, which tests send.

    Estimates of what compiling takes are the ones for any computer, and tests that only pretend to compile leave no
    times behind.
    """
    for name in SETTINGS:
        os.environ.pop(name, None)
    compile_times._path = lambda: None
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if WORKER or session.config.getoption("dist", "no") == "no":
        compile_for_tests(beside_others=bool(WORKER))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """In a run of all tests, compile all kinds of engine first: tests would wait for what the other worker compiles."""
    if WORKER and len(session.items) > MANY:
        compile_all(int(WORKER.removeprefix("gw")))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for no garbage among modules and collected tests, then or ever: it took a third of collecting them, and a
    tenth of the time of tests.

    In a run of all tests every second worker compiles its kinds before. The files of tests that pytest has to rewrite
    in a new checkout, which takes a worker 6 s, are then rewritten by the first alone.
    """
    option, source = session.config.option, session.config.args_source
    is_of_all = source is source.TESTPATHS and option.markexpr.strip() == "not nightly" and not option.keyword
    if is_of_all and WORKER and int(WORKER.removeprefix("gw")) % 2:
        compile_all(1)
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(1_000_000)  # tests leave little in cycles: looking for it took 4 % of their time
        gc.enable()


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker reports calls and what has not passed: 14,000 reports that nothing went wrong before and after a call
    took 8 s.
    """
    if not WORKER:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m smoke`, do not even read the files that have no such test: reading all takes longer than running few."""
    if config.getoption("markexpr") != "smoke" or collection_path.suffix != ".py":
        return None
    return True if "mark.smoke" not in collection_path.read_text(encoding="utf-8") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files of FIRST in its order, the others as they are."""
    places = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with nothing in it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
