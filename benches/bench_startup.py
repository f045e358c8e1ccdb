"""Start-up of the command line: `pytest benches/bench_startup.py -n0 -s --benchmark-enable`.

A table of the processor time of commands, the least of several runs. With SIMT_BEFORE=FOLDER, another checkout, its
commands run in turns with ours, and stand beside them. The last bench empties the compile cache first: what a person
waits for on the first run on a machine.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.paths import ROOT

ROUNDS = 10
COMMANDS = {
    "help": ["--help"],
    "explain": ["explain", "E0201"],
    "machine list": ["machine", "list"],
    "machine show": ["machine", "show", "fpga4"],
    "asm": ["asm", "fft128.s"],
    "run, compiled": ["run", "fft128.s", "--warp", "4"],
    "check, compiled": ["check", "fft128.s", "--warp", "4"],
    "run of assembly": ["run", "pps_br.s", "-m", "gtx280"],
    "run of OpenCL C, kept": ["run", "opencl/pps_br.cl", "-m", "gtx280"],
}


def simt_command(*arguments: str, root: Path = ROOT, **environment: str) -> None:
    program = [sys.executable, "-m", "simt", *arguments]
    variables = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": ""} | environment
    subprocess.run(program, check=True, capture_output=True, cwd=root, env=variables)


def processor_seconds(root: Path, arguments: list[str], **environment: str) -> float:
    """The processor time of a command, the system's for it included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    simt_command(*arguments, root=root, **environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_processor_time(benchmark: Any) -> None:
    roots = [ROOT, *([Path(before)] if (before := os.environ.get("SIMT_BEFORE")) else [])]

    def measured() -> None:
        print(f"\nseconds of a processor, the least of {ROUNDS}; " + ", ".join(str(root) for root in roots))
        for name, arguments in COMMANDS.items():
            for root in roots:
                simt_command(*arguments, root=root)  # compiled, and kept
            seconds = [[processor_seconds(root, arguments) for root in roots] for _ in range(ROUNDS)]
            least = [min(of_root) for of_root in zip(*seconds, strict=True)]
            ratio = f"  {least[0] / least[1]:5.2f}" if len(least) > 1 else ""
            print(f"{name:24}" + "".join(f"{time:8.3f}" for time in least) + ratio)

    benchmark.pedantic(measured, rounds=1)


@pytest.mark.parametrize("name", COMMANDS)
def test_startup(benchmark: Any, name: str) -> None:
    benchmark.pedantic(simt_command, args=COMMANDS[name], rounds=7, warmup_rounds=1)


def test_first_run(benchmark: Any, tmp_path: Path) -> None:
    benchmark.pedantic(
        simt_command, args=["run", "fft128.s", "--warp", "4"], kwargs={"NUMBA_CACHE_DIR": str(tmp_path)}, rounds=1
    )
