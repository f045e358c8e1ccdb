"""A sweep: its axes and settings, and its points in a fixed order."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from isa.reporting.diagnostics import ProgramError, did_you_mean, quote, suggest
from simt.exploration.errors import SweepError
from simt.exploration.plans.axes import SIZES, Axis, Value, axes_of, axis_of, check_once, settings_of, size_value
from simt.files import flattened
from simt.launch.how import DEFAULT_MAX_CYCLES, MOST_CYCLES, sample_of
from simt.machine.keys import candidates

if TYPE_CHECKING:
    from simt.lang import Kernel as Marked

PLAN_SCHEMA = "simt.sweep-plan/2"
MODES = ("grid", "zip", "random")
MOST_POINTS = 10_000_000


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a sweep, which is one run.

    number: its number in the sweep, from 0. values: the values of the axes, in their order.
    """

    number: int
    program: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Sweep:
    """Kernels, axes, and the settings that all points share.

    - programs: kernels as `simt run` takes them. Every kernel runs with every combination of values, except in a random
      sweep.
    - axes: made by `axis_of`.
    - mode: `grid` (every combination), `zip` (point n has the n-th value of every axis; an axis of one value is in all
      points) or `random` (different points of the grid).
    - count, random_seed: the number of points of a random sweep, and the seed with which they are drawn.
    - machine: a preset or a file, unless an axis sets it.
    - settings: values of machine keys, by full key.
    - defines: values of `.equ` symbols or macros, by name.
    - include_paths: the folders in which `.include` looks.
    - threads: the threads of a work-group, unless an axis sets it.
    - global_size, local_size: the sizes of the launch and of a work-group: a number of work-items, or a text such as
      "64x64".
    - seed: the seed of the inputs, unless an axis sets it.
    - max_cycles: the cycles after which a run is stopped.
    - sample: the accuracy of estimated cycles in percent, as for `simt.run`; None for whole runs. A launch with too few
      work-groups for a sample runs whole.
    - inputs: numbers, arrays or names of files, by name; they take the place of the oracle's inputs.
    - oracle: the file with inputs and expected results; True for the oracle beside each kernel, False for none. Without
      an oracle the arrays without an input are 0.
    - functions: the kernels among `programs` that are Python functions, by name.

    Raises `SweepError` for a mistake in any of them.
    """

    most_points: ClassVar[int] = MOST_POINTS

    programs: tuple[str, ...]
    axes: tuple[Axis, ...] = ()
    mode: str = "grid"
    count: int | None = None
    random_seed: int | None = None  # 1 if random
    machine: str | None = None
    settings: Mapping[str, Value] | None = None
    defines: Mapping[str, int | float | str] | None = None
    include_paths: tuple[str, ...] = ()
    threads: int | None = None
    global_size: int | str | None = None
    local_size: int | str | None = None
    seed: int = 1
    max_cycles: int = DEFAULT_MAX_CYCLES
    sample: float | bool | None = None
    inputs: Mapping[str, Any] | None = None
    oracle: str | bool = True
    functions: Mapping[str, Marked] | None = None

    def __post_init__(self) -> None:
        self._check_names()
        self._check_mode()
        fixed = self.settings or {}
        problems = [problem for key, value in fixed.items() for problem in settings_of(key, value, "set")[1]]
        if problems:
            raise SweepError(problems[0].message, code="E0761", diagnostics=problems)
        numbers = (("threads", self.threads, 1), ("seed", self.seed, 0), ("max_cycles", self.max_cycles, 1))
        for name, number, least in numbers:
            if number is not None and not least <= number <= MOST_CYCLES:
                bound = f"at least {least}" if number < least else f"at most {MOST_CYCLES}"
                raise SweepError(f"`{name}` is {bound}, not {quote(str(number))}", code="E0761")
        try:
            object.__setattr__(self, "sample", sample_of(self.sample))
        except ProgramError as error:
            raise SweepError(error.message, code="E0761", help=error.help) from None
        for name in SIZES:
            if getattr(self, name) is not None:
                size_value(name, getattr(self, name))
        if not 0 < self.size <= self.most_points:
            message = f"the sweep has {self.size} points, more than {self.most_points}"
            raise SweepError(message, code="E0774", help="`--mode random --count 10000` draws some of them")

    def _check_names(self) -> None:
        if not self.programs:
            message = "a sweep needs at least one kernel"
            raise SweepError(message, code="E0774", help="simt sweep fft128.s --set banks=2,4")
        if len(set(self.programs)) < len(self.programs):
            raise SweepError("a kernel is named twice", code="E0774")
        check_once(self.axes)
        names = [axis.name for axis in self.axes]
        fixed = [*(self.settings or {}), *(f"define.{name}" for name in self.defines or {})]
        fixed += [f"in.{name}" for name in self.inputs or {}]
        fixed += [name for name in SIZES if getattr(self, name) is not None]
        for name in names:
            if name in fixed:
                raise SweepError(f"{quote(name)} is swept and fixed at once", code="E0760")
        if ("threads" in names or self.threads is not None) and ("local_size" in names or self.local_size is not None):
            raise SweepError(
                "threads and local_size both say how large a work-group is: give one of them", code="E0760"
            )

    def _check_mode(self) -> None:
        if self.mode not in MODES:
            message = f"there is no mode {quote(str(self.mode))}"
            raise SweepError(message, help=did_you_mean(self.mode, MODES, f"the modes are {', '.join(MODES)}"))
        lengths = {axis.name: len(axis.values) for axis in self.axes if len(axis.values) > 1}
        if self.mode == "zip" and len(set(lengths.values())) > 1:
            listed = ", ".join(f"{name} {length}" for name, length in lengths.items())
            raise SweepError(f"the axes of a zip have different numbers of values: {listed}", code="E0774")
        if self.mode != "zip":
            for axis in self.axes:
                values = list(map(repr, axis.values))
                if len(set(values)) < len(values):
                    twice = next(value for value in axis.values if values.count(repr(value)) > 1)
                    raise SweepError(f"`{axis.name}` has the value {quote(str(twice))} twice", code="E0761")
        if (self.mode == "random") != (self.count is not None):
            advice = "`--mode random --count N`; in a plan and in Python, the mode random and a count"
            raise SweepError("a count of points belongs to a random sweep, which needs one", code="E0774", help=advice)
        if self.random_seed is not None and self.mode != "random":
            advice = "leave the seed out, or draw points: `--mode random --count N`"
            raise SweepError("the seed of a draw belongs to a random sweep", code="E0774", help=advice)
        if self.random_seed is None and self.mode == "random":
            object.__setattr__(self, "random_seed", 1)
        if self.count is not None and not 1 <= self.count <= min(self.grid_size, MOST_POINTS):
            message = f"{self.count} different points cannot be drawn: the grid has {self.grid_size}"
            raise SweepError(message, code="E0774")

    @classmethod
    def of(
        cls,
        programs: str | Path | Marked | Sequence[str | Path | Marked],
        axes: Mapping[str, Any] | Sequence[Axis] | None = None,
        *,
        settings: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Self:
        """Make a sweep from plain values: `Sweep.of("fft128", {"banks": [2, 4, 8], "define.n": [64, 128]})`.

        - programs: one or several kernels, each a name, a file or a Python function.
        - axes: the values of each axis, by full or short name; or axes.
        - settings: the values of machine keys that all points share, by full or short name.
        - options: the other fields of the class.

        Raises `SweepError`.
        """
        from simt.launch.kernels import named_kernels

        names, functions = named_kernels(programs)
        fixed = {word: axis_of(word, [value], "set") for word, value in (settings or {}).items()}
        for word, axis in fixed.items():
            if axis.kind != "key":
                raise SweepError(f"set: {quote(word)} is not a machine key", code="E0760")
        check_once(fixed.values())
        values_of = {axis.name: axis.values[0] for axis in fixed.values()}
        return cls(names, tuple(axes_of(axes)), settings=values_of, functions=functions, **options)

    @cached_property
    def grid_size(self) -> int:
        """The number of points of the full grid."""
        return math.prod(self.lengths)

    @cached_property
    def size(self) -> int:
        """The number of points of the sweep."""
        if self.mode == "zip":
            return len(self.programs) * max((len(axis.values) for axis in self.axes), default=1)
        return self.grid_size if self.count is None else self.count

    @cached_property
    def _drawn(self) -> list[int]:
        """The numbers of the grid's points in a random sweep, drawn without repetition by Floyd's algorithm.

        Only `random.random` is used, because it gives the same numbers in every version of Python.
        """
        assert self.count is not None
        generator = random.Random(self.random_seed)
        chosen: dict[int, None] = {}
        for top in range(self.grid_size - self.count, self.grid_size):
            place = int(generator.random() * (top + 1))
            chosen[top if place in chosen else place] = None
        return list(chosen)

    def point(self, number: int) -> Point:
        """Return the point with a number from 0 up.

        In a grid, the last axis changes fastest and the program slowest. In a zip, all axes change together, and the
        program changes slowest. The points of a random sweep are in the order in which they were drawn.
        """
        if self.mode == "zip":
            program, place = divmod(number, self.size // len(self.programs))
            values = tuple(axis.values[place if len(axis.values) > 1 else 0] for axis in self.axes)
            return Point(number, self.programs[program], values)
        program, *places = self.places_of(number if self.count is None else self._drawn[number])
        values = tuple(axis.values[place] for axis, place in zip(self.axes, places, strict=True))
        return Point(number, self.programs[program], values)

    @cached_property
    def lengths(self) -> list[int]:
        """The number of programs, and the number of values of each axis."""
        return [len(self.programs), *(len(axis.values) for axis in self.axes)]

    def places_of(self, number: int) -> list[int]:
        """Return the indices of the program and of each axis's value in a point of the grid."""
        places = []
        for length in reversed(self.lengths):
            number, place = divmod(number, length)
            places.append(place)
        return places[::-1]

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as plain values.

        `from_dict` makes an equal plan of them, unless the plan has functions or arrays that came from Python.
        """
        return {
            "schema": PLAN_SCHEMA,
            "programs": list(self.programs),
            "mode": self.mode,
            "count": self.count,
            "random_seed": self.random_seed,
            "machine": self.machine,
            "sweep": {axis.name: [_plain(value) for value in axis.values] for axis in self.axes},
            "set": {key: _plain(value) for key, value in (self.settings or {}).items()},
            "define": dict(self.defines or {}),
            "include_paths": list(self.include_paths),
            "threads": self.threads,
            # Only if they are set: a plan without them stays the same as before they existed.
            **{name: size for name in SIZES if (size := getattr(self, name)) is not None},
            "seed": self.seed,
            "max_cycles": self.max_cycles,
            **({} if self.sample is None else {"sample": self.sample}),
            **({"in": {name: _input_text(value) for name, value in self.inputs.items()}} if self.inputs else {}),
            **({} if self.oracle is True else {"oracle": self.oracle}),
            **({"functions": list(self.functions)} if self.functions else {}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Make the plan of a TOML file or of `to_dict`. Raises `SweepError`."""
        return cls.of(**_arguments(data))


def _plain(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else value


def _input_text(value: object) -> object:
    """Return an input as `Sweep.to_dict` writes it: a number, a text, or the digest of an array."""
    if isinstance(value, str | Path):
        return str(value)
    array = np.asarray(value)
    return array.item() if not array.ndim else {"sha256": input_digest(array)}


def input_digest(array: np.ndarray) -> str:
    """Return a digest of an array's dtype, shape and elements: 16 digits in hex."""
    head = f"{array.dtype.str} {array.shape} ".encode()
    return hashlib.sha256(head + np.ascontiguousarray(array).tobytes()).hexdigest()[:16]


# The keys of a plan: their types, and what they are, for messages. The cases of a gate have some of them too.
FIELDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "schema": (str, "text"),
    "programs": (list, "an array of kernels"),
    "program": (str, "a kernel"),
    "mode": (str, "grid, zip or random"),
    "count": (int, "a whole number"),
    "random_seed": (int, "a whole number"),
    "machine": (str, "a preset or a file"),
    "sweep": (dict, "a table of keys with their values"),
    "set": (dict, "a table of keys with one value each"),
    "define": (dict, "a table of symbols with one value each"),
    "include_paths": (list, "an array of folders"),
    "threads": (int, "a whole number"),
    "global_size": ((int, str, list), 'a number of work-items, or several as in "64x64"'),
    "local_size": ((int, str, list), 'a number of work-items, or several as in "16x16"'),
    "seed": (int, "a whole number"),
    "max_cycles": (int, "a whole number"),
    "sample": ((int, float), "a percentage"),
    "in": (dict, "a table of inputs, each a file or a number"),
    "oracle": ((str, bool), "a file, or false for none"),
    "functions": (list, "what Python's functions are called"),
}


def is_of(value: object, kinds: type | tuple[type, ...]) -> bool:
    """Return whether a value is of one of these types. A truth value is not a number."""
    known = kinds if isinstance(kinds, tuple) else (kinds,)
    return isinstance(value, known) and (bool in known or not isinstance(value, bool))


def _arguments(data: Mapping[str, Any]) -> dict[str, Any]:
    schema = data.get("schema", PLAN_SCHEMA)
    if schema != PLAN_SCHEMA:
        message = f"the plan is of the form {quote(str(schema))}, and this simt reads {PLAN_SCHEMA}"
        advice = "docs/sweeps.md says what changed; without `schema` a plan is taken to be of the current form"
        raise SweepError(message, code="E0767", help=advice)
    present = {name: value for name, value in data.items() if value is not None}
    for name, value in present.items():
        if name not in FIELDS:
            guess = suggest(name, FIELDS)
            if guess is None and candidates(name):
                message = f"the plan has a machine key {quote(name)} at its top"
                raise SweepError(message, help="put it below [sweep] or [set]")
            advice = f"did you mean `{guess}`?" if guess else f"the keys are {', '.join(FIELDS)}"
            raise SweepError(f"the plan has an unknown key {quote(name)}", help=advice)
        kind, text = FIELDS[name]
        if not is_of(value, kind):
            raise SweepError(f"`{name}` of the plan is {text}, not {quote(str(value))}")
    programs = [*present.pop("programs", []), *([present.pop("program")] if "program" in present else [])]
    for text in (*programs, *present.get("include_paths", [])):
        if not isinstance(text, str):
            raise SweepError(f"kernels and folders are texts, not {quote(str(text))}")
    axes = flattened(present.pop("sweep", {}))
    settings, defines = flattened(present.pop("set", {})), present.pop("define", {})
    for name, value in defines.items():
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise SweepError(f"`define.{name}` is a number, not {quote(str(value))}", code="E0761")
    present.pop("schema", None)
    inputs, functions = present.pop("in", {}), present.pop("functions", [])
    arrays = [name for name, value in inputs.items() if not isinstance(value, int | float | str)]
    if functions or arrays:
        message = f"{', '.join(map(quote, [*map(str, functions), *arrays]))} came from Python and are not in the plan"
        raise SweepError(message, help="go on with the call that began it: simt.sweep(kernel, ..., output=FILE)")
    if inputs:
        present["inputs"] = inputs
    for name in SIZES:
        if name in present:
            present[name] = size_value(name, present[name])
    if "include_paths" in present:
        present["include_paths"] = tuple(present["include_paths"])
    return {"programs": programs, "axes": axes, "settings": settings, "defines": defines, **present}
