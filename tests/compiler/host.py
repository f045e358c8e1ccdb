"""Kernels of LLVM IR on this processor: what two front ends made of one source is run on the same arguments.

Addresses are 64 bits wide here, so a kernel that keeps pointers in memory cannot be run. A group is one work-item.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np

import simt.compiler.opencl
from simt.compiler.kernel import KernelSignature, Parameter
from simt.compiler.llvm.optimise import without_marks, without_variables

_LAYOUT = re.compile(r"^target (?:datalayout|triple) = .*$", re.MULTILINE)
_HEADER = Path(simt.compiler.opencl.__file__).with_name("base.h")
_GLOBAL_SIZE = 8

# Work-item functions by the number of the work-item, which the driver passes, and some builtin functions.
_RUNTIME = """
@item = global i32 0
define i32 @_Z13get_global_idj(i32 %d) { %v = load i32, ptr @item
  %c = icmp eq i32 %d, 0
  %r = select i1 %c, i32 %v, i32 0
  ret i32 %r }
define i32 @_Z12get_group_idj(i32 %d) { %v = call i32 @_Z13get_global_idj(i32 %d)
  ret i32 %v }
define i32 @_Z12get_local_idj(i32 %d) { ret i32 0 }
define i32 @_Z14get_local_sizej(i32 %d) { ret i32 1 }
define i32 @_Z15get_global_sizej(i32 %d) { ret i32 8 }
define i32 @_Z14get_num_groupsj(i32 %d) { ret i32 8 }
define i32 @_Z12get_work_dimv() { ret i32 1 }
define void @_Z7barrierj(i32 %f) { ret void }
define void @_Z9mem_fencej(i32 %f) { ret void }
declare float @llvm.sqrt.f32(float)
declare float @llvm.fabs.f32(float)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare i32 @llvm.smax.i32(i32, i32)
define float @_Z4sqrtf(float %x) { %r = call float @llvm.sqrt.f32(float %x)
  ret float %r }
define float @_Z4fabsf(float %x) { %r = call float @llvm.fabs.f32(float %x)
  ret float %r }
define <4 x float> @_Z4fabsDv4_f(<4 x float> %x) { %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %x)
  ret <4 x float> %r }
define i32 @_Z3maxii(i32 %x, i32 %y) { %r = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  ret i32 %r }
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i32 @llvm.abs.i32(i32, i1)
define i32 @_Z8popcountj(i32 %x) { %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %r }
define i64 @_Z8popcountm(i64 %x) { %r = call i64 @llvm.ctpop.i64(i64 %x)
  ret i64 %r }
define i32 @_Z3clzj(i32 %x) { %r = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  ret i32 %r }
define i64 @_Z3clzm(i64 %x) { %r = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  ret i64 %r }
define i32 @_Z3absi(i32 %x) { %r = call i32 @llvm.abs.i32(i32 %x, i1 false)
  ret i32 %r }
define i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 %v) {
  %r = atomicrmw add ptr addrspace(1) %p, i32 %v seq_cst
  ret i32 %r }
define <4 x i32> @_Z14convert_int4_rDv4_f(<4 x float> %x) { %r = fptosi <4 x float> %x to <4 x i32>
  ret <4 x i32> %r }
define <4 x float> @_Z6vload4jPU3AS1Kf(i32 %i, ptr addrspace(1) %p) {
  %o = mul i32 %i, 16
  %q = getelementptr i8, ptr addrspace(1) %p, i32 %o
  %r = load <4 x float>, ptr addrspace(1) %q, align 4
  ret <4 x float> %r }
define void @_Z7vstore4Dv4_fjPU3AS1f(<4 x float> %x, i32 %i, ptr addrspace(1) %p) {
  %o = mul i32 %i, 16
  %q = getelementptr i8, ptr addrspace(1) %p, i32 %o
  store <4 x float> %x, ptr addrspace(1) %q, align 4
  ret void }
"""


def clang_ir(source: Path, *options: str) -> str:
    """The IR that a whole clang makes of a source, with the header of the front end."""
    command = [
        sys.executable, "-m", "ziglang", "clang", "-x", "cl", "-cl-std=CL1.2", "-O0", "-emit-llvm", "-S",
        "-target", "spir-unknown-unknown", "-Xclang", "-fdeclare-opencl-builtins", "-cl-no-stdinc", "-w",
        "-ffp-contract=off", "-include", str(_HEADER), *options, "-o", "-", str(source),
    ]  # fmt: skip
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def verified(ir: str) -> llvm.ModuleRef:
    """The module of a text, verified."""
    module = llvm.parse_assembly(ir)
    module.verify()
    return module


def run(ir: str, kernel: KernelSignature, arguments: list[np.ndarray]) -> None:
    """Run a kernel for every work-item; the arrays behind pointers are changed, values are arrays of their bytes."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    text = _LAYOUT.sub("", re.sub(r"\bspir_(?:func|kernel) ", "", without_variables(without_marks(ir))))
    module = verified(text + _driver(kernel))
    module.link_in(verified(_RUNTIME))
    machine = llvm.Target.from_default_triple().create_target_machine(opt=1)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    item = ctypes.c_uint32.from_address(engine.get_global_value_address("item"))
    addresses = (ctypes.c_void_p * len(arguments))(*(array.ctypes.data for array in arguments))
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(engine.get_function_address("run.it"))
    for number in range(_GLOBAL_SIZE):
        item.value = number
        call(addresses)


def _driver(kernel: KernelSignature) -> str:
    """A function that takes the addresses of all arguments, and calls the kernel."""
    lines, passed = [], []
    for index, parameter in enumerate(kernel.parameters):
        lines.append(f"  %s{index} = getelementptr ptr, ptr %all, i32 {index}")
        lines.append(f"  %p{index} = load ptr, ptr %s{index}")
        if parameter.space is not None:
            lines.append(f"  %a{index} = addrspacecast ptr %p{index} to ptr addrspace({parameter.space})")
            passed.append(f"ptr addrspace({parameter.space}) %a{index}")
        elif parameter.base_type.startswith("struct "):
            alignment = parameter.alignment
            passed.append(f"ptr byval([{parameter.size} x i8]) align {alignment} %p{index}")
        else:
            kind = _ir(parameter.base_type)
            lines.append(f"  %a{index} = load {kind}, ptr %p{index}")
            passed.append(f"{kind} %a{index}")
    body = "\n".join(lines)
    return (
        f"\ndefine void @run.it(ptr %all) {{\n{body}\n  call void @{kernel.name}({', '.join(passed)})\n  ret void\n}}\n"
    )


def _ir(name: str) -> str:
    """LLVM's name of a type of OpenCL."""
    base = re.match(r"[a-z]+", name)
    assert base is not None
    sizes = {"char": "i8", "short": "i16", "int": "i32", "long": "i64", "float": "float", "double": "double"}
    sizes |= {f"u{word}": sizes[word] for word in ("char", "short", "int", "long")}
    count = name[base.end() :]
    return f"<{count} x {sizes[base[0]]}>" if count else sizes[base[0]]


def arguments_of(kernel: KernelSignature, seed: int) -> list[np.ndarray]:
    """Arrays of small numbers for each parameter: 64 elements behind a pointer, one for a value."""
    rng = np.random.default_rng(seed)
    kinds = {"char": "i1", "short": "i2", "int": "i4", "long": "i8", "float": "f4", "double": "f8"}
    made = []
    for parameter in kernel.parameters:
        base = re.match(r"u?([a-z]+)", parameter.base_type)
        kind = np.dtype(kinds.get(base[1], "f4") if base is not None else "f4")
        is_unsigned = kind.kind == "i" and parameter.base_type.startswith("u")
        size = 64 * parameter.element_size if parameter.space is not None else max(parameter.size, 1)
        numbers = rng.integers(-9, 10, size // kind.itemsize)
        values = numbers / 4 if kind.kind == "f" else numbers
        if parameter.space is None and kind.kind == "i" and not parameter.base_type.startswith("struct"):
            values = np.abs(values) % 7 + 1
        made.append(_aligned(np.abs(values).astype(f"u{kind.itemsize}") if is_unsigned else values.astype(kind)))
    return made


def assert_same(parameter: Parameter, ours: np.ndarray, theirs: np.ndarray) -> None:
    """Hold the bytes of two arrays equal, but for the fourth number of vectors of three, which is anything."""
    ours, theirs = ours.view("u1"), theirs.view("u1")
    if re.search(r"[a-z]3\*?$", parameter.base_type):
        ours, theirs = (values.reshape(-1, parameter.element_size) for values in (ours, theirs))
        ours, theirs = (values[:, : parameter.element_size // 4 * 3] for values in (ours, theirs))
    np.testing.assert_array_equal(ours, theirs, err_msg=parameter.name)


def _aligned(values: np.ndarray) -> np.ndarray:
    """A copy at an address that vectors of 16 doubles may have."""
    room = np.zeros(values.nbytes + 128, np.uint8)
    first = -room.ctypes.data % 128
    placed = room[first : first + values.nbytes].view(values.dtype)
    placed[:] = values
    return placed
