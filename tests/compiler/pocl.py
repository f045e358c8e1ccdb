"""Kernels of OpenCL C on PoCL, an independent implementation of OpenCL on the processor, in a process of its own.

PoCL 3 has no sub-groups. What needs them takes another implementation that has: a newer PoCL, or Intel's OpenCL for
processors (the packages intel-opencl-rt and intel-cmplr-lib-rt, whose licence is not free).
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import struct
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

_HANGS = 600  # seconds after which a program that should have ended is given up
# Every operation is rounded, as this compiler's: without the line PoCL may fuse products and sums.
_OPTIONS = ("-w",)
_SUBGROUPS = "cl_intel_required_subgroup_size"  # only with it a kernel may ask for the size of a warp
# Intel's library, which its package announces to nobody, after those that it needs.
_INTEL = ("libintlc.so.5", "libirng.so", "libimf.so", "libsvml.so", "libintelocl.so")
_FIRST = "#pragma OPENCL FP_CONTRACT OFF\n#line 1\n"


@dataclass(frozen=True)
class Local:
    """An argument that is an array in local memory: its bytes."""

    size: int


@dataclass(frozen=True)
class Launch:
    """A launch of a kernel: an argument for each parameter in order, a number as an array of no dimension."""

    kernel: str
    arguments: Sequence[np.ndarray | Local]
    size: tuple[int, ...]
    group: tuple[int, ...]


class PoclError(Exception):
    """What PoCL does not compile, or what ends it."""


class Pocl:
    """PoCL in a process: what crashes it does not crash us, and the next program gets a new process.

    has_subgroups: take the first device that has sub-groups, and OpenCL C 3.0.
    retracted: launches that left something else without optimisations than with them, as the caller has found.
    """

    def __init__(self, patience: float = _HANGS, *, has_subgroups: bool = False) -> None:
        self.retracted = 0
        self._has_subgroups = has_subgroups
        self._patience = patience  # seconds
        self._pool: ProcessPoolExecutor | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def device(self) -> str:
        """The names of the platform and of the device. Raises `PoclError` if there is no such device."""
        return self._ask(_device_name)  # type: ignore[no-any-return]

    def signatures(self, source: str, options: Sequence[str] = ()) -> dict[str, list[str]]:
        """The types of the parameters of each kernel of a source. Raises `PoclError` for one that it does not take."""
        return self._ask(_signatures, source, options)  # type: ignore[no-any-return]

    def run(
        self, source: str, launches: Sequence[Launch], *, is_optimised: bool = False, options: Sequence[str] = ()
    ) -> list[list[np.ndarray]]:
        """Run launches of one source; of each the arguments as they are left.

        is_optimised: slower to compile, and another opinion. Without its optimisations PoCL 3.0 leads work-items to
        the end of a kernel with a barrier that leave a loop at different times in whose body there is another loop
        with its test at its end.
        """
        return self._ask(_run, source, launches, is_optimised, options)  # type: ignore[no-any-return]

    def _ask(self, what: Callable[..., Any], *words: Any) -> Any:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._folder = tempfile.TemporaryDirectory()
            given = (self._folder.name, self._has_subgroups)
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_start, initargs=given)
        try:
            return self._pool.submit(what, *words).result(self._patience)
        except (BrokenProcessPool, TimeoutError) as error:
            self.close()
            raise PoclError(f"PoCL died of it, or does not end: {error!r}") from None

    def close(self) -> None:
        """End the process."""
        if self._pool is not None and self._folder is not None:
            for process in self._pool._processes.values():
                process.kill()
            self._pool.shutdown()
            self._folder.cleanup()
            self._pool = self._folder = None


def _start(folder: str, has_subgroups: bool) -> None:
    """Keep nothing, write nowhere else, and say nothing of warnings."""
    os.environ |= {"POCL_KERNEL_CACHE": "0", "POCL_CACHE_DIR": folder, "PYOPENCL_NO_CACHE": "1"}
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    _Process.has_subgroups = has_subgroups
    libraries = [Path(sys.prefix, "lib", name) for name in _INTEL]
    if has_subgroups and all(library.exists() for library in libraries):
        for library in libraries[:-1]:
            ctypes.CDLL(str(library), ctypes.RTLD_GLOBAL)
        os.environ["OCL_ICD_VENDORS"] = str(libraries[-1])


class _Process:
    """What the process of kernels was told when it began."""

    has_subgroups = False

    @classmethod
    def options(cls) -> list[str]:
        return ["-cl-std=CL3.0" if cls.has_subgroups else "-cl-std=CL1.2", *_OPTIONS]


def _device() -> Any:
    import pyopencl as cl

    try:
        devices = [device for platform in cl.get_platforms() for device in platform.get_devices()]
    except cl.Error as error:  # there is no platform
        raise PoclError(str(error)) from None
    for device in devices:
        if not _Process.has_subgroups or _SUBGROUPS in device.extensions.split():
            return device
    raise PoclError("no OpenCL here has sub-groups of a size that a kernel asks for")


def _device_name() -> str:
    device = _device()
    return f"{device.platform.name}, {device.platform.version}: {device.name}"


def _context() -> Any:
    import pyopencl as cl

    device = _device()
    if device.platform.name == "Portable Computing Language":
        _name_processor(device.int_ptr)
    return cl.Context([device])


def _signatures(source: str, options: Sequence[str]) -> dict[str, list[str]]:
    import pyopencl as cl

    try:
        program = cl.Program(_context(), _FIRST + source).build([*_Process.options(), "-cl-kernel-arg-info", *options])
        kernels = program.all_kernels()
        return {
            kernel.function_name: [
                kernel.get_arg_info(at, cl.kernel_arg_info.TYPE_NAME) for at in range(kernel.num_args)
            ]
            for kernel in kernels
        }
    except cl.Error as error:  # which cannot be sent as it is
        raise PoclError(str(error)) from None


def _run(source: str, launches: Sequence[Launch], is_optimised: bool, given: Sequence[str]) -> list[list[np.ndarray]]:
    import pyopencl as cl

    context = _context()
    queue = cl.CommandQueue(context)
    left = []
    try:  # without its optimisations PoCL takes half the time, and what is compared is not LLVM with LLVM
        options = [*_Process.options(), *["-cl-opt-disable"] * (not is_optimised), *given]
        program = cl.Program(context, _FIRST + source).build(options)
        for launch in launches:
            passed = [_passed(cl, context, argument) for argument in launch.arguments]
            cl.Kernel(program, launch.kernel)(queue, launch.size, launch.group, *passed)
            arrays = [np.zeros(0) if isinstance(each, Local) else np.array(each) for each in launch.arguments]
            for array, buffer in zip(arrays, passed, strict=True):
                if isinstance(buffer, cl.Buffer):
                    cl.enqueue_copy(queue, array, buffer)
            left.append(arrays)
    except cl.Error as error:  # which cannot be sent as it is
        raise PoclError(str(error)) from None
    return left


def _name_processor(device: int) -> None:
    """Have PoCL compile for a processor of 2013 where its LLVM, of 2022, does not know the newer one that is here.

    LLVM calls that `generic`, which clang refuses (pocl/pocl#1049), and PoCL has no setting for it: the name is changed
    where PoCL's record of the device, at this address, points to it. (`x86-64` with the features that LLVM does see
    ends in its instruction selection.)
    """
    memory = os.open("/proc/self/mem", os.O_RDWR)
    try:
        for (place,) in struct.iter_unpack("Q", os.pread(memory, 4096, device)):
            with contextlib.suppress(OSError, OverflowError):  # most are no addresses
                if os.pread(memory, 8, place) == b"generic\0":
                    os.pwrite(memory, b"haswell\0", place)
    finally:
        os.close(memory)


def _passed(cl: Any, context: Any, argument: np.ndarray | Local) -> Any:
    if isinstance(argument, Local):
        return cl.LocalMemory(argument.size)
    if argument.ndim:
        return cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=argument)
    return argument[()]
