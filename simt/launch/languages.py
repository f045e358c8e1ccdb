"""Kernels in OpenCL C and in Python: their signatures before the machine is known, and their programs.

A *signature* is a program whose only instruction is `ret`. It has the names that a launch uses: a buffer for each array
in global memory, a parameter for the length of each array in local memory, and a parameter for each number, vector or
structure.
The compiled program has the same names, but several parameters for a value longer than a word.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from isa import assemble
from isa.program.program import Parameter as Word
from isa.program.program import Program, Shape
from isa.reporting.diagnostics import ArgumentError, quote
from isa.reporting.files import include_folders
from isa.table.table import ELEMENT_BYTES
from simt.compiler.types import assembly_name, parameter_names, scalar_of
from simt.launch.arrays import TYPES
from simt.launch.inputs import InputError, own_name
from simt.launch.programs import OPENCL
from simt.launch.sizes import SizeError, room_for_registers

if TYPE_CHECKING:
    from simt.compiler.kernel import KernelSignature, Parameter, Unit
    from simt.core.state.grid import Grid
    from simt.lang import Kernel as Marked
    from simt.machine import Machine

_USUAL = 64
_SPACES = {1: "global", 2: "constant", 3: "local"}  # by SPIR's numbers


@dataclass(frozen=True, slots=True)
class Source:
    """A kernel of a translation unit, in OpenCL C or in Python."""

    unit: Unit
    kernel: KernelSignature

    @property
    def parameters(self) -> list[tuple[str, Parameter]]:
        """The parameters in the source, in order, each with its name in the signature."""
        return [(name, parameter) for name, parameter in self._all if not parameter.array]

    @property
    def _all(self) -> list[tuple[str, Parameter]]:
        parameters = self.kernel.parameters
        return list(zip(parameter_names((item.name, _is_wide(item)) for item in parameters), parameters, strict=True))

    def signature(self, path: Path | None = None) -> Program:
        """Return the signature of the kernel. path: the kernel's file, if any."""
        lines, numbers = [f".kernel {assembly_name(self.kernel.name)}"], dict[str, Word]()
        for name, parameter in self.parameters:
            kind = _given(parameter)
            if parameter.space is None or parameter.is_local:
                numbers[name] = Word(name, kind, index=len(numbers), default=0)
            else:
                lines.append(f".buffer {name}, {kind}")
        if self.kernel.required_size is not None:
            lines.append(f".group {', '.join(map(str, self.kernel.required_size))}")
        program = assemble("\n".join([*lines, "    ret", ""]), filename=self.kernel.file or "kernel")
        return replace(program, path=path, params=numbers, warnings=self.unit.warnings)

    def compiled(
        self, machine: Machine, grid: Grid | None, lengths: Mapping[str, int], path: Path | None, *,
        is_watched: bool = False, values: Mapping[str, Any] | None = None,
    ) -> Program:  # fmt: skip
        """Compile the kernel for a machine.

        - grid: the sizes of the launch; None if they are unknown.
        - lengths: as `lengths` returns them.
        - path: the kernel's file, if any.
        - is_watched: whether to compile for `simt check`.
        - values: the inputs; messages show their dimensions. None if the inputs are unknown.

        Raises `CompileError`, and `SizeError` if work-groups share arrays and the machine has no global memory.
        """
        from simt.compiler.request import request_of
        from simt.launch.kept import compiled

        if grid is not None and grid.groups > 1 and not machine.has("global_memory"):
            self._check_shared(machine, grid.groups)
        request = request_of(
            self.unit, self.kernel.name, machine, lengths, () if grid is None else grid.local,
            0 if is_watched else room_for_registers(machine, grid), is_watched=is_watched,
        )  # fmt: skip
        program = compiled(request).program
        shapes = {**program.shapes, **self._shapes(values or {})}
        return replace(program, name=self.kernel.name, path=path, warnings=self.unit.warnings, shapes=shapes)

    def _shapes(self, values: Mapping[str, Any]) -> dict[str, Shape]:
        shapes = {}
        for name, parameter in self.parameters:
            if parameter.space is not None and parameter.element_size:
                known = shape_of(name, parameter, values[name]) if name in values else (0,)
                about = parameter.element_size, scalar_of(parameter.base_type)[1]
                shapes[name] = Shape(parameter.name, _SPACES[parameter.space], known, *about)
        return shapes

    def _check_shared(self, machine: Machine, groups: int) -> None:
        shared = [name for name, parameter in self.parameters if parameter.space is not None and not parameter.is_local]
        if shared:
            message = (
                f"the {groups} work-groups of {quote(self.kernel.name)} share `{shared[0]}`, and {machine.name} has no "
                "global memory: each would have an array of its own, which is lost with it"
            )
            advice = "global memory: -s memory.policy=simple; or one work-group: --local-size as --global-size"
            raise SizeError(message, code="E0507", help=advice)

    def lengths(self, values: Mapping[str, Any]) -> dict[str, int]:
        """Return the length of each array, by name, as a count of numbers.

        An element of type `float4` has four numbers; a structure has a number for each of its words. values: the inputs
        by name of the signature, in its types. Raises `InputError` for a parameter without a value.
        """
        known = [name for name, _ in self.parameters]
        for name, parameter in self.parameters:
            called = parameter.name if own_name(parameter.name, known) == name else name
            if parameter.is_local and values.get(name, 0) < 1:
                message = f"the length of `{called}`, an array in local memory, is not given"
                raise InputError(message, help=f"say how many elements it has: --in {called}=256")
            if name not in values:
                what, advice = "array", f"--in {called}=FILE, or --in {called}=1024 for 1024 zeros"
                if parameter.space is None:
                    what, advice = "parameter", f"--in {called}=NUMBER"
                raise InputError(f"the {what} `{called}` of {quote(self.kernel.name)} is not given", help=advice)
        return self.known_lengths(values)

    def known_lengths(self, values: Mapping[str, Any]) -> dict[str, int]:
        """Return the lengths of the arrays that have a value, in the form of `lengths`."""
        lengths = {}
        for name, parameter in self.parameters:
            value = values.get(name)
            if parameter.space is not None and value is not None:
                lengths[parameter.name] = _scalars(parameter, int(value)) if parameter.is_local else len(value)
        return lengths

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the inputs of the compiled program: arrays, words of numbers, and dimensions of arrays.

        given: the inputs by name of the signature, in its types. Raises `InputError` for an array of other dimensions.
        """
        words: dict[str, Any] = {}
        shapes = {parameter.name: shape_of(name, parameter, given[name]) for name, parameter in self.parameters
                  if parameter.space is not None and name in given}  # fmt: skip
        for name, parameter in self._all:
            if parameter.array in shapes:
                shape = shapes[parameter.array]
                words[name] = math.prod(shape) if parameter.axis is None else shape[parameter.axis]
            elif name in given and not parameter.is_local:
                words |= {name: np.asarray(given[name])} if parameter.space else _words(name, parameter, given[name])
        return words

    def usual_lengths(self, machine: Machine, grid: Grid | None) -> dict[str, int]:
        """Return the default lengths of arrays in local memory, in the form of `lengths`.

        An array gets an element for each thread of a work-group, or 64 elements without a grid.
        """
        threads = grid.threads if grid is not None else _USUAL
        sized = self.kernel.sized_arrays(machine.has("global_memory"))
        return {item.name: _scalars(item, threads) for item in self.kernel.parameters if item.name in sized}

    def words(self) -> set[str]:
        """Return the identifiers in the source, any of which -D may define."""
        return {word for text in self.unit.sources.values() for word in re.findall(r"[A-Za-z_]\w*", text)}

    def macros(self) -> set[str]:
        """Return the identifiers in the directives of OpenCL C, such as macros with a default, or in a condition."""
        lines = (
            line for text in self.unit.sources.values() for line in re.findall(r"^[ \t]*#(.*)$", text, re.MULTILINE)
        )
        return {word for line in lines for word in re.findall(r"[A-Za-z_]\w*", line)}


def of_file(
    path: Path, name: str | None = None, defines: Mapping[str, int | float | str] | None = None,
    folders: Iterable[str | Path] = (),
) -> Source:  # fmt: skip
    """Return the kernel `name`, or the only kernel, of a file.

    defines: values of macros, by name. folders: the folders in which `#include` looks. Raises `TranslationError`,
    `KernelNameError`, `FileError`, and `ArgumentError` for a folder that does not exist, and for `defines` or `folders`
    with a file of Python.
    """
    from simt.compiler.kernel import read_text

    if path.suffix.lower() == OPENCL:
        from simt.launch.kept import unit_of

        macros = {key: str(value) for key, value in (defines or {}).items()}
        unit = unit_of(read_text(path, errors="surrogateescape"), macros, include_folders(folders))
    else:
        from simt.compiler.python.front_end import compile_file

        if defines or [*folders]:
            raise ArgumentError(
                f"-D and -I are for assembly and OpenCL C: {quote(path.name)} has all that it needs in it"
            )
        unit = compile_file(read_text(path), name)
    return Source(unit, unit.kernel(name))


def of_function(marked: Marked) -> Source:
    """Return a decorated function of Python as a kernel. Raises `TranslationError`."""
    from simt.compiler.python.front_end import compile_function

    unit = compile_function(marked)
    return Source(unit, unit.kernel())


def shape_of(name: str, parameter: Parameter, value: Any) -> tuple[int, ...]:
    """Return the number of elements of an array along each dimension. A vector is one element. Raises `InputError`."""
    if parameter.is_local:
        return (int(value),)
    shape = getattr(value, "dimensions", (len(value),))
    count = parameter.dimensions
    lanes = scalar_of(parameter.base_type)[1]
    if count == 1:
        return (len(value) // lanes,)
    if lanes > 1 and len(shape) == count + 1 and shape[-1] == lanes:
        shape = shape[:-1]
    elif lanes > 1 and len(shape) == count and shape[-1] % lanes == 0:
        shape = (*shape[:-1], shape[-1] // lanes)
    if len(shape) != count:
        message = f"`{name}` has {count} dimensions, and the input has shape ({', '.join(map(str, shape))})"
        advice = f"give an array of {count} dimensions, or its shape for zeros: --in {name}={'x'.join(['16'] * count)}"
        raise InputError(message, help=advice)
    return tuple(shape)


def _given(parameter: Parameter) -> str:
    """Return the type of a parameter, or of its array's numbers, in the signature; `f32x4` has four numbers."""
    kind, lanes = scalar_of(parameter.base_type)
    if parameter.is_local:
        return "u32"  # a length
    if parameter.space is not None:
        return kind or "u32"
    if not kind:  # a structure
        kind, lanes = "b32", -(-parameter.size // 4)
    return f"{kind}x{lanes}" if lanes > 1 or kind == "b32" else kind


def _scalars(parameter: Parameter, elements: int) -> int:
    """Return the numbers in `elements` elements of an array: a `float4` has four, a structure one for each word."""
    size = ELEMENT_BYTES[scalar_of(parameter.base_type)[0] or "u32"]
    return elements * max(1, -(-parameter.element_size // size))


def _is_wide(parameter: Parameter) -> bool:
    """Return whether the compiled program has several parameters `NAME_0`, `NAME_1`, ... for this parameter."""
    kind, _, several = _given(parameter).partition("x")
    return parameter.space is None and (bool(several) or np.dtype(TYPES[kind]).itemsize == 8)


def _words(name: str, parameter: Parameter, value: Any) -> dict[str, int | float]:
    """Return the value of a parameter as parameters of the compiled program, a word each."""
    kind = _given(parameter).partition("x")[0]
    array = np.atleast_1d(np.asarray(value, TYPES[kind]))
    if not _is_wide(parameter):
        return {name: array[0].item()}
    words = array.view(np.uint32) if array.itemsize == 8 else array
    return {f"{name}_{number}": word.item() for number, word in enumerate(words)}
