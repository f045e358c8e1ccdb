"""What stops a static analysis, and what `simt explain` says about it."""

from __future__ import annotations

from collections.abc import Sequence

from isa.diagnostics import Diagnostic, SimtError, register, render
from isa.program import Location, Program
from isa.texts import source_notes, statement


class StaticError(SimtError):
    """A kernel that cannot be analysed as asked; `diagnostics` says where and why, `pc` is the first place or -1."""

    code = "E0840"

    def __init__(self, diagnostics: Sequence[Diagnostic], pc: int = -1) -> None:
        super().__init__(diagnostics[0].message, code=diagnostics[0].code, help=diagnostics[0].help)
        self.diagnostics = list(diagnostics)
        self.pc = pc

    def __reduce__(self) -> tuple[type[StaticError], tuple[list[Diagnostic], int]]:
        return type(self), (self.diagnostics, self.pc)

    def __str__(self) -> str:
        return render(self.diagnostics)


def place(
    program: Program, pc: int, code: str, message: str, *, label: str = "", advice: str = "", notes: Sequence[str] = ()
) -> Diagnostic:
    """An error at the instruction at `pc`, with its source line; without a place if `pc` is outside the program."""
    location = program.locations[pc] if 0 <= pc < len(program.locations) else Location()
    start = max(location.column - 1, 0)
    return Diagnostic(
        code=code,
        severity="error",
        message=message,
        file=location.file,
        line=location.line,
        column=location.column,
        end_column=location.column + len(statement(location.text[start:])) if location.line else 0,
        source_line=location.text,
        label=label,
        help=advice,
        notes=(*source_notes(program, pc), *notes),
    )


register(
    "E0840",
    "a loop or a branch that the static analysis cannot decide",
    """The static analysis follows what depends on thread numbers, loop counters, parameters and constants. What is
loaded from memory and what floating-point instructions give is unknown to it. If a jump or a mask depends on that, the
kernel's counts depend on its data, and somebody has to say what is to be assumed:

    analyse(program, machine, trip_counts={"turn": 12})        # full turns of the loop at the label `turn`
    analyse(program, machine, probabilities={"test": 0.25})    # share of the lanes for which the condition holds

Both take labels or addresses of instructions. The message names the loop or the jump and the instruction that the
unknown value comes from.
""",
)
register(
    "E0841",
    "an access whose address depends on data",
    """What an access costs follows from the addresses of a warp's lanes. An address that is computed from loaded or
floating-point values is unknown to the static analysis, and somebody has to say what is to be assumed. Of a local
access it is the degree: the mean number of distinct words that the busiest bank is asked for in a beat (1: no
conflict). Of a global access it is the mean number of transactions (1: all lanes in one segment; an atomic needs none,
for each of its lanes is a transaction):

    analyse(program, machine, degrees={"lookup": 1.5})
    analyse(program, machine, transactions={"gather": 12})

A table of indices that the kernel only reads can be given itself; then the result is exact:

    analyse(program, machine, inputs={"place": places})

`simt model` gives the tables that the oracle beside the kernel always gives, whatever the seed.
""",
)
register(
    "E0842",
    "an assumption for the static analysis that does not fit",
    """`trip_counts`, `probabilities`, `degrees` and `transactions` are given by label or instruction address. A trip
count (0 or more) belongs to a loop, a probability (0 to 1) to a jump, `mask_nz`, `br_push` or compare into a mask, a
degree (1 or more) to a local access, a number of transactions (1 or more) to a global one. An assumption about
something that the analysis works out by itself is refused, so that it cannot contradict the kernel. So is a local array
in `inputs` that the kernel writes.
""",
)
register(
    "E0843",
    "a kernel that stops before its end",
    """The static analysis followed the kernel to a trap: a local address outside the memory, a global one outside the
buffers or not a multiple of its size, a program counter outside the program, a barrier under divergence, a full mask
stack, or warps that wait for one that has ended. A run would stop there too, and would say in which cycle: `simt run`.
Of a buffer the message gives its name and the byte, counted from its beginning.
""",
)
register(
    "E0844",
    "a kernel that the static analysis did not get to the end of",
    """The analysis evaluates loops turn by turn and gives up after `max_blocks` basic blocks. Either a loop does not
end, or the kernel is long: then give a higher limit.
""",
)
register(
    "E0845",
    "a launch that the static analysis cannot make",
    """The program does not fit the machine: it uses instructions or registers that the machine lacks, or has more
threads than the machine's warps hold, or none. Global memory is that of a device (`memory.policy`). Jumps into the
middle of a bundle, which only words that no assembler wrote can hold, are not followed.
""",
)
