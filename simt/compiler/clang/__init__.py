"""A process of its own that parses one OpenCL C source with libclang and prints its syntax tree as JSON.

`simt.compiler.opencl.parsing` starts it, with a limit of memory and of time, so that no source can stop or fill the
calling process. It opens no file except libclang: sources come through standard input, and clang's file system is empty
(`closed.yaml`). A line of output with `include` requests a file; the next line of input has its text.
"""
