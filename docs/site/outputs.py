"""Bring the outputs that pages show up to date: `python -m docs.site.outputs [--write] [PAGE]...`.

Runs the commands of all pages, or of these pages alone, and reports which print something else; with --write the pages
then show it. If a page leaves lines out (`...`), the printed lines stay that are most like those that were shown. A
command that ends with another status, or cannot be run, has to be corrected by hand.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path

from docs.site.session import Difference, differences, steps

DOCS = Path(__file__).parents[1]
_DOTS = "..."


def brought_up_to_date(page: str, found: Sequence[Difference]) -> str:
    """A page's text with what its commands print now, of those that differ, in their order."""
    done, rest = "", page
    for difference in found:
        if difference.printed is None:
            continue
        before, text, rest = rest.partition(difference.command.text)
        head = text.partition("\n")[0]
        shown = "\n".join(still_shown(difference.command.output.splitlines(), difference.printed.splitlines()))
        done += f"{before}{head}\n{shown}\n"
    return done + rest


def still_shown(shown: Sequence[str], printed: Sequence[str]) -> list[str]:
    """The printed lines to show, with dots where others are left out, as on the page."""
    lines = [line.rstrip() for line in printed]
    parts = [list(part) for is_dots, part in groupby(shown, lambda line: line.strip() == _DOTS) if not is_dots]
    if len(parts) == 1 and len(parts[0]) == len(shown):
        return lines
    begins_with_dots, ends_with_dots = (shown[k].strip() == _DOTS for k in (0, -1))
    found: list[str] = [_DOTS] if begins_with_dots else []
    at = 0
    for number, part in enumerate(parts):
        size, last = len(part), number == len(parts) - 1
        low, high = at, max(at, len(lines) - size)
        if number == 0 and not begins_with_dots:
            high = low
        if last and not ends_with_dots:
            low = high
        at = max(range(low, high + 1), key=lambda place: (_likeness(part, lines[place : place + size]), -place))
        found += [*lines[at : at + size], *([] if last and not ends_with_dots else [_DOTS])]
        at += size
    return found


def _likeness(some: Sequence[str], others: Sequence[str]) -> float:
    return sum(SequenceMatcher(None, one, other).ratio() for one, other in zip(some, others, strict=False))


def runs(names: Sequence[str] = ()) -> Iterator[list[Path]]:
    """Pages whose commands are run in one folder, in order: all pages of the tutorial, and each other page alone.

    names: the pages that are asked for; without any it is all. Raises `ValueError` for a page without commands.
    """
    pages = [path for path in sorted(DOCS.rglob("*.md")) if steps(path.read_text(encoding="utf-8"))]
    tutorial = [path for path in pages if path.parent.name == "tutorial"]
    asked = {Path(name).resolve() for name in names} or set(pages)
    if unknown := asked - set(pages):
        raise ValueError(f"no pages with commands: {', '.join(sorted(map(str, unknown)))}")
    yield from (run for run in (tutorial, *([path] for path in pages if path not in tutorial)) if asked & set(run))


def main(arguments: Sequence[str]) -> int:
    """Report differences, and write them if asked to; 1 if some are not written, 2 for a page without commands."""
    is_written = "--write" in arguments
    left = 0
    try:
        asked = list(runs([name for name in arguments if name != "--write"]))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    for run in asked:
        with tempfile.TemporaryDirectory() as folder:
            for path in run:
                page = path.read_text(encoding="utf-8")
                found = list(differences(page, Path(folder)))
                for difference in found:
                    print(f"{path.relative_to(DOCS)}: {difference.text}")
                if is_written and any(difference.printed is not None for difference in found):
                    path.write_text(brought_up_to_date(page, found), encoding="utf-8")
                left += sum(not is_written or difference.printed is None for difference in found)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
