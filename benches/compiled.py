"""Kernels in OpenCL C against the hand-written ones of programs/: cycles on the same machine with the same inputs.

    python -m benches.compiled

The IR of the first kernels is clang's (tests/data/compiler); the others are the kernels of programs/opencl, compiled
like users' kernels. Prints cycles, words and registers of each, and the time to compile it, then the median of the
ratios.

The last lines show where signed loops over `get_global_id` cost arithmetic of 64 bits. Addresses have 32 bits, and so
has the step of an index. But a loop that only sums its index, or squares of it, becomes a formula in LLVM, and the
products that it halves have 64 bits: 8 to 30 instructions once, in the place of the loop.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import simt
from isa.reporting.source import SourceFile
from simt.compiler.compile import fitting
from simt.compiler.opencl import translate
from simt.compiler.request import request_of
from simt.launch.programs import programs_folder, split_name
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel, read_unit

IR = (Path(__file__).parents[1] / "tests" / "data" / "compiler" / "kernels.ll").read_text(encoding="utf-8")
FUSED = {"fused": 1}  # the compiler makes multiply-adds too
# Kernel, machine, size, group, lengths of arrays, definitions of the hand-written kernel.
CASES: list[tuple[str, str, Any, Any, dict[str, int], dict[str, int]]] = [
    *(("elementwise_mul", name, 64, 64, dict.fromkeys("xyz", 256), {}) for name in ("fpga4", "fpga8")),
    *(("dot", name, 64, 64, {"x": 1024, "y": 1024, "result": 1}, {}) for name in ("fpga4", "fpga8")),
    *(("prefix_sum", name, 64, 64, {"x": 256, "y": 256}, {}) for name in ("fpga4", "fpga8")),
    *(("fft128", name, 64, 64, {"re": 128, "im": 128, "wr": 64, "wi": 64}, {}) for name in ("fpga4", "fpga8")),
    ("mm_global", "gtx280", (64, 64), (64, 1), dict.fromkeys("abc", 4096), FUSED),
    ("mm_local", "gtx280", (64, 64), (16, 16), dict.fromkeys("abc", 4096), FUSED),
]
# Kernel of programs/opencl, machine, group and definitions of the hand-written kernel of the same name.
SHIPPED: list[tuple[str, str, Any, dict[str, int]]] = [
    ("fft128.cl", "fpga4", None, {}),
    ("fft128.cl", "fpga8", None, {}),
    *((f"mm.cl::{name}", "gtx280", (16, 16), FUSED) for name in ("mm_global", "mm_global_rows", "mm_local")),
    ("pps_br.cl", "gtx280", None, {}),
    ("pps_conf.cl", "gtx280", None, {}),
]


# What a work-item sums in a signed loop that its number bounds or begins.
SIGNED: list[tuple[str, str]] = [
    ("an array, from the number on", "for (int j = i; j < n; ++j) sum += x[j]"),
    ("a row", "for (int j = 0; j < n; ++j) sum += x[i * n + j]"),
    ("an array, in steps of the grid", "for (int j = i; j < n; j += get_global_size(0)) sum += x[j]"),
    ("neighbours", "for (int j = i - n; j <= i + n; ++j) sum += x[j]"),
    ("the index, below the number", "for (int j = 0; j < i; ++j) sum += j"),
    ("squares of the index, from the number on", "for (int j = i; j < n; ++j) sum += j * j"),
]


def inputs(lengths: dict[str, int], program: Any) -> dict[str, np.ndarray]:
    """Random numbers for every array."""
    rng = np.random.default_rng(1)
    types = {**program.locals, **program.buffers}
    return {
        name: rng.standard_normal(length).astype(np.float32)
        if types[name].type == "f32"
        else rng.integers(0, 1 << 32, length, dtype=np.uint32)
        for name, length in lengths.items()
    }


def of_clang() -> Iterator[tuple[str, simt.Result, simt.Result, float]]:
    """Each kernel of CASES: its name, its run, the hand-written one's, and the seconds that compiling took."""
    for kernel, name, size, group, lengths, defines in CASES:
        machine = Machine.load(name)
        sizes = group if isinstance(group, tuple) else (group,)
        start = time.perf_counter()
        program = compile_kernel(IR, kernel, machine, lengths=lengths, group=sizes).program
        taken = time.perf_counter() - start
        result = simt.run(program, machine, inputs=inputs(lengths, program), global_size=size, local_size=group)
        yield kernel, result, simt.run(kernel, machine, defines=defines), taken


def shipped() -> Iterator[tuple[str, simt.Result, simt.Result, float]]:
    """The same of SHIPPED, right by their oracles."""
    for kernel, machine, group, defines in SHIPPED:
        file, name = split_name(kernel)
        start = time.perf_counter()
        unit = read_unit(programs_folder() / "opencl" / file)
        lengths = {each.name: 64 for each in unit.kernel(name).parameters}  # on machines without global memory
        fitting(request_of(unit, name, Machine.load(machine), lengths=lengths, group=group or ()))
        taken = time.perf_counter() - start
        result = simt.run(f"opencl/{kernel}", machine, local_size=group)
        assert result.check is not None
        assert result.check.passed, result.check
        by_hand = simt.run(result.program.name, machine, local_size=group, defines=defines)
        yield f"opencl/{kernel}", result, by_hand, taken


def of_64_bits() -> Iterator[tuple[str, int, int]]:
    """Each loop of SIGNED: its sum, its instructions, and the number of them that make the upper half of a number."""
    machine = Machine.load("gtx280")
    for what, loop in SIGNED:
        text = f"kernel void k(global int *x, int n) {{ int i = get_global_id(0), sum = 0; {loop}; x[i] = sum; }}"
        unit = translate(SourceFile("k.cl", text, (text,)))
        words = fitting(request_of(unit, "k", machine, lengths={}, group=())).program.instructions
        yield what, len(words), sum(each.spec.name in ("addc.u32", "subb.u32", "mulh.u32") for each in words)


def main() -> None:
    """Print the table."""
    ratios = []
    heads = ("compiled", "by hand", "ratio", "words", "registers", "ms")
    print(f"{'kernel':28} {'machine':8}", *(f"{head:>9}" for head in heads))
    for kernel, result, by_hand, taken in (*of_clang(), *shipped()):
        program = result.program
        ratios.append(result.cycles / by_hand.cycles)
        print(
            f"{kernel:28} {result.machine.name:8} {result.cycles:9} {by_hand.cycles:9} {ratios[-1]:9.3f} "
            f"{len(program.words):9} {program.registers:9} {1000 * taken:9.0f}"
        )
    print(f"median ratio {statistics.median(ratios):.3f}, largest {max(ratios):.3f}")
    for what, length, upper in of_64_bits():
        print(f"sum of {what:41} {length:3} instructions, {upper} of them for bits 32 to 63")


if __name__ == "__main__":
    main()
