"""The library of OpenCL's builtin functions, as LLVM IR, for the instructions of a machine.

library.cl is written in OpenCL C on the intrinsics of intrinsics.h. prelude.ll defines them on a machine with an
instruction for each, soft.cl on a machine without one. builtins.ll is library.cl compiled by clang (make.py), and is
read when kernels are compiled.
"""

from simt.compiler.builtins.library import definitions, has, instructions

__all__ = ["definitions", "has", "instructions"]
