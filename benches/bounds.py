"""The distance of bounds from the cycles of generated launches on every memory: `python -m benches.bounds`."""

from __future__ import annotations

import sys
from collections import defaultdict

import click

from tests.generators.streams import BUSY, busy, faults, random_stream

_KINDS = ("simple", "frfcfs", "hmgpu")


@click.command()
@click.option("--count", default=300, show_default=True, help="Launches.")
@click.option("--seed", default=0, show_default=True, help="Number of the first one.")
def main(count: int, seed: int) -> None:
    wrong: list[str] = []
    shares: dict[str, list[float]] = defaultdict(list)
    runs: dict[str, int] = defaultdict(int)
    for number in range(seed, seed + count):
        stream = random_stream(number)
        result, memory = stream.run(), stream.machine.memory
        wrong += [f"seed {number}: {fault}" for fault in faults(result)]
        if result.completed:
            kind = memory.arbiter if memory.policy == "dram" else memory.policy
            runs[kind] += 1
            if max(busy(result).values()) >= BUSY:
                shares[kind].append(result.bounds[0].cycles / result.cycles)
    print("| memory | runs to their end | a resource busy for 95 % | least binding bound of these, of the cycles |")
    print("|---|---|---|---|")
    for kind in _KINDS:
        print(f"| {kind} | {runs[kind]} | {len(shares[kind])} | {min(shares[kind], default=float('nan')):.3f} |")
    print(*wrong, f"{count} launches, from {seed}: {len(wrong)} wrong", sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
