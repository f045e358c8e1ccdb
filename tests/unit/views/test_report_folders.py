"""No page names a folder of the computer that made it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import simt
from simt.views.notebook.html import result_page
from tests.unit.views.unpacking import unpack_text

KERNEL = """\
.kernel k
.threads 8
.buffer y, f32, 8
.include "beside.inc"
.include "far.inc"
ret
"""
FAR = "shl.b32 r1, thread_id, 2\nst.global [r1 + y + {offset}], r0\n"
SAME = '.include "a/x.inc"\n.include "{other}/x.inc"\n'
ORACLE = """\
import numpy as np

def inputs(program, rng):
    return {}

def expected(program, inputs):
    return {"y": np.ones(8, np.float32)}
"""


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A folder with a kernel, an include file beside it, an oracle and a machine; and a folder of an include file."""
    home, library = tmp_path / "home", tmp_path / "library"
    home.mkdir()
    library.mkdir()
    (home / "kernel.s").write_text(KERNEL)
    (home / "kernel.py").write_text(ORACLE)
    (home / "beside.inc").write_text("mov.b32 r0, 1\n")
    (home / "mine.toml").write_text('base = "gtx280"\n')
    return home, library


def texts(page: str) -> Iterator[str]:
    """A page, and the text that is packed in it."""
    yield page
    for block in re.findall(r'<script[^>]*id="texts"[^>]*>([^<]*)<', page):
        yield json.dumps(json.loads(unpack_text(block)))


@pytest.mark.parametrize("offset", [0, 1 << 20])  # a wrong result, and a trap
def test_a_page_has_no_folder(folders: tuple[Path, Path], offset: int) -> None:
    home, library = folders
    (library / "far.inc").write_text(FAR.format(offset=offset))
    report = simt.report(home / "kernel.s", home / "mine.toml", include_paths=[library])
    assert (report.run.stop is None) == (offset == 0)
    assert report.run.check is None or not report.run.check.passed
    pages = list(texts(report.html))
    assert len(pages) == 2
    assert all(str(home.parent) not in page for page in [*pages, result_page(report.run)])
    assert '"place": "far.inc:2"' in pages[1]
    assert '"place": "beside.inc:1"' in pages[1]
    assert offset == 0 or "--&gt; far.inc:2:1" in pages[0]


def test_a_page_of_two_runs_has_no_folder(folders: tuple[Path, Path]) -> None:
    home, library = folders
    (library / "far.inc").write_text(FAR.format(offset=0))
    words = {"include_paths": [library], "oracle": False, "record": True}
    page = simt.diff(home / "kernel.s", home / "kernel.s", "gtx280", **words).page().decode()
    assert str(home.parent) not in page


def test_files_of_one_name_stay_apart(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "b"
    (home / "a").mkdir(parents=True)
    other.mkdir()
    for folder, number in ((home / "a", 1), (other, 2)):
        (folder / "x.inc").write_text(f"mov.b32 r{number}, 1\n")
    (home / "kernel.s").write_text(f".kernel k\n.threads 4\n{SAME.format(other=other)}ret\n")
    result = simt.run(simt.assemble_file(home / "kernel.s"), "fpga4")
    assert [row["file"] for row in result.lines] == ["a/x.inc", "b/x.inc", "kernel.s"]
