"""A channel of DRAM: its organisation and its timing in clocks (docs/dram.md).

A description has the keys in `KEYS`. It comes from a preset (grades.toml), or from a TOML or JSON file. The key `base`
of a file names a preset for missing values.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from isa.reporting.files import exists
from simt.files import TOML_BYTES, read_text, toml_tree
from simt.toml_kinds import refuse_mistaken


class ChannelError(SimtError):
    """A description of a channel of DRAM that cannot be used."""

    code = "E0430"


# The keys that are whole numbers: the least and the most, and the default of an optional one.
_CLOCKS = 1 << 20
_NEEDED = {
    "CL": (1, 64), "BL": (4, 8), "bus_width": (8, 1024), "device_width": (4, 32), "banks": (1, 64),
    "rows": (1, 1 << 24), "columns": (8, 1 << 16), "tRCD": (1, _CLOCKS), "tRP": (1, _CLOCKS), "tRAS": (1, _CLOCKS),
    "tRC": (1, _CLOCKS), "tWR": (1, _CLOCKS), "tWTR": (0, _CLOCKS), "tRTP": (0, _CLOCKS), "tRRD": (1, _CLOCKS),
    "tFAW": (1, _CLOCKS), "tRFC": (1, _CLOCKS), "tREFI": (1, 1 << 30),
}  # fmt: skip
_OPTIONAL = {
    "AL": (0, 64, 0), "CWL": (1, 64, None), "tCCD": (1, 64, 2), "beats_per_clock": (2, 4, 2),
    "cmd_queue_size": (1, 64, 8), "trans_queue_size": (1, 1024, 32), "merge": (0, 1, 1),
    "bank_groups": (1, 64, 1), "tCCD_L": (0, 64, 0), "tRRD_L": (0, _CLOCKS, 0), "tWTR_L": (0, _CLOCKS, 0),
    "tRFCpb": (0, _CLOCKS, 0), "prefetch": (2, 16, None), "bus_turn": (0, 64, 1),
}  # fmt: skip
_POWERS_OF_TWO = (
    "BL", "bus_width", "device_width", "banks", "bank_groups", "beats_per_clock", "prefetch", "rows", "columns",
)  # fmt: skip
# Keys of several ranks and of power-down, which are not modelled: read, and used by nothing.
_IGNORED = ("tRTRS", "tXS", "tCKE", "tXP")
# Keys that follow from the others. A file may have them, but must not contradict the others.
DERIVED = (
    "act_to_col", "col_to_col", "col_to_col_L", "rd_to_pre", "wr_to_pre", "rd_to_wr", "wr_to_rd", "wr_to_rd_L",
    "bytes_per_req", "row_bytes", "channel_MB", "peak_MBps",
)  # fmt: skip
_TEXTS = ("name", "note", "address_mapping")
KEYS = (*_TEXTS, "tCK", *_NEEDED, *_OPTIONAL, *_IGNORED, *DERIVED)
MAPPING = "rochrababgco"  # row, channel, rank, bank, bank group, column, from the highest bits of an address


@dataclass(frozen=True)
class Channel:
    """A checked channel, as `load` and `channel_of` return it.

    values: the values by key, also the derived ones. Texts, such as `note`, and keys that are not modelled may be
    missing. Times are in clocks, except `tCK`, which is in ns.
    """

    name: str
    values: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    @property
    def bytes(self) -> int:
        """The capacity in bytes."""
        return int(self["banks"] * self["rows"] * self["row_bytes"])

    @property
    def burst(self) -> int:
        """The clocks for which the burst of a line occupies the data bus."""
        return int(self["BL"] // self["beats_per_clock"])

    @property
    def read_to_data(self) -> int:
        """The clocks from a read command to the end of its data."""
        return int(self["AL"] + self["CL"]) + self.burst

    @property
    def activate_to_data(self) -> int:
        """The clocks from an activate to the end of the data of the earliest possible read."""
        return int(self["tRCD"] + self["CL"]) + self.burst

    @property
    def unloaded_read(self) -> int:
        """The clocks from the acceptance of a lone read of a closed bank to the end of its data (docs/dram.md, 3)."""
        return 2 + self.activate_to_data  # the request moves to its bank, and a clock later the activate is issued

    @property
    def refresh_interval(self) -> int:
        """The clocks from one refresh to the next. A refresh is of all banks, or of one bank at a time."""
        return _interval(self.values)

    @property
    def refresh_clocks(self) -> int:
        """The clocks that a refresh takes."""
        return int(self["tRFCpb"] or self["tRFC"])

    @property
    def peak(self) -> float:
        """The bytes that the data bus moves in a clock."""
        return float(self["bus_width"] / 8 * self["beats_per_clock"])

    def places(self) -> dict[str, int]:
        """Return where the bank, the bank group and the row stand in the number of a line.

        The keys are `bank_shift`, `bank_mask`, `group_shift` and so on. A field is read by shifting the number of the
        line to the right and masking it. The number of a bank counts within its group.
        """
        widths = {
            "ba": self["banks"] // self["bank_groups"], "bg": self["bank_groups"], "ro": self["rows"],
            "co": self["columns"] // self["BL"],
        }  # fmt: skip
        names = {"ba": "bank", "bg": "group", "ro": "row"}
        fields: dict[str, int] = {}
        position = 0
        for field in reversed(_fields(self["address_mapping"])):
            count = widths.get(field, 1)
            if field in names:
                fields |= {f"{names[field]}_shift": position, f"{names[field]}_mask": count - 1}
            position += count.bit_length() - 1
        return fields


def load(name: str) -> Channel:
    """Load a channel.

    name: a preset or a file, `-` for standard input. Raises `ChannelError`, and `FileError` if the file cannot be read.
    """
    if _is_preset(name):
        return channel_of(_preset(name), name)
    if not name.endswith((".toml", ".json")) and name != "-" and not exists(name):
        help_text = "a preset is a grade, then -x and the width of its parts, then -WIDTH of the bus: ddr2-667-3-x16-32"
        raise ChannelError(f"there is no preset and no file {quote(name)}: {_preset_help(name)}", help=help_text)
    return changed(_file(name), name)


def changed(values: Mapping[str, Any], name: str) -> Channel:
    """Return the channel that the values in a file describe.

    If the file has the key `base`, missing values come from the preset that this key names.

    name: the file's name, for messages. Raises `ChannelError`.
    """
    own = {key: value for key, value in values.items() if key != "base"}
    base = values.get("base")
    if base is not None:
        if not isinstance(base, str) or not _is_preset(base):
            raise ChannelError(f"{name}: base {quote(str(base))} is not a preset")
        own = _preset(base, own.get("tCK")) | own
    return channel_of(own, name)


@cache
def grades() -> dict[str, dict[str, Any]]:
    """Return the organisation and the times in ns of each grade in grades.toml, by name."""
    tables = toml_tree((Path(__file__).parent / "grades.toml").read_text())
    families = {name: table for name, table in tables.items() if "-" not in name}
    return {
        name: families.get(name.partition("-")[0], {}) | table for name, table in tables.items() if name not in families
    }


@cache
def _preset_pattern() -> re.Pattern[str]:
    return re.compile(rf"({'|'.join(map(re.escape, grades()))})(?:-x([0-9]{{1,2}}))?(?:-([0-9]{{1,4}}))?")


def _preset_help(name: str) -> str:
    return did_you_mean(name, grades(), f"the grades are {', '.join(grades())}")


@lru_cache(maxsize=64)
def preset(name: str, mapping: str = MAPPING, merge: bool = True) -> Channel:
    """Return the channel of a preset.

    mapping: the key `address_mapping`. merge: whether a controller serves requests of one line together. Raises
    `ChannelError`.
    """
    if not _is_preset(name):
        raise ChannelError(f"there is no preset {quote(name)}: {_preset_help(name)}")
    return channel_of(_preset(name) | {"address_mapping": mapping, "merge": int(merge)}, name)


def _is_preset(name: str) -> bool:
    """Return whether `name` is a preset: a grade, perhaps with a width of its parts and of the bus."""
    match = _preset_pattern().fullmatch(name)
    return match is not None and (match[2] is None or int(match[2]) in grades()[match[1]]["widths"])


# The keys of a grade that are counts, not times. `widths` are the ones of its parts; a list of values has one for each.
_COUNTS = (
    "BL", "CWL", "bank_groups", "banks", "beats_per_clock", "bus_turn", "columns", "prefetch", "rows", "tCCD",
    "trans_queue_size",
)  # fmt: skip


def _preset(name: str, clock: object = None) -> dict[str, Any]:
    """Return the values of a preset. By default its parts are the widest, and its bus has 64 bits.

    clock: a period in ns in place of the grade's; anything other than a number above 0 and below 10^15 is ignored.
    Raises `ChannelError` (E0431) for a period that is too short.
    """
    match = _preset_pattern().fullmatch(name)
    assert match
    grade = dict(grades()[match[1]])
    widths = grade.pop("widths")
    width = int(match[2] or widths[-1])
    period = float(clock) if isinstance(clock, int | float) and 0 < clock < 1e15 else grade["tCK"]
    if period < grade["tCK"]:
        raise ChannelError(f"{match[1]} needs a tCK of {grade['tCK']:g} ns at least, not {period:g}", code="E0431")
    bus = int(match[3] or 64)
    own = {key: value[widths.index(width)] if isinstance(value, list) else value for key, value in grade.items()}
    least = {key.removeprefix("least_"): own.pop(key) for key in list(own) if key.startswith("least_")}
    row = {
        key: value if key in _COUNTS else max(math.ceil(value / period - 1e-9), least.get(key, 0))
        for key, value in ({"tRP": own["tRCD"], "CL": own["tRCD"]} | own).items()
    }
    row["tRC"] = max(row["tRC"], row["tRAS"] + row["tRP"])  # each is rounded up by itself
    row["tREFI"] = int(own["tREFI"] / period + 1e-9)  # at the latest: rounded down
    return {"BL": 8 if bus <= 32 else 4} | row | {"tCK": period, "bus_width": bus, "device_width": width}


def _file(name: str) -> dict[str, Any]:
    text = read_text(name, TOML_BYTES)
    try:
        values = json.loads(text) if text.lstrip().startswith("{") else toml_tree(text)
    except (ValueError, RecursionError) as error:
        raise ChannelError(f"{name}: {error}") from None
    refuse_mistaken(values, "channel", name, ChannelError)
    if any(isinstance(value, dict) for value in values.values()):
        raise ChannelError(f"{name}: there is a table in it, where keys and values of one channel are expected")
    return dict(values)


def channel_of(values: Mapping[str, Any], name: str) -> Channel:
    """Check values by key, add the derived values, and return the channel.

    name: the file's name in messages, and the channel's name by default. Raises `ChannelError`: E0431 if values
    contradict each other, E0430 for any other mistake.
    """
    for key in values:
        if key not in KEYS:
            raise ChannelError(f"{name}: there is no key {quote(key)}: {did_you_mean(key, KEYS)}")
    mistakes = [text for key, value in values.items() if (text := _mistake(key, value))]
    mistakes += [f"{key} is missing" for key in ("tCK", *_NEEDED) if key not in values]
    if mistakes:
        raise ChannelError(f"{name}: {'; '.join(mistakes)}")
    full = {key: default for key, (_, _, default) in _OPTIONAL.items()} | {"address_mapping": MAPPING} | dict(values)
    defaults = {"CWL": max(1, full["CL"] - 1), "prefetch": 2 * full["beats_per_clock"]}
    full |= {key: values.get(key, default) for key, default in defaults.items()}
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
    """Return the mistake in a single value, "" if there is none."""
    if key in _TEXTS:
        if not isinstance(value, str):
            return f"{key} is a text, not {value!r:.40}"
        if key == "address_mapping" and sorted(_fields(value)) != sorted(_fields(MAPPING)):
            return f"address_mapping {quote(value)} is not an order of ro, ch, ra, ba, bg and co"
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e15:
        return f"{key} is a number below 10^15, not {value!r:.40}"
    if key in ("tCK", *DERIVED, *_IGNORED):
        return "" if value > 0 or key in _IGNORED else f"{key} is more than 0, not {value:g}"
    lowest, highest = _NEEDED[key] if key in _NEEDED else _OPTIONAL[key][:2]
    if not isinstance(value, int) or not lowest <= value <= highest:
        return f"{key} is a whole number from {lowest} to {highest}, not {value:g}"
    if key in _POWERS_OF_TWO and value & (value - 1):
        return f"{key} is a power of two, not {value}"
    return ""


def _derived(full: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the keys `DERIVED` (docs/dram.md, "Timing")."""
    burst, fetched = (full[key] // full["beats_per_clock"] for key in ("BL", "prefetch"))
    written = full["AL"] + full["CWL"] + burst
    row = full["columns"] * full["bus_width"] // 8
    return {
        "act_to_col": full["tRCD"] - full["AL"],
        "col_to_col": max(burst, full["tCCD"]),
        "col_to_col_L": max(burst, full["tCCD"], full["tCCD_L"]),
        "rd_to_pre": full["AL"] + burst + max(full["tRTP"], fetched) - fetched,
        "wr_to_pre": written + full["tWR"],
        "rd_to_wr": full["CL"] - full["CWL"] + burst + full["bus_turn"],
        "wr_to_rd": written + max(2, full["tWTR"]),
        "wr_to_rd_L": written + max(2, full["tWTR"], full["tWTR_L"]),
        "bytes_per_req": full["bus_width"] // 8 * full["BL"],
        "row_bytes": row,
        "channel_MB": row * full["rows"] * full["banks"] / (1 << 20),
        "peak_MBps": full["bus_width"] / 8 * 1000 * full["beats_per_clock"] / full["tCK"],
    }


def _contradictions(full: Mapping[str, Any]) -> list[str]:
    """Return the contradictions between keys, in words."""
    interval, refresh = ("tREFI / banks", "tRFCpb") if full["tRFCpb"] else ("tREFI", "tRFC")
    tests = [
        (full["device_width"] <= full["bus_width"], "a part is wider than the bus"),
        (full["columns"] >= full["BL"], "a row is shorter than a burst"),
        (full["CWL"] <= full["CL"], "CWL is more than CL"),
        (full["AL"] < full["tRCD"], "AL is not less than tRCD"),
        (full["tRAS"] >= full["tRCD"], "tRAS is less than tRCD: a row would be closed before it can be read"),
        (full["tRC"] >= full["tRAS"] + full["tRP"], "tRC is less than tRAS + tRP"),
        (full["tRC"] >= full["tRRD"], "tRC is less than tRRD"),
        (full["tFAW"] >= full["tRRD"], "tFAW is less than tRRD"),
        (full["bank_groups"] <= full["banks"], "there are more bank_groups than banks"),
        (full["tRC"] >= full["tRRD_L"], "tRC is less than tRRD_L"),
        (
            _interval(full) > full[refresh] + full["tRC"] + full["tRCD"] + 2 * full["banks"],
            f"{interval} is not more than {refresh} + tRC + tRCD + 2 banks: there would be nothing but refreshes",
        ),
    ]
    return [text for holds, text in tests if not holds]


def _interval(full: Mapping[str, Any]) -> int:
    return int(full["tREFI"] // full["banks"] if full["tRFCpb"] else full["tREFI"])


def _fields(mapping: str) -> list[str]:
    return [mapping[k : k + 2] for k in range(0, len(mapping), 2)]
