"""The library of OpenCL's builtin functions, as LLVM IR: what a kernel calls, made for a machine's instructions.

library.cl is written in OpenCL C on the intrinsics of intrinsics.h; prelude.ll says what each of those is on a machine
that has an instruction for it, soft.cl what it is on one that has none. builtins.ll is library.cl as clang compiles it
(make.py): what is read when kernels are compiled.
"""

from simt.compiler.builtins.library import definitions, has, instructions

__all__ = ["definitions", "has", "instructions"]
