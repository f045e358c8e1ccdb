"""Runs the library's functions on the processor of the tests, on whole arrays: LLVM compiles them for it.

What the machine's instructions give is in machine.ll.
"""

from __future__ import annotations

import ctypes
import re
from functools import cache
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np

from simt.compiler.builtins import library
from simt.compiler.builtins.library import definitions
from simt.compiler.builtins.mangling import demangled

#: All that a machine may lack. With it, soft.cl is tested; without it, what stands on instructions.
EVERYTHING = frozenset({
    "rcp.f32", "sqrt.f32", "rsqrt.f32", "sin.f32", "cos.f32", "log2.f32", "exp2.f32", "fma.f32", "fma.f64",
    "floor.f32", "ceil.f32", "rint.f32", "trunc.f32", "mul.u32", "mulh.u32", "mulh.s32", "mul.u24", "mul.s24",
    "popc.b32", "clz.b32", "ctz.b32", "div.u32", "rem.u32", "div.s32", "rem.s32",
})  # fmt: skip
NOTHING: frozenset[str] = frozenset()

_MACHINE = (Path(__file__).parent / "machine.ll").read_text(encoding="utf-8")
_ITEMS = {"i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "float": "f4", "double": "f8"}


def names() -> list[str]:
    """The intrinsics and the library functions, except the ones that are generated."""
    folder = Path(library.__file__).parent
    text = "".join((folder / name).read_text(encoding="utf-8") for name in ("prelude.ll", "builtins.ll"))
    defined = re.findall(r"^(?:define [^@\n]*)?@(_[\w.]+)", text, re.MULTILINE)
    return sorted({name.replace("__simt_soft_", "__simt_", 1) for name in defined})


def _target() -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(opt=2)


@cache
def _costs() -> llvm.TargetMachine:
    return _target()


def _parsed(text: str) -> llvm.ModuleRef:
    module = llvm.parse_assembly("\n".join(line for line in text.splitlines() if not line.startswith("target ")))
    module.triple, module.data_layout = llvm.get_default_triple(), str(_costs().target_data)
    return module


def compiled(text: str, more: str = "") -> llvm.ExecutionEngine:
    """The library's text, with `more` in the same module, as code of this processor."""
    module = _parsed(text + more)
    module.link_in(_parsed(_MACHINE))
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(_costs(), options)
    builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, _target())
    engine.finalize_object()
    return engine


def _signature(name: str, text: str) -> tuple[str, str, list[tuple[str, str]]]:
    """How a function is called: spir_func or nothing, its result, and of each parameter the type and that of values."""
    line = next(line for line in text.splitlines() if line.startswith("define") and f"@{name}(" in line)
    result = line.split("linkonce_odr ", 1)[1].split(" @")[0]
    kind = "spir_func " if result.startswith("spir_func ") else ""
    call = demangled(name)
    if call:
        return kind, result.removeprefix(kind), [(t.ir, t.value) for t in call[1]]
    types = [part.split()[0] for part in line.split("(", 1)[1].split(")")[0].split(", ")]
    return kind, result, [(t, t) for t in types]


class Function:
    """A function of the library, on arrays. Of a pointer there is no argument; what it stores is one more result."""

    def __init__(self, name: str, lacking: frozenset[str] = NOTHING) -> None:
        text = definitions([name], lacking)
        kind, result, types = _signature(name, text)
        self.inputs = [value for ir, value in types if not ir.startswith("ptr")]
        self.outputs = [result] + [value for ir, value in types if ir.startswith("ptr")]
        body, arguments = [], []
        counts = {"in": 0, "out": 1}
        for ir, value in types:
            side = "out" if ir.startswith("ptr") else "in"
            number = counts[side]
            counts[side] += 1
            body.append(f"%p.{side}{number} = getelementptr {value}, ptr %{side}{number}, i64 %i")
            if side == "in":
                body.append(f"%v{number} = load {value}, ptr %p.in{number}")
                arguments.append(f"{ir} %v{number}")
            else:
                body.append(f"%q{number} = addrspacecast ptr %p.out{number} to {ir}" if ir != "ptr" else "")
                arguments.append(f"{ir} {'%p.out' if ir == 'ptr' else '%q'}{number}")
        pointers = [f"ptr %in{k}" for k in range(counts["in"])] + [f"ptr %out{k}" for k in range(counts["out"])]
        driver = f"""
            define void @drive(i64 %n, {", ".join(pointers)}) {{
            start:
              br label %loop
            loop:
              %i = phi i64 [ 0, %start ], [ %next, %loop ]
              {chr(10).join(body)}
              %r = call {kind}{result} @{name}({", ".join(arguments)})
              %p.out0 = getelementptr {result}, ptr %out0, i64 %i
              store {result} %r, ptr %p.out0
              %next = add i64 %i, 1
              %more = icmp ult i64 %next, %n
              br i1 %more, label %loop, label %end
            end:
              ret void
            }}"""
        self._engine = compiled(text, driver)
        address = self._engine.get_function_address("drive")
        self._drive = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * len(pointers))(address)

    def __call__(self, *arrays: np.ndarray) -> np.ndarray | tuple[np.ndarray, ...]:
        layouts = [_layout(ir) for ir in self.inputs]
        inputs = [np.ascontiguousarray(a).ravel().view(item) for a, (item, _) in zip(arrays, layouts, strict=True)]
        n = len(inputs[0]) // layouts[0][1]
        outputs = [np.zeros(n * width, item) for item, width in map(_layout, self.outputs)]
        self._drive(n, *(a.ctypes.data for a in inputs + outputs))
        return outputs[0] if len(outputs) == 1 else tuple(outputs)


def _layout(ir: str) -> tuple[str, int]:
    """The type of items in numpy and how many make a value; a vector of three takes the place of four."""
    if not ir.startswith("<"):
        return _ITEMS[ir], 1
    count, element = ir[1:-1].split(" x ")
    return _ITEMS[element], {3: 4}.get(int(count), int(count))
