"""What a verb reads to run a kernel: its program, its oracle, and its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simt.cli.output import read_text

if TYPE_CHECKING:
    from isa.program import Program
    from simt.core.state.grid import Grid
    from simt.launch.oracle import Oracle


@dataclass(frozen=True, slots=True)
class LoadedKernel:
    """A program, its file (None for standard input), and the texts of sources that are not on disk, by name."""

    program: Program
    path: Path | None
    sources: Mapping[str, str]


def load_kernel(kernel: str, defines: Mapping[str, str], folders: Sequence[str]) -> LoadedKernel:
    """A kernel by its file or its name, or - for standard input, assembled if need be. Raises `SimtError`."""
    from simt.launch.programs import find_program, load_program

    path = None if kernel == "-" else find_program(kernel)
    if path is not None and path.suffix.lower() not in (".json", ".hex"):
        return LoadedKernel(load_program(path, defines=defines, include_paths=folders), path, {})
    name, text = str(path or "<stdin>"), read_text(kernel if path is None else str(path))
    is_json = text.lstrip().startswith("{")
    if path is None and not is_json:
        from isa import assemble

        program = assemble(text, filename=name, include_paths=folders, defines=defines)
        return LoadedKernel(program, None, {name: text})
    from isa.hexfile import parse_hex
    from isa.objfile import parse_program

    if defines or folders:
        raise click.UsageError(f"{name} is assembled already: -D and -I are for assembly text")
    return LoadedKernel((parse_program if is_json else parse_hex)(text, name), path, {})


def named_files(texts: Sequence[str], option: str) -> list[tuple[str, str]]:
    """The pairs that an option of the form NAME=FILE was given."""
    return pairs(texts, f"{option} takes NAME=FILE, not")


def pairs(texts: Sequence[str], refusal: str) -> list[tuple[str, str]]:
    """The pairs of texts of the form NAME=VALUE; another text is refused with these words and the text."""
    found = []
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise click.UsageError(f"{refusal} {text!r}")
        found.append((name, value))
    return found


def load_oracle(file: str | None, kernel: Path | None) -> Oracle | None:
    """The oracle of --oracle, else the one beside the kernel, if there is one. Raises `OracleError`."""
    if file is None and (kernel is None or not kernel.with_suffix(".py").is_file()):
        return None
    from simt.launch.oracle import Oracle

    return Oracle.load(Path(file)) if file is not None else Oracle.beside(kernel or Path())


def read_inputs(
    program: Program, oracle: Oracle | None, seed: int, given: list[tuple[str, str]], grid: Grid | None = None
) -> dict[str, Any]:
    """Inputs in the kernel's types: the oracle's, replaced by those of --in. Raises `InputError`, `OracleError`.

    grid: the sizes of the launch, for an oracle that asks for them.
    """
    if oracle is None and not given:
        return {}
    from simt.launch.inputs import InputError, check_input, read_array, typed
    from simt.launch.oracle import OracleError

    names = [name for name, _ in given]
    for name in names:
        if names.count(name) > 1:
            raise click.UsageError(f"--in names {name} more than once")
    own: dict[str, Any] = {}
    for name, source in given:
        check_input(program, name)
        own.update(typed(program, {name: read_array(name, source)}))
    if oracle is None:
        return own
    made = oracle.inputs(program, seed, grid)
    try:
        return {**typed(program, {name: value for name, value in made.items() if name not in own}), **own}
    except InputError as error:
        raise OracleError(
            f"the inputs of the oracle {oracle.path} do not fit: {error.message}", help=error.help
        ) from None


def warn_of_zeros(kernel: LoadedKernel, inputs: Mapping[str, Any]) -> None:
    """With --no-check, data for only some of the arrays that the oracle would fill is most often a slip."""
    oracle = None if kernel.path is None else kernel.path.with_suffix(".py")
    if oracle is None or not inputs or not oracle.is_file():
        return
    from simt.launch.inputs import names_in_oracle

    filled = names_in_oracle(oracle, kernel.program)
    missing = [name for name in filled if name not in inputs]
    if not missing or len(missing) == len(filled):
        return
    are, them = ("have no --in and are 0", "them") if len(missing) > 1 else ("has no --in and is 0", "it")
    click.echo(f"warning: {', '.join(missing)} {are}; without --no-check {oracle.name} fills {them}", err=True)
