"""What runs without time leave, for comparing the numbers of threads of the host that they had."""

from __future__ import annotations

from typing import Any

from simt.core.engine.output import Output

_OF_WARPS = ("mask", "living", "carry", "pc", "depth", "active", "state")


def left_by(output: Output) -> dict[str, Any]:
    """Everything that a result shows of a run without time on a device; arrays as bytes."""
    state = output.state
    assert state.device is not None
    cores = state.cores
    return {
        "status": output.status,
        "trap": output.trap,
        "run": {name: int(cores.run[0][name]) for name in cores.run.dtype.names if name != "stamp"},
        "warps": {name: cores.warps[name].tobytes() for name in _OF_WARPS},
        "ended": int(state.device.fars[0]["ended"]),
        "memory": state.device.words.tobytes(),
        "local": cores.memory.words.tobytes(),
        "operands": cores.operands.words.tobytes(),
        "stats": cores.ledgers.stats.tobytes(),
        "widths": cores.ledgers.widths.tobytes(),
    }
