"""Structured arrays as data frames of pandas, which is loaded only here and need not be installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isa.reporting.diagnostics import SimtError

if TYPE_CHECKING:
    import numpy as np
    from pandas import DataFrame


class FrameError(SimtError):
    """A data frame was asked for, and pandas is not installed."""

    code = "E0770"


def frame(array: np.ndarray) -> DataFrame:
    """Return a structured array as a pandas DataFrame, a column per field: of `Result.table`, an event record, ...

    Raises `FrameError` where pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        advice = "pip install 'simt[frames]', or take the numpy array as it is: result.table"
        raise FrameError("data frames need the package pandas, which is not installed", help=advice) from None
    return pandas.DataFrame.from_records(array)
