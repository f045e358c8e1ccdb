"""Arrays in files, which are never unpickled."""

from __future__ import annotations

import io
import math
import os
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np

from isa.program.buffers import MAX_BUFFER_WORDS
from isa.reporting.diagnostics import quote
from isa.reporting.files import is_folder, open_file, reason_of, replace_file
from simt.files import file_meant
from simt.launch.inputs import InputError

_MAX_BYTES = 16 * MAX_BUFFER_WORDS  # of an array file: two of the widest numbers for each word, or text
_WRITTEN = (".npy", ".csv", ".txt")


def read_array(name: str, source: str) -> np.ndarray:
    """Return the array that `source` names: a file, or numbers.

    A file ends in .npy, .npz (with one array), .csv or .txt. `1.5` is one number, and `1,2,3` are several numbers.
    `64x32` is a shape, and stands for an array of zeros (uint8).

    name: the array's name in the kernel, for messages. Raises `InputError`.
    """
    numbers = [_number(part) for part in source.split(",")]
    if None not in numbers:
        return np.asarray(numbers[0] if len(numbers) == 1 else numbers)
    if (shape := [_number(part) for part in source.split("x")]) and all(isinstance(part, int) for part in shape):
        return _zeros(name, [int(part or 0) for part in shape])
    path = Path(source)
    readers: dict[str, Callable[[Path], np.ndarray]] = {
        ".npy": _read_npy, ".npz": _read_npz, ".csv": _read_text, ".txt": _read_text,
    }  # fmt: skip
    reader = readers.get(path.suffix.lower())
    if reader is None:
        message = f"{quote(source)} for `{name}` is neither a number nor a file that can be read"
        raise InputError(message, code="E0603", help="array files end in .npy, .npz, .csv or .txt")
    try:
        return reader(path)
    except FileNotFoundError:
        message = f"the file {quote(source)} for `{name}` is not there"
        raise InputError(message, code="E0603", help=file_meant(source)) from None
    except Exception as error:  # numpy, zip and zlib raise many kinds for a damaged file
        message = f"the file {quote(source)} for `{name}` cannot be read: {_reason(error)}"
        raise InputError(message, code="E0603") from None


def _zeros(name: str, shape: list[int]) -> np.ndarray:
    if min(shape) < 1 or math.prod(shape) > MAX_BUFFER_WORDS:
        sizes = "x".join(map(str, shape))
        raise InputError(f"an array of {sizes} for `{name}` has from 1 to {MAX_BUFFER_WORDS} elements")
    return np.zeros(shape, np.uint8)


def _number(text: str) -> int | float | None:
    for kind in (lambda word: int(word, 0), float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def _read_npy(path: Path) -> np.ndarray:
    with open_file(path, _MAX_BYTES) as stream:
        magic = stream.read(6)
        if magic != b"\x93NUMPY":
            pickled = magic[:1] == b"\x80"
            raise ValueError("it is a pickle, and simt never unpickles" if pickled else "it is not a .npy file")
        stream.seek(0)
        return _array_in(stream, os.fstat(stream.fileno()).st_size)


def _read_npz(path: Path) -> np.ndarray:
    with open_file(path, _MAX_BYTES) as stream:
        if stream.read(2) != b"PK":
            raise ValueError("it is not a .npz file")
        with zipfile.ZipFile(stream) as archive:
            members = archive.infolist()
            if len(members) != 1:
                held = ", ".join(member.filename.removesuffix(".npy") for member in members[:8]) or "none"
                raise ValueError(f"it holds {len(members)} arrays ({held}); one is needed")
            with archive.open(members[0]) as member:
                return _array_in(member, members[0].file_size)


def _array_in(stream: IO[bytes], size: int) -> np.ndarray:
    """Read the array of a .npy stream of `size` bytes.

    The header is checked before memory is taken.

    Raises `ValueError`.
    """
    version = np.lib.format.read_magic(stream)
    headers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    if version not in headers:
        raise ValueError(f"it is of version {version[0]}.{version[1]} of .npy, which is for tables")
    shape, _, dtype = headers[version](stream)
    if dtype.hasobject:
        raise ValueError("it holds Python objects, and simt never unpickles")
    count = math.prod(shape)
    if count > MAX_BUFFER_WORDS or count * dtype.itemsize > size - stream.tell():
        raise ValueError(f"its header gives {count} elements, which are more than it holds or than a buffer has")
    stream.seek(0)
    return np.asarray(np.load(stream, allow_pickle=False))


def _read_text(path: Path) -> np.ndarray:
    with open_file(path, _MAX_BYTES) as data, io.TextIOWrapper(data, "utf-8-sig") as stream, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of an empty file, which is refused below
        numbers = np.loadtxt(stream, delimiter="," if path.suffix.lower() == ".csv" else None, ndmin=1)
    if not numbers.size:
        raise ValueError("it holds no numbers")
    return numbers


def _reason(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "it does not fit into memory"
    if isinstance(error, zipfile.BadZipFile):
        return "it is not a .npz file"
    return reason_of(error).split("\n", 1)[0] or type(error).__name__


def write_array(name: str, array: np.ndarray, target: str) -> None:
    """Write an array to the file `target` (.npy, .csv or .txt), whole or not at all. Raises `InputError`."""
    check_target(name, target)
    stream = io.BytesIO()
    if target.lower().endswith(".npy"):
        np.save(stream, array, allow_pickle=False)
    else:
        np.savetxt(stream, array, fmt="%.9g" if array.dtype.kind == "f" else "%d", delimiter=",")
    try:
        replace_file(target, stream.getvalue())
    except (OSError, ValueError) as error:
        raise InputError(f"`{name}` cannot be written to {quote(target)}: {_reason(error)}", code="E0603") from None


def check_target(name: str, target: str) -> None:
    """Raise `InputError` if `target` is a folder or does not end in .npy, .csv or .txt."""
    if is_folder(target):
        message = f"`{name}` cannot be written to {quote(target)}: it is a folder"
        raise InputError(message, code="E0603", help=f"name a file in it: {Path(target) / name}.npy")
    if Path(target).suffix.lower() not in _WRITTEN:
        raise InputError(f"`{name}` can be written to .npy, .csv or .txt, not to {quote(target)}", code="E0603")
