"""`python -m simt` is the command `simt`."""

from __future__ import annotations

from simt.cli.main import main

if __name__ == "__main__":
    main()
