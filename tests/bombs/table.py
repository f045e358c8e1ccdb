"""All bombs."""

from __future__ import annotations

from typing import Final

from tests.bombs import assembly, opencl, python, toml

BOMBS: Final = (*opencl.bomb, *python.bomb, *assembly.bomb, *toml.bomb)
