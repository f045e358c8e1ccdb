"""The suite: the points on which models are compared, made of the shipped kernels, the presets and generated machines.

The *plain* points are the kernels without global memory on machines other than devices. The *device* points are on the
presets of GPUs and the generated devices. Their kernels are the kernels with global memory, in the launches that
`simt.validate.launches` draws, and one in eight of the other kernels, chosen by a hash of the names. The *DRAM* points
are chosen in the same way, for generated devices with channels of DRAM. The *scoreboard* points are chosen in the same
way, too, for the presets and the generated machines with a scoreboard, but with one in four of the kernels without
global memory. The *compiled* points are pairs of a kernel in OpenCL C and a GPU: a preset, or a generated chip, which
has a scoreboard and memory of DRAM. One pair in four is taken. "all" leaves out the DRAM, scoreboard and compiled
points.

The *blind* points (`blind_points`) are on other generated machines, and held out. Nobody looks at single blind points:
`python -m benches.blind` prints only their totals.

A kernel whose lanes diverge needs a branch policy that allows it. A generated machine gets this policy (masks cost no
cycle of their own); a preset keeps its own. Pairs that cannot run are kept with the reason.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from simt.launch.programs import EXERCISES, SOLUTIONS, load_program, programs_folder
from simt.machine import Machine
from simt.machine.loading import presets
from simt.validate.devices import DEVICES, DRAM_DEVICES, DRAM_PREFIX, generated_device, generated_dram_device
from simt.validate.devices import PREFIX as DEVICE_PREFIX
from simt.validate.holdout import point_held_out
from simt.validate.launches import LAUNCHED, LaunchSetup, drawn_launches
from simt.validate.machines import PREFIX, SUITE, generated
from simt.validate.scoreboards import (
    CHIP_PREFIX,
    CHIPS,
    SCOREBOARD_PREFIX,
    SCOREBOARDS,
    generated_chip,
    generated_scoreboard,
)

PARTS = ("development", "held-out", "all")
KINDS = ("plain", "devices", "dram", "scoreboard", "compiled", "all")
BLIND = range(1000, 1040)  # the numbers of the machines of the blind points
_ONE_IN_BLIND = {"plain": 5, "devices": 3, "dram": 3, "scoreboard": 4, "compiled": 1}  # points that are drawn, by kind
_ONE_IN = 8  # pairs of a plain kernel and a device
_ONE_IN_OVERLAPPING = 4  # pairs of a plain kernel and a machine with a scoreboard
_ONE_IN_COMPILED = 4  # pairs of a compiled kernel and a machine
_LANES_PART = ("ipdom_stack", "min_pc")
_PRODUCTS = "opencl/mm.cl"  # a file of several kernels:
_OF_PRODUCTS = ("mm_global", "mm_global_rows", "mm_local")


@dataclass(frozen=True, slots=True)
class SuitePoint:
    """A kernel on a machine, by name. launch: the sizes of a kernel with global memory, else None."""

    kernel: str
    machine: str
    launch: LaunchSetup | None = None

    @property
    def is_held_out(self) -> bool:
        """Return whether kernel or machine is held out (`simt.validate.holdout`)."""
        return point_held_out(self.kernel, self.machine)


@cache
def shipped_kernels() -> tuple[str, ...]:
    """Return the shipped kernels without global memory, by the names that `simt run` takes.

    Exercises are left out: users change them, but models have to be judged by fixed kernels. Kernels with locks are
    left out, too: they end under some branch policies only.
    """
    folder = programs_folder()
    names = sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.s"))
    judged = (name for name in names if not name.startswith((f"{EXERCISES}/", f"{SOLUTIONS}/", "locks/")))
    return tuple(name for name in judged if not load_program(name).buffers)


@cache
def compiled_kernels() -> tuple[str, ...]:
    """Return the shipped kernels in OpenCL C without locks, by the names that `simt run` takes."""
    names = sorted(f"opencl/{path.name}" for path in (programs_folder() / "opencl").glob("*.cl"))
    names = [name for name in names if name != "opencl/spin_lock.cl"]
    products = tuple(f"{name}::{kernel}" for name in names if name == _PRODUCTS for kernel in _OF_PRODUCTS)
    return (*(name for name in names if name != _PRODUCTS), *products)


def kind_of(machine: Machine) -> str:
    """Return "devices" for a machine with global memory or several cores, else "plain"."""
    return "devices" if machine.is_device else "plain"


@cache
def _presets(kind: str) -> tuple[str, ...]:
    """Return the presets of a kind without bundles, which generated machines have.

    The compiled points are on all of these presets with global memory.
    """
    machines = {name: Machine.load(name) for name in presets()}
    machines = {name: each for name, each in machines.items() if each.vliw.count == 1}
    if kind == "compiled":
        return tuple(name for name, each in machines.items() if each.memory.is_present)
    kinds = {name: "scoreboard" if each.issue.overlaps else kind_of(each) for name, each in machines.items()}
    return tuple(name for name, each in kinds.items() if each == kind)


def suite_points(
    part: str = "all", seeds: Iterable[int] = SUITE, devices: Iterable[int] | None = None, kind: str = "all"
) -> list[SuitePoint]:
    """Return the points of a part of the suite, machine by machine.

    - part: "development" (neither kernel nor machine is held out), "held-out" (at least one is) or "all".
    - seeds: the numbers of the generated machines among the plain ones.
    - devices: the numbers of the generated devices, or of the machines with a scoreboard; None for all.
    - kind: the machines: "plain", "devices", both ("all"), "dram", "scoreboard" or "compiled".

    Raises `ValueError` for an unknown part or kind.
    """
    for name, value, known in (("part", part, PARTS), ("kind", kind, KINDS)):
        if value not in known:
            raise ValueError(f"a {name} of the suite is one of {', '.join(known)}, not {value!r}")
    kinds = ("plain", "devices") if kind == "all" else (kind,)
    points: list[SuitePoint] = []
    for each in kinds:
        prefix, numbers, _ = _GENERATED[each]
        usual = seeds if each == "plain" else numbers if devices is None else devices
        points += _points_on([*_presets(each), *(f"{prefix}{number}" for number in usual)], each)
    return [point for point in points if part == "all" or point.is_held_out == (part == "held-out")]


def _points_on(machines: Iterable[str], kind: str) -> list[SuitePoint]:
    """Return the points of some machines of a kind."""
    if kind == "plain":
        return [SuitePoint(kernel, machine) for machine in machines for kernel in shipped_kernels()]
    if kind == "compiled":
        pairs = (SuitePoint(kernel, machine) for machine in machines for kernel in compiled_kernels())
        return [pair for pair in pairs if _is_drawn(f"pair {pair.kernel} {pair.machine}", _ONE_IN_COMPILED)]
    one_in = _ONE_IN_OVERLAPPING if kind == "scoreboard" else _ONE_IN
    return [point for machine in machines for point in _device_points(machine, one_in)]


def blind_points(kind: str) -> list[SuitePoint]:
    """Return the blind points of a kind other than "all". Raises `KeyError` for an unknown kind.

    A hash of their names draws them. All of them run within a minute or two.
    """
    points = _points_on([f"{_GENERATED[kind][0]}{number}" for number in BLIND], kind)
    return [
        point for point in points
        if point.is_held_out and _is_drawn(f"blind {point.kernel} {point.machine} {point.launch}", _ONE_IN_BLIND[kind])
    ]  # fmt: skip


def _is_drawn(name: str, one_in: int) -> bool:
    """Return whether a hash of the name draws it, as one in several names."""
    return int.from_bytes(hashlib.sha256(f"simt {name}".encode()).digest()) % one_in == 0


def _device_points(machine: str, one_in: int = _ONE_IN) -> Iterator[SuitePoint]:
    for kernel in LAUNCHED if machine_named(machine).memory.is_present else ():
        for launch in drawn_launches(kernel, machine, machine_named(machine)):
            yield SuitePoint(kernel, machine, launch)
    for kernel in shipped_kernels():
        if _is_drawn(f"pair {kernel} {machine}", one_in):
            yield SuitePoint(kernel, machine)


# By kind: what the names of the generated machines begin with, their usual numbers, and their generator.
_GENERATED: dict[str, tuple[str, range, Callable[[int], Machine]]] = {
    "plain": (PREFIX, SUITE, generated),
    "devices": (DEVICE_PREFIX, DEVICES, generated_device),
    "dram": (DRAM_PREFIX, DRAM_DEVICES, generated_dram_device),
    "scoreboard": (SCOREBOARD_PREFIX, SCOREBOARDS, generated_scoreboard),
    "compiled": (CHIP_PREFIX, CHIPS, generated_chip),
}
_GENERATORS = {prefix: generator for prefix, _, generator in _GENERATED.values()}
_NAME = re.compile(f"({'|'.join(_GENERATORS)})(0|[1-9][0-9]{{0,17}})")


def is_generated(name: str) -> bool:
    """Return whether a machine of this name is generated, not a preset or a file."""
    return _NAME.fullmatch(name) is not None


def machine_named(name: str) -> Machine:
    """Return a preset, a machine file, a generated machine or a generated device by name. Raises `MachineError`."""
    # A file may have changed since the last call, so only the others are cached.
    return _shipped_machine(name) if is_generated(name) or name in presets() else Machine.load(name)


@cache
def _shipped_machine(name: str) -> Machine:
    parts = _NAME.fullmatch(name)
    return Machine.load(name) if parts is None else _GENERATORS[parts[1]](int(parts[2]))


def pairing(kernel: str, machine: str) -> tuple[dict[str, int], Machine, str]:
    """Return the symbols to define, the machine to run on, and the reason why the two cannot be run together, or "".

    Raises `MachineError` and `AssemblyError`, or the error of a missing kernel.
    """
    chosen = machine_named(machine)
    if kernel in compiled_kernels():
        return {}, chosen, ""
    needs, has_forms = _needs(kernel)
    policy = chosen.branch.policy
    if has_forms:  # one source, with mask instructions or with jumps of single lanes
        if policy == "mask_stack":
            return {"masks": 1}, chosen, ""
        if policy in _LANES_PART:
            return {}, chosen, ""
        return {}, chosen, f"its lanes part, and under branch.policy = {policy} they cannot"
    if not is_generated(machine) or needs == policy or kernel in LAUNCHED:
        is_lacking = bool(needs) and needs != policy
        return {}, chosen, f"it needs branch.policy = {needs}, and the machine has {policy}" if is_lacking else ""
    if needs and chosen.vliw.count > 1:
        return {}, chosen, f"it needs branch.policy = {needs}, and the suite's machines with bundles have first_thread"
    return {}, _with_policy(machine, needs or "first_thread"), ""


@cache
def _with_policy(machine: str, policy: str) -> Machine:
    return machine_named(machine).replace(**{"branch.policy": policy})


@cache
def _needs(kernel: str) -> tuple[str, bool]:
    """Return the branch policy that a kernel needs ("" for any), and whether its symbol `masks` chooses the policy."""
    program = load_program(kernel)
    instructions = [instruction for instruction in program.instructions if instruction is not None]
    needs = {instruction.spec.requires for instruction in instructions}
    if "explicit_masks" in needs or any(instruction.reads_scalar for instruction in instructions):
        return "explicit_masks", "masks" in program.equ
    return "mask_stack" if "mask_stack" in needs else "", "masks" in program.equ
