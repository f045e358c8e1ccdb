"""The parameters of a device for the models: a number per key. Each number has a unit, bounds and a source.

`KEYS` is the table of keys. A device need not have all of them. A model requests a key with `need`, which raises an
error if the key is missing; no value is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from isa.reporting.diagnostics import did_you_mean, quote
from simt.models.classes import CLASSES, UNITS
from simt.models.documents import is_finite, toml_text
from simt.models.errors import MissingInputError, ModelError

# The largest value of a key of each unit, far above real devices; a share is at most 1. Only 0 is below LEAST.
_MOST = {
    **dict.fromkeys(("cores", "lanes", "work-items", "banks", "groups", "batches", "accesses"), 1e6),
    **dict.fromkeys(("MHz", "GB/s", "cycles"), 1e9),
    **dict.fromkeys(("bytes", "registers"), 1e12),
    "": 1.0,
}
LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class ParameterKey:
    """A key of parameters.

    - symbol: its symbol in the paper, if any.
    - is_positive: whether values must be above 0; otherwise 0 is allowed too.
    - is_whole: whether values must be whole numbers.
    """

    name: str
    symbol: str
    unit: str
    meaning: str
    is_positive: bool = True
    is_whole: bool = False

    @property
    def most(self) -> float:
        """The largest value of the key."""
        return _MOST[self.unit]

    @property
    def bounds(self) -> str:
        """The range of the key's values, in words."""
        kind = "whole numbers" if self.is_whole else "numbers"
        if self.most == 1:
            return f"{kind} from 0 to 1"
        return f"{kind} {'above' if self.is_positive else 'from'} 0, to {self.most:g} at most"


KEYS: dict[str, ParameterKey] = {
    key.name: key
    for key in (
        ParameterKey("cores", "N_CU", "cores", "compute units of the device", is_whole=True),
        ParameterKey("processing_elements", "N_PE/CU", "lanes", "processing elements of a core"),
        ParameterKey("warp_size", "BATCH_SIZE", "work-items", "work-items of a batch (warp, wave)", is_whole=True),
        ParameterKey("shader_mhz", "freq_shader", "MHz", "clock of the cores"),
        ParameterKey("memory_mhz", "freq_global", "MHz", "clock of global memory"),
        ParameterKey("global_latency", "GM_L", "cycles", "one transfer of global memory", is_positive=False),
        ParameterKey("local_latency", "LM_L", "cycles", "one transfer of local memory", is_positive=False),
        ParameterKey("banks", "L", "banks", "banks of local memory, one word per cycle each", is_whole=True),
        ParameterKey("bandwidth_gbs", "", "GB/s", "bandwidth of global memory, 10^9 bytes per second"),
        ParameterKey("segment_bytes", "", "bytes", "bytes that one transfer of global memory moves"),
        ParameterKey("divergence", "D", "", "share of batches that diverge at a branch", is_positive=False),
        ParameterKey("barrier_cycles", "", "cycles", "flat cost of a barrier after loads", is_positive=False),
        ParameterKey("max_groups", "", "groups", "work-groups that a core holds", is_whole=True),
        ParameterKey("max_threads", "", "work-items", "work-items that a core holds", is_whole=True),
        ParameterKey("max_warps", "", "batches", "batches that a core holds", is_whole=True),
        ParameterKey("local_bytes", "", "bytes", "local memory of a core"),
        ParameterKey("registers", "", "registers", "registers of a core, over all its work-items"),
        ParameterKey("issue_cycles", "", "cycles", "cycles that issuing one instruction of a batch takes"),
        ParameterKey("accesses_in_flight", "", "accesses", "accesses of a batch in flight; without it one"),
        ParameterKey("departure_coalesced", "", "cycles", "between two coalesced accesses of a core, at least"),
        ParameterKey("departure_uncoalesced", "", "cycles", "between two transfers of one scattered access, at least"),
        *(
            ParameterKey(f"cost.{name}", "cost_ins", "cycles", f"one work-item alone: {entry.meaning}", False)
            for name, entry in CLASSES.items()
            if entry.paper
        ),
        *(ParameterKey(f"lanes.{unit}", "", "lanes", f"work-items that {unit} serves per cycle") for unit in UNITS),
    )
}


def unknown_parameter(name: str) -> str:
    """Return advice on an unknown key: the most similar key, or the command that lists all keys."""
    return did_you_mean(name, KEYS, "`simt model parameters` lists them")


def check_parameter(name: str, value: object) -> tuple[str, str] | None:
    """Check a value of the key `name`; return code and message of a mistake, or None."""
    key = KEYS[name]
    if not is_finite(value):
        return "E0802", f"`{name}` is {value!r}: it takes {key.bounds}"
    if 0 < abs(value) < LEAST:
        return "E0805", f"`{name}` is {value:g}: it takes {key.bounds}, and none nearer to 0 than {LEAST:g}"
    if key.is_whole and value != int(value):
        return "E0802", f"`{name}` is {value:g}: it takes {key.bounds}"
    if value < 0 or value > key.most or (key.is_positive and value == 0):
        is_float = isinstance(value, float) or abs(value) < 1e300
        shown = f"{value:g}" if is_float else f"a number of {len(str(abs(value)))} digits"
        return "E0805", f"`{name}` is {shown}: it takes {key.bounds}"
    return None


@dataclass(frozen=True)
class Parameters:
    """A device: a value per key.

    sources: the source of each value. assumed: the keys whose value nobody measured or published. Raises `ModelError`:
    E0801 for an unknown key, E0802 and E0805 for an impossible value.
    """

    name: str
    values: Mapping[str, float]
    description: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    assumed: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for key, value in self.values.items():
            if key not in KEYS:
                raise ModelError(f"no parameter {quote(key)}", code="E0801", help=unknown_parameter(key))
            wrong = check_parameter(key, value)
            if wrong:
                raise ModelError(wrong[1], code=wrong[0])

    def has(self, key: str) -> bool:
        """Return whether the device has a value of the key, or the default of `issue_cycles` (see `need`)."""
        has_rule = key == "issue_cycles" and {"warp_size", "processing_elements"} <= self.values.keys()
        return has_rule or key in self.values

    def need(self, key: str, model: str) -> float:
        """Return the value of `key`; `issue_cycles` defaults to warp_size / processing_elements, the beats of a batch.

        model: the name of the model that needs the value, for the message. Raises `MissingInputError` E0804.
        """
        if key in self.values:
            return self.values[key]
        if self.has(key):
            return self.values["warp_size"] / self.values["processing_elements"]
        entry = KEYS[key]
        meaning = f"{entry.meaning}; {entry.unit}" if entry.unit else entry.meaning
        message = f"{self.name} has no parameter `{key}` ({meaning}), which {model} needs"
        advice = f"give it with -s {key}=NUMBER or in a parameter file; nothing is guessed"
        raise MissingInputError(key, message, help=advice)

    def whole(self, key: str, model: str) -> int:
        """Return the value of a key that holds whole numbers. Raises `MissingInputError` E0804."""
        return int(self.need(key, model))

    def with_values(self, changes: Mapping[str, float], source: str) -> Parameters:
        """Return the device with other values of some keys.

        These values no longer count as assumed. source: the source of the values.

        Raises `ModelError`: E0801 for an unknown key, E0802 and E0805 for an impossible value.
        """
        sources = {**self.sources, **dict.fromkeys(changes, source)}
        return replace(self, values={**self.values, **changes}, sources=sources, assumed=self.assumed - changes.keys())

    def to_dict(self) -> dict[str, Any]:
        """Return name, description and values for JSON, each value with unit, source and whether it is assumed.

        Keys without a value are left out.
        """
        return {
            "name": self.name,
            "description": self.description,
            "values": {
                key: {
                    "value": self.values[key],
                    "unit": KEYS[key].unit,
                    "source": self.sources.get(key, ""),
                    "assumed": key in self.assumed,
                }
                for key in KEYS
                if key in self.values
            },
        }

    def to_toml(self) -> str:
        """Return the parameters as the text of a file that `load_parameters` reads."""
        tree: dict[str, Any] = {"name": self.name, "description": self.description}
        for key in KEYS:
            if key in self.values:
                entry: dict[str, Any] = {"value": self.values[key], "source": self.sources.get(key, "")}
                if key in self.assumed:
                    entry["assumed"] = True
                section, _, leaf = key.rpartition(".")
                (tree.setdefault(section, {}) if section else tree)[leaf] = entry
        return toml_text(tree)

    def table(self) -> str:
        """Return a line per parameter with value, unit and source, assumed values marked.

        The first line names the device. If the device lacks keys, a last line lists them.
        """
        rows = []
        for key in (key for key in KEYS if key in self.values):
            source = "assumed: " * (key in self.assumed) + self.sources.get(key, "")
            rows.append((key, f"{self.values[key]:g}", KEYS[key].unit, source))
        missing = [key for key in KEYS if not self.has(key)]
        widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
        lines = [f"{self.name}: {self.description}" if self.description else self.name]
        lines += [
            f"  {key:<{widths[0]}}  {value:>{widths[1]}} {unit:<{widths[2]}}  {source}".rstrip()
            for key, value, unit, source in rows
        ]
        if missing:
            lines.append(f"  not known: {', '.join(missing)}")
        return "\n".join(lines) + "\n"
