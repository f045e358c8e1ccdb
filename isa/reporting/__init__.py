"""Where text comes from and what is said of it: source files, places, diagnostics."""
