"""Compilation in a separate process: its resources are limited, and a crash in LLVM ends only that process.

The process is kept for the next kernel. On Linux with one thread, where that is safe, the process is a copy of this one
and needs no imports; elsewhere it is a new interpreter. For each kernel it may take `SECONDS` of processor time and
`MEGABYTES` of memory, which the system enforces (except on Windows), and `_WAIT` seconds by the clock.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn

from simt.children import can_copy, copied, unheard
from simt.compiler.errors import LIMIT, CompileError, with_source, wrong
from simt.compiler.llvm.places import place_of
from simt.limits import limit_memory, limit_time, stopped_after

if TYPE_CHECKING:
    from simt.compiler.request import Compiled, Request

SECONDS: Final = 15
MEGABYTES: Final = 640
_WAIT: Final = 300.0
_GROWN: Final = 128 << 10  # kilobytes by which its memory may grow before the process is replaced
_ROOT: Final = Path(__file__).parents[2]
_TOO_LATE: Final = getattr(signal, "SIGXCPU", None)
_NO_MEMORY: Final = (b"out of memory", b"bad_alloc", b"MemoryError")


@dataclass
class _Process:
    """A process that compiles.

    - number: its process id.
    - owner: the id of the process that started it.
    - questions, answers: the pipes for requests and results.
    - errors: the file with its standard error.
    """

    number: int
    owner: int
    questions: IO[bytes]
    answers: IO[bytes]
    errors: IO[bytes]
    opened: subprocess.Popen[bytes] | None  # None: a copy of its owner

    def end(self) -> str:
        """End the process and close its files.

        Return the likely reason if it had ended already: "memory", "time" or "crash". If it was still running, the
        answer has no meaning.
        """
        self.stop()
        status = self._status()
        self.errors.seek(0)
        text = self.errors.read()
        self.close()
        if any(word in text for word in _NO_MEMORY):
            return "memory"
        return "time" if status == _TOO_LATE else "crash"

    def stop(self) -> None:
        with contextlib.suppress(OSError):  # it has ended
            os.kill(self.number, getattr(signal, "SIGKILL", signal.SIGTERM))

    def close(self) -> None:
        for file in (self.questions, self.answers, self.errors):
            with contextlib.suppress(OSError):  # unsent data is lost
                file.close()

    def _status(self) -> int:
        """Wait for the end of the process; return the number of the signal that ended it.

        The result is at most 0 if no signal ended it, or if the reason is not known.
        """
        if self.opened is not None:
            return -self.opened.wait()
        try:
            return -os.waitstatus_to_exitcode(os.waitpid(self.number, 0)[1])
        except ChildProcessError:  # another thread has waited for all children
            return 0


_kept: list[_Process] = []  # one, or none


def compiled_apart(request: Request) -> Compiled:
    """Compile a kernel as `simt.compiler.compile.fitting` does, in the separate process.

    If LLVM crashes, the kernel is compiled once more without stepped addresses. Raises `CompileError`, also at a limit
    of resources. Any other exception in the process is raised here with its traceback as a note.
    """
    process = _running()
    answer: tuple[str, Any, bool] | None = None
    try:
        lost = contextlib.suppress(OSError, EOFError, pickle.UnpicklingError)
        with stopped_after(_WAIT, process.stop) as late, lost:
            pickle.dump(request, process.questions)
            process.questions.flush()
            answer = pickle.load(process.answers)
    except BaseException:  # an interruption: nobody wants its result
        _kept.clear()
        process.end()
        raise
    if answer is None or answer[2]:
        _kept.clear()
        met = process.end()
        if answer is None:
            met = "time" if late.is_set() else met
            if met == "crash" and request.is_stepped:
                return compiled_apart(replace(request, is_stepped=False))
            _refuse(request, met)
    what, result, _ = answer
    if what == "refused":
        _refuse(request, result)
    if what == "raised":
        raise result
    return result  # type: ignore[no-any-return]


def _refuse(request: Request, why: str) -> NoReturn:
    """Raise `CompileError` for a kernel whose compilation exceeded a limit or ended LLVM.

    why: "time", "memory" or "crash".
    """
    messages = {
        "time": f"compiling the kernel takes longer than {SECONDS} s of the processor",
        "memory": f"compiling the kernel takes more than {MEGABYTES} MB of memory",
        "crash": "compiling the kernel ends LLVM",
    }
    advice = "fewer or smaller loops with `#pragma unroll`, fewer calls, or several kernels"
    if why == "crash":
        advice = "take parts of the kernel away to see which it is"
    error = wrong(LIMIT, messages[why], place_of(request.ir, request.kernel), advice)
    raise with_source(error, request.sources)


# --- this side --------------------------------------------------------------------------------------------------------


def _running() -> _Process:
    """Return the kept process, or a new one."""
    if _kept and _kept[0].owner == os.getpid():
        return _kept[0]
    for inherited in _kept:
        inherited.close()
    if not _kept:
        atexit.register(_end)
    _kept[:] = [_copied() if can_copy() else _started()]
    return _kept[0]


def _end() -> None:
    if _kept and _kept[0].owner == os.getpid():
        _kept.pop().end()


def _copied() -> _Process:
    for name in ("simt.compiler.compile", "llvmlite.binding"):  # once for all copies
        importlib.import_module(name)
    theirs, mine = os.pipe()
    answers, telling = os.pipe()
    errors = tempfile.TemporaryFile()  # noqa: SIM115
    with copied() as number:
        if not number:
            _serve_and_end(errors, theirs, telling)
        os.close(theirs)
        os.close(telling)
        return _Process(number, os.getpid(), os.fdopen(mine, "wb"), os.fdopen(answers, "rb"), errors, None)


def _serve_and_end(errors: IO[bytes], theirs: int, telling: int) -> NoReturn:
    """Compile kernels in the copied process, then end it without the cleanup that is left to its owner.

    errors: the file that becomes standard error. The other two arguments are the pipes of requests and of results.
    """
    status = 1
    try:
        os.dup2(errors.fileno(), 2)
        _close_others({2, theirs, telling})
        serve(os.fdopen(theirs, "rb"), os.fdopen(telling, "wb"))
        status = 0
    finally:
        os._exit(status)


def _close_others(kept: set[int]) -> None:
    """Close inherited files except the numbers `kept`.

    Otherwise the reader of an inherited pipe would wait until this process ends, too.
    """
    for number in [int(path.name) for path in Path("/proc/self/fd").iterdir()]:
        if number not in kept:
            with contextlib.suppress(OSError):
                os.close(number)


def _started() -> _Process:
    text = (
        f"import sys; sys.path[:] = {[str(_ROOT), *sys.path]!r}; from simt.compiler.apart import serve; "
        "serve(sys.stdin.buffer, sys.stdout.buffer)"
    )
    errors, pipe = tempfile.TemporaryFile(), subprocess.PIPE  # noqa: SIM115
    command = [sys.executable, "-X", "utf8", "-c", text]
    with unheard():
        opened = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors)
    assert opened.stdin is not None
    assert opened.stdout is not None
    return _Process(opened.pid, os.getpid(), opened.stdin, opened.stdout, errors, opened)


# --- the other side ---------------------------------------------------------------------------------------------------


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Compile kernels until there are no more requests, or until the process has grown by more than `_GROWN`.

    Runs in the other process. questions, answers: streams of pickled requests and results.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    from simt.compiler import compile as compiler

    _limit_memory()
    begin = _most_memory()
    while True:
        try:
            request = pickle.load(questions)
        except EOFError:
            return
        limit_time(int(time.process_time()) + 1 + SECONDS)
        answer: tuple[str, Any]
        try:
            answer = "made", compiler.fitting(request)
        except MemoryError:
            answer = "refused", "memory"
        except CompileError as error:
            answer = "raised", error
        except Exception as error:  # a bug in the compiler, sent without its traceback, which cannot be pickled
            error.add_note(traceback.format_exc())
            answer = "raised", error
        is_over = _most_memory() - begin > _GROWN
        pickle.dump((*answer, is_over), answers)
        answers.flush()
        if is_over:
            return


def _limit_memory() -> None:
    with contextlib.suppress(OSError, ValueError):  # a system that does not report memory in use
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit_memory(pages * os.sysconf("SC_PAGE_SIZE") + (MEGABYTES << 20))


def _most_memory() -> int:
    """Return the largest number of kilobytes that this process has used, 0 if it is not known."""
    try:
        import resource
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // 1024 if sys.platform == "darwin" else used
