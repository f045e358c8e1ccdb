"""The launch by which a compiled kernel is checked: its program has probes, and its machine room for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from isa.reporting.diagnostics import SimtError

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.core.state.grid import Grid
    from simt.launch.languages import Source
    from simt.machine import Machine

_ONE_WAY: Final = ("first_thread", "explicit_masks")  # policies under which lanes cannot part
_MOST: Final = {"program.words": 65536, "constants.words": 1024, "registers": 112}


class Watched(NamedTuple):
    """A program and its machine. missing: why the program has no probes, "" if it has them."""

    program: Program
    machine: Machine
    missing: str = ""


def for_check(
    source: Source, program: Program, machine: Machine, grid: Grid, values: Mapping[str, Any]
) -> Watched:  # fmt: skip
    """Return the program with probes and a machine like this one with room for it, or the launch's own.

    program: the launch's. The machine differs only in ways that change no result of a run without time: the sizes of
    memories and register files, and whether lanes may part.
    """
    from simt.core.state.placed import Placed

    try:
        roomy = machine.replace(**_room(machine, grid))
        probed = source.compiled(roomy, grid, source.lengths(values), program.path, is_watched=True, values=values)
        words = Placed(probed, roomy, grid).local
        if words > roomy.local.words:
            banks = roomy.local.banks
            roomy = roomy.replace(**{"local.words": -(-words // banks) * banks})
    except SimtError as error:
        return Watched(program, machine, error.message)
    return Watched(probed, roomy)


def _room(machine: Machine, grid: Grid) -> dict[str, object]:
    keys: dict[str, object] = dict(_MOST)
    if machine.branch.policy in _ONE_WAY:
        keys["branch.policy"] = "ipdom_stack"
    if machine.vliw.slots > 1:
        keys["vliw.slots"] = 1
    if machine.register_file_organisation in ("three_banks", "eight_banks"):
        keys["register_file.organisation"] = "multiport"
    warps = -(-grid.threads // machine.warp_size)
    keys["register_file.words"] = max(machine.register_file.words, 112 * warps)
    return keys
