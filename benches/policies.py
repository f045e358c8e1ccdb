"""Print the tables of docs/divergence.md, divergent kernels under every policy: `python -m benches.policies`.

One source text per kernel assembles with mask instructions and with ordinary jumps (programs/divergent/structured.inc);
every run is checked against the kernel's oracle, and registers and memory of the runs with jumps against each other.
"""

from __future__ import annotations

import click
import numpy as np

import simt
from simt.launch.oracle import Oracle
from simt.result.result import Result

RUNS = (  # branch.policy, branch.order, whether the kernel is assembled with mask instructions
    ("mask_stack", "true_first", True),
    ("mask_stack", "smaller_first", True),
    ("ipdom_stack", "true_first", False),
    ("ipdom_stack", "smaller_first", False),
    ("min_pc", "true_first", False),
    ("its", "true_first", False),
    ("its_yield", "true_first", False),
)


def kernels() -> list[str]:
    """The names of all divergent kernels."""
    folder = simt.find_program("divergent/if_else").parent
    return [f"divergent/{path.stem}" for path in sorted(folder.glob("*.s"))]


def run_checked(name: str, policy: str, order: str, has_masks: bool) -> Result:
    """A kernel on article32 with this policy; a wrong result stops the bench."""
    path = simt.find_program(name)
    oracle = Oracle.beside(path)
    assert oracle is not None, name
    program = simt.assemble_file(path, defines={"masks": int(has_masks)})
    inputs = oracle.inputs(program, 1)
    machine = simt.Machine.load("article32", {"warps": 16, "branch.policy": policy, "branch.order": order})
    result = simt.run(program, machine, inputs=inputs, record=True)
    assert result.completed, f"{name} under {policy} {order}: {result.stop}"
    assert oracle.check(result, inputs).passed, f"{name} under {policy} {order} is wrong"
    return result


FORMING = (  # branch.policy, scheduler.policy
    ("ipdom_stack", "round_robin"),
    ("ipdom_stack", "majority"),
    ("min_pc", "round_robin"),
    ("warp_formation", "round_robin"),
    ("warp_formation", "majority"),
)
THREADS = 512


def run_wide(name: str, policy: str, scheduler: str) -> Result:
    """A kernel with 512 threads, 16 warps, on article32 with room for its data; a wrong result stops the bench."""
    keys = {"warps": 16, "local.words": 32768, "branch.policy": policy, "scheduler.policy": scheduler}
    result = simt.run(name, simt.Machine.load("article32", keys), defines={"threads": THREADS})
    assert result.completed, f"{name} under {policy} {scheduler}: {result.stop}"
    assert result.check is not None, name
    assert result.check.passed, f"{name} under {policy} {scheduler} is wrong"
    return result


def print_forming() -> None:
    """Print what warps that form gain."""
    click.echo(f"\ncycles and SIMD efficiency of {THREADS} threads; article32 with 16 warps\n")
    heads = [f"`{policy}` {scheduler}" for policy, scheduler in FORMING]
    click.echo(f"| kernel | {' | '.join(heads)} | times `ipdom_stack` |\n" + "|---" * (len(FORMING) + 2) + "|")
    for name in kernels():
        results = [run_wide(name, policy, scheduler) for policy, scheduler in FORMING]
        cells = [f"{result.cycles}, {100 * simd_efficiency(result):.1f} %" for result in results]
        gain = results[0].cycles / results[-1].cycles
        click.echo(f"| {name.removeprefix('divergent/')} | {' | '.join(cells)} | {gain:.2f} |")


def simd_efficiency(result: Result) -> float:
    """The share of the issued lanes that was active."""
    return result.ledgers.lane["active"] / sum(result.ledgers.lane.values())


def depth(result: Result) -> int:
    """The largest number of stack entries, or of barriers that are taken, at a select."""
    assert result.events is not None
    return int(result.events.instructions["depth"].max())


def main() -> None:
    click.echo("cycles, SIMD efficiency, stack depth; article32 (32 lanes, an instruction a cycle) with 16 warps\n")
    heads = [f"`{policy}`" + ("" if policy == "min_pc" else f" {order}") for policy, order, _ in RUNS]
    click.echo(f"| kernel | {' | '.join(heads)} |\n" + "|---" * (len(RUNS) + 1) + "|")
    for name in kernels():
        cells = []
        with_jumps: list[Result] = []
        for policy, order, has_masks in RUNS:
            result = run_checked(name, policy, order, has_masks)
            depths = "" if policy == "min_pc" else f", {depth(result)}"
            cells.append(f"{result.cycles}, {100 * simd_efficiency(result):.1f} %{depths}")
            if not has_masks:
                with_jumps.append(result)
        for other in with_jumps[1:]:
            assert np.array_equal(other.memory, with_jumps[0].memory), name
            assert np.array_equal(other.registers, with_jumps[0].registers), name
        click.echo(f"| {name.removeprefix('divergent/')} | {' | '.join(cells)} |")
    print_forming()


if __name__ == "__main__":
    main()
