"""The notebook docs/tour.ipynb is what `python -m benches.tour` writes, runs without error, and fits on screens."""

from __future__ import annotations

import base64
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

from benches.tour import PATH, build, execute  # noqa: E402  # after what it needs

LINES, COLUMNS, PICTURE = 25, 80, 150_000  # bytes


def shown(output: Any) -> tuple[str, str]:
    """What a notebook shows of an output: its kind and its text."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    kind = next(kind for kind in ("image/png", "text/html", "text/plain") if kind in data)
    return kind, data[kind]


def texts(cell: Any) -> list[str]:
    return [text for kind, text in map(shown, cell.get("outputs", ())) if kind == "text/plain"]


def check_outputs(notebook: Any) -> None:
    kinds = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            assert output.output_type != "error"
            kind, text = shown(output)
            kinds.append(kind)
            if kind == "image/png":
                picture = base64.b64decode(text)
                assert picture.startswith(b"\x89PNG")
                assert len(picture) <= PICTURE
            elif kind == "text/html":
                assert text.count("<tr") <= LINES
            else:
                lines = text.rstrip("\n").split("\n")
                assert len(lines) <= LINES
                assert max(map(len, lines)) <= COLUMNS
    assert len(kinds) == len([cell for cell in notebook.cells if cell.cell_type == "code"]) == 12
    assert kinds.count("image/png") == 2


def test_the_notebook_is_what_the_bench_writes_and_fits_on_screens() -> None:
    kept = nbformat.read(PATH, as_version=4)
    assert [cell.source for cell in kept.cells] == [cell.source for cell in build().cells]
    check_outputs(kept)


@pytest.mark.filterwarnings("ignore")  # of the kernel's own libraries
def test_the_notebook_runs() -> None:
    notebook = build()
    execute(notebook)
    check_outputs(notebook)
    kept = nbformat.read(PATH, as_version=4)
    for cell, again in zip(kept.cells, notebook.cells, strict=True):
        texts, fresh = ([shown(each) for each in one.get("outputs", ())] for one in (cell, again))
        assert [each for each in texts if each[0] == "text/plain"] == [
            each for each in fresh if each[0] == "text/plain"
        ]
