"""Inputs that are led by what they cover, through the readers written in Python: `python -m benches.coverage_fuzz`.

    python -m benches.coverage_fuzz --count 1000000 --seed 1 --keep faults
    python -m benches.coverage_fuzz --reader plan --input faults/plan-4711.toml    one input again

The readers and the definition of a fault are as in `benches.mutations`. Atheris (the extra `fuzz`) notes which branches
of them an input takes, and goes on from what took new ones. Half of all are its own changes of such an input, the
others are damaged as `benches.mutations` damages them. It sees no compiled code, so that runs on devices are left out.
Each reader works in a process of its own, which a fault does not end.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

if TYPE_CHECKING:
    from benches.mutations import Reader

# Packages whose branches are noted; compiled code (`simt.core`) must stay as it is.
_NOTED: Final = (
    "isa", "tomllib", "simt.files", "simt.toml_kinds", "simt.machine", "simt.exploration", "simt.compiler",
    "simt.launch", "simt.memory", "simt.models", "simt.cli", "simt.verbs",
)  # fmt: skip
_LONGEST: Final = 20_000  # bytes of an input
_FIRST: Final = 100  # inputs to begin with, damaged ones among them
_MOST_KEPT: Final = 100  # faults of a reader that are reported and kept


def noted() -> ModuleType:
    """`benches.mutations`, imported so that atheris notes the branches of what it imports."""
    import atheris

    unheard = contextlib.redirect_stderr(io.StringIO())  # it names each module
    with unheard, atheris.instrument_imports(include=list(_NOTED), enable_loader_override=False):
        from benches import mutations

        mutations.readers()
    return mutations


def step_of(reader: Reader, data: bytes) -> Any:
    """The step of a reader that reads an input, the same one for the same input."""
    return reader.steps[zlib.crc32(data) % len(reader.steps)]


def search(mutations: ModuleType, name: str, seed: int, count: int, keep: Path | None, answer: Path) -> NoReturn:
    """Try a number of inputs of a reader, write the results to a file, and end the process."""
    import atheris

    reader: Reader = mutations.readers()[name]
    ends, faults = Counter[str](), list[str]()
    path, corpus = Path(reader.file), Path("corpus")

    def read(data: bytes) -> None:
        path.write_bytes(data)
        end, fault = mutations.judged(step_of(reader, data), path)
        ends[end or "fault"] += 1
        if fault and len(faults) < _MOST_KEPT:
            number = ends.total()
            faults.append(f"{name} {number}: {fault}")
            if keep:
                (keep / f"{name}-{number}{path.suffix}").write_bytes(data)
        if ends.total() == count:
            new = sum(1 for _ in corpus.iterdir()) - _FIRST
            answer.write_text(json.dumps({"ends": ends, "faults": faults, "new": new}))
            os._exit(0)

    def change(data: bytes, longest: int, number: int) -> bytes:
        rng = random.Random(number)
        if rng.random() < 0.5:
            return bytes(atheris.Mutate(data, longest))
        return reader.make(rng)[:longest]

    corpus.mkdir()
    for number in range(_FIRST):
        (corpus / str(number)).write_bytes(reader.make(random.Random(f"{seed} {name} {number}"))[:_LONGEST])
    # Time and memory are judged as everything is: not by libFuzzer.
    words = [f"-seed={seed}", f"-max_len={_LONGEST}", "-timeout=0", "-rss_limit_mb=0", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *words, str(corpus)], read, custom_mutator=change)
    atheris.Fuzz()
    os._exit(1)


@dataclass(frozen=True)
class Found:
    """The results of the inputs of a reader. new: inputs that took branches which none before them had taken."""

    ends: Counter[str]
    faults: list[str]
    new: int = 0


def searched(mutations: ModuleType, name: str, seed: int, count: int, keep: Path | None) -> Found:
    """Try inputs of a reader in a process of their own, a copy of this one."""
    with tempfile.TemporaryDirectory() as folder:
        answer, said = Path(folder, "answer.json"), Path(folder, "said.txt")
        number = os.fork()
        if not number:
            try:
                os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT), 2)  # what libFuzzer says
                mutations.begin(folder)
                search(mutations, name, seed, count, keep, answer)
            finally:
                os._exit(1)
        status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
        if not answer.exists():
            last = said.read_text(errors="replace")[-500:]
            return Found(Counter(), [f"{name}: the process died with {status}: {last}"])
        found = json.loads(answer.read_text())
    return Found(Counter(found["ends"]), found["faults"], found["new"])


@click.command()
@click.option("--count", default=5000, show_default=True, help="Inputs in all.")
@click.option("--seed", default=1, show_default=True, help="Other inputs.")
@click.option("--reader", "names", multiple=True, help="Only this reader; several times.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder for inputs with a fault.")
@click.option("--input", "again", type=click.Path(path_type=Path, exists=True), help="Only this input, of --reader.")
def main(count: int, seed: int, names: tuple[str, ...], keep: Path | None, again: Path | None) -> None:
    if importlib.util.find_spec("atheris") is None:
        raise click.ClickException("atheris is not installed: pip install 'simt[fuzz]'")
    # Before branches are noted: numba does not understand noted code, so that nothing can be compiled then.
    subprocess.run([sys.executable, "-m", "simt", "warm"], check=True, capture_output=True)
    mutations = noted()
    readers = mutations.readers()
    if unknown := [name for name in names if name not in readers]:
        raise click.ClickException(f"there is no reader {unknown[0]}: {', '.join(readers)}")
    if again is not None:
        _once(mutations, names, again.resolve())
    chosen = names or tuple(readers)
    parts = {name: 1 / readers[name].one_in for name in chosen}
    keep = keep and keep.resolve()
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    began, total, bad = time.monotonic(), 0, 0
    click.echo(f"{'reader':14}{'inputs':>10}{'results':>10}{'new':>7}{'faults':>8}  errors, seed {seed}")
    for name, part in parts.items():
        found = searched(mutations, name, seed, math.ceil(count * part / sum(parts.values())), keep)
        ends, number = found.ends, max(found.ends["fault"], len(found.faults))
        total, bad = total + ends.total(), bad + number
        errors = ", ".join(f"{code} {many}" for code, many in ends.most_common() if code not in ("result", "fault"))
        click.echo(f"{name:14}{ends.total():>10}{ends['result']:>10}{found.new:>7}{number:>8}  {errors}")
        for fault in found.faults:
            click.echo(f"  {fault}")
    click.echo(f"{total} inputs in {time.monotonic() - began:.0f} s, {bad} faults")
    sys.exit(bool(bad))


def _once(mutations: ModuleType, names: tuple[str, ...], again: Path) -> NoReturn:
    if len(names) != 1:
        raise click.ClickException("--input needs the --reader that it is for")
    reader, data = mutations.readers()[names[0]], again.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        mutations.begin(folder)
        Path(reader.file).write_bytes(data)
        end, fault = mutations.judged(step_of(reader, data), Path(reader.file))
    click.echo(fault or end)
    sys.exit(bool(fault))


if __name__ == "__main__":
    main()
