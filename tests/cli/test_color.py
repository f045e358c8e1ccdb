"""FORCE_COLOR and NO_COLOR, in every verb that has colours."""

from __future__ import annotations

import re

import pytest

from tests.commands import invoke
from tests.examples import nightly_but

COMMANDS = {
    "run": "run dot", "trace": "trace dot", "asm": "asm fft -D n=100", "sweep": "sweep dot --set banks=2,4",
    "diff": "diff dot dot", "why": "why dot", "explore": "explore dot --set banks=2,4", "calibrate": "calibrate",
    "tune": "tune dot --set banks=2,4",
}  # fmt: skip
_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def told(command: str, **environment: str) -> str:
    """What a command writes to both streams, but for the seconds that it took."""
    result = invoke(*command.split(), env={"NO_COLOR": None, "FORCE_COLOR": None, **environment})
    return re.sub(r"[0-9.]+ m?s\b.*", "", result.stdout + result.stderr)


@pytest.mark.parametrize("verb", nightly_but(("run", "trace", "asm", "diff"), COMMANDS))
def test_colours_are_forced_and_forbidden(verb: str) -> None:
    plain = told(COMMANDS[verb])
    assert not _STYLE.search(plain)
    forced = told(COMMANDS[verb], FORCE_COLOR="1")
    assert _STYLE.search(forced)
    if verb != "trace":  # whose letters stand on colours in place of glyphs
        assert _STYLE.sub("", forced) == plain
    assert told(COMMANDS[verb], FORCE_COLOR="") == plain
    assert told(COMMANDS[verb], FORCE_COLOR="1", NO_COLOR="1") == plain
