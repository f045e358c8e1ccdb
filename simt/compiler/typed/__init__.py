"""Translation of typed values to the text of LLVM IR, for both front ends.

The modules of the package are the following. A module uses only earlier modules of the list: types, builder,
conversions, operators.
"""
