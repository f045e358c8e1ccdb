"""Accesses to memory on the way: bank conflicts of local ones, transactions of global ones."""
