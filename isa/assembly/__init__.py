"""The assembler: from text to a program."""
