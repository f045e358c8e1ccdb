"""The results of a sweep for other programs: CSV, and Parquet through pyarrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import quote
from simt.exploration.errors import SweepError
from simt.exploration.records.layout import EXPORT_SUFFIXES
from simt.exploration.records.results import SweepResults
from simt.files import csv_text


def export_format(path: str | Path) -> str:
    """Return the suffix of a file, if its format is supported. Raises `SweepError`, E0773."""
    suffix = Path(path).suffix.lower()
    if suffix not in EXPORT_SUFFIXES:
        message = f"results are exported as {' or '.join(EXPORT_SUFFIXES)}, not {quote(str(path))}"
        raise SweepError(message, code="E0773", help="the suffix of the file chooses the format")
    return suffix


def export_bytes(results: SweepResults, suffix: str) -> bytes:
    """Return a file of the results, a row per point. Equal results give equal bytes. Raises `SweepError`, E0770."""
    if suffix == ".csv":
        return csv_text([results.columns, *results.rows]).encode("utf-8", "surrogateescape")
    return _parquet(results)


def _parquet(results: SweepResults) -> bytes:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        message = "Parquet files need pyarrow, which is not installed"
        raise SweepError(message, code="E0770", help="pip install 'simt[parquet]', or export .csv") from None
    columns: dict[str, Any] = {}
    for place, name in enumerate(results.columns):
        values = [row[place] for row in results.rows]
        kinds = {type(value) for value in values if value is not None}
        if kinds == {bool}:
            kind = pyarrow.bool_()
        elif kinds <= {int}:
            kind = pyarrow.int64()
        elif kinds <= {int, float}:
            kind = pyarrow.float64()
        else:
            kind, values = pyarrow.string(), [None if value is None else str(value) for value in values]
        columns[name] = pyarrow.array(values, kind)
    table = pyarrow.table(columns)
    facts = results.facts
    metadata = {"simt.schema": str(facts["schema"]), "simt.engine": str(facts["engine"])}
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table.replace_schema_metadata(metadata), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data
