"""Damaged and foreign files through every reader of the command line: `python -m benches.mutations`.

    python -m benches.mutations --count 1000000 --seed 1 --keep faults

A reader passes with a result, or with an error that has a code and a documented status, within ten seconds and four
gigabytes; a traceback, an internal error, another status, a control character on its way to a terminal, a crash of the
process are faults. Input N of a reader depends on the seed and N alone: `--reader plan --start 4711 --count 1` is that
one again. What simt writes for other programs (traces, reports, pictures) it never reads.
"""

from __future__ import annotations

import gzip
import io
import itertools
import json
import math
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.testing import CliRunner

import isa
import simt
from isa.forms.hexfile import program_hex
from isa.forms.objfile import dump_program
from isa.reporting.diagnostics import SimtError
from isa.reporting.source import split_source
from isa.table.table import INSTRUCTIONS, SPECIALS
from simt.cli.main import cli
from simt.compiler.python.front_end import compile_file
from simt.diagnosis.gates.baseline import KeptCase, baseline_text, read_baseline
from simt.diagnosis.gates.cases import read_gate
from simt.diagnosis.saved import saved
from simt.exploration import Search, Sweep, resume_sweep, run_search, run_sweep
from simt.exploration.plans.reading import load_plan
from simt.exploration.search.search import load_search
from simt.launch.pipeline_file import read_pipeline
from simt.launch.programs import programs_folder
from simt.machine.channel import load as load_channel
from simt.machine.loading import presets
from simt.memory.clients.description import load_system
from simt.memory.storage.layout import Layout
from simt.memory.storage.manager import StorageManager
from simt.models.devices import devices
from tests.generators.mutations import mutant, mutant_of_json, mutant_of_toml
from tests.generators.results_files import mutate

_SECONDS, _BYTES = 10, 4 << 30
_PATIENCE = 6  # times that: a busy machine lets a process wait, and that is not a fault
_CODE = re.compile(r"\b(?:E\d{4}|T\d{3})\b")
_CONTROL = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_KERNELS = ("dot", "add64", "fir", "pps_br", "horner_f64", "article/example1")
_PLANS = (
    'programs = ["dot", "fir.s"]\nmachine = "fpga4"\nmode = "random"\ncount = 3\nrandom_seed = 1\nthreads = 64\n'
    'seed = 1\nmax_cycles = 5000\ncheck = true\n[sweep]\nbanks = [2, 4]\n"lds.latency" = "1..8"\n'
    '"scheduler.policy" = ["paper", "oldest"]\n[set]\n"local.words" = 8192\n[define]\nn = 128\n',
    'schema = "simt.sweep-plan/2"\nprogram = "mm_global"\nglobal_size = "64x64"\nlocal_size = "16x16"\nmode = "zip"\n'
    'include_paths = ["."]\n[sweep]\nmachine = ["gtx280", "hd5870"]\n"define.n" = [64, 128]\n',
)
# Of a results file; half of them contradict themselves.
POINTS = {"banks": [2, 4], "lds.latency": [2, 5], "lds.lanes": [3, 4], "scheduler.policy": ["paper", "oldest"]}
_SEARCH = (
    'program = "dot"\n[sweep]\nwarp = [4, 8]\nbanks = "1..64*2"\n[explore]\nminimise = ["time", "slices"]\nbudget = 5\n'
    'maximise = ["fpu_efficiency"]\nconstraints = ["ramb16 <= 40"]\npart = "XC4VSX25"\nsampler = "random"\n'
    "random_seed = 1\n"
)
_SETTINGS = ("banks=8", "lds.latency=1", "scheduler.policy=oldest", "options.multiply=true", 'retire.priority=["lds"]')
_SIMT_TOML = (
    '[machine]\nbase = "fpga8"\nwarps = 8\n[machine.local]\nbanks = 4\n[machine.scheduler]\npolicy = "oldest"\n'
)
_SYSTEM = (
    'name = "x"\npolicy = "frfcfs"\nage = 500\nclocks = 2000\nseed = 3\n[channel]\nbase = "ddr2-400-5e-x8-16"\n'
    'cmd_queue_size = 2\n[storage]\nimage_bytes = 1048576\n[[client]]\nname = "a"\nkind = "cores"\nlist = 3\n'
    'pattern = "strided"\nbytes = 65536\nstride = 4096\nwrite = 0.5\n[[client]]\nname = "b"\nkind = "host"\n'
    'texture = [1, 2]\ndirection = "out"\nbytes = 4096\naccess = 512\n'
)
_PIPELINE = (
    'name = "two"\nmachine = "gtx280"\n[define]\nn = 64\n[[launch]]\nkernel = "mm_global"\nglobal_size = "64x64"\n'
    'local_size = "16x16"\nbuffers = { c = "t" }\n[[launch]]\nkernel = "elementwise_mul.s"\n'
    "global_size = 4096\noffset = 0\n"
)
_GATE = (
    'baseline = "x.json"\nlimit = "+2 %"\nmachine = ["fpga4", "fpga8"]\n[[case]]\nkernel = "dot"\nlimit = 3000\n'
    'set = { "local.banks" = 8 }\ndefine = { n = 128 }\nthreads = 64\nseed = 2\n[[case]]\nname = "large"\n'
    'kernel = "mm_global"\nmachine = "gtx280_core"\nglobal_size = [32, 32]\nlocal_size = "16x16"\noffset = 0\n'
    'include_paths = ["."]\nin = { n = 32 }\noracle = false\nmax_cycles = 5000\n'
)
_IN_PYTHON = (
    "from simt.lang import *\n\n@kernel\ndef saxpy(x: Global[f32], y: Global[f32], a: f32, n: u32):\n"
    "    i = global_id(0)\n    if i < n:\n        y[i] = a * x[i] + y[i]\n",
    "from simt.lang import Global, Local, barrier, device, f32, kernel, local, local_id, private, s32, sqrt, u32\n"
    "SIZE = 64\n\n@device\ndef square(x: f32) -> f32:\n    return x * x if x > 0 else -x ** 2\n\n"
    "@kernel(local_size=SIZE)\ndef all_of_it(x: Global[f32], y: Global[s32], table: Local[u32]):\n"
    "    own = private(f32, 8)\n    part = local(f32, SIZE)\n    me = local_id(0)\n    total = f32(0)\n"
    "    for k in range(0, 8, 2):\n        own[k & 7] = sqrt(square(x[me + k]))\n        total += own[7 - k]\n"
    "    part[me] = total\n    barrier()\n    while total > 1 and not me == 3:\n        total /= 2\n"
    "        if total < part[me ^ 1]:\n            break\n        elif me % 3:\n            continue\n"
    "    y[me] = s32(total) << 2 | ~me\n    table[me] = u32(min(me, 7))\n",
)
_OF_PYTHON = (
    "for", "while", "if", "else", "return", "lambda", "yield", "await", "class", "import", "global", "with", "kernel",
    "device", "Global[u8]", "Local[f64]", "private", "local", "barrier()", "range", "f32", "s64", "u16", "**", "//",
    "@", ":=", "x[i][j]", "*x", "**x", "[x for x in y]", "f'{x}'", "0x7fffffff", "1j", "None", "...",
)  # fmt: skip
_OF_C = (
    "for", "while", "do", "switch", "case 1:", "default:", "goto x;", "return", "kernel", "global", "local", "constant",
    "private", "struct", "union", "enum", "typedef", "sizeof", "float4", "double", "half", "ulong16", "image2d_t",
    "sampler_t", "event_t", "void *", "&", "*", "->", "?:", "#define x", "#include <x.h>", "#include \"/etc/passwd\"",
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable", "barrier(1)", "atomic_add", "vload4", "as_int",
    "(float4)(1)", ".xyzw", ".s0f", "__attribute__((reqd_work_group_size(1, 1, 1)))", "printf(\"%d\")", "asm(\"\")",
)  # fmt: skip
_COUNTS = (
    "work_items = 65536\nlocal_size = 256\ninstructions = { float_add = 1, float_mul = 1 }\n"
    "global.x = { count = 2, stride = 1 }\n"
)


class FaultError(Exception):
    """An outcome that no input may have."""


class TooLong(BaseException):
    """Nothing that is caught on its way."""


Step = Callable[[Path], str]  # reads a file; "result" or the code of the error


@dataclass(frozen=True)
class Reader:
    """Something that reads files of this name: what its inputs are, and the commands that read one.

    runs: commands that need other kinds of engine than the plain one. one_in: another reader
    gets this many inputs for each of its inputs, since each takes as much longer.
    """

    file: str
    make: Callable[[random.Random], bytes]
    steps: tuple[Step, ...]
    runs: tuple[Step, ...] = ()
    one_in: int = 1


def command(line: str, path: Path) -> str:
    """Run a command line in this process. FILE is the path; TEXT what is in it; for - it is standard input."""
    content = path.read_bytes()
    text = content.decode("utf-8", "surrogateescape").replace("\0", "")
    words = [text if word == "TEXT" else word.replace("FILE", str(path)) for word in line.split()]
    variable = {"SIMT_SET": text} if words[0] == "SIMT_SET" else None
    done = CliRunner().invoke(cli, words[variable is not None :], input=content if "-" in words else None, env=variable)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise FaultError(f"{line}: {type(done.exception).__name__}: {done.exception}")
    if done.exit_code not in (0, 1, 2, 3, 4) or "Traceback" in done.stderr or "internal error" in done.stderr:
        raise FaultError(f"{line}: status {done.exit_code}: {done.stderr[:500]}")
    if found := _CONTROL.search(done.stdout + done.stderr):
        raise FaultError(f"{line}: it prints {found[0]!r}")
    code = _CODE.search(done.stderr)
    if done.exit_code in (2, 3) and not code and "Usage:" not in done.stderr:
        raise FaultError(f"{line}: an error without a code: {done.stderr[:500]}")
    return "result" if done.exit_code == 0 else code[0] if code else f"status {done.exit_code}"


def called(read: Callable[[Path], object], path: Path) -> str:
    """Call a function that the command line calls."""
    try:
        read(path)
    except SimtError as error:
        return error.code
    return "result"


def stopped(*_: int) -> bool:
    """Progress that ends a sweep: a plan may have any number of points."""
    return True


def resumed(path: Path) -> None:
    resume_sweep(path, jobs=1, progress=stopped)


def gone_on(path: Path) -> None:
    run_sweep(Sweep.of("dot", POINTS), path, jobs=1)


def explored(path: Path) -> None:
    run_search(Search.of("dot", POINTS), path, jobs=1)


def lines(*texts: str) -> tuple[Step, ...]:
    return tuple(partial(command, text) for text in texts)


def of_text(seeds: Sequence[str], words: Sequence[str] = ()) -> Callable[[random.Random], bytes]:
    return lambda rng: mutant(rng, [seed.encode() for seed in seeds], words)


def of_toml(seeds: Sequence[str]) -> Callable[[random.Random], bytes]:
    return lambda rng: mutant_of_toml(rng, [seed.encode() for seed in seeds])


def _arrays(save: Callable[..., None]) -> list[bytes]:
    found = []
    for array in (np.arange(1024, dtype=np.float32), np.zeros((2, 3), ">i8"), np.array(5), np.ones(4, bool)):
        stream = io.BytesIO()
        save(stream, array)
        found.append(stream.getvalue())
    return found


def _zipped(rng: random.Random) -> bytes:
    """An .npz file that is damaged, or one that holds a damaged array."""
    if rng.random() < 0.5:
        return mutant(rng, _arrays(np.savez) + _arrays(np.savez_compressed), has_text=False)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA))) as file:
        for name in rng.choice((("x.npy",), ("x",), ("../x.npy",), ("x.npy", "y.npy"))):
            file.writestr(name, mutant(rng, _arrays(np.save), has_text=False))
    return stream.getvalue()


_REQUESTS = ("0 0 R\n0 20 W\n", "".join(f"{7 * k} {k * k:x} {'RW'[k % 3 == 0]}\n" for k in range(50)))


def _requests(rng: random.Random) -> bytes:
    """A damaged trace of memory requests, gzipped or not, or a damaged archive of one."""
    if rng.random() < 0.5:
        return mutant(rng, [gzip.compress(text.encode(), mtime=0) for text in _REQUESTS], has_text=False)
    text = of_text(_REQUESTS)(rng)
    return gzip.compress(text) if rng.random() < 0.3 else text


def named_channel(path: Path) -> None:
    load_channel(str(path))


def named_system(path: Path) -> None:
    load_system(str(path))


def served(path: Path) -> str:
    """Serve a trace with the channel in a file."""
    Path("x.trc").write_text(_REQUESTS[1])
    return command("memory run x.trc --config FILE", path)


def _memory_state() -> bytes:
    """A storage manager's state, of a small memory."""
    storage = StorageManager(Layout((128 << 20) + 73728, 1024, 4096, 1024, 4096))
    for number, size in enumerate((3000, 10, 5000, 1024)):
        storage.create("list", number, size, number)
        storage.write("list", number, size // 2, size // 3)
    storage.release("list", 1)
    storage.create("texture", (1, 5), 100)
    storage.create("image", "mask", 100)
    storage.create("buffer", 0, 20000)
    storage.begin_store("vertex", 1024)
    storage.end_store("vertex")
    storage.begin_load("vertex")
    return json.dumps(storage.dump()).encode()


@cache
def _saved_run() -> bytes:
    """The file that `simt run -o FILE.json` writes."""
    return simt.run("dot", threads=8, oracle=False).to_json().encode()


@cache
def _baseline() -> bytes:
    """The file that `simt gate --update` writes."""
    return baseline_text({"dot": KeptCase.of(saved(simt.run("dot", threads=8, oracle=False)))}).encode()


@cache
def _optimised() -> list[bytes]:
    """LLVM's text of kernels, for the reader of it."""
    from simt.compiler.llvm.optimise import optimise
    from simt.compiler.request import request_of

    found = []
    for text in _IN_PYTHON:
        unit = compile_file(split_source("x.py", text))
        found.append(optimise(request_of(unit, None, simt.Machine.load("gtx280"), {}, ())).encode())
    return found


def read_optimised(path: Path) -> None:
    from simt.compiler.llvm.reader import read_module

    read_module(path.read_bytes().decode("utf-8", "replace"))


def compared(line: str, path: Path) -> str:
    """Compare with the run in a file, on a command line in which GOOD is one that is sound."""
    Path("good.json").write_bytes(_saved_run())
    return command(line.replace("GOOD", "good.json"), path)


@cache
def _good_results() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.sqlite")
        gone_on(path)
        return path.read_bytes()


def _results(rng: random.Random) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.sqlite")
        path.write_bytes(_good_results())
        mutate(path, rng.getrandbits(32))
        return path.read_bytes()


@cache
def readers() -> dict[str, Reader]:
    """Every reader of the command line by name."""
    kernels = [simt.find_program(name).read_text("utf-8") for name in _KERNELS]
    programs = [isa.assemble(text) for text in kernels]
    machines = [path.read_text("utf-8") for path in presets().values()]
    parameters = [path.read_text("utf-8") for path in devices().values()]
    counts = [_COUNTS]
    for name in ("mm_local", "pps_br"):
        counts.append(simt.model_paper(name).counts.to_toml())
    numbers = ["1 2 3\n4 5 6\n", "0.5\n1e-3\n-7\n", "# a\n1\n", "1,2,3\n4,5,6\n"]
    keys = [*INSTRUCTIONS, *SPECIALS, "r0", "r111", "r0.x", ".local", ".const", ".param", ".equ", ".macro", ".endm",
            ".rept", ".endr", ".if", ".endif", ".else", ".include", ".threads", ".kernel", "f32", "u32", "\\@", "<<",
            "-> x if nz", "u(", "f(", "log2(", "|", "1 << 40"]  # fmt: skip
    channels = [json.dumps(dict(load_channel(name).values)).encode() for name in ("ddr2-400-5e", "ddr2-667-3-x8-32")]
    systems = [path.read_text("utf-8") for path in (files("simt.memory.clients") / "presets").iterdir()]
    memory = _memory_state()
    json_texts = [dump_program(program).encode() for program in programs]
    pipelines = [(programs_folder() / "scan.toml").read_text("utf-8"), _PIPELINE]
    in_c = [path.read_text("utf-8") for path in sorted((programs_folder() / "opencl").glob("*.cl"))]
    arrays = lines("run dot --in x=FILE --max-cycles 20 --no-oracle", "run dot --in y=FILE --max-cycles 20 --no-oracle")
    return {
        "s": Reader("x.s", of_text(kernels, keys), lines(
            "asm FILE", "asm - --json", "asm FILE --cfg", "asm FILE --vliw 3 --show-schedule", "model FILE -m fpga4",
            "model analysis FILE -m gtx280",
        ), lines(
            "run FILE --max-cycles 300 --no-oracle", "trace FILE --max-cycles 100 --no-oracle",
            "report FILE --max-cycles 100 --no-oracle -o x.html", "trace FILE --max-cycles 100 --no-oracle -o x.vcd",
            "trace FILE --max-cycles 100 --no-oracle -o x.kanata", "asm FILE --cfg -o x.dot",
            "run FILE -m gtx280 -s cores=2 --max-cycles 300 --no-oracle --json",
        )),
        "json": Reader("x.json", lambda rng: mutant_of_json(rng, json_texts), lines(
            "disasm FILE", "disasm - --json", "model FILE -m fpga8",
        ), lines("run FILE --max-cycles 300 --no-oracle --view source")),
        "hex": Reader("x.hex", of_text([program_hex(program) for program in programs]), lines(
            "disasm FILE", "asm FILE --cfg",
        ), lines("run FILE --max-cycles 300 --no-oracle")),
        "machine": Reader("x.toml", of_toml(machines), lines(
            "machine show FILE", "machine show - --resources", "machine diff FILE fpga8", "model dot -m FILE",
        ), lines("run dot -m FILE --max-cycles 100 --no-oracle")),
        "simt.toml": Reader("simt.toml", of_toml([_SIMT_TOML]), lines(
            "machine show", "machine diff fpga4 fpga8", "asm dot --json",
        ), lines("run dot --max-cycles 100 --no-oracle")),
        "settings": Reader("x.txt", of_text(_SETTINGS), lines(
            "machine show fpga4 -s TEXT", "SIMT_SET machine show", "model paper mm_local -s TEXT",
        ), lines("compare dot -D TEXT --max-cycles 300", "run dot -s TEXT --max-cycles 100 --no-oracle")),
        "plan": Reader("x.toml", of_toml(_PLANS), (partial(called, load_plan),), (
            partial(called, lambda path: run_sweep(load_plan(path), jobs=1, progress=stopped)),
        )),
        "search": Reader("x.toml", of_toml([_SEARCH]), (partial(called, load_search),), (
            partial(called, lambda path: run_search(load_search(path), jobs=1, progress=stopped)),
        )),
        "counts": Reader("x.toml", of_toml(counts), lines(
            "model counts FILE", "model counts FILE --model all -d hd5870", "model counts - --json",
            "model counts FILE --save-counts -",
        )),
        "device": Reader("x.toml", of_toml(parameters), lines(
            "model paper mm_local -d FILE", "model parameters -d FILE", "model paper pps_br -d FILE --model all --json",
        )),
        "pipeline": Reader("x.toml", of_toml(pipelines), (partial(called, read_pipeline),)),
        "gate": Reader("x.toml", of_toml([_GATE]), (partial(called, read_gate),)),
        "baseline": Reader("x.json", lambda rng: mutant_of_json(rng, [_baseline()]), (
            partial(called, lambda path: [case.run() for case in read_baseline(Path(path)).values()]),
        )),
        "cl": Reader("x.cl", of_text(in_c, _OF_C), lines("asm FILE -m gtx280", "asm FILE"), one_in=50),
        "py": Reader("x.py", of_text(_IN_PYTHON, _OF_PYTHON), lines("asm FILE -m gtx280", "asm FILE"), one_in=10),
        "ll": Reader("x.ll", lambda rng: mutant(rng, _optimised()), (partial(called, read_optimised),)),
        "npy": Reader("x.npy", lambda rng: mutant(rng, _arrays(np.save), has_text=False), arrays),
        "npz": Reader("x.npz", _zipped, arrays),
        "csv": Reader("x.csv", of_text(numbers), arrays),
        "txt": Reader("x.txt", of_text(numbers), arrays),
        "channel": Reader("x.json", lambda rng: mutant_of_json(rng, channels), (
            partial(called, named_channel),
        ), (served,)),
        "channel.toml": Reader("x.toml", of_toml(['base = "ddr2-667-3"\ntFAW = 20\n']), (
            partial(called, named_channel),
        ), (served,)),
        "requests": Reader("x.trc", _requests, lines(
            "memory run FILE --config ddr2-400-5e", "memory run - --config ddr2-400-5e --max-outstanding 1",
        )),
        "memory": Reader("x.json", lambda rng: mutant_of_json(rng, [memory]), lines(
            "memory map FILE", "memory map - --json", "memory map FILE -o x.txt",
        ), lines(
            "run mm_global -m fpga4 -s memory=dram -D n=16 --storage FILE --no-oracle --max-cycles 300",
            "run mm_global -m fpga4 -s memory=dram -D n=16 --storage FILE --storage-out y.json --engine functional",
        )),
        "clients": Reader("x.toml", of_toml([*systems, _SYSTEM]), (partial(called, named_system),), lines(
            "memory clients FILE --clocks 3000", "memory clients - --policy frfcfs --age 9 --clocks 3000 --json",
            "memory clients FILE --clocks 3000 -o x.txt",
        )),
        "saved": Reader("x.json", lambda rng: mutant_of_json(rng, [_saved_run()]), tuple(
            partial(compared, f"diff {sides} --max-cycles 300 --no-oracle")
            for sides in ("FILE GOOD", "GOOD FILE --json", "FILE FILE", "GOOD FILE -o x.txt")
        )),
        "results": Reader("x.sqlite", _results, lines(
            "sweep show FILE", "sweep show FILE --json", "sweep export FILE -o -",
            "sweep show FILE --all --sort -ipc --value reason --value bytes", "sweep show FILE --plot heat",
            "sweep show FILE --minimize cycles --minimize banks",
        ) + tuple(partial(called, read) for read in (resumed, gone_on, explored))),
    }  # fmt: skip


@contextmanager
def limited() -> Iterator[None]:
    """Raise `TooLong` in the block after some seconds of computing, or of doing nothing."""

    def ring(*_: object) -> None:
        raise TooLong

    clocks = (
        (signal.SIGPROF, signal.ITIMER_PROF, _SECONDS),
        (signal.SIGALRM, signal.ITIMER_REAL, _SECONDS * _PATIENCE),
    )
    before = [signal.signal(number, ring) for number, _, _ in clocks]
    try:
        for _, clock, seconds in clocks:
            signal.setitimer(clock, seconds)
        yield
    finally:
        for (number, clock, _), handler in zip(clocks, before, strict=True):
            signal.setitimer(clock, 0)
            signal.signal(number, handler)


def judged(step: Step, path: Path) -> tuple[str, str]:
    """The outcome of a step with the file at a path: its end and "", or "" and the fault."""
    try:
        with limited():
            return step(path), ""
    except TooLong:
        return "", f"longer than {_SECONDS} s"
    except Exception as error:
        return "", f"{type(error).__name__}: {error}"


def fuzz(
    name: str, seed: int, numbers: range, keep: Path | None = None, *, runs: bool = True
) -> tuple[Counter[str], list[str]]:
    """Inputs of a reader, in the folder where one is: how many came to which end, and the faults."""
    reader, ends, faults = readers()[name], Counter[str](), list[str]()
    for number in numbers:
        rng = random.Random(f"{seed} {name} {number}")
        path = Path(reader.file)
        path.write_bytes(reader.make(rng))
        end, fault = judged(rng.choice(reader.steps + reader.runs * runs), path)
        if not fault:
            ends[end] += 1
            continue
        faults.append(f"{name} {number}: {fault}")
        if keep:
            (keep / f"{name}-{number}{path.suffix}").write_bytes(path.read_bytes())
    Path(reader.file).unlink(missing_ok=True)  # simt.toml would be read by others too
    return ends, faults


def begin(folder: str) -> None:
    """Let this process work in a folder of its own, and limit its memory."""
    os.chdir(tempfile.mkdtemp(dir=folder))
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))


@click.command()
@click.option("--count", default=14_000, show_default=True, help="Inputs in all.")
@click.option("--start", default=0, show_default=True, help="Go on with this one of each reader.")
@click.option("--seed", default=1, show_default=True, help="Other inputs.")
@click.option("--reader", "names", multiple=True, help="Only this reader; several times.")
@click.option("--jobs", default=os.cpu_count(), show_default=True, help="Processes.")
@click.option("--plain", is_flag=True, help="Nothing that needs other kinds of engine than the plain one.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder for inputs with a fault.")
def main(count: int, start: int, seed: int, names: tuple[str, ...], jobs: int, plain: bool, keep: Path | None) -> None:
    chosen = names or tuple(readers())
    parts = {name: 1 / readers()[name].one_in for name in chosen}
    ends_at = {name: start + math.ceil(count * part / sum(parts.values())) for name, part in parts.items()}
    sizes = {name: math.ceil(200 * part) for name, part in parts.items()}
    keep = keep and keep.resolve()
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    ends: dict[str, Counter[str]] = {name: Counter() for name in chosen}
    found: dict[str, list[str]] = {name: [] for name in chosen}
    simt.warm(*["plain"] * plain)  # none named: all
    began = told = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(jobs, initializer=begin, initargs=(folder,)) as pool,
    ):
        work: dict[Any, tuple[str, range]] = {}
        for turn in itertools.count():  # all readers in turn, so that a run that is ended has covered all of them
            chunks = {name: range(start + turn * sizes[name], ends_at[name])[: sizes[name]] for name in chosen}
            if not any(chunks.values()):
                break
            for name, numbers in chunks.items():
                if numbers:
                    work[pool.submit(fuzz, name, seed, numbers, keep, runs=not plain)] = name, numbers
        for future in as_completed(work):
            name, numbers = work[future]
            try:
                some, faults = future.result()
            except BrokenProcessPool:
                found[name].append(f"{name} {numbers}: a process died")
                break  # the chunk is one of those that are not finished: with --jobs 1 it is this one
            ends[name] += some
            found[name] += faults
            for fault in faults:
                click.echo(f"seed {seed}, {fault}")
            if time.monotonic() - told > 20:
                told = time.monotonic()
                click.echo(f"{sum(map(Counter.total, ends.values()))} inputs in {told - began:.0f} s", err=True)
    click.echo(f"{'reader':10}{'inputs':>10}{'results':>10}{'faults':>8}  errors, seed {seed}")
    for name in chosen:
        errors = ", ".join(f"{code} {number}" for code, number in ends[name].most_common() if code != "result")
        inputs = ends[name].total() + len(found[name])
        click.echo(f"{name:10}{inputs:>10}{ends[name]['result']:>10}{len(found[name]):>8}  {errors}")
    total = sum(map(Counter.total, ends.values()))
    click.echo(f"{total} inputs in {time.monotonic() - began:.0f} s, {sum(map(len, found.values()))} faults")
    sys.exit(1 if any(found.values()) else 0)


if __name__ == "__main__":
    main()
