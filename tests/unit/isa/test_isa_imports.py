from __future__ import annotations

import subprocess
import sys

import isa
from tests.paths import ROOT
from tests.processes import HANGS


def run(code: str) -> str:
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, timeout=HANGS
    )
    return finished.stdout.strip()


def test_isa_imports_neither_numba_nor_numpy_nor_simt() -> None:
    code = (
        "import sys, isa\nfor name in isa.__all__: getattr(isa, name)\n"
        "isa.listing(isa.assemble(isa.disassemble(isa.assemble('ret'))))\n"
        "print(sorted({'numba', 'numpy', 'simt'} & {name.partition('.')[0] for name in sys.modules}))"
    )
    assert run(code) == "[]"


def test_importing_isa_loads_nothing_else_of_it() -> None:
    code = "import sys, isa\nprint([name for name in sys.modules if name.startswith('isa.')])"
    assert run(code) == "[]"


def test_exports() -> None:
    assert set(isa.__all__) <= set(dir(isa))
    for name in isa.__all__:
        assert getattr(isa, name) is not None
    assert callable(isa.listing)
    assert not hasattr(isa, "nothing")
