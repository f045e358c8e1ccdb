"""What a run reads and writes: layouts, their codes, and how a launch is lowered to them."""
