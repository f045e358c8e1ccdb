"""The inputs of a launch in short: a text for each, by which two launches are compared.

They are the inputs' own: neither a constant of the program nor the place of an array changes them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from simt.launch.arrays import buffer_arrays, local_arrays

if TYPE_CHECKING:
    from isa.program.program import Buffer, LocalArray, Program
    from simt.launch.inputs import BoundProgram

FRAMES = "places of buffers"  # in a storage manager; no name of a kernel has blanks


def input_digests(
    kernel: Program, bound: BoundProgram, given: Iterable[str], frames: np.ndarray | None = None
) -> dict[str, str]:
    """Return the value of every parameter, and each given array's type, length and a part of its SHA-256.

    kernel: the program before its inputs were bound. given: their names. frames: the places of the buffers by a storage
    manager. Zeros for an array that would be 0 without an input do not count.
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
