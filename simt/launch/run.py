"""`run`: check a program against a machine, store the inputs, run an engine, name the outcome.

This is the Python interface that the command line itself uses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from isa.bundles import MAX_SLOTS, slots_needed
from isa.diagnostics import Diagnostic, ProgramError, ReportedError, quote, register
from isa.program import Location, Program
from isa.texts import source_notes, statement
from simt.launch.inputs import bind, numpy_type
from simt.launch.sizes import Size, check_places, needs_device, resolve_sizes
from simt.machine import Machine
from simt.machine.keys import keys
from simt.result.result import Events, Ledgers, Result
from simt.result.stops import Stop

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from simt.core.engine.run import RunOutput

DEFAULT_MAX_CYCLES = 50_000_000
ENGINES = ("cycle", "functional")

register(
    "E0501",
    "the program does not fit the machine",
    """The machine description bounds program memory (`program.words`), constant memory (`constants.words`), local
memory (`local.words`), registers (`registers`) and threads (`warps` x `warp_size`). Either the kernel shrinks or
the machine grows:

    simt run kernel.s -s program.words=512

The preset sizes of the FPGA paper's machines are those of its block memories.
""",
)
register(
    "E0502",
    "an instruction that the machine does not have",
    """Some instructions are options of a machine: `mul` and `mulh` need options.multiply, `mad.f32` needs a
register file with options.read_ports = 3, `rcp`, `sqrt` and `rsqrt` need an SFU (sfu.count), those of f64 a
double-precision unit (dpu.count), loads, stores and atomics of global memory need memory.policy, and the mask
instructions need branch.policy = mask_stack. The FPGA paper's processor has none of them. A register beyond the
machine's `registers` is reported under this code too.

    simt run kernel.s -s options.multiply=true
""",
)
register(
    "E0503",
    "a launch without threads",
    """A launch needs the number of threads of its work-group: `.threads 64` in the kernel, `--threads 64` on the
command line, or `threads=64` in Python. It is between 1 and warps x warp_size of the machine.
""",
)
register(
    "E0504",
    "a launch that a packed program was not made for",
    """From the number of threads the packer proves which accesses to local memory cannot meet, and how often loops
turn. So a packed program goes with the launch it was packed for: with more threads (if the kernel reads group_size,
with any other number) it may compute something else than its source. A machine with fewer slots cannot issue its
bundles. `simt asm` writes into the program file what was assumed. Pack the source for this launch:

    simt asm kernel.s --vliw 3 --threads 128 -o kernel.json
    simt run kernel.s --vliw 3 --threads 128                # packs by itself
""",
)


class LaunchError(ReportedError):
    """A program that the machine cannot run, or a launch that cannot be made. `diagnostics` lists every reason."""

    code = "E0501"


def check_fits(program: Program, machine: Machine, threads: int) -> None:
    """Raise `LaunchError` with every reason why the machine cannot run the program with so many threads."""
    banks = machine.local.banks
    sizes = [
        ("instructions", len(program.words), machine.program.words, "program.words", len(program.words)),
        ("constants", len(program.constants), machine.constants.words, "constants.words", len(program.constants)),
        ("words of local memory", program.local_words, machine.local.words, "local.words",
         -(-program.local_words // banks) * banks),
    ]  # fmt: skip
    found = _thread_problems(program, machine, threads)
    found += [_too_small(program, machine, *size) for size in sizes if size[1] > size[2]]
    if not program.words:
        found.append(_error("E0501", f"the kernel {quote(program.name)} has no instructions"))
    found += _missing_instructions(program, machine)
    if found:
        raise LaunchError(found)


def _error(code: str, message: str, help: str = "") -> Diagnostic:  # noqa: A002
    return Diagnostic(code=code, severity="error", message=message, help=help)


def _thread_problems(program: Program, machine: Machine, threads: int) -> list[Diagnostic]:
    name = quote(program.name)
    if threads == 0 and program.threads == 0:
        return [
            _error(
                "E0503",
                f"the kernel {name} does not say how many threads to launch",
                "write `.threads 64` in the kernel, or give --threads 64",
            )
        ]
    if threads < 1:
        return [_error("E0503", f"a launch has at least one thread, not {threads}")]
    found = _assumption_problems(program, machine, threads)
    have = machine.warps * machine.warp_size
    if threads <= have:
        return found
    need = -(-threads // machine.warp_size)
    return [*found, _too_small(program, machine, "threads", threads, have, "warps", need)]


def _assumption_problems(program: Program, machine: Machine, threads: int) -> list[Diagnostic]:
    """What the packer took for granted and does not hold."""
    given = program.assumes
    if given is None:
        return []
    found = []
    name, slots = quote(program.name), machine.vliw.slots
    if not given.allows(threads):
        most = f"{'exactly' if given.is_exact else 'at most'} {given.threads} threads"
        why = "; it reads group_size" if given.is_exact and threads < given.threads else ""
        found.append(
            _error(
                "E0504",
                f"the bundles of {name} were packed for {most}, and the launch has {threads}{why}",
                f"pack the source for this launch: simt asm SOURCE --vliw {given.slots} --threads {threads} -o FILE, "
                f"or let simt run SOURCE --vliw {given.slots} --threads {threads} do it",
            )
        )
    if 1 < slots < (slots_needed(program.instructions) or slots):
        found.append(
            _error(
                "E0504",
                f"the bundles of {name} were packed for {given.slots} slots, and {machine.name} has {slots}",
                f"-s vliw.slots={given.slots}, or pack the source again: simt asm SOURCE --vliw {slots} -o FILE",
            )
        )
    return found


def _too_small(
    program: Program, machine: Machine, what: str, need: int, have: int, key: str, enough: int
) -> Diagnostic:
    """The program needs more of something than the machine has; `enough` is the value of `key` that would do."""
    most = keys()[key].high
    advice = f"a larger machine: -s {key}={enough}"
    if most is not None and enough > most:
        advice = f"no machine holds that many: `{key}` is at most {most:g}"
    return _error(
        "E0501", f"the kernel {quote(program.name)} needs {need} {what} and {machine.name} has {have}", advice
    )


_ENOUGH = {
    "multiply": "-s options.multiply=true",
    "mad": "-s options.read_ports=3",
    "mask_stack": "-s branch.policy=mask_stack",
    "multiply_mad": "-s options.multiply=true -s options.read_ports=3",
    "sfu": "-s sfu.count=1",
    "dpu": "-s dpu.count=1",
    "dpu_mad": "-s dpu.count=1 -s options.read_ports=3",
    "global_memory": "-s memory.policy=simple",
    "explicit_masks": "-s branch.policy=explicit_masks, or -m gcn64, -m avx512",
}


def _missing_instructions(program: Program, machine: Machine) -> list[Diagnostic]:
    """One diagnostic for each instruction name (or the registers) that the machine lacks, at its first use."""
    from simt.core.state.lowering import obstacle

    uses: dict[str, list[tuple[int, str]]] = {}
    for pc, instruction in enumerate(program.instructions):
        reason = obstacle(instruction, machine)
        if reason is None or (instruction is not None and reason.startswith("constant")):
            continue  # too many constants are told once, for the program
        if instruction is None:
            kind = ""
        else:
            needs_scalars = instruction.spec.requires == "explicit_masks" or instruction.reads_scalar
            has_scalars = machine.has("explicit_masks")
            kind = "registers" if reason.endswith("registers") else instruction.spec.name
            if instruction.more and machine.vliw.slots == 1:
                kind = "bundles"
            if needs_scalars and not has_scalars:
                kind = "scalars"  # one message for all that work on them
        uses.setdefault(kind, []).append((pc, reason))
    found = []
    for kind, places in uses.items():
        pc, reason = places[0]
        location = program.locations[pc] if pc < len(program.locations) else Location()
        instruction = program.instructions[pc]
        needs = instruction.spec.requires if instruction is not None else ""
        if instruction is not None and instruction.reads_scalar and machine.has(needs):
            needs = "explicit_masks"
        advice = _ENOUGH.get(needs, "")
        if instruction is not None and instruction.more and machine.vliw.slots == 1:
            advice = f"-s vliw.slots={slots_needed(program.instructions) or MAX_SLOTS}"
        if kind == "registers":
            most = keys()["registers"].high or 0
            advice = f"-s registers={program.registers}" if program.registers <= most else ""
        found.append(
            Diagnostic(
                code="E0502",
                severity="error",
                message=f"{machine.name} cannot execute instruction {pc}: {reason}",
                file=location.file,
                line=location.line,
                column=location.column,
                end_column=location.column + len(statement(location.text[location.column - 1 :]))
                if location.line
                else 0,
                source_line=location.text,
                notes=(
                    *source_notes(program, pc),
                    *((f"so it is with {len(places) - 1} more",) if len(places) > 1 else ()),
                ),
                help=f"a machine that can: {advice}" if advice else "",
            )
        )
    return found


def run(
    program: Program,
    machine: Machine | str = "fpga4",
    *,
    inputs: Mapping[str, ArrayLike] | None = None,
    size: Size | None = None,
    group: Size | None = None,
    threads: int | None = None,
    engine: str = "cycle",
    max_cycles: int = DEFAULT_MAX_CYCLES,
    record: bool | range = False,
    strict: bool = True,
    progress: Callable[[int], object] | None = None,
    compiling: Callable[[], None] | None = None,
) -> Result:
    """Run a program on a machine.

    inputs: values by name, arrays for `.local` arrays and `.buffer`s (float32, uint32 or int32 of the array's length,
    any length for a buffer that has none; other real types are converted if nothing is lost but float precision),
    numbers for `.param`s. size: work-items of the launch, group: of a work-group, each a number or (x, y); by default
    one work-group of `.threads`. threads: the same as group, in one dimension. A machine with global memory or several
    cores, and a launch of several work-groups, run as a device (docs/devices.md); `result.device` tells more then.
    engine: "cycle", or "functional" (no timing). max_cycles:
    limit in cycles (functional: instructions). record: True keeps the event record, of a long run its last cycles,
    as many as fit into 256 MiB; range(a, b) keeps the cycles a to b - 1; on a device of every core, see
    `Result.of_core`. strict: refuse programs that hold words
    the machine cannot execute; otherwise they trap when they are reached. progress: called with the cycle
    (instruction) count, with 0 before the first and then about ten times a second; a true answer ends the run
    there. compiling: called before the engine is compiled, which takes about 7 s and happens once per
    installation.

    A trap, a deadlock or the limit does not raise: `result.stop` says what happened, and everything computed until then
    is there.

    Raises `LaunchError` (program and machine do not fit), `SizeError` (sizes do not go together, or a group does not
    fit a core), `InputError` (inputs), `MachineError` (unknown machine).
    """
    if not isinstance(program, Program):
        raise TypeError(
            f"run takes a Program: simt.load_program(name) or simt.assemble_file(path), not {type(program).__name__}"
        )
    if isinstance(machine, str):
        machine = Machine.load(machine)
    if engine not in ENGINES:
        raise ProgramError(f"the engine is `cycle` or `functional`, not {quote(engine)}")
    if record is not False and engine != "cycle":
        raise ProgramError("only the cycle engine records events")
    if isinstance(record, range) and (record.start < 0 or record.stop <= record.start or record.step != 1):
        raise ProgramError(f"a window of cycles is range(first, end) with 0 <= first < end, not {record}")
    if max_cycles < 1:
        raise ProgramError(f"max_cycles is at least 1, not {max_cycles}")
    grid = resolve_sizes(program, size=size, group=group, threads=threads)
    count = grid.threads if grid is not None else threads or 0
    if strict:
        check_fits(program, machine, count)
    elif problems := _thread_problems(program, machine, count):
        raise LaunchError(problems)
    assert grid is not None  # check_fits has refused it
    is_device = needs_device(machine, grid)
    bounds = check_places(program, machine, grid) if is_device else {}
    bound = bind(program, machine, inputs or {})
    program, memory, image = bound
    digest = hashlib.sha256(memory.tobytes() + image.tobytes() + repr(program.constants).encode()).hexdigest()

    from simt.core.engine.run import (  # imports numba: only after all that can be wrong is checked
        compile_needed,
        optional_groups,
        simulate,
    )
    from simt.core.state.state import Launch

    kind = engine if not is_device else "device" if engine == "cycle" else "groups"
    must_compile = compiling is not None and compile_needed(kind, optional_groups(machine))
    is_over = progress is not None and bool(progress(0))  # whoever interrupts while numba loads gets no first chunk
    if compiling is not None and must_compile and not is_over:
        compiling()
    limit = 0 if is_over else max_cycles
    if is_device:
        from simt.launch.device import run_on_device

        result = run_on_device(
            bound, machine, grid, bounds, engine=engine, max_cycles=limit, record=record, progress=progress,
            inputs_hash=digest,
        )  # fmt: skip
        return replace(result, stop=replace(result.stop, kind="interrupted")) if is_over and result.stop else result
    launch = Launch(count, groups_x=grid.groups_x, size=grid.local)
    output = simulate(
        program, machine, launch, local=memory, max_cycles=limit, engine=engine, record=record, progress=progress
    )
    if is_over:
        output.status = "interrupted"
    return replace(result_of(output, program, machine, count, digest), launched=grid)


def result_of(output: RunOutput, program: Program, machine: Machine, threads: int, inputs_hash: str) -> Result:
    """What an engine left behind as a `Result`; `inputs_hash` is the SHA-256 of initial memory and constants."""
    length = len(program.words)
    final = output.local
    return Result(
        program=program,
        machine=machine,
        engine=output.engine,
        threads=threads,
        cycles=output.cycles,
        instructions=output.instructions,
        stop=_stop(output),
        local={
            name: final[array.address : array.address + array.length].view(numpy_type(array.type))
            for name, array in program.locals.items()
        },
        memory=final,
        registers=output.registers,
        carry=output.carry,
        ledgers=Ledgers(output.issue_ledger, output.warp_ledger, output.lane_ledger),
        issues=output.stats["issues"][:length].copy(),
        accesses=output.stats["entered"][:length].copy(),
        passes=output.stats["passes"][:length].copy(),
        active_lanes=output.stats["active"][:length].copy(),
        disagreements=output.stats["disagreements"][:length].copy(),
        events=Events(*output.kept) if output.kept is not None else None,
        inputs_hash=inputs_hash,
    )


def _stop(output: RunOutput) -> Stop | None:
    """Why the run stopped; None if it ran to its end."""
    trap = output.trap
    if trap is not None:
        deadlock = trap.kind == "deadlock"
        return Stop(
            trap.kind, trap.cycle, trap.warp, trap.lanes, trap.pc, trap.value,
            waiting=tuple(output.waiting()) if deadlock else (),
            finished=tuple(output.finished()) if deadlock else (),
        )  # fmt: skip
    if output.status != "done":
        return Stop(output.status, output.cycles if output.engine == "cycle" else output.instructions)
    return None
