"""The refined model on machines whose warps have several instructions in flight. No held-out kernel or machine."""

from __future__ import annotations

import simt
from isa import assemble
from simt.machine import Machine
from simt.models.refined import Profile


def test_kinds_are_found_where_a_warp_ends_with_instructions_in_flight() -> None:
    """When a warp ends, its store has not been released either."""
    source = "mov.b32 r1, warp_id -> end if z\nadd.u32 r2, r8, 1\nend:\nst.local [r8], r1\nret"
    machine = Machine.load("fpga4", {"issue.dependences": "scoreboard", "retire.stages": 4})
    result = simt.run(assemble(source), machine, threads=16, record=True)
    assert [(kind.warps, sum(kind.issues)) for kind in Profile.of_result(result).kinds] == [(3, 4), (1, 3)]
