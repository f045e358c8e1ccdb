"""The front end of kernels in Python: the syntax tree of a function, typed, to LLVM IR.

names.py       the meaning of names in a function's file, without running the file
values.py      types of kernels, arrays, numbers of Python
context.py     the module, the place in the source, the errors of refused parts
integers.py    operators on integers of any signs
arithmetic.py  operators
expressions.py names, elements, compares, choices
atomics.py     atomic functions, of floats too
calls.py       calls: conversions, mathematics, positions, arrays, functions of the file
statements.py  statements
front_end.py   a file, or a decorated function, to a unit of kernels
"""
