"""Inputs and outputs of a kernel: arrays and parameters by name."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from isa.program.buffers import FIRST_BUFFER, MAX_BUFFER_WORDS
from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from isa.reporting.files import read_bytes
from simt.compiler.types import assembly_name
from simt.launch.arrays import TYPES, Shaped, buffer_arrays, local_arrays, memory_words, words_of
from simt.launch.programs import MAX_ORACLE_BYTES

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from isa.program.program import Buffer, LocalArray, Parameter, Program
    from simt.machine import Machine


class InputError(SimtError):
    """Inputs that do not fit the kernel, or files that cannot be read or written."""

    code = "E0602"


class BoundProgram(NamedTuple):
    """A program with its inputs in place.

    - program: the program, with the values of parameters, and the length and address of each buffer.
    - local: initial local memory, uint32 [local.words].
    - memory: initial global memory, uint32, from byte `FIRST_BUFFER` to the end of the last buffer; words between
      buffers are 0.
    """

    program: Program
    local: np.ndarray
    memory: np.ndarray


def bind(
    program: Program,
    machine: Machine,
    inputs: Mapping[str, ArrayLike],
    place: Callable[[Program], Program] | None = None,
) -> BoundProgram:
    """Store inputs in parameters, local memory and global memory.

    A parameter or a buffer without an input has the value in the program; other arrays without an input are 0. place: a
    function that takes a program whose buffers have lengths, and returns it with addresses in a storage manager; None
    without a storage manager. Raises `InputError` as `typed` and `place_buffers` do, and if an array ends beyond its
    memory. Raises the errors of `place`.
    """
    local = np.zeros(machine.local.words, np.uint32)
    typed_inputs = typed(program, inputs)
    values = {name: value for name, value in typed_inputs.items() if name in program.params}
    if values:
        program = program.with_params(**values)
    program = place_buffers(program, typed_inputs)
    if place is None:
        _check_fits_channels(program, machine)
    else:
        program = place(program)
    memory = np.zeros(memory_words(program), np.uint32)
    places = buffer_arrays(program, memory)
    for name, buffer in program.buffers.items():
        if buffer.contents and name not in typed_inputs:
            places[name][:] = np.array(buffer.contents, np.uint32).view(TYPES[buffer.type])[: buffer.length]
    for name, value in typed_inputs.items():
        if name in places:
            places[name][:] = value
        elif name in program.locals:
            array = program.locals[name]
            end = array.address + array.words
            if end > len(local):
                enough = -(-end // machine.local.banks) * machine.local.banks
                message = f"`{name}` ends at word {end} and local memory has {len(local)} words"
                raise InputError(message, code="E0501", help=f"a larger local memory: -s local.words={enough}")
            local[array.address : end] = words_of(value)
    return BoundProgram(program, local, memory)


def _check_fits_channels(program: Program, machine: Machine) -> None:
    """Raise `InputError` if the buffers do not fit into the channels of DRAM of the machine."""
    if machine.memory.policy != "dram" or not program.buffers:
        return
    size, end = machine.dram.bytes, FIRST_BUFFER + 4 * memory_words(program)
    if end > machine.memory.channels * size:
        message = (
            f"the buffers end at byte {end}, and memory.channels = {machine.memory.channels} of memory.part = "
            f"{machine.memory.part} hold {machine.memory.channels * size} bytes"
        )
        raise InputError(message, code="E0501", help=f"more channels: -s memory.channels={-(-end // size)}")


def place_buffers(program: Program, given: Mapping[str, Any]) -> Program:
    """Return the program with lengths and addresses of its buffers.

    given: the inputs by name, as `typed` returns them. Raises `InputError` for a buffer that has neither a length nor
    an input, or if all buffers together are too large.
    """
    if not program.buffers:
        return program
    lengths = {}
    for name, buffer in program.buffers.items():
        if not buffer.length and name not in given:
            advice = (
                f"give it an array (--in {name}=FILE), or a length in the kernel: .buffer {name}, {buffer.type}, 1024"
            )
            raise InputError(f"the buffer `{name}` of {quote(program.name)} has no length and no input", help=advice)
        lengths[name] = buffer.length or len(given[name])
    placed = program.with_buffers(lengths)
    words = sum(entry.words for entry in placed.buffers.values())
    if words > MAX_BUFFER_WORDS:
        raise InputError(f"the buffers of {quote(program.name)} have {words} words, and {MAX_BUFFER_WORDS} is the most")
    return placed


def typed(program: Program, inputs: Mapping[str, ArrayLike]) -> dict[str, Any]:
    """Return the inputs by name in the kernel's types.

    An array becomes a flat array [elements]; the value of a parameter becomes a number, or an array if the parameter
    has several. Raises `InputError` for an unknown name, a wrong size, or a value that does not fit its type.
    """
    converted: dict[str, Any] = {}
    for name, value in ((check_input(program, name), value) for name, value in inputs.items()):
        array = program.locals.get(name) or program.buffers.get(name)
        if array is not None:
            converted[name] = _array(array, value)
        else:
            converted[name] = _parameter(program.params[name], value)
    return converted


def own_name(name: str, known: Collection[str]) -> str:
    """Return the name in a program that stands for `name` in the source of its kernel.

    The compiler renames a parameter whose name has a meaning in assembly: `r1` becomes `v_r1`. known: the names in the
    program. A name that is not in the program in either form is returned as it is.
    """
    return spelled if name not in known and (spelled := assembly_name(name)) in known else name


def check_input(program: Program, name: str) -> str:
    """Return the program's name for an array or parameter of the kernel. Raises `InputError` if there is none."""
    known = [*program.locals, *program.buffers, *program.params]
    name = own_name(name, known)
    if name not in known:
        raise unknown_name(program, name, known, "array or parameter")
    return name


def find_array(program: Program, name: str) -> LocalArray | Buffer:
    """Return an array of local or global memory.

    name: the name in the program or in the source. Raises `InputError` if no array has this name.
    """
    arrays: dict[str, LocalArray | Buffer] = {**program.locals, **program.buffers}
    name = own_name(name, [*arrays, *program.params])
    if name in arrays:
        return arrays[name]
    if name in program.params:
        message = f"{quote(name)} is a parameter of {quote(program.name)}, not an array"
        advice = f"outputs are arrays: {', '.join(arrays) or 'the kernel has none'}"
        raise InputError(message, code="E0601", help=advice)
    raise unknown_name(program, name, list(arrays), "array")


def unknown_name(program: Program, name: str, known: Collection[str], what: str) -> InputError:
    """Return the error for a name that a program does not have.

    known: the names in the program. what: the kind of thing that was looked for, such as "array or parameter".
    """
    message = f"the kernel {quote(program.name)} has no {what} {quote(name)}"
    advice = did_you_mean(name, known, f"it has: {', '.join(known) or 'none'}")
    return InputError(message, code="E0601", help=advice)


# --- from inputs to stored words --------------------------------------------------------------------------------------


def _array(array: LocalArray | Buffer, value: ArrayLike) -> np.ndarray:
    data = _numeric(array.name, _in_words(value) if array.type == "u32" else value)
    if not array.length:  # a buffer that is as long as its input
        if not data.ndim and data.dtype.kind in "iu" and data > 0:
            return np.zeros(_within(array.name, int(data)), TYPES[array.type])
        if not data.ndim or not data.size:
            message = f"`{array.name}` is an array and the input {'has no elements' if data.ndim else 'is one number'}"
            advice = (
                "an array takes a file: .npy, .npz, .csv or .txt; or its length, a whole number from 1 up, for zeros"
            )
            raise InputError(message, help=advice)
        _within(array.name, data.size)  # before it is copied
    elif data.size != array.length:
        if not data.ndim:
            message = f"`{array.name}` has {array.length} elements and the input is one number"
            raise InputError(message, help="an array takes a file: .npy, .npz, .csv or .txt")
        lengths = " x ".join(map(str, data.shape))
        message = f"`{array.name}` has {array.length} elements and the input has {data.size} (shape {lengths})"
        raise InputError(message, help="pad or cut the data, or assemble the kernel for another size (-D name=value)")
    converted = _convert(array.name, array.type, data.reshape(-1))
    shape = getattr(value, "dimensions", data.shape)
    return Shaped.of(converted, shape) if len(shape) > 1 else converted


def _within(name: str, elements: int) -> int:
    """Return `elements`. Raises `InputError` if no array can have this number of elements."""
    if elements > MAX_BUFFER_WORDS:
        raise InputError(f"the input for `{name}` has {elements} elements, and {MAX_BUFFER_WORDS} is the most")
    return elements


def _parameter(parameter: Parameter, value: ArrayLike) -> int | float | np.ndarray:
    """Return the value of a parameter: a number, or an array if its type has several, like `f32x4`.

    Raises `InputError`.
    """
    kind, _, several = parameter.type.partition("x")
    is_structure = kind == "b32" and bool(several)
    values = _numeric(parameter.name, _in_words(value) if is_structure else value)
    count = int(several or 1)
    if is_structure and values.dtype.kind == "f":
        message = f"the parameter `{parameter.name}` is a structure, and the input is of type {values.dtype}"
        advice = f'give one of numpy\'s, np.array((1.5, 2), [("x", "f4"), ("n", "i4")]), or its {count} words'
        raise InputError(message, help=advice)
    if values.size != count:
        numbers = f"{count} numbers" if count > 1 else "one number"
        raise InputError(f"the parameter `{parameter.name}` takes {numbers}, not {values.size}")
    converted = _convert(parameter.name, kind, values.reshape(-1))
    return converted if several else converted[0].item()


def _in_words(value: ArrayLike) -> ArrayLike:
    """Return numpy's structures as words, and any other value as it is."""
    if isinstance(value, np.ndarray | np.void) and value.dtype.kind == "V" and not value.dtype.hasobject:
        return words_of(np.frombuffer(value.tobytes(), np.uint8))
    return value


def _numeric(name: str, value: ArrayLike) -> np.ndarray:
    try:
        numbers = np.asarray(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise InputError(f"the input for `{name}` is not an array of numbers: {error}") from None
    if numbers.dtype.kind == "c":
        message = f"the input for `{name}` is complex"
        raise InputError(message, help="give its real and imaginary parts to two arrays: x.real, x.imag")
    if numbers.dtype.kind not in "biuf":
        raise InputError(f"the input for `{name}` has type {numbers.dtype}, which is not one of numbers")
    return numbers


def _convert(name: str, kind: str, numbers: np.ndarray) -> np.ndarray:
    """Convert numbers to the type `kind`. A float result may be rounded. Raises `InputError` for any other loss."""
    if kind == "f32":
        with np.errstate(over="ignore"):
            converted = numbers.astype(np.float32)
        _refuse(name, numbers, np.isinf(converted) & np.isfinite(numbers), "is beyond the range of f32")
        return np.ascontiguousarray(converted)
    if kind == "f64":
        return np.ascontiguousarray(numbers.astype(np.float64))
    limits = np.iinfo(np.dtype(TYPES[kind]).name)
    low, high = -(2**31) if kind == "b32" else int(limits.min), int(limits.max)
    if numbers.dtype.kind == "f":
        _refuse(
            name,
            numbers,
            ~np.isfinite(numbers) | (numbers != np.floor(numbers)),
            f"is not a whole number, as {kind} needs",
        )
    _refuse(name, numbers, (numbers < low) | (numbers > high), f"is not in {low} to {high}, the range of {kind}")
    return np.ascontiguousarray(numbers.astype(np.int64 if low else np.uint64).astype(TYPES[kind]))


def _refuse(name: str, numbers: np.ndarray, wrong: np.ndarray, why: str) -> None:
    """Raise `InputError` that names the first wrong element, if any."""
    count = int(np.count_nonzero(wrong))
    if count:
        index = int(np.argmax(wrong))
        rest = f" (and {count - 1} more)" if count > 1 else ""
        where = f"element {index}, {numbers[index]!s}," if numbers.size > 1 else f"{numbers[index]!s}"
        raise InputError(f"the input for `{name}` does not fit: {where} {why}{rest}")


def names_in_oracle(oracle: Path, program: Program) -> list[str]:
    """Return the kernel's arrays whose names occur in the function `inputs` of an oracle file. The file is not run.

    A file that cannot be read or parsed gives no names.
    """
    try:
        tree = ast.parse(read_bytes(oracle, MAX_ORACLE_BYTES))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    makers = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "inputs"]
    nodes = [node for maker in makers for part in maker.body for node in ast.walk(part)]
    # In `program.equ["n"]`, n is read and not filled.
    read = {id(node.slice) for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)}
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in read}
    texts |= {node.arg for node in nodes if isinstance(node, ast.keyword)}  # dict(x=...)
    return [name for name in (*program.locals, *program.buffers) if name in texts]


# --- inputs in short: a text for each, by which two launches are compared ---------------------------------------------

FRAMES = "places of buffers"  # in a storage manager; no name of a kernel has blanks


def input_digests(
    kernel: Program, bound: BoundProgram, given: Iterable[str], frames: np.ndarray | None = None
) -> dict[str, str]:
    """Return the value of every parameter, and a digest of each given array: type, length, part of the SHA-256.

    An array of zeros is left out if it would be 0 without an input.

    - kernel: the program before its inputs were bound.
    - given: the names of the inputs.
    - frames: as in `Memories`.
    """
    program, digests = bound.program, dict[str, str]()
    arrays = {**local_arrays(program, bound.local), **buffer_arrays(program, bound.memory)}
    defined: dict[str, LocalArray | Buffer] = {**program.locals, **program.buffers}
    zeros = {*kernel.locals, *(name for name, own in kernel.buffers.items() if own.length and not own.contents)}
    for name in sorted(arrays.keys() & set(given)):
        content = np.ascontiguousarray(arrays[name]).view(np.uint8)
        if name not in zeros or content.any():
            digest = hashlib.sha256(content.data).hexdigest()[:16]
            digests[name] = f"{defined[name].type}[{defined[name].length}] {digest}"
    for name, parameter in program.params.items():
        value = np.array(program.constants[parameter.index], np.uint32)
        digests[name] = str(value.view({"f32": np.float32, "s32": np.int32}.get(parameter.type, np.uint32)))
    if frames is not None:
        digests[FRAMES] = hashlib.sha256(frames.tobytes()).hexdigest()[:16]
    return digests
