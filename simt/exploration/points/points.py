"""Points of a sweep before their runs: the machine, the program with its inputs in place, and whether the program fits.

Work that several points share is done once and kept.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Mapping

from isa.program.program import Program
from isa.reporting.diagnostics import SimtError
from isa.table.units import STANDARD
from simt.core.state.lowering import values_of
from simt.core.state.placed import Placed
from simt.exploration.errors import short
from simt.exploration.points.workload import Image, LaunchProblem, Ready, Refused, Workload, unit_matrix
from simt.exploration.records.layout import COLUMNS
from simt.exploration.records.store import digest
from simt.launch.fits import check_fits
from simt.launch.inputs import bind, input_digests
from simt.launch.prepared import in_bundles
from simt.launch.sampling.sampled import sample_problem
from simt.launch.sizes import check_places, size_text
from simt.machine import Machine
from simt.machine.judging import judge
from simt.machine.settings import Setting
from simt.machine.variants import Variants
from simt.result.parts import hash_of_inputs

# Parts of a machine that do not affect fit: timing, and banks, which divide the words.
_NO_MATTER_OF_FIT = (
    "name", "description", "clock_mhz", "costs", "scheduler", "issue", "front_end", "retire", "register_file",
    *STANDARD,
)  # fmt: skip
_FIT = tuple(name for name in Machine.model_fields if name not in _NO_MATTER_OF_FIT)


def point_machine(base: Mapping[str, Setting], settings: Mapping[str, Setting]) -> Machine | None:
    """Return the machine with the settings `base`, overridden by `settings`; None if they contradict each other."""
    variant = _variants(base).machine(settings)
    return None if variant is None else variant[0]


def contradiction(base: Mapping[str, Setting], settings: Mapping[str, Setting]) -> tuple[str, str, str]:
    """Return the status, code and reason of a point whose settings contradict each other."""
    problems = judge(Machine, list({**base, **settings}.values()))[2]
    return "contradiction", problems[0].code, "; ".join(problem.message for problem in problems)


_known_bases: deque[Variants] = deque(maxlen=16)


def _variants(base: Mapping[str, Setting]) -> Variants:
    """Return the `Variants` of a base: the same object for the same base."""
    for known in list(_known_bases):
        if known.base is base:
            return known
    known = Variants(base)
    _known_bases.append(known)
    return known


def examine(
    workload: Workload, base: Mapping[str, Setting], settings: Mapping[str, Setting], max_cycles: int
) -> Ready | Refused:
    """Make the machine of a point, put the inputs in place and check that the program fits.

    If one of these fails, the result is a `Refused` with the reason.

    - workload: the kernel with its inputs.
    - base: the settings of the machine without the point's own settings. They are kept for later points, so the caller
      must not change them.
    - settings: the point's own settings.
    - max_cycles: the cycles after which the run is to be stopped.
    """
    variant = _variants(base).machine(settings)
    if variant is None:
        failure = contradiction(base, settings)
        # Without a machine there is no hash of one: the settings stand in for it.
        values = {key: setting.value for key, setting in {**base, **settings}.items()}
        machine_hash = digest({key: value for key, value in values.items() if key not in ("name", "description")})
        return _refused(workload, failure, machine_hash, max_cycles)
    return examine_on(workload, *variant, max_cycles)


def examine_on(workload: Workload, machine: Machine, machine_hash: str, max_cycles: int) -> Ready | Refused:
    """Put the inputs of a point in place on a machine, and check that the program fits; if not, return a `Refused`.

    machine_hash: the hash of the machine. workload, max_cycles: as for `examine`.
    """
    if workload.failure is not None:
        return _refused(workload, workload.failure, machine_hash, max_cycles)
    try:
        workload = workload.on(machine)
    except SimtError as error:  # of the compiler
        return _refused(workload, ("unfit", error.code, short(error)), machine_hash, max_cycles)
    program = workload.program
    assert program is not None
    if machine.vliw.count > 1:
        program = _bundles(workload, program, machine)
    problem = _fit(workload, program, machine)
    if problem is not None:
        return _refused(workload, ("unfit", *problem), machine_hash, max_cycles)
    assert workload.grid is not None  # else the program does not fit
    sample = workload.sample
    if sample is not None and sample_problem(Placed(program, machine, workload.grid)):
        sample = None  # it is as fast to run it whole
    image = _image(workload, program, machine)
    hashes = (machine_hash, image.program.hash, hash_of_inputs(image.inputs))
    identity = f"{' '.join(hashes)} {workload.threads} {max_cycles} {workload.wanted is not None}"
    if sample is not None:
        identity += f" sample {sample:g}"
    if not workload.grid.is_plain:
        identity += f" {workload.grid}"
    key = hashlib.sha256(identity.encode()).hexdigest()[:32]
    outputs = workload.wanted is not None
    return Ready(key, Placed(image.program, machine, workload.grid), image, hashes, sample, outputs)


def _bundles(workload: Workload, program: Program, machine: Machine) -> Program:
    """Return the program in bundles, packed as `simt run` packs it if it is scalar."""
    key = machine.bundle_slots, machine.registers, machine.program.words
    if key not in workload._packed:
        workload._packed[key] = in_bundles(program, machine, workload.threads)
    return workload._packed[key]


def _image(workload: Workload, program: Program, machine: Machine) -> Image:
    key = machine.local.words, program.words
    image = workload._images.get(key)
    if image is None:
        bound = bind(program, machine, workload.inputs)
        digests = input_digests(program, bound, workload.inputs)
        units = unit_matrix(bound.program)
        image = workload._images[key] = Image(bound.program, bound.local, digests, units, bound.memory, {})
    return image


def _fit(workload: Workload, program: Program, machine: Machine) -> LaunchProblem | None:
    """Return why the machine cannot run the program, or None."""
    key = values_of(machine, _FIT)
    if key not in workload._fits:
        try:
            check_fits(program, machine, workload.threads)
            workload._fits[key] = None
        except SimtError as error:
            workload._fits[key] = _reasons(error)
    problem = workload._fits[key]
    if problem is None and workload.grid is not None:
        try:
            check_places(Placed(program, machine, workload.grid))
        except SimtError as error:
            return _reasons(error)
    return problem


def _reasons(error: SimtError) -> LaunchProblem:
    diagnostics = getattr(error, "diagnostics", [])
    return error.code, "; ".join(diagnostic.message for diagnostic in diagnostics) or error.message


def _refused(workload: Workload, failure: tuple[str, str, str], machine_hash: str, max_cycles: int) -> Refused:
    key = digest(["failed", machine_hash, workload.identity, max_cycles])
    program, grid = None if workload.source is not None else workload.program, workload.grid
    known: dict[str, object] = {
        "key": key, "status": failure[0], "code": failure[1], "reason": failure[2], "machine_hash": machine_hash,
        "program_hash": None if program is None else program.hash,
    }  # fmt: skip
    if grid is not None:
        known |= {"global_size": size_text(grid.size), "local_size": size_text(grid.local), "groups": grid.groups}
    return Refused(key, tuple(known.get(name) for name in COLUMNS))
