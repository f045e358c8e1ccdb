"""Threads of the host that run the cores of a device: the cores of a window are shared out, one by one.

Within a window no core knows what another core or memory does (device.py). So it does not matter which thread runs a
core, and the results are the same for any number of threads. Thread 0 is the thread that Python called. It posts the
cores that have something to do in a window, lets memory serve the window, runs some of the cores itself, and waits
until the last core is done. A thread that has taken no core is not waited for. So a thread that sleeps, or that the
host has stopped, costs no time.

Every thread has a share of the cores. A word counts the cores of the share that no thread has taken in this window, and
a thread takes a core by counting down. A thread takes the cores of its own share first, since their state is in its
cache, and then cores of other shares. As a window takes microseconds, it looks at these words many times before it lets
the host run others, and sleeps only if nothing comes for longer: on a busy host a thread that sleeps is late for the
next windows too. `mm_local` on `gtx280` slept a thousand times in 4,700 windows, and took a fifth longer.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import apart, block
from simt.core.jit.atomic import add_atomic, call_host, load_atomic, store_atomic

# Places in `device.signals`, each in a line of the processor's cache of its own: whether a core has trapped, whether
# the other threads are dismissed, the cores of this window that are done, and from SHARES on the cores that nobody has
# taken (0 and less: none) of each thread.
LINE = 16
TRAPPED, OVER, DONE, SHARES = 0, LINE, 2 * LINE, 3 * LINE

_LOOKS = 20_000  # before a thread lets others run: some ten microseconds
_TURNS = 500  # of others before it sleeps: some ten milliseconds, and more if there are others
_NAP = 50  # microseconds; milliseconds on Windows are longer, and harm nobody


@apart
def let_others_run(give_way, sleep, times):
    """Let the host run other threads, for the `times`th time in a row. give_way, sleep: its functions' addresses."""
    if times < _TURNS:
        call_host(give_way, np.int64(0))
    else:
        call_host(sleep, np.int64(_NAP))


@block
def first_of_share(device, thread):
    """Return the first core of a thread's share; of the number of threads, the number of cores."""
    cores, threads = device.wakes.shape[0], device.crew[0].threads
    return (cores * thread + threads - 1) // threads


@block
def post(device, end):
    """Post the cores that have something to do before cycle `end`, for the threads to take."""
    crew = device.crew[0]
    crew.end = end
    crew.count = 0
    if crew.threads > 1:
        store_atomic(device.signals, np.int64(DONE), np.int64(0))
    for thread in range(crew.threads):
        first = first_of_share(device, thread)
        count = np.int64(0)
        for k in range(first, first_of_share(device, thread + 1)):
            if device.wakes[k] < end:
                device.awake[first + count] = k
                count += 1
        crew.count += count
        if crew.threads > 1:
            store_atomic(device.signals, SHARES + LINE * thread, count)
        else:
            device.signals[SHARES] = count


@block
def take_core(device, thread):
    """Return a core of the posted window that no thread has taken yet, or -1. A thread takes its own share first."""
    threads = device.crew[0].threads
    if threads == 1:
        device.signals[SHARES] -= 1
        return device.awake[device.signals[SHARES]] if device.signals[SHARES] >= 0 else np.int64(-1)
    for turn in range(threads):
        owner = (thread + turn) % threads
        place = SHARES + LINE * owner
        if load_atomic(device.signals, place) > 0:
            left = add_atomic(device.signals, place, np.int64(-1))
            if left > 0:
                return device.awake[first_of_share(device, owner) + left - 1]
    return np.int64(-1)


@block
def give_core(device, has_trapped):
    """Note that a core that was taken has been run, and whether it has trapped."""
    if has_trapped:
        device.signals[TRAPPED] = 1  # before the word that the far side waits for
    if device.crew[0].threads > 1:
        add_atomic(device.signals, np.int64(DONE), np.int64(1))


@block
def wait_for_cores(device):
    """Wait until all cores of the posted window have been run."""
    crew = device.crew[0]
    if crew.threads > 1:
        looks = np.int64(0)
        while load_atomic(device.signals, np.int64(DONE)) < crew.count:
            looks += 1
            if looks % _LOOKS == 0:
                let_others_run(crew.give_way, crew.sleep, looks // _LOOKS)


@block
def wait_for_window(device):
    """Wait until there is a core to take; return whether there is one before this thread is dismissed."""
    crew, looks = device.crew[0], np.int64(0)
    while load_atomic(device.signals, np.int64(OVER)) == 0:
        for thread in range(crew.threads):
            if load_atomic(device.signals, SHARES + LINE * thread) > 0:
                return True
        looks += 1
        if looks % _LOOKS == 0:
            let_others_run(crew.give_way, crew.sleep, looks // _LOOKS)
    return False
