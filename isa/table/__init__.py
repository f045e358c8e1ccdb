"""The instructions and units, read from `isa/instructions.toml`, and the numbers that words hold."""
