"""100,000 random texts to the assembler, 100,000 random instruction words to the engines: `python -m benches.hostile`.

Anything but an assembled program or an `AssemblyError`, and anything but an end, a trap or the cycle limit, is a
failure; a crash of the process is one by itself. `python -m benches.hostile 2000` does fewer.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click

import isa
import simt
from isa.diagnostics import AssemblyError
from isa.encoding import encode
from isa.program import Program
from isa.table import BY_OPCODE, INSTRUCTIONS, SPECIALS
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid

PIECES = [
    *INSTRUCTIONS, *SPECIALS, "r0", "r31", "r999", "r0.x", ",", ":", "->", "if", "nz", "[", "]", "+", "-", "*", "/",
    "(", ")", "<<", "0", "1", "0x", "4294967296", "1e400", "1.5", "nan", ".local", ".const", ".param", ".equ",
    ".macro", ".endm", ".rept", ".endr", ".if", ".endif", ".else", ".include", ".threads", ".kernel", "f32", "u32",
    "x", "loop", "\\x", "\\@", "\n", "\n", "\n", ";", "\t", '"', "'", "\0", "\u00e9", "u(", "f(", "log2(", "=", "{",
    "|", "}",
]  # fmt: skip


def random_text(rng: random.Random, kernels: list[str]) -> str:
    """Bytes, tokens, or a shipped kernel with random damage."""
    kind = rng.random()
    if kind < 0.3:
        return rng.randbytes(rng.randint(0, 200)).decode("latin-1")
    if kind < 0.6:
        return " ".join(rng.choices(PIECES, k=rng.randint(1, 60)))
    text = list(rng.choice(kernels))
    for _ in range(rng.randint(1, 8)):
        place = rng.randrange(len(text))
        if rng.random() < 0.5:
            text[place] = rng.choice(PIECES)
        else:
            del text[place : place + rng.randint(1, 30)]
        if not text:
            break
    return "".join(text)


def fuzz_assembler(count: int, rng: random.Random) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    kernels = [path.read_text() for path in sorted(simt.find_program("dot").parent.glob("*.s"))]
    kernels = [text for text in kernels if len(text) < 3000]
    slowest = 0.0
    for _ in range(count):
        text = random_text(rng, kernels)
        started = time.perf_counter()
        try:
            program = isa.assemble(text)
            outcomes["assembled"] += 1
            assert len(program.words) == len(program.locations)
        except AssemblyError as error:
            outcomes["AssemblyError"] += 1
            if not str(error):
                raise SystemExit(f"an error without a message for {text!r}") from error
        slowest = max(slowest, time.perf_counter() - started)
    click.echo(f"slowest text: {slowest:.3f} s")
    return outcomes


def random_word(rng: random.Random) -> int:
    """64 random bits, or a random valid word, sometimes with a bit flipped."""
    if rng.random() < 0.1:
        return rng.getrandbits(64)
    spec = rng.choice(list(BY_OPCODE.values()))
    fields: dict[str, Any] = {}
    for name in spec.fields:
        fields[name] = rng.randrange(14) if name in ("target", "otherwise") else rng.choice([0, 1, 2, 3, 31])
        if name in ("ra", "rb", "rc") and rng.random() < 0.2:
            fields[name] = rng.choice(list(SPECIALS.values()))
    if spec.constant_slots and rng.random() < 0.4:
        slot = rng.choice(spec.constant_slots)
        fields |= {"csel": slot, "const": rng.randrange(10), **({f"r{slot}": 0} if f"r{slot}" in spec.fields else {})}
    if spec.may_jump and rng.random() < 0.2:
        fields |= {"cond": rng.choice(["z", "nz", "n", "nn", "c", "nc"]), "target": rng.randrange(14)}
    word = encode(isa.Instruction(spec, **fields))
    return word ^ (1 << rng.randrange(64)) if rng.random() < 0.1 else word


def fuzz_engines(count: int, rng: random.Random) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    machines = [
        simt.Machine.load("fpga4").replace(**{"local.words": 64}),
        simt.Machine.load("fpga8").replace(
            **{"front_end.stages": 0, "issue_width": 3, "retire.ports": 2, "local.words": 64}
        ),
    ]
    words_done = 0
    while words_done < count:
        words = []
        for _ in range(rng.randint(1, 12)):
            words.append(random_word(rng))
        words_done += len(words)
        machine = rng.choice(machines)
        threads = rng.randint(1, machine.warps * machine.warp_size)
        program = Program.from_words(words, [rng.getrandbits(32) for _ in range(rng.randint(0, 9))], threads=threads)
        for engine in ("cycle", "functional"):
            output = simulate(program, machine, Grid.of(threads), max_cycles=200, engine=engine)
            outcomes[f"{engine}: {output.trap.kind if output.trap else output.status}"] += 1
            if engine == "cycle":
                assert output.warp_ledger.sum() == -(-threads // machine.warp_size) * output.cycles
                assert output.issue_ledger.sum() == machine.issue_width * output.cycles
    return outcomes


if __name__ == "__main__":
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    started = time.perf_counter()
    click.echo(f"{Path(__file__).name}: {total} texts and {total} words, seed {seed}")
    click.echo(dict(fuzz_assembler(total, random.Random(seed))))
    click.echo(dict(fuzz_engines(total, random.Random(seed))))
    click.echo(f"no failure in {time.perf_counter() - started:.0f} s")
