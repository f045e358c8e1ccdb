"""The states of a warp (`state` of a WARP record), and how an engine's call ended (`status` of RUN and FAR)."""

from __future__ import annotations

# Under a scoreboard a live warp is READY, BLOCKED or WAITING, and its flights say where its instructions are.
READY, IN_FRONT, IN_UNIT, RETIRED, WAITING, RELEASED, BLOCKED, FINISHED, EMPTY = range(9)

RUNNING, DONE, TRAPPED = range(3)
