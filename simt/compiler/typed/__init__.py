"""Translation of typed values to the text of LLVM IR, used by both front ends.

types.py       types with their sizes
builder.py     a module, and the body of a function: instructions, blocks, places in the source
conversions.py a value in another type, components of vectors, loads and stores
tables.py      constants in one variable: pointers as offsets, the texts of printf
operators.py   operators of two values
"""
