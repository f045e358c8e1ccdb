"""`simt trace --view access`: which lanes of one access ask for which words, by transaction or by bank."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simt.files import write_file
from simt.views.kit.figure import Figure, can_draw, picture_bytes, save_figure
from simt.views.run.access import OneAccess
from simt.views.run.access_cells import cells_of
from simt.views.run.access_picture import draw_access
from simt.views.run.access_text import access_text

SCHEMA = "simt.access/1"


@dataclass(frozen=True, eq=False, repr=False)
class AccessView:
    """The view of one access; in a notebook it shows itself as a picture."""

    access: OneAccess

    def text(self, *, is_ascii: bool = False, color: bool = False) -> str:
        """Return the view as text of at most 80 columns that ends in a newline."""
        return access_text(self.access, is_ascii=is_ascii, color=color)

    def figure(self) -> Figure:
        """Return the view as a picture. Raises `FigureError` if matplotlib is not installed."""
        return draw_access(self.access)

    def picture(self, kind: str) -> bytes:
        """Return the picture as the bytes of a file. kind: "svg", "png" or "pdf". Raises `FigureError`."""
        return picture_bytes(self.figure(), kind)

    def save(self, path: str | Path) -> None:
        """Write the view to a .txt, .svg, .png or .pdf file. Raises `FileError`, `FigureError`."""
        if str(path).lower().endswith(".txt"):
            write_file(path, self.text())
        else:
            save_figure(self.figure(), path)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON. Addresses are bytes of global memory, or words of a group's local memory."""
        access, lanes, cells = self.access, self.access.lanes, cells_of(self.access)
        names = dict(zip(access.active, cells.names, strict=True))
        parts = cells.parts
        own = "transaction" if access.is_global else "pass"
        rows = []
        for lane in access.active:
            address = int(lanes.addresses[lane])
            rows.append({"lane": lane, "address": address - lanes.base, "place": names[lane], own: parts[lane]})
            if not access.is_global:
                rows[-1]["bank"] = address % access.result.machine.local.banks
        groups = []
        for part in lanes.transactions:
            served = [lane for lane in access.active if part.lanes >> lane & 1]
            groups.append({"first": part.first, "bytes": part.size, "lanes": served})
        return {
            "schema": SCHEMA,
            "program": access.result.program.name,
            "machine": access.machine,
            "warp": access.warp,
            "cycle": access.cycle,
            "access": access.facts.to_dict(),
            "lanes": rows,
            **({"transactions": groups} if access.is_global else {"degrees": list(cells.degrees)}),
            "provenance": access.result.provenance,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON in one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False) + "\n"

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_png_(self) -> bytes | None:
        return self.picture("png") if can_draw() else None
