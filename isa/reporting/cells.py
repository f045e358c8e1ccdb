"""An error as a notebook shows it: the message and the line of the cell, in place of a traceback.

IPython shows what the method `_render_traceback_` of an exception returns. Nothing else calls this module.
"""

from __future__ import annotations

from types import TracebackType

_LINES = 24  # of a screen, with the prompt
_CODE = 60  # characters of the line of the cell
_OURS = ("isa", "simt")


def cell_lines(error: BaseException, message: str) -> list[str]:
    """Return the lines of a message and of the error's notes, then the line of the user's code; at most 24."""
    notes: list[str] = getattr(error, "__notes__", [])
    lines = "\n".join([message, *notes]).split("\n")
    place = _place(error.__traceback__)
    most = _LINES - len(place)
    if len(lines) > most:
        rest = f"... {len(lines) - most + 1} more lines: import sys; print(sys.last_value)"
        lines = [*lines[: most - 1], rest]
    return [*lines, *place]


def _place(step: TracebackType | None) -> list[str]:
    """Return the line with the user's last call before code of simt, if there is one."""
    import linecache
    from pathlib import Path

    last = None
    while step is not None:
        package = str(step.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if package in _OURS:
            break
        last = None if package == "IPython" else step
        step = step.tb_next
    if last is None:
        return []
    file = last.tb_frame.f_code.co_filename
    where = Path(file).name if Path(file).is_file() else "the cell"  # cells are not files
    text = " ".join(linecache.getline(file, last.tb_lineno).split())
    shown = text if len(text) <= _CODE else text[: _CODE - 3] + "..."
    return [f"  = line {last.tb_lineno} of {where}{f': {shown}' if shown else ''}"]
