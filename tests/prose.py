"""The habits of our prose that a reader has to read twice, each with what to write instead.

    python -m tests.prose [FILE OR FOLDER ...]

prints the places: in documents, docstrings, comments, help and messages. The exit status is 1 if there are any.
"""

from __future__ import annotations

import bisect
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from tests.paths import ROOT

READ = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
    "changes", "docs", "isa", "simt", "benches", "programs",
)  # fmt: skip
_RELATIVE = "What|How|Whether|Where|Which|Who|Whose|Why|When|That|As|Of|From|By|In|At|If|With|For|On|To"


class Habit(NamedTuple):
    """A pattern of words, with what to write instead and sentences that have and have not got it."""

    name: str
    pattern: str
    instead: str
    wrong: str
    right: str


HABITS = (
    Habit(
        "those of",
        r"\b(?:those|that) of\b",
        "the noun again",
        "The cycles of a warp and those of a lane.",
        "Those are the cycles of a lane.",
    ),
    Habit(
        "so many",
        r"\bso (?:many|much|few)\b",
        "the number, 'a number of', 'this many'",
        "A state in which so many cycles are done.",
        "A state in which a number of cycles are done, so that many follow.",
    ),
    Habit(
        "such",
        r"(?<!\bas )(?<!\bno )(?<!\bany )(?<!\bfirst )\bsuch\b(?! (?:as|an?|that)\b)",
        "'a', 'this', 'these'; 'such as', 'such a', 'no such' are fine",
        "Such machines wait.",
        "There is no such key, as in such a table, such as this.",
    ),
    Habit(
        "tell",
        r"\b(?:tells?|telling|told)\b",
        "report, say, show; for 'told apart': distinguished",
        "The reader is told.",
        "The error says where.",
    ),
    Habit(
        "behind",
        r"(?<![-\w])behind(?![-\w])",
        "after, following, beyond, below",
        "The instructions behind a branch.",
        "The instructions after a branch (dram-behind-a-kernel.md).",
    ),
    Habit(
        "but for", r"\bbut for\b", "except, except for", "All but for one.", "All except for one, but it is for lanes."
    ),
    Habit(
        "is no X",
        r"\b(?:what|that|which|it|this|who) (?:is|are|was|were) none |(?<!\bthere )\b(?:is|are|was|were) no "
        "(?!longer|more|less|better|worse|larger|shorter|fewer|earlier)",
        "'is not a', 'anything other than'",
        "What is no number is refused.",
        "There is no number; it is no longer than a word.",
    ),
    Habit(
        "where there is one",
        r"\bwhere (?:there|it|they) (?:is|are|was|were|has|have) (?:one|none|any)\b(?= *(?:[,.;:)]|$))",
        "if any, without one",
        "The cache, where there is one, waits.",
        "Where there is one port, lanes wait.",
    ),
    Habit(
        "there",
        r"\bof which there (?:is|are)\b|\bthat there (?:is|are)(?= not\b| *[.,;:)])",
        "'an unknown key', 'the cycles of the run', 'the only one'",
        "A key that there is not.",
        "A check that there is room, and that there are no others.",
    ),
    Habit(
        "inverted",
        r"[:;,] of (?:each|every) \w+ (?:its|their|the)\b",
        "'the counter of each lane', 'for each lane, its counter'",
        "counters: of each lane its program counter.",
        "counters: the program counter of each lane, and its barrier.",
    ),
    Habit(
        "as many",
        r"(?:, |\b(?:of|for|in|to|from|by|with) )as many\b|(?<!\bat least )(?<!\btwice )(?<!\bexactly )\bas many as\b",
        "'at most', 'the same number of', 'one for each'",
        "The last cycles, as many as fit.",
        "A machine has twice as many lanes as banks.",
    ),
    Habit(
        "nothing of",
        r"\bnothing of\b",
        "'no part of', 'none of', or say what is not done",
        "A cache has nothing of the row.",
        "Nothing else follows.",
    ),
    Habit(
        "said of",
        r"\b(?:said|says?|saying|knows?|known|thinks?) of\b",
        "'about', 'for'",
        "A table says of each unit where it is.",
        "A table says where each unit is.",
    ),
    Habit(
        "has of",
        r"\bwhat [^.;:,]{1,40} (?:has|have|had|needs?|makes?|takes?|keeps?|shows?|gets?) of\b",
        "the thing itself: 'the memory of a machine'",
        "This is what a machine has of memory.",
        "What a machine has is part of memory.",
    ),
    Habit(
        "archaic",
        r"\b(?:lest|whence|thereof|therein|wherein|thereby|hereby|whereof|for want of|save for|albeit)\b",
        "a plain word",
        "A lock, lest two write.",
        "A lock, so that two do not write.",
    ),
    Habit(
        "parameter: of",
        r"(?:(?<=[.)] )|(?<=  ))(?-i:[a-z][a-z_]*)(?:, [a-z_]+)*: of\b|(?<=- )(?-i:[a-z][a-z_]*): (?:by|before)\b",
        "the noun: 'cycle: the cycle of the stop', not 'cycle: of the stop'; 'x: the value, by name', not 'by name'",
        "A stop. cycle: of the stop.",
        "A stop. cycle: the cycle of the stop.",
    ),
    Habit(
        "whether",
        r"(?:(?<=[.)] )|(?<=- )|(?<=  ))(?-i:(?:is|are|has|have|can|may|must)_[a-z_]+(?:, [a-z_]+)*): "
        r"(?!whether\b|as\b|also\b|only\b|[a-z]+s )",
        "'is_x: whether ...'",
        "A variable. is_shared: it has several owners.",
        "A variable. is_shared: whether others may use it. is_less: compares two.",
    ),
    Habit(
        "raises what",
        r"\braises? what\b|\bwhat (?:`[^`]+`|the \w+) (?:and `[^`]+` )?raises?\b",
        "'the errors of `x`'",
        "Raises what `run` raises.",
        "Raises the errors of `run`; the error says what is wrong.",
    ),
    Habit(
        "None without",
        r"(?-i:\bNone without)(?: (?:one|any|it|them))?(?=[.;,)])",
        "'or None', 'None if there is no ...'",
        "The cache; None without one.",
        "The cache, or None; None without a file.",
    ),
    Habit(
        "the most",
        r"(?:(?<=[.)] )|(?<=- )|(?<=  ))(?-i:[a-z][a-z_]*(?:, [a-z_]+)*: the most [a-z]+s\b)",
        "'limit: the largest number of cycles'",
        "A run. limit: the most cycles.",
        "A run. limit: the largest number of cycles, in the most recent run.",
    ),
    Habit(
        "type first",
        r'"""(?-i:u?int\d*|float\d*|bool|EVENT|REQUEST)\b(?: \[|[:,])',
        "the noun, and the type after it: 'The ready warps, int64 [cycles].'",
        '"""int64 [cycles]: the ready warps."""',
        '"""The ready warps, int64 [cycles]."""',
    ),
    Habit(
        "verb of a thing",
        r'"""(?-i:(?:Chooses|Collects|Computes|Decides|Evaluates|Finds|Follows|Gives|Holds|Keeps|Makes|Returns|Takes|Yields)'
        r"\b|(?:Checks|Reads|Runs|Writes) (?!of\b|by\b|in\b))",
        "an imperative for a function, a noun with its article for a class",
        '"""Runs kernels."""',
        '"""Runs of kernels."""',
    ),
    Habit(
        "first line",
        rf'"""(?-i:{_RELATIVE})\b',
        "an imperative or a noun with its article: 'Return ...', 'The ...'",
        '"""What a warp waits for."""',
        '"""The reason for which a warp waits."""',
    ),
)


class Hit(NamedTuple):
    """A habit in a file."""

    path: Path
    line: int
    words: str
    habit: Habit

    def __str__(self) -> str:
        place = f"{self.path.relative_to(ROOT)}:{self.line}"
        return f"{place}: {self.words!r} ({self.habit.name}); instead: {self.habit.instead}"


def files(*names: str) -> list[Path]:
    """The files with prose below files and folders of the project."""
    below = [
        path for name in names for path in ([ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*"))
    ]
    read = (".py", ".md", ".toml", *_COMMENTS)
    return sorted(path for path in below if path.suffix in read and "build" not in path.parts)


def hits(path: Path) -> list[Hit]:
    """The habits in a file, in the order of its lines."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        source = "\n".join(_prose_of_python(source))
    elif path.suffix == ".md":  # without blocks of code, which show sources and output
        source = re.sub("^ *```.*?^ *```$", lambda block: "\n" * block[0].count("\n"), source, flags=re.M | re.S)
    elif path.suffix in _COMMENTS:
        source = "\n".join(line.partition(_COMMENTS[path.suffix])[2] for line in source.split("\n"))
    return sorted(Hit(path, *hit) for hit in hits_in(source))


def hits_in(text: str) -> Iterator[tuple[int, str, Habit]]:
    """The line, the words and the habit of each place where a text has one, also over the ends of lines."""
    lines = [line.rstrip().lstrip(" #") for line in text.split("\n")]
    begins = list(itertools.accumulate((len(line) + 1 for line in lines), initial=0))
    joined = " ".join(lines)
    for habit in HABITS if _ANY.search(joined) else ():
        for match in re.finditer(habit.pattern, joined, re.IGNORECASE):
            yield bisect.bisect(begins, match.start()), match[0].strip('" '), habit


def _prose_of_python(source: str) -> list[str]:
    """The lines of a file with their literals and comments alone; a docstring keeps the quotes before it."""
    prose = [""] * (source.count("\n") + 1)
    line = last = 0
    for match in _LITERAL.finditer(source):
        between = source[last : match.start()]
        line += between.count("\n")
        is_docstring = match[0].startswith('"""') and between.rpartition("\n")[2].strip(" ") == ""
        text = re.sub(r"\{[^{}\n]*\}", "{}", match[0]) if between.endswith("f") else match[0]
        first, *others = text.strip("\"'#").split("\n")
        prose[line] += "  " if between.strip(" \nrf") else " "  # literals that follow each other are one text
        prose[line] += ('"""' if is_docstring else "") + first.strip()
        for text in others:
            line += 1
            prose[line] = text.strip()
        last = match.end()
    return prose


_COMMENTS = {".s": ";", ".inc": ";", ".cl": "//", ".h": "//", ".js": "//"}  # of kernels and scripts: what begins them
_LITERAL = re.compile(r"""("{3}|'{3}).*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*""", re.DOTALL)
_ANY = re.compile("|".join(habit.pattern for habit in HABITS), re.IGNORECASE)


def main(names: list[str]) -> str | int:
    """Print the habits of the files named, or of all; 1 if there are any."""
    missing = [name for name in names if not (ROOT / name).exists()]
    if missing:
        return f"no such file or folder: {', '.join(missing)}"
    found = [hit for path in files(*(names or READ)) for hit in hits(path)]
    for hit in found:
        click.echo(hit)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
