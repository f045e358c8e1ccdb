"""Assembled programs as hexadecimal words, for the initialisation of a memory.

Verilog's `$readmemh` reads the format: a 64-bit word per line, and comments. The comments are for `simt disasm`. They
hold the name, the work-group size, the sizes of local and private memory, the constants, the values of registers at
launch and the kernel's assumptions.
"""

from __future__ import annotations

import re
from math import prod

from isa.program.program import COUNTS_ON, LaunchValue, Location, Program
from isa.reporting.diagnostics import ProgramError, quote
from isa.table.table import LAUNCH_BANKS

_WORD = re.compile(r"(?:0x)?([0-9a-fA-F]{1,16})\Z")
_AT_LAUNCH = re.compile(r"//\s*at_launch ([rs])(\d{1,3}) = (\w{1,64})\s*\Z", re.ASCII)
_FACT = re.compile(
    r"//\s*(constant|threads|local_words|private_words|group|name)(?: (\d{1,4}))? = (\w{1,64})\s*\Z", re.ASCII
)


def program_hex(program: Program) -> str:
    """Return the text of a `.hex` file."""
    lines = [f"// name = {program.name}", f"// threads = {program.threads}", f"// local_words = {program.local_words}"]
    lines += [f"// group = {'x'.join(map(str, program.group))}"] if program.group else []
    lines += [f"// private_words = {program.private_words}"] if program.private_words else []
    lines += [f"// at_launch {entry.bank[0]}{entry.number} = {entry.source}" for entry in program.at_launch]
    lines += [f"// counts_on {name}" for name in program.counts_on]
    lines += [f"// constant {index} = {word:08x}" for index, word in enumerate(program.constants)]
    lines += [f"{word:016x}" for word in program.words]
    return "\n".join(lines) + "\n"


def parse_hex(text: str, file: str) -> Program:
    """Parse the program in the text of a `.hex` file; words that do not decode are kept.

    file: the name of the file in messages. Raises `ProgramError` (E0340) if the text has no words, or has something
    else in place of a word.
    """
    words: list[int] = []
    constants: dict[int, int] = {}
    facts: dict[str, str] = {}
    launch_values: dict[tuple[str, int], str] = {}
    counts_on: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        counts_on |= {name for name in COUNTS_ON if line.strip() == f"// counts_on {name}"}
        fact, launch = _FACT.match(line.strip()), _AT_LAUNCH.match(line.strip())
        if launch:
            bank = "register" if launch[1] == "r" else "scalar"
            limit, sources = LAUNCH_BANKS[bank]
            if int(launch[2]) < limit and launch[3] in sources:
                launch_values[bank, int(launch[2])] = launch[3]
        if fact and fact[2] and _WORD.match(fact[3]):
            constants[int(fact[2])] = int(fact[3], 16) & 0xFFFF_FFFF
        elif fact:
            facts[fact[1]] = fact[3]
        for word in line.partition("//")[0].replace("_", "").split():
            digits = _WORD.match(word)
            if not digits:
                message = f"{file}, line {number}: {quote(word)} is not a 64-bit word in hexadecimal"
                advice = "assembled programs come from `simt asm -o`; assembly text goes to `simt asm` and `simt run`"
                raise ProgramError(message, help=advice)
            words.append(int(digits[1], 16))
    if not words:
        raise ProgramError(f"{file} holds no words")
    threads = _natural(facts.get("threads", ""))
    group = tuple(_natural(size) for size in facts["group"].split("x")) if "group" in facts else ()
    return Program(
        name=facts.get("name", "raw"),
        words=tuple(words),
        constants=tuple(constants.get(index, 0) for index in range(max(constants, default=-1) + 1)),
        threads=threads,
        group=group if 0 < prod(group) == threads and len(group) <= 3 else (),
        local_words=_natural(facts.get("local_words", "")),
        private_words=_natural(facts.get("private_words", "")),
        locations=(Location(),) * len(words),
        at_launch=tuple(LaunchValue(*place, source) for place, source in sorted(launch_values.items())),
        counts_on=tuple(sorted(counts_on)),
    )


def _natural(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0
