"""Engines that are fitted to a machine: compiled again for a long run, with the numbers of its machine as constants.

An engine reads the numbers of its machine and launch (SPEC, LAUNCH) in every cycle, and decides by them. In a fitted
engine these numbers are constants, so that LLVM drops the code for features that this machine does not have. The shapes
of all arrays are constants too: an engine has hundreds of arrays, and otherwise loads and multiplies strides wherever
it looks for an element. docs/engine.md has the gain of both.

A fitted engine takes as long to compile as the engine itself, so only a long run gets one. Another process compiles it
while the run goes on, and the run changes over to it between two calls. The results are the same, bit for bit.

The file of a fitted engine is named by its kind and its numbers. At most KEPT files are kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

import numpy as np

from simt.children import unheard
from simt.core.engine import cache as files
from simt.core.engine.entry import fingerprint, in_thread
from simt.core.engine.names import groups_in, kind_name
from simt.core.jit.deferred import INTERPRETED
from simt.core.jit.loaded import MachineCode, UnloadableError, caller
from simt.core.jit.packed import Packed, constants_of, form_text
from simt.core.state.layout import mapped
from simt.threads import processors

KEPT = 32  # fitted engines on disk, at most: some 100 to 300 KB each
FITTED = "fitted-*"  # the pattern of the names of their files
OFF = "SIMT_FIT"  # the environment variable that switches them off, if it is 0
_LOOK = 0.2  # seconds of a run before it looks for a kept one
_ADDRESSES = frozenset({"routine"})  # fields of SPEC that differ from process to process
_SCALARS = {"cycle": 3, "device": 3}  # the engines that can be fitted, with the number of their other arguments


class Fit(NamedTuple):
    """The numbers to which an engine is fitted.

    - kind: the name of the engine's files.
    - records: the bytes of the records that hold the numbers.
    - numbers: the values of the fields that are constants, by the names of a record and a field.
    - words: the packed arguments, without the addresses of arrays.
    """

    kind: str
    records: bytes
    numbers: dict[tuple[str, ...], dict[str, int]]
    words: tuple[int | None, ...]

    def fits(self, arguments: Packed) -> bool:
        """Return whether arguments have these numbers and shapes."""
        return _bytes(arguments) == self.records and constants_of(arguments) == self.words


def fit_of(engine: str, arguments: Packed) -> Fit:
    """Return what an engine for these arguments would be fitted to."""
    records = _records(arguments)
    numbers = {}
    for record in records:
        names = record.dtype.names or ()
        numbers[names] = {name: int(record[name]) for name in names if name not in _ADDRESSES}
    words = constants_of(arguments)
    digest = hashlib.sha256(repr((sorted(numbers.items()), words)).encode()).hexdigest()[:24]
    kind = f"fitted-{kind_name(engine, groups_in(engine, arguments.arguments))}-{digest}"
    return Fit(kind, _bytes(arguments), numbers, words)


def _records(arguments: Packed) -> list[Any]:
    cores = arguments.arguments[0]
    records = [cores.spec.reshape(-1)[0]]
    if cores.link is not None:
        records.append(cores.link.launches.reshape(-1)[0])
    return records


def _bytes(arguments: Packed) -> bytes:
    return b"".join(record.tobytes() for record in _records(arguments))


_loaded: dict[tuple[str, str], Any] = {}  # functions that call engines in memory, by their kind and form


def kept(fit: Fit, arguments: Packed) -> Any:
    """Return the function that calls an engine with these numbers, in memory or kept; None if there is none."""
    key = fit.kind, form_text(arguments.form)
    if key not in _loaded and (call := _from_file(fit, key[1])) is not None:
        _loaded[key] = call
    return _loaded.get(key)


def _from_file(fit: Fit, form: str) -> Any:
    code = files.kept(fit.kind, str(fingerprint()))
    if code is None or code.form != form:
        return None
    try:
        address = code.load()
    except UnloadableError:
        return None
    files.touch(fit.kind)
    return caller(address)


class Fitting:
    """The way of one run to a fitted engine.

    It is a context manager: at the end of the context its compilation is stopped.

    threads: the threads of the host that the run may use. With one thread, no engine is compiled beside the run.
    """

    def __init__(self, threads: int = 1) -> None:
        is_off = INTERPRETED or os.environ.get(OFF) == "0"
        self._may_compile = not is_off and threads > 1
        self._may_use = not is_off
        self._spent = 0.0
        self._fit: Fit | None = None
        self._fitted: tuple[Packed, Packed] | None = None  # arguments with the kind's code, and with the fitted one
        self._child: _Child | None = None

    def __enter__(self) -> Fitting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        if self._child is not None:
            self._child.end()

    def took(self, seconds: float) -> None:
        """Take note of the seconds of a call of the engine."""
        self._spent += seconds

    def fitted(self, engine: str, arguments: Packed) -> Packed:
        """Return arguments for the next call: with the code of a fitted engine as soon as there is one."""
        if not self._may_use or self._spent < _LOOK or engine not in _SCALARS:
            return arguments
        if len(arguments.arguments[0].spec) > 1:  # processors that are not equal
            return arguments
        if self._fit is None:
            self._fit = fit_of(engine, arguments)
            self._take(arguments)
        if self._child is not None and self._child.is_over():
            self._child = None
            self._take(arguments)
        if self._fitted is None:
            self._begin(engine, arguments)
            return arguments
        before, after = self._fitted
        if before is not arguments:  # arrays have been replaced
            after = arguments._replace(code=after.code)
            self._fitted = arguments, after
        # A run that records a window changes its specification between two calls, and the lengths of its rings.
        return after if self._fit.fits(arguments) else arguments

    def _take(self, arguments: Packed) -> None:
        assert self._fit is not None
        code = kept(self._fit, arguments)
        if code is not None:
            self._fitted = arguments, arguments._replace(code=code)
            self._may_compile = False

    def _begin(self, engine: str, arguments: Packed) -> None:
        """Begin to compile, once, if the run is long already and a processor of the host has nothing to do."""
        if not self._may_compile or self._fit is None:
            return
        from simt.core.engine.kinds import kind_with

        groups = groups_in(engine, arguments.arguments)
        if self._spent < kind_with(engine, tuple(groups)).seconds / 2 or not _is_idle() or files.place() is None:
            return
        self._may_compile = False
        with contextlib.suppress(OSError):  # no process, no fitted engine
            self._child = _Child(_Request(engine, _small(arguments), self._fit))


def _is_idle() -> bool:
    """Return whether a processor of the host had nothing to do, on average over the last minute."""
    try:
        return os.getloadavg()[0] < processors() - 0.5
    except (AttributeError, OSError):  # a system that does not know
        return processors() > 1


class _Request(NamedTuple):
    """A request to the process beside to compile an engine for arguments of these types, fitted to a machine."""

    engine: str
    arguments: tuple[Any, ...]
    fit: Fit


def _small(arguments: Packed) -> tuple[Any, ...]:
    """Return arguments of the same types with one element each."""
    return tuple(mapped(group, lambda array: np.zeros((1,) * array.ndim, array.dtype)) for group in arguments.arguments)


class _Child:
    """A process that compiles. It ends when this process does, because its standard input ends.

    nice: the number added to its niceness; with 19 it gets only processor time that nobody else wants.
    """

    def __init__(self, request: _Request, nice: int = 19) -> None:
        import pickle
        import subprocess

        root = str(Path(__file__).parents[3])
        text = (
            f"import sys; sys.path[:] = {[root, *sys.path]!r}; from simt.core.engine.fitted import serve; "
            f"serve(sys.stdin.buffer, {nice})"
        )
        nowhere = subprocess.DEVNULL
        with unheard():
            self._process = subprocess.Popen(
                [sys.executable, "-X", "utf8", "-c", text], stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere
            )
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, which `is_over` sees
            pickle.dump(request, self._process.stdin)
            self._process.stdin.flush()

    def is_over(self) -> bool:
        """Return whether it has ended; then nothing is left of it."""
        if self._process.poll() is None:
            return False
        self.end()
        return True

    def end(self) -> None:
        """End it, and wait until it has ended."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()


# --- the other side ---------------------------------------------------------------------------------------------------


def serve(source: IO[bytes], nice: int) -> None:
    """Compile what is asked for, and keep it. The process ends before that if `source` does."""
    if hasattr(os, "nice"):
        os.nice(nice)
    import pickle

    request = pickle.load(source)  # from the process that has started this one
    threading.Thread(target=_end_with, args=(source,), daemon=True).start()
    in_thread(lambda: compile_fitted(request.engine, request.arguments, request.fit))
    os._exit(0)


def _end_with(source: IO[bytes]) -> None:
    source.read(1)
    os._exit(1)


def compile_fitted(engine: str, arguments: tuple[Any, ...], fit: Fit) -> None:
    """Compile and keep an engine that is fitted to a machine; the first and last compilation of this process."""
    from simt.core.engine.points import POINTS
    from simt.core.jit.compile import Constants, machine_code
    from simt.core.jit.packed import pack

    given = (*arguments, *(np.int64(0),) * _SCALARS[engine])
    constants = Constants(fit.numbers, fit.words)
    code: MachineCode = machine_code(POINTS[engine].function, given, vectorize=False, constants=constants)
    files.keep(fit.kind, str(fingerprint()), code._replace(form=form_text(pack(*arguments).form)))
    files.drop_oldest(FITTED, KEPT)
