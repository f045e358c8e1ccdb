"""All that is shipped, as points to compare on: every kernel on every preset and on the generated machines.

A kernel whose lanes part needs a machine that lets them: a generated machine is given the branch policy that the kernel
needs (masks cost no cycle of their own), a preset is taken as it is. What cannot be paired is kept with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from isa.program import Program
from simt.machine import Machine
from simt.machine.loading import presets
from simt.programs import load_program, programs_folder
from simt.validate.holdout import point_held_out
from simt.validate.machines import SUITE, generated, machine_name, seed_of

__all__ = ["PARTS", "SuitePoint", "machine_named", "needed_policy", "pairing", "shipped_kernels", "suite_points"]

PARTS = ("development", "held-out", "all")
_LANES_PART = ("ipdom_stack", "min_pc")


@dataclass(frozen=True, slots=True)
class SuitePoint:
    """A kernel on a machine, by name, as the holdout knows them."""

    kernel: str
    machine: str

    @property
    def is_held_out(self) -> bool:
        """Whether the point is kept for judging."""
        return point_held_out(self.kernel, self.machine)


def shipped_kernels() -> list[str]:
    """The kernels that simt ships, those in folders too, by the names that `simt run` takes."""
    folder = programs_folder()
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.s"))


def suite_points(part: str = "all", seeds: Iterable[int] = SUITE) -> list[SuitePoint]:
    """The points of a part of the suite, machine by machine. Raises `ValueError` for an unknown part.

    "development": neither kernel nor machine is held out. "held-out": one of the two is.
    """
    if part not in PARTS:
        raise ValueError(f"a part of the suite is one of {', '.join(PARTS)}, not {part!r}")
    machines = [*presets(), *(machine_name(seed) for seed in seeds)]
    points = [SuitePoint(kernel, machine) for machine in machines for kernel in shipped_kernels()]
    return [point for point in points if part == "all" or point.is_held_out == (part == "held-out")]


@cache
def machine_named(name: str) -> Machine:
    """A preset, a file, or a generated machine by its name. Raises `MachineError`."""
    seed = seed_of(name)
    return Machine.load(name) if seed is None else generated(seed)


def pairing(kernel: str, machine: str) -> tuple[dict[str, int], Machine, str]:
    """Symbols to define, the machine to run on, and why the two cannot be paired ("" if they can).

    Raises `MachineError`, `AssemblyError` and what else is wrong with the two by themselves.
    """
    chosen = machine_named(machine)
    needs, has_forms = _needs(kernel)
    policy = chosen.branch.policy
    if has_forms:  # one text for mask instructions and for jumps of single lanes
        if policy == "mask_stack":
            return {"masks": 1}, chosen, ""
        if policy in _LANES_PART:
            return {}, chosen, ""
        return {}, chosen, f"its lanes part, and under branch.policy = {policy} they cannot"
    if seed_of(machine) is None or needs == policy:
        is_lacking = bool(needs) and needs != policy
        return {}, chosen, f"it needs branch.policy = {needs}, and the machine has {policy}" if is_lacking else ""
    if needs and chosen.vliw.slots > 1:
        return {}, chosen, f"it needs branch.policy = {needs}, which bundles are not combined with"
    return {}, _with_policy(machine, needs or "first_thread"), ""


@cache
def _with_policy(machine: str, policy: str) -> Machine:
    return machine_named(machine).replace(**{"branch.policy": policy})


@cache
def _needs(kernel: str) -> tuple[str, bool]:
    program = load_program(kernel)
    return needed_policy(program), "masks" in program.equ


def needed_policy(program: Program) -> str:
    """The branch policy without which a program's instructions are none; "" where any does."""
    needs = {one.spec.requires for one in program.instructions if one is not None}
    if "explicit_masks" in needs or any(one.reads_scalar for one in program.instructions if one is not None):
        return "explicit_masks"
    return "mask_stack" if "mask_stack" in needs else ""
