"""The compilers from OpenCL C and Python functions to programs of this machine: front ends, LLVM IR, our own back end.

Front ends produce LLVM IR; `llvm` optimises and reads it; `backend` turns it into instructions. The package
imports neither numba nor `simt.core`.
"""
