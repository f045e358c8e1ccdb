"""FPGA parts, and the share of a part that a machine takes.

Estimates are in Virtex-4's resources. On other families a block memory of 18 Kbit counts as a RAMB16, and a DSP block
as a DSP48. A LUT of 6 inputs counts as 1.6 LUTs of 4 inputs, which is the vendor's own ratio of logic cells to LUTs (7
series CLB user guide). A slice with 6-input LUTs has another size, so slices are not compared on these families. The
estimated clock is for Virtex-4 alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from simt.exploration.silicon.resources import ResourceEstimate
from simt.files import TOML_BYTES, read_text, toml_tree
from simt.toml_kinds import refuse_mistaken

PAPER_PART = "XC4VLX25"
_CELLS_PER_LUT6 = 1.6
_TEXTS = ("name", "family", "dsp_kind")
_LEAST, _MOST = {"lut_inputs": 4}, {"lut_inputs": 8}  # for numbers in descriptions whose bounds are not 1 and 10^9


class PartError(SimtError):
    """An FPGA part that is neither listed nor described, or whose description cannot be used."""

    code = "E0421"


@dataclass(frozen=True, slots=True)
class Part:
    """The resources of an FPGA; `ramb18` are block memories of 18 Kbit."""

    name: str
    family: str
    lut_inputs: int
    luts: int
    flip_flops: int
    slices: int
    ramb18: int
    dsp: int
    dsp_kind: str


@cache
def parts() -> Mapping[str, Part]:
    """Return the listed parts by name, the paper's first."""
    listed = tomllib.loads((Path(__file__).parents[1] / "fpga_parts.toml").read_text("utf-8"))
    return {name: Part(name, **entry) for name, entry in listed.items()}


def find_part(name: str) -> Part:
    """Return the listed part of this name, in capital or small letters, or read a part from a TOML file.

    Raises `PartError`, and `FileError` for a file that cannot be read.
    """
    part = parts().get(name.upper())
    if part is None and name.endswith(".toml"):
        return _described(name)
    if part is None:
        hint = did_you_mean(name.upper(), parts(), f"give a .toml file, or one of {', '.join(parts())}")
        raise PartError(f"there is no part {quote(name)}", help=hint)
    return part


def _described(file: str) -> Part:
    """Read a part from a TOML file: the keys of `Part`, some of which a listed part may give, named by the key `base`.

    Raises `PartError`, `FileError`.
    """
    try:
        tree = toml_tree(read_text(file, TOML_BYTES))
    except (ValueError, RecursionError) as error:
        raise PartError(f"{file}: {error}") from None
    refuse_mistaken(tree, "part", file, PartError)
    base = tree.pop("base", None)
    if base is not None and not (isinstance(base, str) and base in parts()):
        raise PartError(f"{file}: base {quote(str(base))} is not a listed part", help=f"there are {', '.join(parts())}")
    values: dict[str, Any] = {"name": Path(file).stem, "family": "another family", "dsp_kind": "DSP"}
    values |= {} if base is None else {key: value for key, value in asdict(parts()[base]).items() if key != "name"}
    known = [field.name for field in fields(Part)]
    mistakes = []
    for key, value in tree.items():
        if key not in known:
            guess = did_you_mean(key, known)
            mistakes.append(f"no key {quote(key)}{': ' if guess else ''}{guess}")
        elif key in _TEXTS and not isinstance(value, str):
            mistakes.append(f"{key} is a text")
        elif key not in _TEXTS and not (type(value) is int and _LEAST.get(key, 1) <= value <= _MOST.get(key, 10**9)):
            mistakes.append(f"{key} is a whole number from {_LEAST.get(key, 1)} to {_MOST.get(key, 10**9)}")
    values |= tree
    mistakes += [f"{key} is missing" for key in known if key not in values]
    if mistakes:
        advice = f"the keys are {', '.join(known[1:])}, and base, a listed part that has what is not given"
        raise PartError(f"{file}: {'; '.join(mistakes[:6])}", help=advice)
    return Part(**values)


def shares(estimate: ResourceEstimate, part: Part) -> dict[str, float]:
    """Return the share of `part` that a machine takes, by resource; above 1 the machine does not fit.

    Slices are left out for a part whose LUTs do not have 4 inputs.
    """
    is_alike = part.lut_inputs == 4
    shares = {
        "luts": estimate.luts / (part.luts if is_alike else _CELLS_PER_LUT6 * part.luts),
        "flip_flops": estimate.flip_flops / part.flip_flops,
        "slices": estimate.slices / part.slices,
        "ramb16": estimate.ramb16 / part.ramb18,
        "dsp48": estimate.dsp48 / part.dsp,
    }
    if not is_alike:
        del shares["slices"]
    return shares
