"""The library of OpenCL's builtin functions, as LLVM IR, for the instructions of a machine.

library.cl is written in OpenCL C and uses the intrinsics of intrinsics.h. prelude.ll defines an intrinsic by the
machine's instruction; soft.cl defines it for machines without this instruction. builtins.ll is library.cl compiled by
clang (make.py); it is read when kernels are compiled.
"""
