"""An experiment as one HTML file: pictures, what it prints, the tables behind it. No script and no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from simt.experiments.tables import Table

_STYLE = """body { font: 14px/1.45 sans-serif; margin: 2em auto; max-width: 90em; padding: 0 1em; color: #222 }
pre { font-size: 12.5px; line-height: 1.35; overflow-x: auto } figure { margin: 1em 0 }
figure svg { max-width: 100%; height: auto }
table { border-collapse: collapse; margin: .6em 0; font-variant-numeric: tabular-nums; font-size: 13px }
th, td { padding: 2px 10px 2px 0; text-align: right; border-bottom: 1px solid #ddd }"""


def experiment_page(title: str, text: str, tables: Sequence[Table], pictures: Mapping[str, str]) -> str:
    """The page of a report. text: what it prints, split at its empty lines. pictures: SVG by name."""
    parts = [f"<h1>{escape(title)}</h1>"]
    for name, svg in pictures.items():
        # Ids in an SVG are hashes of contents, so those of two pictures may be equal only where the parts are.
        parts.append(f"<figure aria-label='{escape(name)}'>{svg[svg.index('<svg') :]}</figure>")
    parts += [f"<pre>{escape(block)}</pre>" for block in text.strip("\n").split("\n\n")]
    parts += [_table(table) for table in tables]
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )


def _table(table: Table) -> str:
    lines = [_row("th", table.columns), *(_row("td", [_cell(value) for value in row]) for row in table.rows)]
    body = "\n".join(lines)
    return (
        f"<details><summary>table {escape(table.name)}, {len(table.rows)} rows</summary><table>{body}</table></details>"
    )


def _row(kind: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
