"""Reports about source text: source files, places, diagnostics."""
