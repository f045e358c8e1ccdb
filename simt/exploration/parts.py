"""FPGA parts, and the share of one that a machine takes.

Estimates are in Virtex-4's parts. On other families a block memory of 18 Kbit counts as a RAMB16 and a DSP block as a
DSP48, one for one; a 6-input LUT counts as 1.6 of 4 inputs, the vendor's own ratio of logic cells to LUTs (7 series
CLB user guide); slices of 6-input families are of another size and are not compared, and no clock is carried over.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources as files

from isa.diagnostics import SimtError, did_you_mean, quote
from simt.exploration.resources import ResourceEstimate

PAPER_PART = "XC4VLX25"
_CELLS_PER_LUT6 = 1.6


class PartError(SimtError):
    """An FPGA part that is not listed."""

    code = "E0421"


@dataclass(frozen=True, slots=True)
class Part:
    """What an FPGA holds; `ramb18` are block memories of 18 Kbit."""

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
    """The listed parts by name; the paper's is the first."""
    text = files.files("simt.exploration").joinpath("fpga_parts.toml").read_text(encoding="utf-8")
    return {name: Part(name, **entry) for name, entry in tomllib.loads(text).items()}


def find_part(name: str) -> Part:
    """The part of this name, in any case. Raises `PartError` if it is not listed."""
    found = parts().get(name.upper())
    if found is None:
        hint = did_you_mean(name.upper(), parts(), f"there are {', '.join(parts())}")
        raise PartError(f"there is no part {quote(name)}", help=hint)
    return found


def shares(estimate: ResourceEstimate, part: Part) -> dict[str, float]:
    """The share of `part` that the machine takes, by kind; above 1 it does not fit. No slices for 6-input LUTs."""
    is_alike = part.lut_inputs == 4
    found = {
        "luts": estimate.luts / (part.luts if is_alike else _CELLS_PER_LUT6 * part.luts),
        "flip_flops": estimate.flip_flops / part.flip_flops,
        "slices": estimate.slices / part.slices,
        "ramb16": estimate.ramb16 / part.ramb18,
        "dsp48": estimate.dsp48 / part.dsp,
    }
    if not is_alike:
        del found["slices"]
    return found
