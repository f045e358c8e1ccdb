"""The states of a warp (`state` of a WARP record), and how an engine's call ended (`status` of RUN and FAR)."""

from __future__ import annotations

READY, IN_FRONT, IN_UNIT, RETIRED, WAITING, RELEASED, FINISHED, EMPTY = range(8)

RUNNING, DONE, TRAPPED = range(3)
