"""The regions of a program: a row for each `.region` with its work and cost."""

from __future__ import annotations

from simt.result.result import Result
from simt.views.kit.text import aligned, clip, paint, percent

_NAME = 24


def region_lines(result: Result, *, most: int | None = None, color: bool = False) -> list[str]:
    """A table of at most `most` regions, by issue slots; empty if the program has none.

    The remaining cycles belong to no instruction: drain.
    """
    rows = result.regions
    if most is not None and len(rows) > most:
        kept = sorted(rows, key=lambda row: -row["slots"])[:most]
        rows = [row for row in rows if row in kept]
    if not rows:
        return []
    head, *cells = aligned(
        [
            ["region", "cycles", "share", "issues", "lost", "main reason"],
            *(
                [
                    clip(row["region"], _NAME) or "(in no region)",
                    f"{row['cycles']:.0f}",
                    percent(row["cycles"], result.cycles),
                    str(row["issues"]),
                    str(sum(row["lost"].values())),
                    max(row["lost"], key=row["lost"].__getitem__, default=""),
                ]
                for row in rows
            ),
        ],
        (0, 5),
    )
    return [paint(head, "bold", color), *cells]
