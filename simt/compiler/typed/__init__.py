"""Translation of typed values to the text of LLVM IR, for both front ends.

Its modules, each of which uses only the ones before it: types, builder, conversions, operators.
"""
