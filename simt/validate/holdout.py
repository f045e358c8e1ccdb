"""The kernels and machines that are never looked at while the refined model (`simt.models.refined`) is developed.

A model that is judged by the kernels and machines on which it was tuned may still be wrong on others. So a third of the
names is held out, by a rule that was committed before the model existed: the SHA-256 of `SALT` and the name, as a
number, is a multiple of 3. docs/model.md has the rule in full.

A kernel has the name that `simt run` takes (`fft128`, `divergent/collatz`). A machine has the name of its preset
(`fpga4`) or, if it is generated, the name with its seed (`generated-7`).
"""

from __future__ import annotations

import hashlib

SALT = "simt holdout 1: "  # never changed: another salt would choose other names after the model was seen
_PART = 3


def held_out(name: str) -> bool:
    """Return whether the kernel or machine of this name is held out.

    The folder `programs/` and the suffixes .s and .toml do not matter: `fft128.s` and `programs/fft128` are `fft128`.
    Raises `ValueError` for an empty name.
    """
    plain = name.strip().removeprefix("programs/").removesuffix(".s").removesuffix(".toml")
    if not plain:
        raise ValueError("a kernel or machine without a name can be neither held out nor not")
    digest = hashlib.sha256((SALT + plain).encode()).digest()
    return int.from_bytes(digest) % _PART == 0


def point_held_out(kernel: str, machine: str) -> bool:
    """Return whether kernel or machine is held out."""
    return held_out(kernel) or held_out(machine)
