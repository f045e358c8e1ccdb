"""Warps that are followed together: operands, conditions, and scalar registers."""
