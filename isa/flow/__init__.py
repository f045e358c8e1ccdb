"""Control flow of a program: successors, the graph of its blocks, masks, registers that nothing wrote."""
