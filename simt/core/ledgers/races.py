"""Races on a word, found by comparing with the accesses to it that were kept (docs/check.md says why these are enough).

`seen` is the record of a word, SEEN or SEEN_FAR. An access is a number (simt/core/state/shadow.py). `agents` is a mask
of the bits of this number that name the agent.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.state.shadow import IS_ATOMIC


@block
def begin_epoch(seen, epoch):
    """Forget the accesses before the last barrier."""
    if seen.epoch != epoch:
        seen.epoch = epoch
        seen.write = 0
        seen.write_too = 0
        seen.read = 0
        seen.read_too = 0


@block
def is_apart(before, access, agents):
    """Return whether `before` is an access (not 0) by another agent than `access`."""
    return before != 0 and (before ^ access) & agents != 0


@block
def conflicting(seen, access, agents, changes, is_atomic):
    """Return a kept access that conflicts with this one, or 0. changes: whether this one writes, also as an atomic."""
    for before in (np.int64(seen.write), np.int64(seen.write_too)):
        if is_apart(before, access, agents) and not (is_atomic and (before >> IS_ATOMIC) & 1):
            return before
    if changes:
        for before in (np.int64(seen.read), np.int64(seen.read_too)):
            if is_apart(before, access, agents):
                return before
    return np.int64(0)


@block
def remember_read(seen, access, agents):
    """Keep a load in place of its agent's last one, or in a free place.

    It is dropped if other agents have both places.
    """
    if not is_apart(np.int64(seen.read), access, agents):
        seen.read = access
    elif not is_apart(np.int64(seen.read_too), access, agents):
        seen.read_too = access


@block
def remember_write(seen, access, agents, is_atomic):
    """Keep a store or an atomic, in the place of its agent's last one or in a free place.

    An atomic does not replace a store, because a store conflicts with more accesses. If other agents have both places,
    an atomic is dropped, and a store takes the first place.
    """
    write, write_too = np.int64(seen.write), np.int64(seen.write_too)
    if not is_apart(write, access, agents):
        if write == 0 or not is_atomic or (write >> IS_ATOMIC) & 1:
            seen.write = access
    elif not is_apart(write_too, access, agents):
        if write_too == 0 or not is_atomic or (write_too >> IS_ATOMIC) & 1:
            seen.write_too = access
    elif not is_atomic:  # the word has its race; later accesses are compared with the latest store
        seen.write = access
