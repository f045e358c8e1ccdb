"""Threads of the host: how many there may be, and how many there are by default."""

from __future__ import annotations

import os

MOST_THREADS = 1024


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def thread_problem(jobs: int, subject: str) -> str:
    """Return the mistake in a number of threads, or "". subject: what runs on them."""
    if 1 <= jobs <= MOST_THREADS:
        return ""
    bound = "at least one thread" if jobs < 1 else f"at most {MOST_THREADS} threads"
    return f"{subject} runs on {bound}, not {jobs}"
