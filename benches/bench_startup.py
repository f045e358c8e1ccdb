"""Start-up times of the command line, best of several: `pytest benches/bench_startup.py -n0 --benchmark-enable`.

The last one empties the compile cache first: what a person waits for on the first run on a machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

COMMANDS = {
    "help": ["--help"],
    "machine show": ["machine", "show", "fpga4"],
    "asm": ["asm", "fft128.s"],
    "run, compiled": ["run", "fft128.s", "--warp", "4"],
    "run of assembly": ["run", "pps_br.s", "-m", "gtx280"],
    "run of OpenCL C, kept": ["run", "opencl/pps_br.cl", "-m", "gtx280"],
}


def simt_command(*arguments: str, **environment: str) -> None:
    program = [sys.executable, "-m", "simt.cli.main", *arguments]
    subprocess.run(program, check=True, capture_output=True, env=os.environ | environment)


@pytest.mark.parametrize("name", COMMANDS)
def test_startup(benchmark: Any, name: str) -> None:
    benchmark.pedantic(simt_command, args=COMMANDS[name], rounds=7, warmup_rounds=1)


def test_first_run(benchmark: Any, tmp_path: Path) -> None:
    benchmark.pedantic(
        simt_command, args=["run", "fft128.s", "--warp", "4"], kwargs={"NUMBA_CACHE_DIR": str(tmp_path)}, rounds=1
    )
