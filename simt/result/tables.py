"""Tables of the work and the cost of each instruction of a program: rows of plain values, and a structured array."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.forms.texts import short_name
from isa.reporting.diagnostics import SimtError
from simt.core.state.reasons import LOST_LANES, REASONS
from simt.result.parts import by_reason

if TYPE_CHECKING:
    from pandas import DataFrame

    from isa.program.program import Program
    from simt.result.parts import Ledgers, Traffic

COUNTS = ("issues", "accesses", "passes", "active_lanes", "disagreements", *LOST_LANES)


def region_rows(program: Program, lines: Sequence[Mapping[str, Any]], cycles: int, slots: int) -> list[dict[str, Any]]:
    """Return a row for each `.region`, and a row "" for instructions outside; none without regions.

    The rows are in the order of their first instructions.

    - lines: the result of `instruction_rows`.
    - cycles, slots: the totals of the run.

    Some entries of a row:

    - slots: the issue slots that the region used or lost.
    - lost: the lost issue slots by reason.
    - cycles: the run's cycles, times the region's share of the slots.
    """
    rows: dict[str, dict[str, Any]] = {}
    for location, row in zip(program.locations, lines, strict=True):
        entry = rows.setdefault(
            location.region,
            {"region": location.region, "instructions": 0, "issues": 0, "slots": 0, "cycles": 0.0, "lost": Counter()},
        )
        entry["instructions"] += 1
        entry["issues"] += row["issues"]
        entry["slots"] += row["issues"] + sum(row["lost"].values())
        entry["lost"].update(row["lost"])
    for entry in rows.values():
        entry["cycles"] = entry["slots"] * cycles / slots if slots else 0.0
        entry["lost"] = dict(entry["lost"])
    return list(rows.values()) if rows.keys() - {""} else []


def instruction_rows(
    program: Program, counts: Mapping[str, np.ndarray], ledgers: Ledgers, traffic: Traffic | None, beats: int
) -> list[dict[str, Any]]:
    """Return a row for each instruction of a program: its place, its counts, its cost.

    - counts: int64 [instructions] by the names of COUNTS.
    - traffic: the accesses to global memory, None to leave them out.
    - beats: the beats of a local access.

    Some entries of a row:

    - file: the source file, relative to the kernel's folder.
    - lost: the lost issue slots by reason.
    - warp_cycles: the cycles of warps by state.
    - degree: the mean passes for each beat of a local access, None without accesses.
    - lanes: the active lanes summed over issues.
    - lanes_lost: the other lanes by kind.
    - active_lanes: the mean active lanes of an issue, None without issues.
    - global: accesses to global memory, transactions and bytes, unless `traffic` is None.
    """
    columns = [counts[name].tolist() for name in COUNTS]
    moved = [] if traffic is None else [column.tolist() for column in vars(traffic).values()]
    issue, warp = ledgers.issue_lines, ledgers.warp_lines
    rows = []
    for pc, location in enumerate(program.locations):
        issues, accesses, passes, lanes, disagreements, *idle = (column[pc] for column in columns)
        row = {
            "pc": pc,
            "file": short_name(program, location.file),
            "line": location.line,
            "source": location.text.strip(),
            "issues": issues,
            "lost": {name: count for name, count in by_reason(issue[pc]).items() if name != "issued"},
            "warp_cycles": by_reason(warp[pc]),
            "passes": passes,
            "accesses": accesses,
            "degree": passes / (accesses * beats) if passes else None,
            "lanes": lanes,
            "lanes_lost": {name: count for name, count in zip(LOST_LANES, idle, strict=True) if count},
            "active_lanes": lanes / issues if issues else None,
            "disagreements": disagreements,
        }
        if moved:
            values = (column[pc] for column in moved)
            row["global"] = dict(zip(("accesses", "transactions", "bytes"), values, strict=True))
        rows.append(row)
    return rows


def table_of(program: Program, counts: Mapping[str, np.ndarray], ledgers: Ledgers, traffic: Traffic) -> np.ndarray:
    """Return the program's instructions as a structured array [instructions of the program].

    Its fields are pc, line, source; the counts issues, accesses, passes, active_lanes, disagreements, diverged,
    finished, tail, transactions, moved; the lost issue slots, in all (lost) and by reason (lost_REASON); the cycles of
    warps, in all (warp_cycles) and by state (warp_STATE).
    """
    locations = program.locations
    issue, warp = ledgers.issue_lines[: len(locations)], ledgers.warp_lines[: len(locations)]
    lost = {f"lost_{name}": issue[:, k] for k, name in enumerate(REASONS) if name != "issued"}
    columns = {
        "pc": np.arange(len(locations)),
        "line": np.array([location.line for location in locations], np.int64),
        "source": np.array([location.text.strip() for location in locations], np.str_),
        **{name: counts[name] for name in COUNTS},
        "transactions": traffic.transactions,
        "moved": traffic.moved,
        "lost": sum(lost.values()),
        **lost,
        "warp_cycles": warp.sum(axis=1),
        **{f"warp_{name}": warp[:, k] for k, name in enumerate(REASONS)},
    }
    return structured({name: np.asarray(column) for name, column in columns.items()}, len(locations))


def structured(columns: Mapping[str, np.ndarray], length: int) -> np.ndarray:
    """Return columns of the same length, by name, as a structured array [length] with a field for each."""
    table = np.empty(length, [(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        table[name] = column
    return table


class FrameError(SimtError):
    """The error that pandas, which data frames need, is not installed."""

    code = "E0770"


def frame(array: np.ndarray) -> DataFrame:
    """Return a structured array, such as `Result.table`, as a pandas DataFrame with a column for each field.

    Raises `FrameError` if pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        advice = "pip install 'simt[frames]', or take the numpy array as it is: result.table"
        raise FrameError("data frames need the package pandas, which is not installed", help=advice) from None
    return pandas.DataFrame.from_records(array)
