"""Control flow of a program: successors, the graph of its blocks, masks, unwritten registers."""
