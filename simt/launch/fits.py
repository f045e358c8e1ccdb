"""The check that a program fits a machine: sizes of memories, number of threads, and available instructions."""

from __future__ import annotations

from collections.abc import Iterable

from isa.forms.texts import diagnostic_at, source_notes
from isa.program.buffers import MAX_BUFFER_WORDS
from isa.program.bundles import MAX_STANDARD, Slots, are_legal, slots_needed
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.reporting.diagnostics import Diagnostic, ReportedError, plural, quote
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.machine import Machine
from simt.machine.capabilities import lacking, obstacle
from simt.machine.choosing import way_to
from simt.machine.keys import keys
from simt.machine.settings import problem


class LaunchError(ReportedError):
    """A program that the machine cannot run, or an impossible launch. `diagnostics` lists every reason."""

    code = "E0501"


def check_fits(program: Program, machine: Machine, threads: int) -> None:
    """Raise `LaunchError` with every reason why the machine cannot run the program with `threads` threads."""
    problems = [*thread_problems(program, machine, threads), *size_problems(program, machine)]
    problems += missing_instructions(program, machine)
    if problems:
        raise LaunchError(problems)


def size_problems(program: Program, machine: Machine) -> list[Diagnostic]:
    """Return an error for each size of the program that exceeds the size of the machine, and for an empty program."""
    banks = machine.local.banks
    sizes = [
        ("instructions", len(program.words), machine.program.words, "program.words", len(program.words)),
        ("constants", len(program.constants), machine.constants.words, "constants.words", len(program.constants)),
        ("words of local memory", program.local_words, machine.local.words, "local.words",
         -(-program.local_words // banks) * banks),
    ]  # fmt: skip
    problems = [_too_small(program, machine, *size) for size in sizes if size[1] > size[2]]
    if not program.words:
        problems.append(problem("E0501", f"the kernel {quote(program.name)} has no instructions"))
    return problems


def thread_problems(program: Program, machine: Machine, threads: int) -> list[Diagnostic]:
    """Return the errors of launching the program on the machine with `threads` threads.

    threads: the number of threads; 0 if it is not known. An unknown number is an error, too.
    """
    name = quote(program.name)
    if threads == 0 and program.threads == 0:
        message = f"the kernel {name} does not say how many threads to launch"
        advice = "give --threads 64, or --global-size and --local-size; in assembly, write `.threads 64`"
        return [problem("E0503", message, help=advice)]
    if threads < 1:
        return [problem("E0503", f"a launch has at least one thread, not {threads}")]
    problems = [*_assumption_problems(program, machine, threads), *_private_problems(program, machine, threads)]
    have = machine.warps * machine.warp_size
    if threads <= have:
        return problems
    need = -(-threads // machine.warp_size)
    return [*problems, _too_small(program, machine, "threads", threads, have, "warps", need)]


def _private_problems(program: Program, machine: Machine, threads: int) -> list[Diagnostic]:
    need = Placed(program, machine, Grid.of(threads)).local
    if not program.private_words or machine.private_place != "local" or need <= machine.local.words:
        return []
    what = f"words of local memory, {program.private_words} of each thread's private memory among them,"
    return [_too_small(program, machine, what, need, machine.local.words, "local.words", need)]


def check_private(placed: Placed, spans: Iterable[tuple[int, int]], *, is_managed: bool) -> None:
    """Raise `LaunchError` if the private memory of the program lies in global memory and has no room there.

    - spans: the addresses of the buffers, as `buffer_spans` returns them.
    - is_managed: whether there is a storage manager.
    """
    program, machine = placed.program, placed.machine
    span = placed.private_span(placed.places, spans)
    if not span:
        return
    name, advice = quote(program.name), "private memory in local memory: -s private.place=local"
    words = len(span) + sum(entry.words for entry in program.buffers.values())
    if words > MAX_BUFFER_WORDS:
        message = f"private memory and the buffers of {name} have {words} words, and {MAX_BUFFER_WORDS} is the most"
    elif machine.memory.policy == "dram" and 4 * span.stop > machine.memory.channels * machine.dram.bytes:
        have = machine.memory.channels * machine.dram.bytes
        message = (
            f"the private memory of {name} ends at byte {4 * span.stop}, and the channels of {machine.name} hold {have}"
        )
    elif is_managed:
        message = f"{name} has private memory in global memory, which a storage manager does not manage"
    else:
        return
    raise LaunchError([problem("E0501", message, help=advice)])


def _assumption_problems(program: Program, machine: Machine, threads: int) -> list[Diagnostic]:
    assumes = program.assumes
    if assumes is None:
        return []
    problems = []
    name, slots, packed = quote(program.name), machine.bundle_slots, Slots.of(assumes.slots)
    if not assumes.allows(threads):
        most = f"{'exactly' if assumes.is_exact else 'at most'} {assumes.threads} threads"
        why = "; it reads group_size" if assumes.is_exact and threads < assumes.threads else ""
        message = f"the bundles of {name} were packed for {most}, and the launch has {threads}{why}"
        advice = (
            f"pack the source for this launch: simt asm SOURCE --vliw {packed.word} --threads {threads} -o FILE, "
            f"or let simt run SOURCE --vliw {packed.word} --threads {threads} do it"
        )
        problems.append(problem("E0504", message, help=advice))
    if assumes.stay_together and machine.branch.lanes_may_part:
        message = f"the bundles of {name} were packed for lanes that stay together, and on {machine.name} they may part"
        again = f"simt asm SOURCE --vliw {packed.word} --may-part -o FILE"
        advice = f"-s branch.policy=first_thread, or pack the source again: {again}"
        problems.append(problem("E0504", message, help=advice))
    if len(slots) > 1 and not are_legal(program.instructions, slots):
        message = f"the bundles of {name} were packed for {packed.text}, and {machine.name} has {slots.text}"
        again = f"simt asm SOURCE --vliw {slots.word} -o FILE"
        advice = f"-s vliw.slots={packed.word}, or pack the source again: {again}"
        problems.append(problem("E0504", message, help=advice))
    return problems


def _too_small(
    program: Program, machine: Machine, what: str, need: int, have: int, key: str, enough: int
) -> Diagnostic:
    """Return the error that a program needs more than the machine has. enough: a sufficient value of `key`."""
    highest = keys()[key].high
    advice = f"a larger machine: -s {key}={enough}"
    if highest is not None and enough > highest:
        advice = f"no machine holds that many: `{key}` is at most {highest:g}"
    message = f"the kernel {quote(program.name)} needs {need} {what} and {machine.name} has {have}"
    return problem("E0501", message, help=advice)


def missing_instructions(program: Program, machine: Machine, *, undecoded: bool = True) -> list[Diagnostic]:
    """Return an error for each kind of instruction that the machine cannot execute (`_kind`), at its first use.

    undecoded: whether to report words that do not decode. If not, instructions are reported whose constant does not fit
    into the machine's constant memory, unless the program as a whole has too many constants.
    """
    has_too_many = len(program.constants) > machine.constants.words
    uses: dict[str, list[tuple[int, str]]] = {}
    for pc, instruction in enumerate(program.instructions):
        reason = obstacle(instruction, machine)
        if reason is None or (instruction is None and not undecoded):
            continue
        if instruction is not None and reason.startswith("constant") and (undecoded or has_too_many):
            continue  # too many constants are reported once, for the program; a run traps at one that no program has
        uses.setdefault(_kind(instruction, machine, reason), []).append((pc, reason))
    diagnostics = []
    for kind, places in uses.items():
        pc, reason = places[0]
        way = _advice(program, machine, kind, pc)
        advice = f"a machine that can: {way}" if way else ""
        more = (f"the same holds for {plural(len(places) - 1, 'more instruction')}",) if len(places) > 1 else ()
        notes = (*source_notes(program, pc), *more)
        message = f"{machine.name} cannot execute instruction {pc}: {reason}"
        diagnostics.append(diagnostic_at(program, pc, "E0502", message, notes=notes, help=advice))
    return diagnostics


def _kind(instruction: Instruction | None, machine: Machine, reason: str) -> str:
    """Return "bundles", "registers" or "scalars" if the machine lacks them, else the name of the instruction.

    A word that does not decode gives "".
    """
    if instruction is None:
        return ""
    needs_scalars = instruction.spec.requires == "explicit_masks" or instruction.reads_scalar
    if needs_scalars and not machine.has("explicit_masks"):
        return "scalars"
    if instruction.more and machine.vliw.count == 1:
        return "bundles"
    return "registers" if reason.endswith("registers") else instruction.spec.name


def _advice(program: Program, machine: Machine, kind: str, pc: int) -> str:
    """Return the options or presets that are able to execute the instruction at `pc`; "" if there are none.

    kind: the result of `_kind`.
    """
    instruction = program.instructions[pc]
    if instruction is None:
        return ""
    if kind == "registers":
        return f"-s registers={program.registers}" if program.registers <= (keys()["registers"].high or 0) else ""
    if instruction.more and machine.vliw.count == 1:
        return f"-s vliw.slots={Slots.of(slots_needed(program.instructions) or MAX_STANDARD).word}"
    lack = lacking(instruction, machine)
    return way_to(lack) if lack else ""
