"""The order that locks make between threads, for `simt check` (docs/check.md)."""
