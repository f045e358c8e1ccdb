"""Pages whose commands are run: the files and commands of a page, a run of them in a folder, and the differences.

A block `{code-block}` with `:caption: NAME` is a file. In a block of `console` a line that begins with `$ ` is a
command, and the lines after it are its output: a line of dots (`...`) stands for any lines, no output at all for any
output, and `# status 1` after the command for a status other than 0.
"""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

_FENCE = re.compile(r"^```(?:\{code-block\} )?(\w+)\n(?::caption: (\S+)\n\n?)?(.*?)^```$", re.DOTALL | re.MULTILINE)
_STATUS = re.compile(r" +# status (\d+)\Z")
_WRITTEN = re.compile(r"(?:-o|--output|--plot) (\S+)")
_ENVIRONMENT = {
    "COLUMNS": "120", "NO_COLOR": "1", "FORCE_COLOR": None, "SIMT_MACHINE": None, "SIMT_SET": None,
    "SIMT_TRACEBACK": None,
}  # fmt: skip


@dataclass(frozen=True)
class File:
    """A file that the page shows, to be written into the folder."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command of the page, the output that the page shows, and the status with which it is to end."""

    line: str
    output: str
    status: int
    text: str = ""  # as it stands in the page


Step = File | Command


def steps(page: str) -> list[Step]:
    """The files and commands of a page's text, in order."""
    found: list[Step] = []
    for language, name, text in _FENCE.findall(page):
        if name:
            found.append(File(name, text))
        elif language == "console":
            found += _commands(text)
    return found


def written(page: str) -> set[str]:
    """The files that the commands of a page write."""
    return {name for step in steps(page) if isinstance(step, Command) for name in _WRITTEN.findall(step.line)}


def _commands(text: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        status = _STATUS.search(line)
        yield Command(_STATUS.sub("", line), output, int(status[1]) if status else 0, f"$ {part}")


def go_through(page: str, folder: Path) -> list[str]:
    """Write a page's files and run its commands in a folder; the differences from the page, in words."""
    return [difference.text for difference in differences(page, folder)]


@dataclass(frozen=True)
class Difference:
    """A command that does not do what the page shows. printed: what it prints instead; None if it ends otherwise."""

    command: Command
    told: str
    printed: str | None = None

    @property
    def text(self) -> str:
        """The difference, in words."""
        return f"$ {self.command.line}\n{self.told}"


def differences(page: str, folder: Path) -> Iterator[Difference]:
    """Write a page's files and run its commands in a folder, one after the other; those that differ."""
    for step in steps(page):
        if isinstance(step, File):
            (folder / step.name).write_text(step.text, encoding="utf-8")
        elif (found := _run(step, folder)) is not None:
            yield found


def _run(command: Command, folder: Path) -> Difference | None:
    """Run a command in this process, which has loaded the engine; None if nothing differs."""
    from simt.cli.main import cli

    program, *arguments = shlex.split(command.line, comments=True)
    if program != "simt":
        return Difference(command, "is not a simt command")
    with contextlib.chdir(folder):
        result = CliRunner(env=_ENVIRONMENT).invoke(cli, arguments)
    if result.exit_code != command.status:
        return Difference(command, f"ends with status {result.exit_code}:\n{result.output}")
    printed = result.stdout if not command.status else result.stdout + result.stderr
    if command.output and not _is_shown(printed.splitlines(), command.output.splitlines()):
        return Difference(command, f"prints\n{printed}", printed)
    return None


def _is_shown(printed: list[str], shown: list[str]) -> bool:
    """Say whether the lines are as shown, with any lines in the place of `...`."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "..." else f"{re.escape(line.rstrip())}\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed)) is not None
