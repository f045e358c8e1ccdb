"""The oracle of a kernel NAME.s: a Python file NAME.py with inputs, and with the results that the kernel must compute.

TOLERANCE = 1e-5                       # largest relative error; 0 asks for equal bits
def inputs(program, rng): ...          # {name: array or number}
def expected(program, inputs): ...     # {name of a .local array or .buffer: array}; a masked element is not checked
def operations(program): ...           # optional: useful floating-point operations
def launch(program): ...               # optional: default global and local size, e.g. (64, 64), (8, 8)

The first three may have a further parameter `launch`, for the sizes of the launch: `launch.size`, `launch.local` and
`launch.offset`. Each is (x, y), or (x, y, z) if the launch has three dimensions.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import linecache
import reprlib
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from isa.reporting.diagnostics import PlacedError, did_you_mean, quote
from isa.reporting.files import read_bytes, reason_of
from simt.files import file_meant
from simt.launch.inputs import InputError, check_input, own_name, typed
from simt.launch.programs import FORBIDDEN, MAX_ORACLE_BYTES, is_shipped, oracle_beside, oracles_forbidden
from simt.machine.locate import Span
from simt.machine.settings import problem
from simt.result.check import Check

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.core.state.grid import Grid
    from simt.result.result import Result


_FUNCTIONS = ("inputs", "expected", "operations", "launch")
_MOST_OPERATIONS = (1 << 63) - 1
_TAKEN = "NAME.py beside a kernel NAME is its oracle (`simt explain E0604`): rename one of them, or give --no-oracle"
_MOST_WORDS = 400  # characters of an error message of an oracle
_ALONE = threading.RLock()  # an oracle can change the whole process: one runs at a time
_Made = TypeVar("_Made")


class OracleError(PlacedError):
    """An oracle that is missing, does not load, raises an error, or does not fit the kernel.

    result: the result of the run, as far as it was checked, or the object that `PreparedLaunch.judged` made from it;
    None before a run.
    """

    code = "E0604"


executed: set[Path] = set()  # oracles whose code this process has run


def _is_masked(value: object) -> bool:
    """Return whether a value is a masked array; `numpy.ma` takes long to import, and there are none without it."""
    return "numpy.ma" in sys.modules and np.ma.isMaskedArray(value)


def read_oracle(path: Path) -> bytes:
    """Read the source of an oracle. Raises `OracleError`."""
    try:
        return read_bytes(path, MAX_ORACLE_BYTES)
    except FileNotFoundError:
        advice = file_meant(str(path)) or "--no-oracle runs without one"
        raise OracleError(f"the oracle {path} is not there", help=advice) from None
    except (OSError, ValueError) as error:
        raise OracleError(f"cannot read the oracle {path}: {reason_of(error)}") from None


class Oracle:
    """A loaded oracle module."""

    def __init__(self, module: ModuleType, path: Path) -> None:
        self.module = module
        self.path = path
        names = vars(module)
        functions = {name: names[name] for name in _FUNCTIONS if isinstance(names.get(name), FunctionType)}
        self.lines = {name: function.__code__.co_firstlineno for name, function in functions.items()}
        tolerance = names.get("TOLERANCE", 1e-5)
        if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or not 0 <= tolerance < np.inf:
            numbered = enumerate(linecache.getlines(str(path)), 1)
            line = next((number for number, text in numbered if text.startswith("TOLERANCE")), 0)
            message = f"TOLERANCE of the oracle {path} is {_shown(tolerance)}, not a number from 0 up"
            raise _placed(message, path, line)
        self.tolerance = float(tolerance)

    @classmethod
    def beside(cls, kernel: Path) -> Oracle | None:
        """Load the oracle that `oracle_beside` finds, if any. Raises `OracleError`."""
        return None if (path := oracle_beside(kernel)) is None else cls.load(path, _TAKEN)

    @classmethod
    def load(cls, path: str | Path, advice: str = "`simt explain E0604` says what an oracle defines") -> Oracle:
        """Load an oracle, which executes its file. advice: for a file that is not one. Raises `OracleError`."""
        path = Path(path)
        if oracles_forbidden() and not is_shipped(path):
            raise OracleError(f"the oracle {path} is not run: {FORBIDDEN} is set", help="--no-oracle runs without it")
        text = read_oracle(path)
        if path.suffix != ".py":
            raise OracleError(f"the oracle {path} is not a Python file (.py)")
        module = ModuleType(f"simt_oracle_{path.stem}")
        module.__file__ = str(path)
        executed.add(path.resolve())
        with _guarded(f"the oracle {path} does not load", path):
            exec(compile(text, path, "exec", dont_inherit=True), vars(module))
            for name in ("inputs", "expected"):
                if not callable(vars(module).get(name)):
                    raise OracleError(f"the oracle {path} has no function `{name}`", help=advice)
            return cls(module, path)

    def launch(self, program: Program) -> tuple[Any, Any] | None:
        """Return the default global and local size; None if the oracle does not define any. Raises `OracleError`."""
        if "launch" not in vars(self.module):
            return None

        def sizes(answer: Any) -> tuple[Any, Any]:
            if not isinstance(answer, tuple | list) or len(answer) != 2 or not all(map(_is_size, answer)):
                raise self.wrong("launch", f"returns {_shown(answer)}, not a global and a local size: (64, 64), (8, 8)")
            return answer[0], answer[1]

        return self._call("launch", sizes, program)

    def inputs(
        self, program: Program, seed: int, launch: Grid | None = None, *, without: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return the inputs of this seed in the kernel's types, by name.

        launch: the sizes of the launch, passed on if the oracle's function `inputs` has a parameter `launch`. without:
        the names to leave out. Raises `OracleError`.
        """
        filled = self._arrays("inputs", program, np.random.default_rng(seed), launch=launch)
        try:
            own = {check_input(program, name): value for name, value in filled.items() if name not in without}
            return typed(program, {name: value for name, value in own.items() if name not in without})
        except InputError as error:
            raise self.wrong("inputs", f"does not fit: {error.message}", error.help) from None

    def constants(self, program: Program, launch: Grid | None = None) -> dict[str, Any]:
        """Return the inputs that are equal for two seeds, such as tables of indices.

        launch: as for `inputs`. Raises `OracleError`.
        """
        first, second = (self.inputs(program, seed, launch) for seed in (1, 2))
        return {
            name: value
            for name, value in first.items()
            if name in second and np.array_equal(np.asarray(value), np.asarray(second[name]))
        }

    def operations(self, program: Program, launch: Grid | None = None) -> int | None:
        """Return the number of useful floating-point operations; None if the oracle has no such function.

        launch: as for `inputs`. Raises `OracleError`.
        """
        if "operations" not in vars(self.module):
            return None

        def whole(answer: Any) -> int:
            with contextlib.suppress(TypeError, ValueError, OverflowError):
                if 0 <= (count := int(answer)) <= _MOST_OPERATIONS:
                    return count
            raise self.wrong("operations", f"returns {_shown(answer)}, not a number")

        return self._call("operations", whole, program, launch=launch)

    def check(self, result: Result, inputs: Mapping[str, Any]) -> Check:
        """Compare the result of a run on these inputs with the oracle's expectation. Raises `OracleError`."""
        return self.compare(result, self.expected(result.program, inputs, result.grid))

    def expected(self, program: Program, inputs: Mapping[str, Any], launch: Grid | None = None) -> dict[str, Any]:
        """Return the arrays that a run on these inputs must leave, by name.

        launch: as for `inputs`. Raises `OracleError`.
        """
        own = {name: np.copy(value) if isinstance(value, np.ndarray) else value for name, value in inputs.items()}
        wanted = self._arrays("expected", program, own, launch=launch)  # which may compute in place
        if not wanted:
            raise self.wrong("expected", "expects nothing: it checks nothing")
        return wanted

    def detached(self) -> Oracle:
        """Return the oracle without its module, for another process. Only `compare` works on it."""
        detached = copy.copy(self)
        vars(detached).pop("module", None)
        return detached

    def compare(self, result: Result, wanted: Mapping[str, Any]) -> Check:
        """Compare the result's arrays with the expected ones.

        Returns the check of the array with the largest error. If arrays failed, only these count. The check's
        `unchecked` counts the masked elements of all arrays. Raises `OracleError`.
        """
        checks = []
        for name, want in ((own_name(name, result.arrays), want) for name, want in wanted.items()):
            if name not in result.arrays:
                if name in result.program.locals:
                    message = (
                        f"expects the array {quote(name)} of local memory, and of {result.groups} work-groups each has "
                        "its own"
                    )
                    raise self.wrong("expected", message, "results that outlive a work-group go into a .buffer")
                message = f"expects an array {quote(name)}, which the kernel does not have"
                advice = did_you_mean(name, result.arrays, f"it has: {', '.join(result.arrays) or 'none'}")
                raise self.wrong("expected", message, advice)
            checks.append(self._compare(name, result.arrays[name], np.asanyarray(want), len(wanted)))
        worst = max(checks, key=lambda check: (not check.passed, check.max_relative_error))
        return replace(worst, unchecked=sum(check.unchecked for check in checks))

    def wrong(self, function: str, what: str, help: str = "") -> OracleError:  # noqa: A002
        """Return the error for an unusable result of a function of the oracle.

        what: the rest of the message. help: the advice; "" for the usual advice.
        """
        message = f"`{function}` of the oracle {self.path} {what}"
        return _placed(message, self.path, self.lines.get(function, 0), help=help)

    def _arrays(self, name: str, *arguments: Any, launch: Grid | None = None) -> dict[str, np.ndarray]:
        """Call a function of the oracle and return its arrays by name; a number becomes an array without dimensions."""

        def arrays(answer: Any) -> dict[str, np.ndarray]:
            if not isinstance(answer, Mapping):
                raise self.wrong(name, f"returns {type(answer).__name__}, not a dictionary of arrays by name")
            arrays_by_name = {}
            for key, value in dict(answer).items():
                if not isinstance(key, str):
                    raise self.wrong(name, f"returns a dictionary with the key {_shown(key)}, which is not a name")
                try:
                    arrays_by_name[key] = np.asarray(value)
                    if name == "expected" and _is_masked(value):
                        arrays_by_name[key] = np.ma.MaskedArray(arrays_by_name[key], np.ma.getmaskarray(value))
                except Exception as error:  # of numpy, or of a class of the oracle
                    why = f"returns no array of numbers for {quote(key)}: {_words(error)}"
                    raise self.wrong(name, why) from None
            return arrays_by_name

        return self._call(name, arrays, *arguments, launch=launch)

    def _call(self, name: str, make: Callable[[Any], _Made], *arguments: Any, launch: Grid | None = None) -> _Made:
        """Call a function of the oracle, pass its result to `make`, and return the outcome. Raises `OracleError`.

        launch: the sizes of the launch, for a function that has a parameter of this name; None if there are no sizes.
        `make` runs under the same guard: if the result has a class of the oracle, reading it runs the oracle's code.
        """
        function = vars(self.module)[name]
        with _guarded(f"`{name}` of the oracle {self.path} fails", self.path, self.lines.get(name, 0)):
            if launch is not None and "launch" in inspect.signature(function).parameters:
                return make(function(*arguments, launch=launch))
            return make(function(*arguments))

    def _compare(self, name: str, got: np.ndarray, want: np.ndarray, arrays: int) -> Check:
        """Compare an array with the expected one, except for masked elements.

        arrays: the number of expected arrays. NaN equals NaN. Integers are equal modulo the range of their type. With
        tolerance 0, -0.0 differs from 0.0. Raises `OracleError`.
        """
        if want.dtype.kind not in "biuf":
            raise self.wrong("expected", f"expects `{name}` of type {want.dtype}, not real numbers")
        if want.size != got.size:
            raise self.wrong("expected", f"expects {want.size} elements of `{name}`, which has {got.size}")
        is_masked = (np.ma.getmaskarray(want) if _is_masked(want) else np.zeros(want.shape, bool)).reshape(-1)
        if is_masked.all() and want.size:
            raise self.wrong("expected", f"masks every element of `{name}`: it checks none of them")
        want = np.asarray(want).reshape(-1)
        if got.dtype.kind in "iu" and want.dtype.kind in "biu":
            want = want.astype(np.int64).astype(got.dtype)
        a = got.astype(np.float64)
        b = np.where(is_masked, a, want.astype(np.float64))
        with np.errstate(invalid="ignore", over="ignore"):
            same = is_masked | (got == want) | (np.isnan(a) & np.isnan(b))  # of 64 bits doubles may look equal
            scale = float(np.max(np.abs(b[np.isfinite(b) & ~is_masked]), initial=0.0)) or 1.0
            error = np.where(same, 0.0, np.maximum(np.abs(a - b) / scale, np.finfo(np.float64).tiny))
        error[np.isnan(error)] = np.inf
        wrong = error > self.tolerance
        if self.tolerance == 0 and got.dtype.kind == "f":
            wrong |= same & ~np.isnan(a) & (np.signbit(a) != np.signbit(b))
        index = int(np.argmax(error if error.max(initial=0.0) > 0 else wrong)) if error.size else 0
        return Check(
            passed=not wrong.any(),
            max_relative_error=float(error.max(initial=0.0)),
            tolerance=self.tolerance,
            array=name,
            index=index,
            got=float(a[index]) if a.size else 0.0,
            want=float(b[index]) if b.size else 0.0,
            wrong=int(np.count_nonzero(wrong)),
            arrays=arrays,
            oracle=self.path.name,
            unchecked=int(np.count_nonzero(is_masked)),
        )


def _is_size(value: Any) -> bool:
    numbers = value if isinstance(value, tuple | list) else (value,)
    return 1 <= len(numbers) <= 3 and all(isinstance(n, int) and not isinstance(n, bool) and n > 0 for n in numbers)


class _Stream:
    """The stream that an oracle has as sys.stdout and sys.stderr: standard error, which it cannot close."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def close(self) -> None:
        raise RuntimeError("an oracle does not close sys.stdout or sys.stderr")

    detach = close


@contextlib.contextmanager
def _guarded(message: str, path: Path, line: int = 0) -> Iterator[None]:
    """Run the block, which is code of an oracle. An exception becomes an `OracleError` with the line.

    Ctrl-C in the main thread and an `OracleError` pass unchanged.
    The output goes to standard error, because the command writes to standard output. Afterwards the streams are
    restored.
    """
    with _ALONE:
        before = sys.stdout, sys.stderr, sys.dont_write_bytecode
        stream: Any = None if sys.stderr is None else _Stream(sys.stderr)
        sys.stdout, sys.stderr, sys.dont_write_bytecode = stream, stream, True
        try:
            with np.errstate():
                yield
            if sys.stdout is not stream or sys.stderr is not stream:
                raise RuntimeError("sys.stdout or sys.stderr is another one now")
        except OracleError:
            raise
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise
            raise _blame(message, path, line, error) from error
        finally:
            sys.stdout, sys.stderr, sys.dont_write_bytecode = before


def _blame(message: str, path: Path, line: int, error: BaseException) -> OracleError:
    """Return the error for an exception in an oracle, at the line of the oracle that raised it, or else at `line`."""
    if isinstance(error, SyntaxError) and error.lineno and error.filename == str(path):
        column = error.offset or 1
        return _placed(f"{message}: {type(error).__name__}: {error.msg}", path, error.lineno, (column, column + 1))
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == str(path):
            line = number
    text = _words(error)
    return _placed(f"{message}: {type(error).__name__}{': ' if text else ''}{text}", path, line)


def _placed(
    message: str,
    path: Path,
    line: int,
    columns: tuple[int, int] | None = None,
    help: str = "",  # noqa: A002
) -> OracleError:
    """Return an error at a line of an oracle.

    line: 0 for no line. columns: the first column, and the column after the last; None for the whole line.
    """
    linecache.checkcache(str(path))
    source = linecache.getline(str(path), line).rstrip("\n") if line else ""
    span = Span(line, *(columns or (len(source) - len(source.lstrip()) + 1, len(source) + 1)), source)
    advice = help or "--no-oracle runs the kernel without its oracle"
    return OracleError(message, diagnostics=[problem(OracleError.code, message, str(path), span, help=advice)])


def _words(error: BaseException) -> str:
    """Return the first line of an error's message, cut to `_MOST_WORDS`; "" if the message cannot be made.

    The error may be of a class of the oracle, whose code then runs.
    """
    try:
        return str(error).split("\n", 1)[0][:_MOST_WORDS]
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


def _shown(value: Any) -> str:
    """Return a value of an oracle as a short text for a message, or its type if it has no text."""
    try:
        return quote(reprlib.repr(value))
    except Exception:
        return quote(type(value).__name__)
