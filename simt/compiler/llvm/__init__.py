"""LLVM between the front ends and the back end: its optimisation, and a reader of its output."""
