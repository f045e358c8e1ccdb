"""The event record as numpy arrays in one `.npz` file, with a description in JSON. No pickles.

Arrays: `instructions` (structured, with the fields of `simt.result.Events`), `ready`, `slots`, `warps` and `bank_words`
as in `Events`, and `description`, a JSON string. Members carry no modification time, so equal runs give equal bytes.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, BinaryIO

import numpy as np

from simt.core.state.reasons import REASON_HELP, REASONS
from simt.views.exports.record import TraceRecord
from simt.views.exports.stream import InstructionProgress

SCHEMA = "simt.events/1"


def write(record: TraceRecord, stream: BinaryIO, report: InstructionProgress) -> None:
    """Write the arrays of `Events`, unchanged, and the description as `.npz`."""
    events = record.result.events
    assert events is not None  # TraceRecord refuses a run without events
    arrays = {
        "description": np.array(json.dumps(description(record), ensure_ascii=False)),
        "instructions": events.instructions,
        "ready": events.ready,
        "slots": events.slots,
        "warps": events.warps,
        "bank_words": events.bank_words,
    }
    # Level 1 is several times as fast as the default. Members opened by name are dated 1980-01-01.
    packed = io.BytesIO()  # zipfile seeks back to the beginning, which a pipe cannot
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for done, (name, array) in enumerate(arrays.items(), 1):
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
            report(done, len(arrays))
    stream.write(packed.getbuffer())


def description(record: TraceRecord) -> dict[str, Any]:
    """Return the description of the arrays and of their run, as plain values."""
    result = record.result
    return {
        "schema": SCHEMA,
        "program": {
            "name": record.program.name,
            "threads": result.threads,
            "instructions": [
                {"pc": pc, "text": text, "file": result.short_name(place.file), "line": place.line}
                for pc, (text, place) in enumerate(zip(record.texts, record.program.locations, strict=True))
            ],
        },
        "machine": record.machine.model_dump(mode="json"),
        "status": "completed" if result.stop is None else result.stop.kind,
        "stop": None if result.stop is None else result.stop.to_dict(),
        "cycles": result.cycles,
        "issued": result.instructions,
        "first": record.first,
        "end": record.end,
        "reasons": list(REASONS),
        "reason_help": dict(REASON_HELP),
        "provenance": result.provenance,
    }
