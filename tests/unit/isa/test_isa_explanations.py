from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import isa
from isa.explanations import explanations
from tests.examples import nightly_but

PAGES = explanations("isa")
_CODE = re.compile(r'"([EW]0\d{3})"')
_EXAMPLE = re.compile(r"\nWrong:\n\n(.*)\nRight:\n\n(.*)", re.DOTALL)
_UNSPECIFIC = {"E0000", "E0100"}  # the codes of base classes; no message has them


def codes_of(indented: str) -> list[str]:
    text = "".join(line.removeprefix("    ") for line in indented.splitlines(keepends=True))
    try:
        return [entry.code for entry in isa.assemble(text).warnings]
    except isa.AssemblyError as error:
        return [entry.code for entry in error.diagnostics]


def test_every_code_is_explained_and_every_explanation_has_its_code() -> None:
    used: set[str] = set()
    for path in Path(isa.__file__).parent.rglob("*.py"):
        used.update(_CODE.findall(path.read_text(encoding="utf-8")))
    assert used - _UNSPECIFIC == set(PAGES)


def test_most_codes_have_an_example() -> None:
    assert sum(_EXAMPLE.search(page.body) is not None for page in PAGES.values()) >= 56


_WITH_EXAMPLE = [code for code, page in PAGES.items() if _EXAMPLE.search(page.body)]
_LONG = {"E0314"}  # examples of 65537 instructions


@pytest.mark.parametrize("code", nightly_but(set(_WITH_EXAMPLE) - _LONG, _WITH_EXAMPLE))
def test_the_wrong_example_gives_the_code_and_the_right_one_nothing(code: str) -> None:
    example = _EXAMPLE.search(PAGES[code].body)
    assert example is not None
    wrong, right = map(codes_of, example.groups())
    assert wrong == [code]
    assert not [found for found in right if found.startswith("E") or found == code]


@pytest.mark.parametrize("code", PAGES)
def test_an_explanation_is_a_title_and_a_paragraph(code: str) -> None:
    text = str(PAGES[code])
    assert text.startswith(f"{code}: {PAGES[code].title}\n\n")
    assert len(text.split()) > 20
    assert max(len(line) for line in text.splitlines()) <= 100


@pytest.mark.parametrize(
    "text",
    [
        "# E1: title\n\ntext\n",
        "# e0001: title\n\ntext\n",
        "# title\n\ntext\n",
        "E0001: title\n\ntext\n",
        "# E0001: title\ntext\n",
        "# E0001: title\n\n",
        "# E0001: title\n\ntext\n\n# another title\n\ntext\n",
        "",
    ],
)
def test_texts_that_are_no_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    good = "# E0001: one\n\ntext\n\n    code\n\n# word: two\n\ntext\n"
    for package, content in (("good_pages", good), ("bad_pages", text)):
        folder = tmp_path / package / "explanations"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").touch()
        (folder / "area.md").write_text(content)
    monkeypatch.syspath_prepend(tmp_path)
    explanations.cache_clear()
    pages = explanations("good_pages")
    assert [str(page) for page in pages.values()] == ["E0001: one\n\ntext\n\n    code\n", "word: two\n\ntext\n"]
    with pytest.raises(ValueError, match=r"bad_pages/explanations/area\.md: a page is"):
        explanations("bad_pages")
    with pytest.raises(ValueError, match="E0001 is explained twice"):
        explanations("good_pages", "good_pages")
    explanations.cache_clear()
    for package in ("good_pages", "bad_pages"):
        sys.modules.pop(package, None)


def test_a_program_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isa.assembly.assembler.MAX_INSTRUCTIONS", 5)
    assert codes_of("bar\n" * 4 + "ret") == []
    assert codes_of("bar\n" * 5 + "ret") == ["E0314"]
