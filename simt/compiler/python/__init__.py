"""The front end of kernels in Python: the syntax tree of a function, typed, to LLVM IR.

Its modules, each of which uses only the ones before it: names, values, context, integers, arithmetic, expressions,
atomics, calls, statements, front_end.
"""
