"""The map of global memory as text, data and a picture: regions, the pages of the user area, objects in use."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from simt.memory.storage.layout import PAGED, label
from simt.memory.storage.manager import StorageManager
from simt.memory.storage.pages import runs_of
from simt.views.kit.figure import COLORS, Axes, Figure, figure_style, new_figure
from simt.views.kit.palette import rgb
from simt.views.kit.text import aligned, percent, plural

_COLUMNS, _LINES = 64, 24  # of the user area as text
_WIDTH = 256  # pages in a row of the picture
_OBJECTS = 20  # objects listed in the text
_FREE = "#ececec"
_FILL = dict(zip(PAGED, COLORS, strict=False))


def map_data(storage: StorageManager) -> dict[str, Any]:
    """Return the regions with their bytes in use (None if not managed), statistics, and objects, oldest first."""
    taken = _taken(storage)
    regions = [
        {"region": name, "address": address, "bytes": size, "taken": taken[name]}
        for name, (address, size) in storage.layout.regions.items()
    ]
    leaks = [leak._asdict() for leak in storage.leaks()]
    statistics = storage.statistics()
    return {"schema": "simt.memory.map/1", "regions": regions, "statistics": statistics, "objects": leaks}


def _taken(storage: StorageManager) -> dict[str, int | None]:
    """Return the bytes in use of each region; None for the region that is not managed."""
    kinds = storage.statistics()["kinds"]
    blocks = [{state.newest, state.storing, state.loading} - {None} for state in storage.state.programs.values()]
    return {
        "programs": storage.layout.program_bytes * sum(map(len, blocks)),
        "images": kinds["image"]["taken"],
        "textures": kinds["texture"]["taken"],
        "user": sum(kinds[kind]["taken"] for kind in PAGED),
        "display": None,
    }


def map_text(storage: StorageManager) -> str:
    """Return the map as text: regions, the user area in cells of several pages, and objects in use."""
    taken = _taken(storage)
    rows = [("region", "address", "bytes", "taken", "")]
    for name, (address, size) in storage.layout.regions.items():
        used = taken[name]
        cells = ("not managed", "") if used is None else (str(used), percent(used, size))
        rows.append((name, str(address), str(size), *cells))
    return "\n".join([*aligned(rows, (0,), ""), "", *_user_text(storage), *_objects_text(storage)]) + "\n"


def _user_text(storage: StorageManager) -> list[str]:
    owners = _owners(storage)
    size = -(-len(owners) // (_COLUMNS * _LINES))
    cells = "".join(_letter(owners[start : start + size]) for start in range(0, len(owners), size))
    statistics = storage.statistics()
    free, runs = statistics["free_pages"], plural(statistics["free_runs"], "run")
    return [
        f"user area: {free} of {plural(len(owners), 'page')} free, in {runs}; {plural(size, 'page')} a cell",
        *(f"  {cells[start : start + _COLUMNS]}" for start in range(0, len(cells), _COLUMNS)),
        "  B buffer objects, L display lists, . free; small letters: some pages of the cell are free",
        f"  {statistics['row_crossings']} of {plural(statistics['links'], 'link')} lead into another row of the DRAM",
    ]


def _owners(storage: StorageManager) -> list[str]:
    owners = [""] * storage.layout.pages
    for (kind, _), block in storage.state.blocks.items():
        for page in storage.state.chain(block):
            owners[page] = kind
    return owners


def _letter(owners: list[str]) -> str:
    kinds = Counter(kind for kind in owners if kind)
    if not kinds:
        return "."
    letter = kinds.most_common(1)[0][0][0]
    return letter.upper() if kinds.total() == len(owners) else letter


def _objects_text(storage: StorageManager) -> list[str]:
    blocks = storage.state.blocks
    if not blocks:
        return ["", "no object is in use"]
    rows = [("object", "bytes", "waste", "pages", "runs", "hops to its end")]
    for (kind, name), block in list(blocks.items())[:_OBJECTS]:
        waste = storage.layout.taken(kind, name, block.size) - block.size
        chain = (block.pages, len(runs_of(storage.state.chain(block))), block.pages - 1) if block.pages else ("",) * 3
        rows.append((label(kind, name), str(block.size), str(waste), *map(str, chain)))  # type: ignore[arg-type]
    more = len(blocks) - _OBJECTS
    lines = ["", f"{plural(len(blocks), 'object')} in use, oldest first", *aligned(rows, (0,))]
    return [*lines, f"  and {more} more"] if more > 0 else lines


def map_picture(storage: StorageManager) -> Figure:
    """Return the bytes in use of each region, above a cell for each page of the user area. Raises `FigureError`."""
    rows = -(-storage.layout.pages // _WIDTH)
    height = min(max(rows / 24, 1.2), 9.0)
    with figure_style():
        figure, (regions, user) = new_figure(8.0, 2.2 + height, 2, height_ratios=[1.4, height])
        _draw_regions(regions, storage)
        _draw_user(user, storage, rows)
    return figure


def _draw_regions(axes: Axes, storage: StorageManager) -> None:
    taken = _taken(storage)
    for place, (name, (_, size)) in enumerate(storage.layout.regions.items()):
        used = taken[name]
        axes.barh(place, 1.0, color=_FREE)
        axes.barh(place, (used or 0) / size, color=COLORS[2])
        label = "not managed" if used is None else f"{used} of {size} bytes"
        axes.text(0.99, place, label, ha="right", va="center", fontsize=7.5, color="black")
    axes.set_yticks(range(len(taken)), list(taken))
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
    axes.set_title("taken of each region")


def _draw_user(axes: Axes, storage: StorageManager, rows: int) -> None:
    from matplotlib.patches import Patch

    colors = {"": rgb(_FREE), **{kind: rgb(color) for kind, color in _FILL.items()}}
    image = np.full((rows * _WIDTH, 3), 255, np.uint8)
    owners = _owners(storage)
    image[: len(owners)] = [colors[kind] for kind in owners]
    first = storage.layout.regions["user"][0]
    axes.imshow(image.reshape(rows, _WIDTH, 3), aspect="auto", interpolation="nearest", extent=(0, _WIDTH, rows, 0))
    axes.set(xlabel="page in its row", ylabel=f"rows of {_WIDTH} pages")
    free = storage.state.pages.free
    axes.set_title(f"user area from address {first} on: {free} of {plural(len(owners), 'page')} free")
    named = {"buffer objects": _FILL["buffer"], "display lists": _FILL["list"], "free": _FREE}
    handles = [Patch(facecolor=color, label=name) for name, color in named.items()]
    axes.figure.legend(handles=handles, loc="outside lower center", ncols=3)
