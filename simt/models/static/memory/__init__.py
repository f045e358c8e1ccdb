"""Accesses to memory of a walk: bank conflicts of local ones, transactions of global ones."""
