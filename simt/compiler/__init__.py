"""From OpenCL C and Python functions to programs of this machine: front ends, LLVM IR, a back end of its own."""
