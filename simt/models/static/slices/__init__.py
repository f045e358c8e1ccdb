"""The evaluated part of a program: the slice on which addresses and paths depend, block by block."""
