"""The picture of one access in a terminal: a letter for each transaction, a digit for each pass of a bank."""

from __future__ import annotations

import numpy as np

from simt.views.kit.text import MOST_COLUMNS, aligned, clip, cut, lane_text, paint, plural
from simt.views.kit.window import core_text
from simt.views.run.access import OneAccess
from simt.views.run.access_cells import buffer_place, cells_of, words_of_banks

_NAME = 8  # columns of a lane's name
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST = 8  # transactions listed, and other places


def access_text(view: OneAccess, *, is_ascii: bool = False, color: bool = False) -> str:
    """Return the view as text that ends in a newline. is_ascii: whether only ASCII may be used."""
    result, where = view.result, f"{view.line.place}  {view.line.text()}"
    title = f"{result.program.name} on {view.machine}{core_text(result)}: {where}"
    lines = [
        paint(clip(title), "bold", color),
        f"warp {view.warp}, cycle {view.cycle}: {plural(len(view.active), 'lane')}",
        f"{view.facts.kind}: {view.facts.text()}",
        "",
    ]
    lines += _global(view, "." if is_ascii else "·") if view.is_global else _local(view, "." if is_ascii else "·")
    if view.others:
        own = view.line.place  # has several accesses
        places = list(dict.fromkeys(f"pc {one.pcs[0]}" if one.place == own else one.place for one in view.others))
        more = ["..."] if len(places) > _MOST else []
        lines += ["", cut(f"other accesses, --at: {', '.join([*places[:_MOST], *more])}")]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _global(view: OneAccess, moved: str) -> list[str]:
    cells, words = cells_of(view).binned(MOST_COLUMNS - _NAME - 2)
    size = f"{4 * words} B"
    lines = [f"a row for each lane, a column for each {size} of memory, | where addresses jump"]
    lines.append(f"a letter for each transaction; {moved} it moves, and the lane does not ask for")
    begins = np.flatnonzero(np.diff(cells.columns, prepend=cells.columns[0] - 2 * words) != words).tolist()
    ruler = "".join("|" if place in begins else " " for place in range(len(cells.columns)))
    lines.append(f"{'':<{_NAME}}{ruler}")
    for lane in view.active:
        letter = _LETTERS[cells.parts[lane] % len(_LETTERS)]
        row = zip(cells.asked[lane].tolist(), cells.part[lane].tolist(), strict=True)
        marks = "".join(letter if asked else moved if part >= 0 else " " for asked, part in row)
        lines.append(f"{f'lane {lane}':<{_NAME}}{marks}")
    asked, parts = (row.tolist() for row in cells.together())
    marks = "".join(_LETTERS[parts[k] % len(_LETTERS)] if asked[k] else moved for k in range(len(parts)))
    lines.append(f"{'all':<{_NAME}}{marks}")
    rows = [("transaction", "from", "bytes", "used", "lanes")]
    own = view.facts.size
    for number, part in enumerate(view.lanes.transactions[:_MOST]):
        lanes = [lane for lane in view.active if part.lanes >> lane & 1]
        used = own * len({int(view.lanes.addresses[lane]) for lane in lanes})
        name = f"{_LETTERS[number % len(_LETTERS)]}"
        rows.append((name, buffer_place(view, part.first), str(part.size), str(used), lane_text(lanes)))
    rest = len(view.lanes.transactions) - _MOST
    more = [f"  and {plural(rest, 'more transaction')}"] if rest > 0 else []
    return [*lines, "", *map(cut, aligned(rows, {0, 1, 4})), *more]


def _local(view: OneAccess, none: str) -> list[str]:
    machine, cells = view.result.machine, cells_of(view)
    banks = [*range(machine.local.banks)]
    if len(banks) > MOST_COLUMNS - _NAME - 2:
        banks = np.flatnonzero(cells.asked.any(axis=0)).tolist()
    step = 1 if len(banks) > 16 else 3
    lines = ["a row for each lane, a column for each bank; digits are the passes of the bank"]
    heads = [str(bank) for bank in banks]
    if step > 1:
        lines.append(f"{'bank':<{_NAME}}{''.join(f'{head:>{step}}' for head in heads)}")
    else:
        tens = "".join(head[:-1][-1:] if head.endswith("0") else " " for head in heads)
        lines += [f"{'bank':<{_NAME}}{tens}", f"{'':<{_NAME}}{''.join(head[-1] for head in heads)}"]
    names = dict(zip(view.active, cells.names, strict=True))
    room = MOST_COLUMNS - _NAME - step * len(banks) - 2
    for beat, first in enumerate(range(0, machine.warp_size, machine.lds.lanes)):
        for lane in range(first, min(first + machine.lds.lanes, machine.warp_size)):
            if lane in names:
                marks = "".join(f"{_digit(int(cells.part[lane, bank]), none):>{step}}" for bank in banks)
                place = f"  {names[lane]}" if len(names[lane]) <= room else ""
                lines.append(f"{f'lane {lane}':<{_NAME}}{marks}{place}")
        counts = words_of_banks(view, cells, first)
        sums = "".join(f"{_digit(counts[bank] or -1, none):>{step}}" for bank in banks)
        lines.append(f"{'words':<{_NAME}}{sums}")
        lines.append(f"{'':<{_NAME}}{plural(cells.degrees[beat], 'pass', 'es')}")
    return lines


def _digit(number: int, none: str) -> str:
    return none if number < 0 else _DIGITS[number] if number < len(_DIGITS) else "+"
