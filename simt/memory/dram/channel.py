"""A channel of DRAM: its organisation, its timing in clocks, and what is wrong with either (docs/dram.md).

A description has the keys of KEYS. It comes from a preset (grades.toml), from TOML, or from JSON; `base` names the
preset that a file changes.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from isa.diagnostics import SimtError, did_you_mean, quote
from simt.core.memory.dram.layout import CHANNEL
from simt.files import TOML_BYTES, read_text, toml_tree


class ChannelError(SimtError):
    """A description of a channel of DRAM that cannot be used."""

    code = "E0430"


# The keys that are whole numbers: the least and the most, and the value where a file leaves it out, if it may.
_CLOCKS = 1 << 20
_NEEDED = {
    "CL": (1, 64), "BL": (4, 8), "bus_width": (8, 1024), "device_width": (4, 32), "banks": (1, 64),
    "rows": (1, 1 << 24), "columns": (8, 1 << 16), "tRCD": (1, _CLOCKS), "tRP": (1, _CLOCKS), "tRAS": (1, _CLOCKS),
    "tRC": (1, _CLOCKS), "tWR": (1, _CLOCKS), "tWTR": (0, _CLOCKS), "tRTP": (0, _CLOCKS), "tRRD": (1, _CLOCKS),
    "tFAW": (1, _CLOCKS), "tRFC": (1, _CLOCKS), "tREFI": (1, 1 << 30),
}  # fmt: skip
_OPTIONAL = {
    "AL": (0, 64, 0), "CWL": (1, 64, None), "tCCD": (1, 64, 2), "cmd_queue_size": (1, 64, 8),
    "trans_queue_size": (1, 1024, 32),
}  # fmt: skip
# Of several ranks and of power-down, which there are not: read, and used by nothing.
_IGNORED = ("tRTRS", "tXS", "tCKE", "tXP")
# What follows from the other keys. A file may say it, and contradicts itself if it says something else.
_DERIVED = ("rd_to_pre", "wr_to_pre", "rd_to_wr", "wr_to_rd", "bytes_per_req", "row_bytes", "channel_MB", "peak_MBps")
_TEXTS = ("name", "note", "address_mapping")
KEYS = (*_TEXTS, "tCK", *_NEEDED, *_OPTIONAL, *_IGNORED, *_DERIVED)
MAPPING = "rochrababgco"  # row, channel, rank, bank, bank group, column, from the highest bits of an address


@dataclass(frozen=True)
class Channel:
    """A channel: values by KEYS, those of the file and those that follow. Made by `load` and `channel_of`."""

    name: str
    values: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    @property
    def bytes(self) -> int:
        """What it holds."""
        return int(self["banks"] * self["rows"] * self["row_bytes"])

    @property
    def record(self) -> Any:
        """CHANNEL [1]."""
        record = np.zeros(1, CHANNEL)
        burst = self["BL"] // 2
        found = {
            "read_to_read": max(burst, self["tCCD"]),
            "read_to_write": self["rd_to_wr"],
            "write_to_read": self["wr_to_rd"],
            "write_to_write": max(burst, self["tCCD"]),
            "read_to_precharge": self["rd_to_pre"],
            "write_to_precharge": self["wr_to_pre"],
            "activate_to_column": self["tRCD"] - self["AL"],
            "activate_to_precharge": self["tRAS"],
            "activate_to_activate": self["tRC"],
            "activate_to_other": self["tRRD"],
            "four_activates": self["tFAW"],
            "precharge_to_activate": self["tRP"],
            "refresh_to_activate": self["tRFC"],
            "refresh_interval": self["tREFI"],
            "read_to_data": self["AL"] + self["CL"] + burst,
            "banks": self["banks"],
        } | self._places()
        for name, value in found.items():
            record[name] = value
        return record

    def _places(self) -> dict[str, int]:
        """Where the bank and the row are in a line's number."""
        widths = {"ba": self["banks"], "ro": self["rows"], "co": self["columns"] // self["BL"]}
        names = {"ba": "bank", "ro": "row"}
        found: dict[str, int] = {}
        position = 0
        for field in reversed(_fields(self["address_mapping"])):
            count = widths.get(field, 1)
            if field in names:
                found |= {f"{names[field]}_shift": position, f"{names[field]}_mask": count - 1}
            position += _log(count)
        return found


def load(name: str) -> Channel:
    """The channel of a preset's name, or of a file. Raises `ChannelError` or `FileError`."""
    if _PRESET.fullmatch(name):
        return channel_of(_preset(name), name)
    if not name.endswith((".toml", ".json")) and name != "-" and not Path(name).exists():
        advice = did_you_mean(name, grades(), f"the grades are {', '.join(grades())}")
        help_text = "a preset is a grade, then -x8 or -x16, then -WIDTH of the bus: ddr2-667-3-x16-32"
        raise ChannelError(f"there is no preset and no file {quote(name)}: {advice}", help=help_text)
    values = _file(name)
    base = values.pop("base", None)
    if base is not None:
        if not isinstance(base, str) or not _PRESET.fullmatch(base):
            raise ChannelError(f"{name}: base {quote(str(base))} is not a preset")
        values = _preset(base, values.get("tCK")) | values
    return channel_of(values, name)


@cache
def grades() -> dict[str, dict[str, Any]]:
    """The grades of grades.toml: name and times in ns."""
    tables = toml_tree((Path(__file__).parent / "grades.toml").read_text())
    common = tables.pop("all")
    return {name: common | table for name, table in tables.items()}


_PRESET = re.compile(rf"({'|'.join(map(re.escape, grades()))})(?:-x(8|16)(?:-([0-9]{{1,4}}))?)?")


def _preset(name: str, clock: object = None) -> dict[str, Any]:
    """A grade's parts on a bus, by default x16 parts on 64 bits, with this clock instead of the grade's own (ns)."""
    found = _PRESET.fullmatch(name)
    assert found
    times, width = grades()[found[1]], int(found[2] or 16)
    period = float(clock) if isinstance(clock, int | float) and 0 < clock < 1e15 else times["tCK"]
    if period < times["tCK"]:
        raise ChannelError(f"{found[1]} needs a tCK of {times['tCK']:g} ns at least, not {period:g}", code="E0431")
    bus = int(found[3] or 64)
    row = {
        key: math.ceil((value[width == 16] if isinstance(value, list) else value) / period - 1e-9)
        for key, value in times.items()
    }
    row |= {"tRP": row["tRCD"], "CL": row["tRCD"], "CWL": row["tRCD"] - 1, "tCK": period}
    row["tRC"] = max(row["tRC"], row["tRAS"] + row["tRP"])  # each is rounded up for itself
    row["tREFI"] = int(times["tREFI"] / period + 1e-9)  # at the latest: rounded down
    return row | {
        "BL": 8 if bus <= 32 else 4, "bus_width": bus, "device_width": width, "banks": 8,
        "rows": 16384 if width == 8 else 8192, "columns": 1024,
    }  # fmt: skip


def _file(name: str) -> dict[str, Any]:
    text = read_text(name, TOML_BYTES)
    try:
        values = json.loads(text) if text.lstrip().startswith("{") else toml_tree(text)
    except (ValueError, RecursionError) as error:
        raise ChannelError(f"{name}: {error}") from None
    if any(isinstance(value, dict) for value in values.values()):
        raise ChannelError(f"{name}: there is a table in it, where keys and values of one channel are expected")
    return dict(values)


def channel_of(values: Mapping[str, Any], name: str) -> Channel:
    """The channel of these values, and of what follows from them. name: of their file. Raises `ChannelError`."""
    for key in values:
        if key not in KEYS:
            raise ChannelError(f"{name}: there is no key {quote(key)}: {did_you_mean(key, KEYS)}")
    mistakes = [text for key, value in values.items() if (text := _mistake(key, value))]
    mistakes += [f"{key} is missing" for key in ("tCK", *_NEEDED) if key not in values]
    if mistakes:
        raise ChannelError(f"{name}: {'; '.join(mistakes)}")
    full = {key: default for key, (_, _, default) in _OPTIONAL.items()} | {"address_mapping": MAPPING} | dict(values)
    full["CWL"] = values.get("CWL", max(1, full["CL"] - 1))
    derived = _derived(full)
    wrong = _contradictions(full) + [
        f"{key} is {full[key]:g}, but the other keys make it {value:g}"
        for key, value in derived.items()
        if key in full and abs(full[key] - value) > 0.1
    ]
    if wrong:
        message = f"{name}: the timing contradicts itself: {'; '.join(wrong)}"
        raise ChannelError(message, code="E0431", help="what follows from other keys may be left out")
    return Channel(str(values.get("name", name)), full | derived)


def _mistake(key: str, value: object) -> str:
    """What is wrong with a value for itself."""
    if key in _TEXTS:
        if not isinstance(value, str):
            return f"{key} is a text, not {value!r:.40}"
        if key == "address_mapping" and sorted(_fields(value)) != sorted(_fields(MAPPING)):
            return f"address_mapping {quote(value)} is not an order of ro, ch, ra, ba, bg and co"
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e15:
        return f"{key} is a number below 10^15, not {value!r:.40}"
    if key in ("tCK", *_DERIVED, *_IGNORED):
        return "" if value > 0 or key in _IGNORED else f"{key} is more than 0, not {value:g}"
    least, most = _NEEDED[key] if key in _NEEDED else _OPTIONAL[key][:2]
    if not isinstance(value, int) or not least <= value <= most:
        return f"{key} is a whole number from {least} to {most}, not {value:g}"
    if key in ("BL", "bus_width", "device_width", "banks", "rows", "columns") and value & (value - 1):
        return f"{key} is a power of two, not {value}"
    return ""


def _derived(full: Mapping[str, Any]) -> dict[str, Any]:
    """What follows from the other keys (docs/dram.md, "Timing")."""
    burst, latency = full["BL"] // 2, full["AL"] + full["CWL"]
    row = full["columns"] * full["bus_width"] // 8
    return {
        "rd_to_pre": full["AL"] + burst + max(full["tRTP"], 2) - 2,
        "wr_to_pre": latency + burst + full["tWR"],
        "rd_to_wr": full["CL"] - full["CWL"] + burst + 1,
        "wr_to_rd": latency + burst + max(2, full["tWTR"]),
        "bytes_per_req": full["bus_width"] // 8 * full["BL"],
        "row_bytes": row,
        "channel_MB": row * full["rows"] * full["banks"] / (1 << 20),
        "peak_MBps": full["bus_width"] / 8 * 2000 / full["tCK"],
    }


_REFRESHES = "tREFI is not more than tRFC + tRC + tRCD + 2 banks: there would be nothing but refreshes"


def _contradictions(full: Mapping[str, Any]) -> list[str]:
    """Which keys cannot be true together."""
    tests = (
        (full["device_width"] <= full["bus_width"], "a part is wider than the bus"),
        (full["columns"] >= full["BL"], "a row is shorter than a burst"),
        (full["CWL"] <= full["CL"], "CWL is more than CL"),
        (full["AL"] < full["tRCD"], "AL is not less than tRCD"),
        (full["tRAS"] >= full["tRCD"], "tRAS is less than tRCD: a row would be closed before it can be read"),
        (full["tRC"] >= full["tRAS"] + full["tRP"], "tRC is less than tRAS + tRP"),
        (full["tRC"] >= full["tRRD"], "tRC is less than tRRD"),
        (full["tFAW"] >= full["tRRD"], "tFAW is less than tRRD"),
        (full["tREFI"] > full["tRFC"] + full["tRC"] + full["tRCD"] + 2 * full["banks"], _REFRESHES),
    )
    return [text for holds, text in tests if not holds]


def _fields(mapping: str) -> list[str]:
    return [mapping[k : k + 2] for k in range(0, len(mapping), 2)]


def _log(count: int) -> int:
    return int(count).bit_length() - 1
