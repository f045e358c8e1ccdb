"""The kernels and machines that are never looked at while `simt/models/refined.py` is being made.

A model that was tuned on the kernels and machines that it is then judged by says nothing about others. A third of the
names is therefore kept aside, chosen by a hash so that nobody picks, and committed before the model exists. A name is
held out if the SHA-256 of `SALT` and the name, as a number, is a multiple of 3.

The name of a kernel is the one that `simt run` takes (`fft128`, `divergent/collatz`), the name of a machine its
preset's (`fpga4`). A generated machine has the name that its generator gives it, from its seed alone and before it is
run. docs/model.md has the rule in full.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

SALT = "simt holdout 1: "  # never changed: another salt would be another choice, made after the fact
_PART = 3


def held_out(name: str) -> bool:
    """Return whether the kernel or the machine of this name is kept for judging the refined model.

    A path or suffix that only says where the thing lies does not matter: `fft128.s` and `programs/fft128` are `fft128`,
    `fpga4.toml` is `fpga4`. Raises `ValueError` for an empty name.
    """
    plain = name.strip().removeprefix("programs/").removesuffix(".s").removesuffix(".toml")
    if not plain:
        raise ValueError("a kernel or machine without a name can be neither held out nor not")
    digest = hashlib.sha256((SALT + plain).encode()).digest()
    return int.from_bytes(digest) % _PART == 0


def point_held_out(kernel: str, machine: str) -> bool:
    """Return whether development may not look at a run of `kernel` on `machine`: one of the two is held out."""
    return held_out(kernel) or held_out(machine)


def split(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return `names` in their order as (development names, held-out names)."""
    development: list[str] = []
    kept: list[str] = []
    for name in names:
        (kept if held_out(name) else development).append(name)
    return development, kept
