"""Completions of the shell: kernels, machines, keys and their values, codes, instructions, files.

A shell runs the command itself to complete a word, as `simt completion` has set it up.
The name of a value in --help selects its completion: `KERNEL`, `MACHINE`, `KEY=VALUE`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

COMPLETE = "_SIMT_COMPLETE"  # the variable of the environment through which shells ask for completions
Completion = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def completion(word: str) -> Completion | None:
    """Return the completion of the values that --help calls `word`, if any."""
    plain = word.strip("[].").partition("...")[0]
    if plain == "FILE":
        return lambda _context, _parameter, begun: [CompletionItem(begun, type="file")]
    values = _VALUES.get(word, _VALUES.get(plain))
    if values is None:
        return None

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        return [CompletionItem(value) for value in values(begun) if value.startswith(begun)]

    return complete


def _kernels(begun: str) -> Iterable[str]:
    from simt.launch.programs import programs_folder

    top = programs_folder()
    shipped = [path.relative_to(top) for path in sorted(top.rglob("*")) if path.suffix in (".s", ".cl")]
    names = ((path.with_suffix("") if path.suffix == ".s" else path).as_posix() for path in shipped)
    return [*names, *_files(begun, ".s", ".cl", ".py", ".json", ".hex")]


def _known(place: str, *suffixes: str) -> Callable[[str], Iterable[str]]:
    """Return a completion by names, and by files of these suffixes.

    place: `module:attribute`, a collection of names or a function that returns one.
    """

    def values(begun: str) -> Iterable[str]:
        module, _, name = place.partition(":")
        known = getattr(import_module(module), name)
        return [*(known() if callable(known) else known), *(_files(begun, *suffixes) if suffixes else ())]

    return values


def _keys(_begun: str) -> Iterable[str]:
    from simt.machine.keys import keys

    return [name for key in keys().values() for name in (key.name, *key.aliases)]


def _settings(begun: str) -> Iterable[str]:
    """Complete a key with `=`. After the `=` or the last comma, complete with the named values of the key, if any."""
    from simt.machine.keys import candidates, keys

    word, equals, values = begun.partition("=")
    if not equals:
        return [f"{name}=" for name in _keys(begun)]
    meant = candidates(word)
    if len(meant) != 1:
        return []
    key = keys()[meant[0]]
    names = ("true", "false") if key.type == "boolean" else key.choices
    return [f"{word}={values.rpartition(',')[0]}{',' if ',' in values else ''}{name}" for name in names]


def _of_key(name: str) -> Callable[[str], Iterable[str]]:
    def values(_begun: str) -> Iterable[str]:
        from simt.machine.keys import keys

        return keys()[name].choices

    return values


def _pages(_begun: str) -> Iterable[str]:
    from isa.explanations import explanations
    from simt.result.stops import STOP_CODES

    return [*explanations("isa", "simt"), *STOP_CODES]


def _views(_begun: str) -> Iterable[str]:
    from simt.views.time.timelines import ACCESS, ALL, VIEWS

    return [*VIEWS, ALL, ACCESS]


def _checks(_begun: str) -> Iterable[str]:
    from simt.result.findings import CHECKS

    return [*CHECKS, ",".join(CHECKS)]


def _files(begun: str, *suffixes: str) -> list[str]:
    """Return the files of these suffixes, and the folders, whose names begin with the typed text."""
    folder, name = re.fullmatch(r"(.*/)?([^/]*)", begun, re.DOTALL).groups()  # type: ignore[union-attr]
    try:
        paths = sorted(Path(folder or ".").iterdir())
    except OSError:
        return []
    shown = [path for path in paths if not path.name.startswith(".") or name.startswith(".")]
    return [
        f"{folder or ''}{path.name}{'/' if path.is_dir() else ''}"
        for path in shown
        if path.is_dir() or path.suffix in suffixes
    ]


_VALUES: dict[str, Callable[[str], Iterable[str]]] = {
    "KERNEL": _kernels,
    "GATE": lambda begun: _files(begun, ".toml"),
    "COUNTS": lambda begun: _files(begun, ".toml"),
    "PAPER_KERNEL": _known("simt.models.kernels:KERNELS"),
    "KERNEL...|PLAN.toml": lambda begun: [*_kernels(begun), *_files(begun, ".toml")],
    "MACHINE": _known("simt.machine.loading:presets", ".toml"),
    "DEVICE": _known("simt.models.devices:devices", ".toml"),
    "KEY": _keys,
    "KEY=VALUE": _settings,
    "KEY=VALUES": _settings,
    "--scheduler": _of_key("scheduler.policy"),
    "--register-file": _of_key("register_file.organisation"),
    "CODE|REASON": _pages,
    "INSTRUCTION": _known("isa.table.table:INSTRUCTIONS"),
    "PART": _known("simt.exploration.silicon.parts:parts", ".toml"),
    "VIEW": _views,
    "CHECKS": _checks,
}


@add_completion_class
class Bash(BashComplete):
    """Completion in Bash, which splits `key=value` into three words, and would put a blank after `key=`."""

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)", "COMPREPLY+=($value)\n            [[ $value == *[=/] ]] && compopt -o nospace"
    )
    _before = ""  # the part of the word that Bash counts as other words

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words as they were typed."""
        args, begun = super().get_completion_args()
        words = [*args, begun]
        while "=" in words[1:]:
            equals = words.index("=", 1)
            last = equals + 1 >= len(words) - 1
            words[equals - 1 : equals + 2] = ["".join(words[equals - 1 : equals + 2])]
            if last:
                self._before = words[-1].rpartition("=")[0] + "="
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Return a completion without the part of the word that Bash counts as other words."""
        return f"{item.type},{item.value.removeprefix(self._before)}"
