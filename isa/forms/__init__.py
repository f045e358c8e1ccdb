"""Other forms of a program: disassembly, listings, object and hex files."""
