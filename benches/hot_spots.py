"""The functions and lines in which an engine spends its time: `python -m benches.hot_spots mm_local gtx280 -D n=256`.

The engine is compiled anew with tables of lines, which leave its instructions as they are, and runs the launch under
`perf` of Linux. Blocks are inlined in each other, so a sample belongs to one line and to all functions around it:
`all` is the share of a function with what it calls, `own` without. `llvm-symbolizer` reads the tables.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import click

import simt
from simt.core.engine import fitted, run
from simt.core.engine.entry import in_thread
from simt.core.jit.loaded import MachineCode
from simt.experiments.report import text_table

NEEDED = ("perf", "llvm-symbolizer", "nm")
_SAMPLES = 4000  # a second
_FEW = 100  # samples that say nothing
_OBJECT, _BASE, _DATA = "engine.o", "base", "perf.data"  # files in the folder
_ROOT = Path(simt.__file__).parent


def _compile_with_lines() -> None:
    """Have this process compile with tables of lines."""
    from numba.core import debuginfo

    import simt.core.jit.compile  # noqa: F401 - which numba needs before its parts
    from simt.core.engine import entry
    from simt.core.jit.lowering import _Lower

    class Tables(debuginfo.DIBuilder):  # type: ignore[misc]
        def mark_variable(self, *_arguments: Any, **_keywords: Any) -> None:
            """Leave variables out: they would have to be kept."""

        def _di_subroutine_type(self, *_arguments: Any) -> Any:
            return self.module.add_debug_info("DISubroutineType", {"types": self.module.add_metadata([])})

    before = _Lower.__init__

    def begin(self: Any, *arguments: Any, **keywords: Any) -> None:
        before(self, *arguments, **keywords)
        self.debuginfo = Tables(self.module, self.func_ir.loc.filename, self.context, directives_only=False)

    _Lower.__init__ = begin
    entry.can_copy = lambda: False  # type: ignore[assignment]


def _note_places(folder: Path) -> None:
    """Have this process leave the machine code that it loads in a folder, and where it lies in memory."""
    load = MachineCode.load

    def loading(self: MachineCode) -> int:
        address = load(self)
        (folder / _OBJECT).write_bytes(self.code)
        listed = subprocess.run(["nm", str(folder / _OBJECT)], capture_output=True, text=True, check=True).stdout
        (place,) = (line.split()[0] for line in listed.splitlines() if line.split()[-1] == self.symbol)
        (folder / _BASE).write_text(str(address - int(place, 16)))
        return address

    MachineCode.load = loading  # type: ignore[method-assign]


class _Compiling(fitted.Fitting):
    """A fitting that only compiles the fitted engine, in this process, and ends it."""

    def fitted(self, engine: str, arguments: Any) -> Any:
        request = engine, fitted._small(arguments), fitted.fit_of(engine, arguments)
        in_thread(lambda: fitted.compile_fitted(*request))
        os._exit(0)


def _child(launch: simt.Launch, folder: Path, stage: str) -> None:
    _compile_with_lines()
    if stage == "fit":
        run.Fitting = _Compiling  # type: ignore[misc]
    else:
        _note_places(folder)
        fitted._LOOK = 0.0
    launch.run(jobs=1)


def shares(folder: Path) -> tuple[Counter[str], Counter[str], Counter[str], int]:
    """Return the samples of functions with what they call, of functions alone, of lines, and all."""
    command = ["perf", "script", "-i", str(folder / _DATA), "-F", "ip"]
    base, size = int((folder / _BASE).read_text()), (folder / _OBJECT).stat().st_size
    sampled = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    places = Counter(place for place in (int(word, 16) - base for word in sampled) if 0 <= place < size)
    command = ["llvm-symbolizer", f"--obj={folder / _OBJECT}", "--inlines", "--functions=short"]
    asked = "\n".join(map(hex, places))
    told = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout.split("\n\n")
    around, own, lines = Counter[str](), Counter[str](), Counter[str]()
    for count, text in zip(places.values(), told, strict=False):
        frames = text.strip().splitlines()
        names = [name.rpartition(".")[2] for name in frames[::2]]
        own[names[0]] += count
        lines[frames[1].rpartition(":")[0].removeprefix(f"{_ROOT}/core/")] += count
        for name in set(names):
            around[name] += count
    return around, own, lines, places.total()


@click.command()
@click.argument("kernel")
@click.argument("machine")
@click.option("-D", "defines", multiple=True, help="NAME=VALUE of the kernel.")
@click.option("--fitted", "is_fitted", is_flag=True, help="The engine that is fitted to the launch.")
@click.option("--rows", type=click.IntRange(1), default=40, show_default=True)
@click.option("--child", hidden=True, default="", help="What the child does: fit or run.")
def main(kernel: str, machine: str, defines: tuple[str, ...], is_fitted: bool, rows: int, child: str) -> None:
    """Print the functions and the lines in which most samples are."""
    if child:
        values = {name: int(value) for name, _, value in (each.partition("=") for each in defines)}
        _child(simt.Launch(kernel, machine, defines=values), Path(os.environ["NUMBA_CACHE_DIR"]), child)
        return
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        raise click.ClickException(f"not installed: {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = os.environ | {"NUMBA_CACHE_DIR": name, fitted.OFF: str(int(is_fitted))}
        again = [sys.executable, "-m", "benches.hot_spots", kernel, machine, *(f"-D{each}" for each in defines)]
        if is_fitted:
            subprocess.run([*again, "--child", "fit"], env=environment, check=True)
        record = ["perf", "record", "-q", "-e", "cpu-clock", "-F", str(_SAMPLES), "-o", str(folder / _DATA)]
        subprocess.run([*record, *again, "--child", "run"], env=environment, check=True)
        around, own, lines, total = shares(folder)
    if total < _FEW:
        raise click.ClickException(f"the run is too short: fewer than {_FEW} samples")
    shown = [(name, f"{count / total:.1%}", f"{own[name] / total:.1%}") for name, count in around.most_common(rows)]
    click.echo("\n".join(text_table(("function", "all", "own"), shown)))
    click.echo("\n".join(text_table(("line", "own"), [(n, f"{c / total:.1%}") for n, c in lines.most_common(rows)])))


if __name__ == "__main__":
    main()
