"""The FPGA resources of a machine as text and as JSON."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from typing import Any

from simt.exploration.silicon.parts import Part, parts, shares
from simt.exploration.silicon.resources import ResourceEstimate
from simt.views.kit.text import aligned

_KINDS = {"luts": "LUTs", "flip_flops": "flip-flops", "slices": "slices", "ramb16": "RAMB16", "dsp48": "DSP48"}
_WIDTH = 100
_BASES = {"table": "", "inferred": "inferred", "ours": "ours", "bound": "upper bound"}


def resources_text(estimate: ResourceEstimate, part: Part) -> str:
    """Return the estimate as text: resources by block, sums with uncertainty, clock, shares of `part` and others."""
    rows = [["block", *_KINDS.values(), ""]]
    rows += [
        [block.name, *(str(getattr(block, kind) or "-") for kind in _KINDS), _BASES[block.basis]]
        for block in estimate.blocks
    ]
    taken = shares(estimate, part)
    rows.append(["in all", *(str(getattr(estimate, kind)) for kind in _KINDS), ""])
    errors = estimate.uncertainty
    rows.append(["may be wrong by", *(f"{100 * errors[kind]:.0f} %" if kind in errors else "" for kind in _KINDS), ""])
    rows.append([f"of {part.name}", *(f"{100 * taken[kind]:.0f} %" if kind in taken else "" for kind in _KINDS), ""])
    machine = estimate.machine
    lines = [
        f"{machine.name}: {machine.warp_size} lanes, register file {estimate.register_file}",
        "",
        *aligned(rows, (0, len(_KINDS) + 1), ""),
        "",
        f"clock  {estimate.clock_mhz:.0f} MHz, may be wrong by {100 * errors['clock_mhz']:.0f} %; the description says "
        f"{machine.clock_mhz:g} MHz",
        "",
        _verdict(estimate, part),
    ]
    lines += [_verdict(estimate, other) for other in parts().values() if other.name != part.name]
    if estimate.extrapolated:
        lines += ["", "Outside what the FPGA paper's table 1 covers:"]
        for reason in estimate.extrapolated:
            lines += textwrap.wrap(reason, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines) + "\n"


def resources_json(estimate: ResourceEstimate, part: Part) -> dict[str, Any]:
    """Return the estimate as plain values for JSON."""
    return {
        "schema": "simt.machine.resources/1",
        "machine": estimate.machine.name,
        "hash": estimate.machine.hash,
        "register_file": estimate.register_file,
        "total": {kind: getattr(estimate, kind) for kind in _KINDS} | {"clock_mhz": round(estimate.clock_mhz, 3)},
        "uncertainty": {kind: round(share, 4) for kind, share in estimate.uncertainty.items()},
        "extrapolated": list(estimate.extrapolated),
        "blocks": [asdict(block) for block in estimate.blocks],
        "part": {**asdict(part), "shares": _rounded(shares(estimate, part))},
        "other_parts": {
            name: _rounded(shares(estimate, other)) for name, other in parts().items() if name != part.name
        },
    }


def _verdict(estimate: ResourceEstimate, part: Part) -> str:
    taken = shares(estimate, part)
    scarcest = max(taken, key=taken.__getitem__)
    kind = {"ramb16": "block memories", "dsp48": part.dsp_kind}.get(scarcest, _KINDS[scarcest])
    fits = "holds" if taken[scarcest] <= 1 else "does not hold"
    return f"{part.name} ({part.family}) {fits} it: {100 * taken[scarcest]:.0f} % of its {kind}"


def _rounded(taken: dict[str, float]) -> dict[str, float]:
    return {kind: round(share, 4) for kind, share in taken.items()}
