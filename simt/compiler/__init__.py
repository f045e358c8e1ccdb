"""From OpenCL C and Python functions to programs of this machine: front ends, LLVM IR, a back end of its own.

Front ends give LLVM IR; `llvm` optimises and reads it; `backend` makes instructions of it. Imports neither numba nor
the processor.
"""
