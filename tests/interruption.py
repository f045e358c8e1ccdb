"""Ctrl-C at many moments of many commands: what is sent, what comes of it.

python -m tests.interruption                 every command at 20 moments, a line for each
python -m tests.interruption compare run     those whose names begin so
python -m tests.interruption --moments 5 --twice
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from simt.core.engine.cache import SUFFIX, checked_content
from tests.paths import ROOT
from tests.processes import HANGS

AT_ONCE = 1.5  # seconds from Ctrl-C to the end
LONGEST = 6.0  # seconds of a command that are looked at
MOMENTS = 20
_START = 0.03  # seconds from the first line until the command is called at the latest
_ENDING = 0.2  # seconds that the system may take to end a process

LOOP = ".threads 64\nagain: add.u32 r1, r1, 1\n mul.f32 r2, r2, r2\n jmp again\n"
OPENCL = """
kernel void blur(global float *x, global float *y, int n) {
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < n; k++) s += sin(x[i + k]) * exp(x[i]) + pow(x[i], 1.5f);
    y[i] = s;
}
"""
PYTHON = """
from simt.lang import Global, f32, global_id, kernel, sin

@kernel
def scale(x: Global[f32], y: Global[f32]):
    i = global_id()
    y[i] = sin(x[i]) * 2.0
"""
GATE = """
[[case]]
kernel = "fft128"
machine = ["fpga4", "fpga8"]
limit = 100000
[[case]]
kernel = "loop.s"
max_cycles = 1000000000000
"""
READINGS = "microkernel,instruction,cycles\nchain,add.u32,24\nchain,ld.global,450\n"
TRACE = "".join(f"{k * 3} {k * 4099 % 65536 * 64:x} {'RW'[k % 3 == 0]}\n" for k in range(20000))
AGES = ("--max-cycles", str(10**12))


@dataclass(frozen=True)
class Command:
    """A command. points: whether it works point by point; is_fresh: whether nothing that it needs is compiled."""

    words: tuple[str, ...]
    has_points: bool = False
    is_fresh: bool = False


def _row(text: str, *more: str, points: bool = False, fresh: bool = False) -> Command:
    return Command((*text.split(), *more), points, fresh)


COMMANDS: dict[str, Command] = {
    "run": _row("run loop.s", *AGES),
    "run, functional": _row("run loop.s --engine functional", *AGES),
    "run, device": _row("run loop.s -m gtx280 -s cores=128 -g 65536 -l 64", *AGES),
    "run, short": _row("run fft128.s"),
    "run, oracle": _row("run bitonic_sort.s --view source"),
    "run, checked": _row("run loop.s --check races", *AGES),
    "run, pipeline": _row("run scan.toml -m gtx280"),
    "run, OpenCL C": _row("run blur.cl::blur -m gtx280 -g 4096 -l 64 --in x=8192 --in y=4096 --in n=1000", *AGES),
    "run, Python": _row("run scale.py::scale -m gtx280 -g 65536 -l 64 --in x=65536 --in y=65536"),
    "trace": _row("trace loop.s -o x.vcd", *AGES),
    "trace, text": _row("trace loop.s", *AGES),
    "report": _row("report loop.s -o x.html", *AGES),
    "report, short": _row("report fft128.s -o x.html"),
    "experiment issue-width": _row("experiment issue-width"),
    "experiment cfg-shapes": _row("experiment cfg-shapes"),
    "experiment mask-history": _row("experiment mask-history"),
    "experiment divergence": _row("experiment divergence -o ."),
    "experiment stack-depth": _row("experiment stack-depth"),
    "experiment forward-progress": _row("experiment forward-progress --max-cycles 20000000"),
    "experiment gpu-model": _row("experiment gpu-model"),
    "experiment hmgpu": _row("experiment hmgpu"),
    "sweep": _row("sweep loop.s fft128 --set banks=1,2,4,8,16 -o x.sqlite", *AGES, points=True),
    "sweep, no file": _row("sweep fft128 fir --set banks=1,2,4,8,16 --set lds.latency=1..64 --set fpu.latency=1..16",
                           points=True),
    "sweep, devices": _row("sweep loop.s --set cores=2,4,64 -o x.sqlite --max-cycles 50000000", points=True),
    "sweep, OpenCL C": _row("sweep blur.cl::blur -m gtx280 -g 4096 -l 64,128 --in x=8192 --in y=4096 --in n=10 "
                            "--set lds.latency=1..50 -o x.sqlite", points=True),
    "sweep show": _row("sweep show done.sqlite --all"),
    "sweep export": _row("sweep export done.sqlite -o x.csv"),
    "explore": _row("explore loop.s --set lds.latency=1..64 --set banks=1,2,4,8 -o x.sqlite", *AGES, points=True),
    "explore, no file": _row("explore fft128 --set lds.latency=1..64 --set banks=1,2,4,8,16 --set fpu.latency=1..30",
                             points=True),
    "explore, nsga2": _row("explore fft128 --set lds.latency=1..64 --set banks=1,2,4,8,16 --set fpu.latency=1..30 "
                           "--sampler nsga2", points=True),
    "tune": _row("tune loop.s --set lds.latency=1..64 --set banks=1,2,4,8 -o x.sqlite", *AGES, points=True),
    "tune, sizes": _row("tune scale.py::scale -m gtx280 -g 65536 -l auto --in x=65536 --in y=65536", points=True),
    "tune, tpe": _row("tune fft128 --set lds.latency=1..64 --set banks=1,2,4,8,16 --trials 200", points=True),
    "model": _row("model fft128 -m fpga4"),
    "model, measured": _row("model measured bitonic_sort -m fpga4 --model all"),
    "model, device": _row("model mm_global -m gtx280 --local-size 16x16 --model all"),
    "model, sensitivity": _row("model sensitivity mm_local -m gtx280"),
    "model, figures": _row("model figures"),
    "model, loop": _row("model measured loop.s -m fpga4", *AGES),
    "compare": _row("compare --suite -o x.json", points=True),
    "compare, table": _row("compare fft128 fir --set fpu.latency=1..64 --set banks=1,2,4,8,16", points=True),
    "compare, loop": _row("compare loop.s fft128 --set banks=1,2,4,8,16", *AGES, points=True),
    "compare, OpenCL C": _row("compare blur.cl::blur -m gtx280 -g 4096 --local-size 64,128 --in x=8192 --in y=4096 "
                              "--in n=10 --set lds.latency=1..50", points=True),
    "calibrate": _row("calibrate -m hd5870", points=True),
    "calibrate, readings": _row("calibrate -m gtx280 --readings board.csv", points=True),
    "asm": _row("asm fft128.s"),
    "asm, OpenCL C": _row("asm blur.cl::blur -m gtx280"),
    "asm, Python": _row("asm scale.py::scale -m gtx280"),
    "disasm": _row("disasm fft.json"),
    "init": _row("init begun"),
    "kernels": _row("kernels"),
    "kernels, copy": _row("kernels --copy scan.toml"),
    "isa": _row("isa"),
    "machine list": _row("machine list"),
    "machine schema": _row("machine schema"),
    "machine show": _row("machine show gtx280"),
    "machine diff": _row("machine diff gtx280 hd5870"),
    "memory run": _row("memory run trace.trc --config ddr2-667-3-x16-32"),
    "memory map": _row("memory map"),
    "memory clients": _row("memory clients hmgpu --clocks 8000000"),
    "memory bench": _row("memory bench --clocks 8000000", points=True),
    "check": _row("check loop.s", *AGES),
    "check, short": _row("check dot.s"),
    "why": _row("why bitonic_sort.s", points=True),
    "why, loop": _row("why loop.s", *AGES),
    "diff": _row("diff fft128 fft128_stockham -o x.html"),
    "diff, loop": _row("diff loop.s fft128", *AGES),
    "gate": _row("gate --only fft128"),
    "gate, loop": _row("gate --only loop"),
    "explain": _row("explain E0501"),
    "explain, all": _row("explain"),
    "completion": _row("completion bash"),
    "doctor": _row("doctor"),
    "doctor, measure": _row("doctor --measure"),
    "help": _row("--help"),
    "warm": _row("warm", fresh=True, points=True),
    "run, compiling": _row("run loop.s -m gtx280 -g 1024 -l 64", *AGES, fresh=True),
    "sweep, compiling": _row("sweep loop.s --set vliw=1,2 -o x.sqlite", *AGES, fresh=True, points=True),
    "compare, compiling": _row("compare fft128 mm_global -m fpga4 -m gtx280", fresh=True, points=True),
    "report, compiling": _row("report loop.s -o x.html", *AGES, fresh=True),
    "calibrate, compiling": _row("calibrate -m fpga4", fresh=True, points=True),
    "memory clients, compiling": _row("memory clients hmgpu", fresh=True),
}  # fmt: skip


@dataclass(frozen=True)
class Ended:
    """How a command ended: its status, seconds from the signal, what it wrote. was_over: before the signal."""

    status: int
    seconds: float
    out: str
    err: str
    was_over: bool

    def fault(self, whole: Ended | None = None) -> str:
        """What is wrong with it, "" if nothing. whole: the same command without Ctrl-C."""
        if self.was_over:
            return "" if self.status in (0, 1) else f"status {self.status} by itself"
        if whole is not None and (self.status, self.err) == (whole.status, "") and self.seconds < _ENDING:
            return ""  # it came when the process was gone, and the system had not noticed
        told = self.out + self.err
        wrong = [word for word in ("Traceback", "internal error", "Exception ignored", "bug of simt") if word in told]
        if self.status != 130:
            wrong.append(f"status {self.status}")
        if self.seconds > AT_ONCE:
            wrong.append(f"{self.seconds:.2f} s")
        if "interrupted" not in self.err:
            wrong.append("does not say that it was interrupted")
        return ", ".join(wrong)


def prepare(folder: Path) -> None:
    """Write the files that the commands take."""
    texts = {"loop.s": LOOP, "gate.toml": GATE, "blur.cl": OPENCL, "scale.py": PYTHON, "trace.trc": TRACE,
             "board.csv": READINGS}  # fmt: skip
    for name, text in texts.items():
        (folder / name).write_text(text)
    run = [sys.executable, "-m", "simt"]
    ways = ["asm fft128.s -o fft.json -q", "sweep fft128 --set lds.latency=1..64 --set banks=2,4,8 -o done.sqlite -q"]
    for words in ways:
        subprocess.run([*run, *words.split()], cwd=folder, env=environment(folder), check=True)


def environment(folder: Path, *, is_fresh: bool = False) -> dict[str, str]:
    """The variables of a command; is_fresh: with nothing compiled."""
    own = {"NUMBA_CACHE_DIR": str(folder / "cache")} if is_fresh else {}
    return os.environ | {"PYTHONPATH": str(ROOT)} | own


def interrupt(
    command: Command, moment: float | None, folder: Path, *, is_group: bool = False, again: Sequence[float] = ()
) -> Ended:
    """Run a command and send it Ctrl-C that many seconds after its first line; None: after `LONGEST`.

    is_group: send it to its group of processes, as a terminal does. again: seconds after it at which to send another.
    """
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # where it is ignored, as in jobs
    code = f"{heard}; from simt.__main__ import main; print(flush=True); main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *command.words], cwd=folder, env=environment(folder, is_fresh=command.is_fresh),
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()  # what comes before is Python's own start
        started = time.monotonic()
        with contextlib.suppress(subprocess.TimeoutExpired):
            out, err = process.communicate(timeout=LONGEST if moment is None else _START + moment)
            return Ended(process.returncode, time.monotonic() - started, out, err, was_over=True)
        begin = time.monotonic()
        _send(process, is_group=is_group)
        for wait in again:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, begin + wait - time.monotonic()))
            _send(process, is_group=is_group)
        out, err = process.communicate(timeout=HANGS)
        return Ended(process.returncode, time.monotonic() - begin, out, err, was_over=False)


def _send(process: subprocess.Popen[str], *, is_group: bool) -> None:
    with contextlib.suppress(ProcessLookupError):
        if is_group:
            os.killpg(process.pid, signal.SIGINT)
        elif process.poll() is None:
            process.send_signal(signal.SIGINT)


def files_of(folder: Path) -> set[str]:
    """The names of what is in a folder."""
    return {path.name for path in folder.iterdir()}


def remove_others(folder: Path, files: set[str]) -> None:
    """Remove the files that are not these, compiled engines too."""
    for path in folder.iterdir():
        if path.name not in files:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def half_written(folder: Path) -> list[str]:
    """Files that are not whole."""
    found = [str(path) for path in folder.rglob(".simt-*")]
    for path in folder.rglob("*"):
        if path.suffix == ".html" and not path.read_text().endswith("</html>\n"):
            found.append(path.name)
        elif path.suffix == ".sqlite":
            with contextlib.closing(sqlite3.connect(path)) as connection:
                if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                    found.append(path.name)
        elif path.suffix == SUFFIX and checked_content(path) is None:
            found.append(path.name)
    return found


def main() -> None:
    """Print what is wrong, and exit with 1 if anything is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--moments", type=int, default=MOMENTS)
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    faults = 0
    for name, command in COMMANDS.items():
        if asked.names and not any(name.startswith(each) for each in asked.names):
            continue
        with tempfile.TemporaryDirectory() as name_of_folder:
            folder = Path(name_of_folder)
            prepare(folder)
            files = files_of(folder)
            whole = interrupt(command, None, folder)
            span = min(whole.seconds if whole.was_over else LONGEST, LONGEST)
            click.echo(f"{name}: {span:.2f} s {'' if whole.was_over else 'cut'} {whole.fault()}")
            slowest = 0.0
            for k in range(asked.moments):
                remove_others(folder, files)
                again = (0.02 + 0.07 * k,) if asked.twice else ()
                ended = interrupt(command, span * (k + 0.5) / asked.moments, folder, is_group=k % 2 == 1, again=again)
                if not ended.was_over:
                    slowest = max(slowest, ended.seconds)
                wrong = [each for each in [ended.fault(whole), *half_written(folder)] if each]
                faults += bool(wrong)
                if wrong or asked.show:
                    last = ended.err.strip().splitlines()
                    moment = f"{span * (k + 0.5) / asked.moments:.2f} s"
                    click.echo(f"    {k} at {moment}: {'; '.join(wrong)} | {len(ended.out)} {last[-3:]}")
            click.echo(f"  slowest {slowest:.2f} s")
    click.echo(f"{faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
