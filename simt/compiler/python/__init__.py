"""The front end of kernels in Python: the syntax tree of a function, typed, to LLVM IR.

The modules of the package are the following. A module uses only earlier modules of the list: names, values, context,
integers, arithmetic, expressions, atomics, calls, statements, front_end.
"""
