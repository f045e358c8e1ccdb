"""The errors of builtins: `python -m benches.builtins` prints the tables of docs/builtins.md.

The largest error, in units in the last place, of functions of floats over NUMBER arguments (of one argument: over every
STEP-th of all floats too), on machines with all instructions, without a fused multiply-add, and with none of those that
the library can do without; of functions of doubles over fewer. Then the words and cycles of some, on a machine.
"""

from __future__ import annotations

import sys

import numpy as np

from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.unit.compiler.builtins import doubles, references
from tests.unit.compiler.builtins.host import EVERYTHING, NOTHING, Function
from tests.unit.compiler.ir_kernels import elementwise

MACHINES = (NOTHING, frozenset({"fma.f32", "fma.f64"}), EVERYTHING)
NUMBER, STEP = 400_000, 1021
SLOW = ("erf", "erfc", "tgamma", "remainder")  # of which the true values are computed one by one
COMPILED = ("half_divide", "sqrt", "exp", "log", "sin", "pow", "tanh", "atan2", "erf")


def worst_of_float(name: str, lacking: frozenset[str], number: int = NUMBER, step: int = STEP) -> float:
    """The largest error of a function of floats, in units in the last place."""
    reference = references.FUNCTIONS[name]
    if name in SLOW:
        number, step = number // 20, step * 50
    arguments = references.inputs(reference.kinds, number, seed=9)
    if reference.kinds == "f":
        every = np.arange(0, 2**32, step, dtype=np.uint64).astype(np.uint32).view(np.float32)
        arguments = [np.concatenate([arguments[0], every])]
    got = Function(f"_Z{len(name)}{name}{reference.kinds}", lacking)(*arguments)
    with np.errstate(all="ignore"):
        true = reference.value(*(a.astype(np.float64) for a in arguments))
    return float(references.errors(got, true).max())


def worst_of_double(name: str, lacking: frozenset[str], number: int = 1000) -> float:
    """The largest error of a function of doubles."""
    kinds = doubles.FUNCTIONS[name][2]
    arguments = doubles.inputs(kinds, number, seed=9)
    got = Function(f"_Z{len(name)}{name}{kinds}", lacking)(*arguments)
    return float(doubles.errors(name, got, arguments).max())


def words(name: str, machine: Machine) -> int:
    """The instructions of a kernel that applies a function of floats to an array."""
    kinds = references.FUNCTIONS[name].kinds
    symbol, types = f"_Z{len(name)}{name}{kinds}", ["float"] * len(kinds)
    arguments = ", ".join(f"float %{letter}" for letter in "ab"[: len(kinds)])
    call = f"%r = call spir_func float @{symbol}({arguments})"
    declared = f"declare spir_func float @{symbol}({', '.join(types)})"
    return len(compile_kernel(elementwise([call], types, "float", declared), "kernel", machine).program.words)


def main() -> None:
    print("| function of floats | OpenCL allows | all instructions | no `fma` | few instructions |")
    print("|---|---|---|---|---|")
    for name, reference in references.FUNCTIONS.items():
        if reference.bound:
            found = " | ".join(f"{worst_of_float(name, lacking):.2f}" for lacking in MACHINES)
            print(f"| `{'x / y' if name == 'half_divide' else name}` | {reference.bound} | {found} |", flush=True)
    print("\n| function of doubles | OpenCL allows | all instructions | no `fma` |\n|---|---|---|---|")
    for name, (_, bound, _) in doubles.FUNCTIONS.items():
        found = " | ".join(f"{worst_of_double(name, lacking):.2f}" for lacking in MACHINES[:2])
        print(f"| `{name}` | {bound} | {found} |", flush=True)
    machines = [Machine.load("gtx280", {"registers": 64, **keys}) for keys in ({}, {"sfu.count": 0})]
    print("\n| kernel `out[i] = f(a[i])` | words on gtx280 | with sfu.count = 0 |\n|---|---|---|")
    for name in COMPILED:
        print(
            f"| `{'x / y' if name == 'half_divide' else name}` | {' | '.join(str(words(name, m)) for m in machines)} |"
        )


if __name__ == "__main__":
    sys.exit(main())
