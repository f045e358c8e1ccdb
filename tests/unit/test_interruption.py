"""Work of many points, and what Ctrl-C leaves of it."""

from __future__ import annotations

import signal
import sys
import threading
import time

import pytest

from simt.children import run_unheard, unheard
from simt.interruption import PartlyDone, converted, in_threads, kept
from tests.processes import HANGS


def test_ctrl_c_carries_what_is_done() -> None:
    done: list[int] = []
    with pytest.raises(PartlyDone) as caught, converted(sum), kept(lambda: done):  # noqa: PT012
        for number in range(10):
            if number == 3:
                raise KeyboardInterrupt
            done.append(number)
    assert caught.value.done == 0 + 1 + 2


def test_the_innermost_has_it() -> None:
    with pytest.raises(PartlyDone) as caught, kept(lambda: "outer"), kept(lambda: "inner"):
        raise KeyboardInterrupt
    assert caught.value.done == "inner"


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError), converted(str), kept(lambda: "part"):
        raise ZeroDivisionError


class TestThreads:
    def test_all_work_is_done(self) -> None:
        left, done = list(range(100)), []

        def work() -> None:
            while left:
                done.append(left.pop())

        in_threads(work, 4, over := threading.Event(), lambda: False)
        assert (sorted(done), over.is_set()) == (list(range(100)), True)

    def test_it_ends_where_somebody_says_so(self) -> None:
        over = threading.Event()
        in_threads(lambda: over.wait(HANGS), 2, over, lambda: True)
        assert over.is_set()

    def test_one_that_does_not_end_is_left_to_itself(self) -> None:
        go_on, ended = threading.Event(), threading.Event()

        def work() -> None:  # as in a compiler that nobody can interrupt
            go_on.wait(HANGS)
            ended.set()

        in_threads(work, 1, threading.Event(), lambda: True)
        assert not ended.is_set()
        go_on.set()
        assert ended.wait(HANGS)

    def test_ctrl_c_ends_it(self) -> None:
        def look() -> bool:
            raise KeyboardInterrupt

        over = threading.Event()
        with pytest.raises(KeyboardInterrupt):
            in_threads(lambda: over.wait(HANGS), 2, over, look)
        assert over.is_set()

    def test_what_a_thread_raises_is_raised(self) -> None:
        def work() -> None:
            raise LookupError("in a thread")

        over = threading.Event()
        with pytest.raises(LookupError, match="in a thread"):
            in_threads(work, 2, over, lambda: False)
        assert over.is_set()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals")
class TestProcesses:
    def test_they_hear_no_ctrl_c(self) -> None:
        code = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('unheard')"
        assert run_unheard([sys.executable, "-c", code]).stdout == b"unheard\n"

    def test_this_one_hears_it_when_they_have_begun(self) -> None:
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background ignores it
        begun = False
        try:
            with pytest.raises(KeyboardInterrupt):  # noqa: PT012
                with unheard():
                    signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # other threads would take it
                    begun = True
                time.sleep(HANGS)
        finally:
            signal.signal(signal.SIGINT, before)
        assert begun
