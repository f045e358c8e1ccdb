"""Warps that are followed together: their operands, their conditions, their scalar registers."""
