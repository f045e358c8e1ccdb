"""A comparison of predictions with simulations as one HTML file: measures, picture, points."""

from __future__ import annotations

from collections.abc import Sequence

from simt.validate.comparison import Compared, Request
from simt.views.pages.engine import page, picture
from simt.views.studies import comparisons


def comparison_page(
    compared: Sequence[Compared], request: Request, svg: str = "",
    tables: Sequence[tuple[str, list[list[str]]]] = (), notes: Sequence[str] = (), *, by_part: bool = False,
) -> str:  # fmt: skip
    """Return the page of a comparison.

    - svg: a picture to show, "" for none.
    - tables, notes: the texts beside the points: tables with titles, and sentences below them.
    - by_part: as for `comparison_text`.
    """
    kernels = list(dict.fromkeys(entry.point.kernel for entry in compared))
    machines = list(dict.fromkeys(entry.point.machine_name for entry in compared))
    is_one = len(compared) == 1 and compared[0].is_done
    points = comparisons.point_rows(compared, request)
    return page(
        "comparison",
        title=f"{_named(kernels, 'kernels')} on {_named(machines, 'machines')}: predicted against simulated",
        sections=[_section(name, part, request) for name, part in comparisons.parts_of(compared, by_part=by_part)],
        picture=picture(svg),
        tables=list(tables),
        table_notes=list(notes),
        text="\n".join(comparisons.one_lines(compared[0])) if is_one else "",
        points=[[*row, "" if k == 0 else compared[k - 1].reason] for k, row in enumerate(points)],
    )


def _section(name: str, part: Sequence[Compared], request: Request) -> dict[str, object]:
    lead, *others = (line.strip() for line in comparisons.coverage_lines(part))
    has_several = len({entry.point.kernel for entry in part}) > 1
    head = ["kernel", "mean error", "largest", "points"]
    return {
        "name": name,
        "lead": lead,
        "notes": [*others, *comparisons.notes_of(part, request)],
        "measures": comparisons.measures_rows(part, request),
        "summary": f"by kernel, {request.models[0]}, {request.counts[-1]} counts",
        "kernels": [head, *comparisons.kernel_rows(part, request)] if has_several else [],
    }


def _named(names: Sequence[str], what: str) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} {what}"
