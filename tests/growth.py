"""What a process keeps that reads and runs damaged programs one after the other: `python -m tests.growth 10000`.

The programs are those of `benches.mutations`, which are assembled, compiled, looked at by models, and run on the kind
of engine that plain machines have: each other kind takes some 10 MB more, once.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benches.mutations import judged, readers
from isa.program.program import Program

MEGABYTES: Final = 500
READERS: Final = ("s", "json", "hex", "py", "s")  # what programs come from
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def run_damaged(numbers: range, seed: int = 1) -> None:
    """Have damaged files read and run, those of these numbers. Raises `AssertionError` for a fault."""
    for number in numbers:
        name = READERS[number % len(READERS)]
        reader, rng = readers()[name], random.Random(f"{seed} {name} {number}")
        path = Path(reader.file)
        path.write_bytes(reader.make(rng))
        _, fault = judged(rng.choice((*reader.steps, *reader.runs[:1] * len(reader.steps))), path)
        assert not fault, f"{name} {number}: {fault}"
        path.unlink(missing_ok=True)


def resident() -> float:
    """The megabytes that this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / 2**20


def kept(kinds: tuple[type, ...] = (Program,)) -> int:
    """The objects of these types that something still refers to."""
    gc.collect()
    return sum(isinstance(each, kinds) for each in gc.get_objects())


def growth(count: int, parts: int = 10) -> Iterator[tuple[int, float, int]]:
    """Files run so far, megabytes and programs in memory, after each of the parts of so many files."""
    for part in range(parts):
        run_damaged(range(part * count // parts, (part + 1) * count // parts))
        yield (part + 1) * count // parts, resident(), kept()


def main() -> None:
    """Show what is in memory as it grows."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number, megabytes, left in growth(int(sys.argv[1])):
            sys.stdout.write(f"{number:>7,} files: {megabytes:.0f} MB, {left} programs\n")
            sys.stdout.flush()
            if megabytes > MEGABYTES:
                sys.exit(f"more than {MEGABYTES} MB")


if __name__ == "__main__":
    main()
