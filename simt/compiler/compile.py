"""Compilation of a kernel in LLVM IR to a program for a machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Final

from isa.assembly.assembler import assemble
from isa.program.program import Location, Probe, Program
from isa.reporting.source import MAX_FILE_BYTES
from isa.table.table import ELEMENT_BYTES, MAX_INSTRUCTIONS, NEAR_INSTRUCTIONS
from simt.compiler.backend.alike import merge_alike
from simt.compiler.backend.declarations import Declarations, check_printing, declare
from simt.compiler.backend.emit import Writer, assembly
from simt.compiler.backend.endless import let_loops_end
from simt.compiler.backend.entries import give_heads
from simt.compiler.backend.explicit import MaskedWriter, prepare
from simt.compiler.backend.forms import compare_after_steps, join_products, place_jumps
from simt.compiler.backend.graph import Flow, flow_of
from simt.compiler.backend.joins import join_at_locks, join_before_copies, join_lanes
from simt.compiler.backend.late import compute_late
from simt.compiler.backend.lower import lower
from simt.compiler.backend.masks import structured
from simt.compiler.backend.meetings import mark_meetings
from simt.compiler.backend.narrow import narrow
from simt.compiler.backend.operands import place_operands
from simt.compiler.backend.ops import Code
from simt.compiler.backend.predicate import without_parting
from simt.compiler.backend.registers import Allocation, remove_dead
from simt.compiler.backend.selection import Selection
from simt.compiler.backend.spilling import spill
from simt.compiler.backend.uniform import Uniformity
from simt.compiler.backend.variables import variables_of
from simt.compiler.errors import LONG, REGISTERS, CompileError, SourcePlace, with_source, wrong
from simt.compiler.llvm.ir import Function
from simt.compiler.llvm.names import in_ascii
from simt.compiler.llvm.objects import Object
from simt.compiler.llvm.optimise import optimise, optimise_watched, reduced
from simt.compiler.llvm.places import Places, place_of
from simt.compiler.llvm.reader import Reader, read_module
from simt.compiler.llvm.size import check_read, inlined, size_of
from simt.compiler.request import Compiled, Request
from simt.compiler.types import assembly_name, scalar_of

# Instructions of the IR that always become at least one instruction of the machine.
_ALWAYS_ONE: Final = re.compile(
    r"^  (?:%\S+ = )?(?:fmul |store |xor (?!i1 )|mul |(?:tail )?call [^@\n]*@(?:llvm\.fma\.|__simt_op_))", re.MULTILINE
)
_ANY_GROUP: Final = 1 << 16  # lanes that may part: more than a work-group has
_MOST_TWICE: Final = 1024  # instructions of a program up to which it is also compiled with stepped addresses
_MOST_CALLED: Final = 600_000  # instructions with all calls inlined, up to which loops are unrolled
_MOST_UNROLLED: Final = NEAR_INSTRUCTIONS  # instructions of a program up to which its loops stay unrolled


def fitting(request: Request) -> Compiled:
    """Compile a kernel. Raises `CompileError`.

    Its loops are unrolled if the program stays within a limit. If the unrolled program does not fit into the machine's
    program memory, the kernel is compiled again without unrolling, and the shorter program is returned.
    """
    try:
        return (_watched if request.is_watched else _fitting)(request)
    except CompileError as error:
        raise with_source(error, request.sources) from None


def _fitting(request: Request) -> Compiled:
    if inlined(request.ir, request.kernel) > _MOST_CALLED:
        return _of_less_effort(request, optimise(request, unroll=False), MAX_INSTRUCTIONS)
    text = optimise(request, unroll=True)
    is_long = size_of(text) > _MOST_UNROLLED
    if is_long and optimise(request, unroll=False) == text:  # nothing is unrolled
        return _of_less_effort(request, text, MAX_INSTRUCTIONS)
    try:
        best = _of_less_effort(request, text, _MOST_UNROLLED)
    except CompileError as error:
        if error.code != LONG:
            raise
        return _of_less_effort(request, optimise(request, unroll=False), MAX_INSTRUCTIONS)
    if 0 < request.machine.program.words < len(best.program.words):
        rolled = optimise(request, unroll=False)
        if rolled != text:
            other = _of_less_effort(request, rolled, MAX_INSTRUCTIONS)
            best = min(best, other, key=lambda compiled: len(compiled.program.words))
    return best


def _watched(request: Request, *, unroll: bool = True) -> Compiled:
    text, probes = optimise_watched(request, _arrays(request), unroll=unroll)
    try:
        return _compiled(request, text, _MOST_UNROLLED if unroll else MAX_INSTRUCTIONS, probes)[0]
    except CompileError as error:
        if error.code != LONG or not unroll:
            raise
        return _watched(request, unroll=False)


def _arrays(request: Request) -> dict[str, Object]:
    """Return the arrays of known length that a kernel's parameters point to, by name."""
    head = re.search(rf"^define [^\n]*{re.escape(in_ascii('@' + request.kernel))}\([^\n]*", request.ir, re.MULTILINE)
    if head is None:
        return {}
    arrays = {}
    function = Reader(head[0], Places(request.ir), {}).function()
    sizes = request.sizes or repeat(0)
    for argument, kind, known in zip(function.arguments, request.types or function.types, sizes, strict=False):
        if argument.name in request.lengths and argument.type.kind == "ptr":
            scalar, lanes = scalar_of(kind)
            whole = request.lengths[argument.name] * ELEMENT_BYTES[scalar or "u32"]
            size = known or ELEMENT_BYTES[scalar or "u32"] * (4 if lanes == 3 else lanes)
            arrays[argument.name] = Object(argument.name, whole, (whole // size,), size)
    return arrays


def _of_less_effort(request: Request, text: str, limit: int) -> Compiled:
    """Compile a module. In a program that is not long, loops step or recompute addresses, whichever takes less effort.

    limit: the largest number of words of a program. Raises `CompileError`.
    """
    compiled, effort, flow = _compiled(request, text, limit)
    may_step = request.is_stepped and flow.loops and flow.are_left_in_steps
    if not may_step or len(compiled.program.words) > _MOST_TWICE:
        return compiled
    try:
        other, less, _ = _compiled(request, reduced(text), limit)
    except CompileError:  # more registers, or jumps on which lanes are not known to agree
        return compiled
    return other if less < effort else compiled


def _compiled(request: Request, text: str, limit: int, probes: Sequence[Probe] = ()) -> tuple[Compiled, int, Flow]:
    """Compile a module; return the result, the effort as in `Assembly`, and the control flow.

    limit: the largest number of words of a program. probes: the probes of the module, if it is compiled for a check.
    Raises `CompileError`.
    """
    machine = request.machine
    least = len(_ALWAYS_ONE.findall(text))
    if least > limit:  # long before it is read, selected and given registers
        _check_length(least, place_of(text, request.kernel), limit, "more than ")
    check_read(text, request.kernel, limit)
    module = read_module(text)
    function = module.functions[request.kernel]
    function.work_group = (*request.group, 1, 1)[:3] if request.group else ()
    function.types = request.types or function.types
    check_printing(module, function, machine)
    place_jumps(function)
    compare_after_steps(function)
    if not machine.branch.lanes_may_part:
        without_parting(function, machine.warp_size, machine.name)
    join_products(function, request.has)
    flow = flow_of(function)
    code = Code(assembly_name(request.kernel), has_own_jumps=machine.branch.own_instruction)
    declared = declare(module, function, machine, request.lengths)
    lower(Selection(code, flow, machine, function, declared), function)
    if merge_alike(code):
        remove_dead(code)
    narrow(code, request.has)
    compute_late(code)
    if machine.issue.takes_operands:
        place_operands(code)
    writer: Callable[..., Writer] = Writer
    if machine.branch.has_joins or machine.branch.policy in ("mask_stack", "explicit_masks"):
        parting = _parting(function, flow, machine.warp_size)
        if machine.branch.has_joins:
            let_loops_end(code)
            join_lanes(code, parting)
        elif machine.branch.policy == "mask_stack":
            let_loops_end(code)
            parting |= give_heads(code) if parting else set()
            join_before_copies(code, parting)
            structured(code, parting)
        elif parting:
            writer = partial(MaskedWriter, parting={*parting, *give_heads(code)})
            prepare(code)
    elif machine.branch.is_lowest_first:
        join_at_locks(code, partial(_parting, function, flow, machine.warp_size))
    remove_dead(code)
    if machine.branch.meeting_instructions:
        mark_meetings(code, _parting(function, flow, _ANY_GROUP))
    allocation = _registers(request, function, code, declared, limit)
    group = [f".group {', '.join(map(str, function.work_group))}"] if function.work_group else []
    made = assembly(writer, code, allocation.number, [*group, *declared.lines])
    text, places = made.text, made.places
    _check_length(len(places), function.place, limit)
    if len(text) > MAX_FILE_BYTES:
        message = f"the kernel and its tables are {len(text)} characters of assembly: at most {MAX_FILE_BYTES}"
        raise wrong(LONG, message, function.place, "pass large tables in buffers")
    program = _from_lines_of(assemble(text, filename=f"{request.kernel}.s"), [function.place, *places], request.sources)
    if request.is_watched:
        program = replace(program, probes=tuple(replace(probes[number], pc=pc) for pc, number in made.probes))
    variables = variables_of(program, code, flow, made, allocation.number)
    return Compiled(replace(program, shapes=declared.shapes, variables=variables), text), made.effort, flow


def _parting(function: Function, flow: Flow, lanes: int) -> set[str]:
    """Return the blocks at whose ends lanes may part. lanes: the lanes that go together, a warp or more."""
    return Uniformity(function, flow, lanes).parting


def _check_length(needed: int, place: SourcePlace, limit: int, about: str = "") -> None:
    if needed > limit:
        message = f"the kernel needs {about}{needed} instructions and program memory holds {limit}"
        raise wrong(LONG, message, place, "make several kernels of it")


def _registers(request: Request, function: Function, code: Code, declared: Declarations, longest: int) -> Allocation:
    """Allocate registers for the values of a kernel; values without one are spilled to private memory.

    Spilling changes `code` and declares an array. longest: the largest number of instructions of the program. Raises
    `CompileError`.
    """
    may_spill = request.has("ld.private")
    limit = (may_spill and request.registers) or request.machine.registers
    words, array = 0, ""
    while True:
        _check_length(sum(not op.is_copy for op in code.operations()), function.place, longest)
        allocation = Allocation(code, limit)
        if not allocation.failed:
            break
        if not array:
            needed, array = allocation.needed, declared.name("spilled")
        more = spill(code, allocation, limit, words, array) if may_spill else 0
        if not more:
            message = f"the kernel needs {needed} registers and {request.machine.name} has {limit}"
            advice = f"-s registers={needed}, or a shorter kernel"
            if limit < request.machine.registers:
                message += " for each work-item of so large a work-group"
                advice = "fewer work-items in a work-group (--local-size), or a larger core: -s register_file.words"
            raise wrong(REGISTERS, message, function.place, advice)
        words += more
    if words:
        declared.array("private", array, "u32", words)
    declared.check(function.place)
    return allocation


def _from_lines_of(program: Program, places: Sequence[SourcePlace], sources: Mapping[str, str]) -> Program:
    """Return a program whose instructions name their lines in the kernel's source, without warnings and objects.

    places: the place of the kernel, then the place of each instruction. An instruction without a place, such as one
    that was moved out of a loop, gets the place of the instruction before it.
    """
    lines = {name: text.split("\n") for name, text in sources.items()}
    locations = []
    latest = places[0]
    for place, location in zip(places[1:], program.locations, strict=True):
        latest = place if place.line else latest
        known = lines.get(latest.file, [])
        text = known[latest.line - 1] if 0 < latest.line <= len(known) else ""
        if latest.line:
            location = Location(latest.file, latest.line, max(1, latest.column), text, location.text.strip())
        locations.append(location)
    texts = {location.file: sources.get(location.file, program.sources.get(location.file)) for location in locations}
    # A guarded access may be to another array than the one that it names.
    return replace(program, locations=tuple(locations), sources=texts, warnings=(), objects={})
