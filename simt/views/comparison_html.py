"""A comparison as one HTML file: measures, picture, points. No script, no style sheet from elsewhere, no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from simt.validate.comparison import Compared, Request
from simt.validate.crossover import Crossover
from simt.views import comparisons
from simt.views.crossover import crossover_notes, crossover_tables

_STYLE = """body { font: 14px/1.45 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: .6em 0; font-variant-numeric: tabular-nums }
th, td { padding: 2px 10px 2px 0; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child, .two td:nth-child(2), .two th:nth-child(2) { text-align: left }
figure { margin: 1em 0 } figure svg { max-width: 100%; height: auto }
ul { margin: .3em 0 } li, pre { color: #444 }"""


def comparison_page(
    compared: Sequence[Compared],
    request: Request,
    svg: str = "",
    crossed: Crossover | None = None,
    *,
    by_part: bool = False,
) -> str:
    """The page. svg: a picture to show, "" for none. crossed: a crossover, whose tables are shown too.

    Everything that comes from files is escaped.
    """
    kernels = list(dict.fromkeys(each.point.kernel for each in compared))
    machines = list(dict.fromkeys(each.point.machine_name for each in compared))
    title = f"{_named(kernels, 'kernels')} on {_named(machines, 'machines')}: predicted against simulated"
    parts = [f"<h1>{escape(title)}</h1>"]
    for name, part in comparisons.parts_of(compared, by_part=by_part):
        parts += [f"<h2>{escape(name)}</h2>"] if name else []
        first, *others = (line.strip() for line in comparisons.coverage_lines(part))
        parts.append(f"<p>{escape(first)}</p>")
        parts.append(_list([*others, *comparisons.lack_notes(part, request)]))
        parts.append(_table(comparisons.measures_rows(part, request), "two"))
        if len({each.point.kernel for each in part}) > 1:
            rows = [["kernel", "mean error", "largest", "points"], *comparisons.kernel_rows(part, request)]
            told = f"by kernel, {request.models[0]}, {request.counts[-1]} counts"
            parts.append(f"<details open><summary>{escape(told)}</summary>{_table(rows)}</details>")
    if svg:
        drawing = svg[svg.index("<svg") :]
        parts.append(f"<figure>{drawing}</figure>")
    if crossed is not None:
        for title, rows in crossover_tables(crossed):
            parts.append(f"<h2>{escape(title)}</h2>{_table(rows)}")
        parts.append(_list(list(crossover_notes(crossed))))
    if len(compared) == 1 and compared[0].is_done:
        parts.append(f"<pre>{escape(chr(10).join(comparisons.one_lines(compared[0])))}</pre>")
    rows = comparisons.point_rows(compared, request)
    rows = [[*row, "" if k == 0 else compared[k - 1].reason] for k, row in enumerate(rows)]
    parts.append(f"<details><summary>all {len(compared)} points</summary>{_table(rows, 'two')}</details>")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(part for part in parts if part) + "\n</body>\n</html>\n"
    )


def _named(names: Sequence[str], what: str) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} {what}"


def _list(items: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>" if items else ""


def _table(rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """The first row is the head."""
    head, *body = rows
    lines = [f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>"]
    lines += [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in body]
    return f'<table class="{kind}">' + "\n".join(lines) + "</table>"
