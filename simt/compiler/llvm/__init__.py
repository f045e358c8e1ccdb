"""LLVM between the front ends and the back end: what it optimises, and a reader of what it prints."""
