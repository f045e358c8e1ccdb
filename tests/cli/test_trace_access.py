"""`simt trace --view access`: what it prints and writes, and the options that do not go with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import invoke


def test_the_view_of_an_access(tmp_path: Path) -> None:
    shown = invoke("trace", "transpose", "--view", "access", "--at", "25", status=0)
    assert "lane 1    2  ·  ·  ·  y[32]" in shown.output
    as_json = json.loads(invoke("trace", "transpose", "--view", "access", "--at", "25", "--json").output)
    assert (as_json["schema"], as_json["degrees"]) == ("simt.access/1", [4])
    for name in ("a.svg", "a.png", "a.txt"):
        assert invoke("trace", "transpose", "--view", "access", "-o", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).stat().st_size > 100


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--at", "25"), "--at belongs to --view access"),
        (("--view", "access,masks"), "--view access shows one access, the others cycles"),
        (("--view", "access", "--wrap"), "--wrap changes nothing in the view access"),
        (("--view", "access", "--state", "3"), "--view shows cycles over time"),
        (("--view", "access", "--storage", "new"), "leave out --storage"),
        (("--view", "access", "-o", "x.kanata"), "--view changes nothing in the format konata"),
        (("--view", "access", "--at", "14"), "accesses are at transpose.inc:24, transpose.inc:25"),
    ],
)
def test_options_that_do_not_go_with_an_access(options: tuple[str, ...], message: str) -> None:
    refused = invoke("trace", "transpose", *options, status=2)
    assert message in refused.stderr
