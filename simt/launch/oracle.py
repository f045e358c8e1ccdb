"""The oracle of a kernel: inputs to run it on and the results that numpy says it must leave, in NAME.py beside NAME.s.

TOLERANCE = 1e-5                       # largest relative error; 0 asks for equal bits
def inputs(program, rng): ...          # {name: array or number}
def expected(program, inputs): ...     # {name of a .local array or .buffer: array}
def operations(program): ...           # optional: useful floating-point operations
def launch(program): ...               # optional: default global and local size, e.g. (64, 64), (8, 8)

A function that has a further parameter `launch` is given the launch's sizes in it: `launch.size` and `launch.local`,
each (x, y).
"""

from __future__ import annotations

import inspect
import linecache
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.diagnostics import Diagnostic, PlacedError, did_you_mean, quote
from isa.files import read_bytes, reason_of
from simt.launch.programs import FORBIDDEN, is_shipped, oracle_beside, oracles_forbidden
from simt.result.check import Check

if TYPE_CHECKING:
    from isa.program import Program
    from simt.core.state.grid import Grid
    from simt.result.result import Result


MAX_ORACLE_BYTES = 1 << 20


class OracleError(PlacedError):
    """An oracle that is missing, does not load, raises, or does not fit the kernel."""

    code = "E0604"


class Oracle:
    """A loaded oracle module."""

    def __init__(self, module: ModuleType, path: Path) -> None:
        self.module = module
        self.path = path
        tolerance = getattr(module, "TOLERANCE", 1e-5)
        if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or not 0 <= tolerance < np.inf:
            raise OracleError(f"TOLERANCE of the oracle {path} is {tolerance!r}, not a number from 0 up")
        self.tolerance = float(tolerance)

    @classmethod
    def beside(cls, kernel: Path) -> Oracle | None:
        """The oracle beside a kernel, None if there is none or the environment forbids it."""
        path = oracle_beside(kernel)
        return None if path is None else cls.load(path)

    @classmethod
    def load(cls, path: Path) -> Oracle:
        """Load an oracle: its code runs. Raises `OracleError`."""
        if oracles_forbidden() and not is_shipped(path):
            raise OracleError(f"the oracle {path} is not run: {FORBIDDEN} is set", help="--no-check runs without it")
        try:
            text = read_bytes(path, MAX_ORACLE_BYTES)
        except FileNotFoundError:
            raise OracleError(f"the oracle {path} is not there") from None
        except (OSError, ValueError) as error:
            raise OracleError(f"cannot read the oracle {path}: {reason_of(error)}") from None
        if path.suffix != ".py":
            raise OracleError(f"the oracle {path} is not a Python file (.py)")
        module = ModuleType(f"simt_oracle_{path.stem}")
        module.__file__ = str(path)
        leave_no_files, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        try:
            exec(compile(text, path, "exec", dont_inherit=True), vars(module))
        except (Exception, SystemExit) as error:
            raise _blame(f"the oracle {path} does not load", path, error) from error
        finally:
            sys.dont_write_bytecode = leave_no_files
        for name in ("inputs", "expected"):
            if not callable(getattr(module, name, None)):
                message = f"the oracle {path} has no function `{name}`"
                raise OracleError(message, help="`simt explain E0604` shows one; --no-check runs without")
        return cls(module, path)

    def launch(self, program: Program) -> tuple[Any, Any] | None:
        """Global and local size of a launch for which the user gives none; None if the oracle does not say."""
        if not hasattr(self.module, "launch"):
            return None
        sizes = self._call("launch", program)
        if not isinstance(sizes, tuple | list) or len(sizes) != 2 or not all(map(_is_size, sizes)):
            raise OracleError(
                f"`launch` of the oracle {self.path} returns {sizes!r}, not a global and a local size: (64, 64), (8, 8)"
            )
        return sizes[0], sizes[1]

    def inputs(self, program: Program, seed: int, launch: Grid | None = None) -> dict[str, Any]:
        """Inputs for a run, the same for the same seed; launch: its sizes, for an oracle that asks for them."""
        return self._dictionary("inputs", program, np.random.default_rng(seed), launch=launch)

    def constants(self, program: Program, launch: Grid | None = None) -> dict[str, Any]:
        """The inputs that are the same whatever the seed: tables of indices, numbers of steps, and the like.

        (Seen on two seeds: an array that is the same for both by chance is not told from a constant one.)
        """
        first, second = (self.inputs(program, seed, launch) for seed in (1, 2))
        return {
            name: value
            for name, value in first.items()
            if name in second and np.array_equal(np.asarray(value), np.asarray(second[name]))
        }

    def operations(self, program: Program, launch: Grid | None = None) -> int | None:
        """Useful floating-point operations, None if the oracle does not say."""
        if not hasattr(self.module, "operations"):
            return None
        count = self._call("operations", program, launch=launch)
        try:
            return int(count)
        except (TypeError, ValueError, OverflowError):
            raise OracleError(f"`operations` of the oracle {self.path} returns {count!r}, not a number") from None

    def check(self, result: Result, inputs: Mapping[str, Any]) -> Check:
        """Compare the result's arrays with what the oracle expects of these inputs, given in the kernel's types."""
        return self.compare(result, self.expected(result.program, inputs, result.grid))

    def expected(self, program: Program, inputs: Mapping[str, Any], launch: Grid | None = None) -> dict[str, Any]:
        """The arrays that the oracle expects of these inputs, given in the kernel's types. Raises `OracleError`."""
        wanted = self._dictionary("expected", program, dict(inputs), launch=launch)
        if not wanted:
            raise OracleError(f"the oracle {self.path} expects nothing: it checks nothing")
        return wanted

    def detached(self) -> Oracle:
        """The oracle without its module, which cannot be sent to another process: it can only `compare`."""
        return _Detached(self.path, self.tolerance)

    def compare(self, result: Result, wanted: Mapping[str, Any]) -> Check:
        """Compare the result's arrays with those of `expected`. Raises `OracleError`."""
        found = []
        for name, want in wanted.items():
            if name not in result.arrays:
                if name in result.program.locals:
                    message = (
                        f"the oracle {self.path} expects the array {quote(str(name))} of local memory, and of "
                        f"{result.groups} work-groups each has its own"
                    )
                    raise OracleError(message, help="results that outlive a work-group go into a .buffer")
                message = f"the oracle {self.path} expects an array {quote(str(name))}, which the kernel does not have"
                advice = did_you_mean(str(name), result.arrays, f"it has: {', '.join(result.arrays) or 'none'}")
                raise OracleError(message, help=advice)
            found.append(self._compare(name, result.arrays[name], np.asarray(want), len(wanted)))
        return max(found, key=lambda check: (not check.passed, check.max_relative_error))

    def _dictionary(self, name: str, *arguments: Any, launch: Grid | None = None) -> dict[str, Any]:
        given = self._call(name, *arguments, launch=launch)
        if not isinstance(given, Mapping):
            raise OracleError(
                f"`{name}` of the oracle {self.path} returns {type(given).__name__}, not a dictionary of arrays by name"
            )
        return dict(given)

    def _call(self, name: str, *arguments: Any, launch: Grid | None = None) -> Any:
        function = getattr(self.module, name)
        try:
            if launch is not None and "launch" in inspect.signature(function).parameters:
                return function(*arguments, launch=launch)
            return function(*arguments)
        except (Exception, SystemExit) as error:
            raise _blame(f"`{name}` of the oracle {self.path} fails", self.path, error) from error

    def _compare(self, name: str, got: np.ndarray, want: np.ndarray, arrays: int) -> Check:
        """Compare one array. NaN agrees with NaN; integers agree modulo 2^32; with tolerance 0, -0.0 is not 0.0."""
        if want.dtype.kind not in "biuf":
            raise OracleError(f"the oracle {self.path} expects `{name}` of type {want.dtype}, not real numbers")
        want = want.reshape(-1)
        if want.size != got.size:
            raise OracleError(f"the oracle {self.path} expects {want.size} elements of `{name}`, which has {got.size}")
        if got.dtype.kind in "iu" and want.dtype.kind in "biu":
            want = want.astype(np.int64).astype(np.uint32).view(got.dtype)
        a, b = got.astype(np.float64), want.astype(np.float64)
        with np.errstate(invalid="ignore", over="ignore"):
            same = (a == b) | (np.isnan(a) & np.isnan(b))
            scale = float(np.max(np.abs(b[np.isfinite(b)]), initial=0.0)) or 1.0
            error = np.where(same, 0.0, np.abs(a - b) / scale)
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
        )


class _Detached(Oracle):
    """An oracle that knows its name and tolerance."""

    def __init__(self, path: Path, tolerance: float) -> None:
        self.path = path
        self.tolerance = tolerance

    def detached(self) -> Oracle:
        """Itself."""
        return self


def _is_size(value: Any) -> bool:
    numbers = value if isinstance(value, tuple | list) else (value,)
    return 1 <= len(numbers) <= 2 and all(isinstance(n, int) and not isinstance(n, bool) and n > 0 for n in numbers)


def _blame(message: str, path: Path, error: BaseException) -> OracleError:
    """The error of an oracle that raises, with the line of the oracle where it does."""
    text = str(error).split("\n", 1)[0]
    kind = type(error).__name__
    line, column, end = 0, 1, 2
    if isinstance(error, SyntaxError) and error.lineno:
        text, line, column = error.msg, error.lineno, error.offset or 1
        end = column + 1
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if Path(frame.filename).absolute() == path.absolute() and frame.lineno:
                line = frame.lineno
    linecache.checkcache(str(path))
    source = linecache.getline(str(path), line).rstrip("\n") if line else ""
    if source and not isinstance(error, SyntaxError):
        column, end = len(source) - len(source.lstrip()) + 1, len(source) + 1
    diagnostic = Diagnostic(
        code=OracleError.code,
        severity="error",
        message=f"{message}: {kind}{': ' if text else ''}{text}",
        file=str(path),
        line=line,
        column=column,
        end_column=end,
        source_line=source,
        help="`simt run --no-check` runs the kernel without its oracle",
    )
    return OracleError(diagnostic.message, diagnostics=[diagnostic])
