"""The back end: from optimised LLVM IR to assembly, by operations on virtual registers (`ops`)."""
