"""What becomes of lanes that part: a file per policy, and the stack that two of them share."""
