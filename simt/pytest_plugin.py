"""The marker `simt_gate` of pytest: a test for each case of a gate (docs/gate.md).

pytest imports this module at its start: no part of simt is imported before a test has the marker.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from simt.diagnosis.gates.cases import Gate
    from simt.diagnosis.gates.verdicts import Judged
    from simt.verbs.gate import Gated

_MARKER = "simt_gate"
_FIXTURE = "simt_case"
_FORM = f'{_MARKER} takes the file of a gate: @pytest.mark.{_MARKER}("gate.toml")'


class _Case(NamedTuple):
    """A case that a test is for."""

    gate: Gate
    name: str


_OUTCOME = pytest.StashKey["Gated"]()


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", f"{_MARKER}(file): fail if kernels take more cycles than a gate of simt allows")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test for each case of the gate that a function is marked with. The launches are not made yet."""
    marker = metafunc.definition.get_closest_marker(_MARKER)
    if marker is None:
        return
    if len(marker.args) != 1 or marker.kwargs or not isinstance(marker.args[0], str | Path):
        raise pytest.Collector.CollectError(_FORM)
    from isa.reporting.diagnostics import SimtError
    from simt.diagnosis.gates.cases import read_gate

    path = metafunc.definition.path.parent / marker.args[0]
    if not path.exists():
        path = metafunc.config.rootpath / marker.args[0]
    if path.is_relative_to(Path.cwd()):  # as a person would name it
        path = path.relative_to(Path.cwd())
    try:
        gate = read_gate(path)
    except SimtError as error:
        raise pytest.Collector.CollectError(str(error)) from None
    if _FIXTURE not in metafunc.fixturenames:
        metafunc.fixturenames.append(_FIXTURE)
    cases = [pytest.param(_Case(gate, case.name), id=case.name) for case in gate.cases]
    metafunc.parametrize(_FIXTURE, cases, indirect=True)


@pytest.fixture
def simt_case(request: pytest.FixtureRequest) -> Judged:
    """Return the verdict on the case of a test that is marked with `simt_gate`: `simt_case.cycles`."""
    return _outcome(request.node).cases[0]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Fail a marked test whose case fails, before its body runs."""
    if item.get_closest_marker(_MARKER) is None:
        return
    gated = _outcome(item)
    if not gated.passed:
        pytest.fail(str(gated).rstrip(), pytrace=False)


def _outcome(item: pytest.Item) -> Gated:
    """Return the outcome of the case of a test, which is run once. A mistake in the case fails the test."""
    if _OUTCOME not in item.stash:
        case = getattr(getattr(item, "callspec", None), "params", {}).get(_FIXTURE)
        if case is None:
            message = f"there is no case: {_FORM}, on a function of pytest and not of unittest.TestCase"
            pytest.fail(message, pytrace=False)
        from isa.reporting.diagnostics import SimtError
        from simt.verbs.gate import gate

        try:
            item.stash[_OUTCOME] = gate(case.gate, only=[case.name])
        except SimtError as error:
            pytest.fail(str(error), pytrace=False)
    return item.stash[_OUTCOME]
