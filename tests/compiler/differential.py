"""Random kernels of OpenCL C on simt and on PoCL: what they leave in their arrays is the same, to the bit.

python -m tests.compiler.differential 0 100      kernels 0 to 99
python -m tests.compiler.differential 17 18      one: with its text, if the two disagree
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import numpy as np

import simt
from isa.program.program import Program
from isa.reporting.diagnostics import SimtError
from isa.reporting.source import SourceFile
from simt.compiler.apart import compiled_apart
from simt.compiler.kernel import Unit
from simt.compiler.opencl import translate
from simt.compiler.request import request_of
from simt.machine import Machine
from tests.compiler.pocl import Launch, Pocl, PoclError
from tests.compiler.random_launch import ARRAYS, GIVEN, GIVEN_SIZE, NUMBERS, PADDED
from tests.compiler.random_opencl import RandomKernel, random_kernel
from tests.compiler.random_values import count_of, element_of

TOLD = 50  # kernels after which a search tells how far it is
BATCH = 5  # kernels in one source: both implementations start once for all of them
_OPTIONS: dict[str, object] = {f"options.{name}": True for name in ("count_bits", "permute", "fused", "divide")}
MACHINES: Sequence[tuple[str, dict[str, object]]] = (("gtx280", {}), ("hd5870", {}), ("gtx280", _OPTIONS))
POLICIES = ("ipdom_stack", "min_pc")
# What needs other code: masks for branches, values in memory, functions in the place of instructions.
OTHERS: Sequence[tuple[str, dict[str, object]]] = (
    ("gtx280", {"branch.policy": "mask_stack", "branch.stack_depth": 64}),
    ("gtx280", {"registers": 24}),
    ("gtx280", {"branch.policy": "explicit_masks"}),
    ("gtx280", {"options.multiply": False, "options.read_ports": 2}),
    ("hd5870", {"branch.policy": "mask_stack", "branch.stack_depth": 64, "registers": 24}),
    ("gtx280", {**_OPTIONS, "options.round": True, "branch.policy": "mask_stack", "branch.stack_depth": 64}),
)
TOO_LONG = ("E0976",)  # a few are longer than any program memory
REFUSED = (*TOO_LONG, "E0972", "E0973")  # no instruction for it, lanes that part where a stack of masks cannot follow
_TYPES = {
    "char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8",
    "float": "f4", "double": "f8", "half": "u2", "ulong4": "4u8",
}  # fmt: skip
_GIVEN = np.dtype({
    "names": [name for name, *_ in GIVEN], "offsets": [offset for *_, offset in GIVEN], "itemsize": GIVEN_SIZE,
    "formats": [(_TYPES[element_of(kind)], (max(1, size) * count_of(kind),)) for _, kind, size, _ in GIVEN],
})  # fmt: skip
_SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.5, np.inf, -np.inf, np.nan, 1e-40, -1e-42, 3e38, 127.5, 255.5, -128.5, 65504.0)


def arguments_of(seed: int) -> dict[str, np.ndarray]:
    """Arrays and numbers for the kernel of a seed: small ones, any ones, and those at the ends."""
    rng = np.random.default_rng(seed)
    made = {}
    for name, (kind, size) in ARRAYS.items():
        dtype = np.dtype(_TYPES[kind])
        values = np.zeros(size, dtype)
        if kind in ("float", "double"):
            values[:] = rng.standard_normal(size) * 10.0 ** rng.integers(-3, 5, size)
            values[::3] = rng.integers(-9, 10, values[::3].size) / 4
            values[::7] = rng.choice(_SPECIAL, values[::7].size)
        elif name.startswith(("in_", "c_")):
            values[:] = np.frombuffer(rng.bytes(values.nbytes), dtype)
            values[::2] = rng.integers(0, 10, values[::2].size)
            values[::5] >>= values.itemsize * 4
        made[name] = values
    for name, kind in NUMBERS.items():
        parts = [(f"s{part}", _TYPES[element_of(kind)]) for part in range(count_of(kind))]
        made[name] = np.array(tuple(rng.integers(0, 100, len(parts)).tolist()), np.dtype(parts))
    made["g"] = np.frombuffer(rng.bytes(GIVEN_SIZE), _GIVEN)[0].copy().reshape(())
    made["g"]["f"] = rng.choice(_SPECIAL[:6])
    return made


def differences(seeds: Sequence[int], pocl: Pocl) -> Iterator[tuple[int, str, str]]:
    """Seeds of kernels that the two do not agree on: where, and what is not the same."""
    kernels = {seed: random_kernel(seed) for seed in seeds}
    text = "\n".join(kernel.text for kernel in kernels.values())
    given = {seed: arguments_of(seed) for seed in seeds}
    unit = translate(SourceFile("k.cl", text, tuple(text.split("\n"))))
    launches = [
        Launch(kernel.name, tuple(given[seed].values()), kernel.size, kernel.group) for seed, kernel in kernels.items()
    ]
    for (seed, kernel), launch, theirs in zip(kernels.items(), launches, pocl.run(text, launches), strict=True):
        want = dict(zip(given[seed], theirs, strict=True))
        wrong = list(_wrong(unit, kernel, seed, given[seed], want))
        if wrong:  # PoCL without its optimisations has a fault of its own
            want = dict(zip(given[seed], pocl.run(text, [launch], is_optimised=True)[0], strict=True))
            wrong = list(_wrong(unit, kernel, seed, given[seed], want))
            pocl.retracted += not wrong
        for where, what in wrong:
            yield seed, where, what


def _wrong(
    unit: Unit, kernel: RandomKernel, seed: int, given: dict[str, np.ndarray], want: dict[str, np.ndarray]
) -> Iterator[tuple[str, str]]:
    """The machines on which a kernel leaves something else, and what; those of POLICIES run the same program."""
    preset, options = MACHINES[seed % len(MACHINES)]
    alike = [Machine.load(preset, {**options, "branch.policy": policy}) for policy in POLICIES]
    other = Machine.load(*OTHERS[seed % len(OTHERS)])
    for machines, refusals in ((alike, TOO_LONG), ([other], REFUSED)):
        try:
            asked = request_of(unit, kernel.name, machines[0], {}, kernel.group)
            program = compiled_apart(asked).program  # LLVM may end the process
            for machine in machines:
                where = f"{machine.name}, {machine.branch.policy}, {machine.registers} registers"
                yield from ((where, what) for what in _left(program, machine, kernel, given, want))
        except SimtError as error:
            if error.code not in refusals:
                yield machines[0].name, str(error)


def _left(
    program: Program, machine: Machine, kernel: RandomKernel, given: dict[str, np.ndarray], want: dict[str, np.ndarray]
) -> Iterator[str]:
    """What a run leaves that is not wanted."""
    inputs = {name: given[name] for name in ARRAYS}
    for name in NUMBERS:
        words = given[name].item()
        inputs |= {f"{name}_{part}": word for part, word in enumerate(words)} if len(words) > 1 else {name: words[0]}
    inputs |= {f"g_{part}": word for part, word in enumerate(np.frombuffer(given["g"].tobytes(), np.uint32).tolist())}
    result = simt.run(
        program, machine, inputs=inputs, global_size=kernel.size, local_size=kernel.group, engine="functional"
    )
    if result.stop is not None:
        yield str(result.stop)
        return
    for name in ARRAYS:
        got = result.arrays[name].view(want[name].dtype)
        if name != PADDED and got.tobytes() != want[name].tobytes():
            at = int(np.flatnonzero(got != want[name])[0])
            yield f"{name}[{at}] is {got[at]}, not {want[name][at]}"


def _all_told(seeds: Sequence[int], pocl: Pocl) -> Iterator[tuple[int, str, str]]:
    """The differences; of kernels that stop either side, which, one by one."""
    try:
        yield from list(differences(seeds, pocl))
    except (SimtError, PoclError) as error:
        if len(seeds) == 1:
            yield seeds[0], "not compared", str(error)
        else:
            for seed in seeds:
                yield from _all_told([seed], pocl)


def main(first: int, last: int) -> None:
    pocl = Pocl()
    found = 0
    for start in range(first, last, BATCH):
        for seed, where, what in _all_told(range(start, min(start + BATCH, last)), pocl):
            found += 1
            if last - first == 1:
                sys.stdout.write(random_kernel(seed).text)
            sys.stdout.write(f"{seed}: {where}: {what}\n")
        done = min(start + BATCH, last)
        if (done - first) % TOLD == 0 and done < last:
            sys.stdout.write(f"to {done}: {found} differences\n")
        sys.stdout.flush()
    pocl.close()
    sys.stdout.write(
        f"{last - first} kernels, {found} differences; PoCL took back {pocl.retracted} with optimisations\n"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
