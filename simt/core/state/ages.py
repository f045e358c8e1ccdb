"""The warps of a scheduler by age, under a scoreboard: in the order of their last select, and then of their numbers.

The slots that a scheduler leaves empty are charged to its oldest warps (docs/processor.md, section 11). The warps are a
list: a search through all of them took a twentieth of `mm_local` on `gtx280`.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block

NOBODY = -1


@block
def join(flights, scheduler, older, younger):
    """Make two warps neighbours in the list of their scheduler; NOBODY stands for either end."""
    if older == NOBODY:
        scheduler.oldest = younger
    else:
        flights.boards[older].younger = younger
    if younger == NOBODY:
        scheduler.youngest = older
    else:
        flights.boards[younger].older = older


@block
def put_after(flights, scheduler, w, older):
    """Put warp w, which is in no list, into its scheduler's after another, or at its head if there is no older one."""
    younger = scheduler.oldest if older == NOBODY else flights.boards[older].younger
    join(flights, scheduler, older, np.int64(w))
    join(flights, scheduler, np.int64(w), younger)


@block
def make_youngest(core, w, cycle):
    """Note that warp w is selected in this cycle; of several that are, the lowest number comes first."""
    flights = core.flights
    board, scheduler = flights.boards[w], flights.schedulers[flights.boards[w].scheduler]
    join(flights, scheduler, board.older, board.younger)
    older = scheduler.youngest
    while older != NOBODY and core.warps[older].select_cycle == cycle and older > w:
        older = flights.boards[older].older
    put_after(flights, scheduler, w, older)


@block
def make_oldest(core, w):
    """Note that warp w starts anew and has not been selected: it comes before all that have."""
    flights = core.flights
    board, scheduler = flights.boards[w], flights.schedulers[flights.boards[w].scheduler]
    join(flights, scheduler, board.older, board.younger)
    older, younger = np.int64(NOBODY), scheduler.oldest
    while younger != NOBODY and core.warps[younger].select_cycle < 0 and younger < w:
        older = younger
        younger = flights.boards[younger].younger
    put_after(flights, scheduler, w, older)


@block
def next_oldest(flights, scheduler, after):
    """Return the warp that follows `after` in the list of a scheduler, or NOBODY. after: NOBODY for the oldest."""
    if after == NOBODY:
        return flights.schedulers[scheduler].oldest
    return flights.boards[after].younger
