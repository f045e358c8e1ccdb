"""Kernels of OpenCL C on PoCL, an independent implementation of OpenCL on the processor, in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

import numpy as np

_HANGS = 600  # seconds after which a program that should have ended is given up
# Every operation is rounded, as this compiler's: without the line PoCL may fuse products and sums.
_FIRST = "#pragma OPENCL FP_CONTRACT OFF\n#line 1\n"


@dataclass(frozen=True)
class Launch:
    """A launch of a kernel: an argument for each parameter in order, a number as an array of no dimension."""

    kernel: str
    arguments: Sequence[np.ndarray]
    size: tuple[int, ...]
    group: tuple[int, ...]


class PoclError(Exception):
    """What PoCL does not compile, or what ends it."""


class Pocl:
    """PoCL in a process: what crashes it does not crash us, and the next program gets a new process."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def run(self, source: str, launches: Sequence[Launch]) -> list[list[np.ndarray]]:
        """Run launches of one source; of each the arguments as they are left."""
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_quiet)
        try:
            return self._pool.submit(_run, source, launches).result(_HANGS)
        except (BrokenProcessPool, TimeoutError) as error:
            self.close()
            raise PoclError(f"PoCL died of it, or does not end: {error!r}") from None

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            for process in self._pool._processes.values():
                process.kill()
            self._pool.shutdown()
            self._pool = None


def _quiet() -> None:
    """Keep nothing on the disk, and say nothing of warnings."""
    os.environ |= {"POCL_KERNEL_CACHE": "0", "PYOPENCL_NO_CACHE": "1"}
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _run(source: str, launches: Sequence[Launch]) -> list[list[np.ndarray]]:
    import pyopencl as cl

    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    try:  # without its optimisations PoCL takes half the time, and what is compared is not LLVM with LLVM
        program = cl.Program(context, _FIRST + source).build(["-cl-std=CL1.2", "-cl-opt-disable", "-w"])
    except cl.Error as error:
        raise PoclError(str(error)) from None
    left = []
    for launch in launches:
        passed = [_passed(cl, context, argument) for argument in launch.arguments]
        cl.Kernel(program, launch.kernel)(queue, launch.size, launch.group, *passed)
        arrays = [np.array(argument) for argument in launch.arguments]
        for array, buffer in zip(arrays, passed, strict=True):
            if isinstance(buffer, cl.Buffer):
                cl.enqueue_copy(queue, array, buffer)
        left.append(arrays)
    return left


def _passed(cl: Any, context: Any, argument: np.ndarray) -> Any:
    if argument.ndim:
        return cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=argument)
    return argument[()]
