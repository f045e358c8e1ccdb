"""What of a program is evaluated: the slice on which addresses and ways depend, block by block."""
