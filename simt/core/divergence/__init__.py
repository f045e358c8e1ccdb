"""The policies for lanes that part, a file each, and the stack that two of them share."""
