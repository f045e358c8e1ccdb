"""The arguments of verbs' functions: a machine in any form, and keywords, some of which are machine keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeAlias, TypeVar, runtime_checkable

from isa.reporting.diagnostics import ArgumentError, quote, suggest
from simt.launch.words import check_mapping

if TYPE_CHECKING:
    from simt.launch.how import Compiling, Watcher
    from simt.machine import Machine
    from simt.machine.settings import Origin

_FORMER = {"size": "global_size", "group": "local_size", "check": "oracle=False"}  # words that others use
Resolved = tuple["Machine", Mapping[str, "Origin"]]
Verb = TypeVar("Verb", bound=Callable[..., Any])


@runtime_checkable
class MachineChoice(Protocol):
    """A machine that is chosen when it is needed, such as the machine of a command line."""

    def resolve(self) -> Resolved:
        """Return the machine and the origins of its keys. Raises `MachineError`."""


AnyMachine: TypeAlias = "Machine | str | Path | MachineChoice | None"


def choose(
    machine: AnyMachine, settings: Mapping[str, object] | None, overrides: Mapping[str, object], *, here: bool = False
) -> Resolved:
    """Return the machine with `settings` and `overrides` applied, and the origin of each key's value.

    machine: None for the default. here: whether `simt.toml`, SIMT_MACHINE and SIMT_SET apply. A `MachineChoice`
    resolves itself, and the other arguments do not apply. Raises `MachineError`.
    """
    from simt.machine import Machine
    from simt.machine.choosing import choose_machine

    check_mapping("set", settings or {})
    changes = {**(settings or {}), **overrides}
    if isinstance(machine, Machine) and not changes:
        return machine, {}
    if not (machine is None or isinstance(machine, str | Path | Machine)):
        if not isinstance(machine, MachineChoice):
            refuse_machine(machine)
        return machine.resolve()
    return choose_machine(machine, changes, is_here=here)


def refuse_machine(machine: object) -> NoReturn:
    """Raise `ArgumentError` for a machine of a kind that no verb takes."""
    advice = "set={...} changes its keys" if isinstance(machine, Mapping) else "`simt machine list` has the presets"
    raise ArgumentError(f"a machine is a preset, a file or a `Machine`, not {type(machine).__name__}", help=advice)


def check_words(verb: Callable[..., object], words: Mapping[str, object]) -> None:
    """Refuse keywords that resemble a parameter of the function and are not machine keys. Raises `ArgumentError`."""
    if not words:
        return  # without a look at the keys, whose modules take long to import
    from simt.machine.keys import candidates, keys

    parameters = signature(verb).parameters.values()
    known = {parameter.name for parameter in parameters if parameter.kind is not Parameter.VAR_KEYWORD}
    tables = {key.partition(".")[0] for key in keys()}
    if "sample" in words and "sample" not in known:
        message = f"{verb.__name__} takes no sample: it needs the whole launch"
        advice = "leave out `sample`; simt.run, launch.run, simt.sweep and simt.explore estimate cycles by it"
        raise ArgumentError(message, help=advice)
    for word in (word for word in words if not (word in known or word in tables or candidates(word))):
        guess = _FORMER.get(word) or suggest(word, [*known, *keys()]) or ""
        if guess.partition("=")[0] in known:
            message = f"{verb.__name__} has no parameter {quote(word)}, nor has a machine such a key"
            raise ArgumentError(message, help=f"did you mean `{guess}`?")


def taken(words: dict[str, Any], function: Callable[..., object]) -> dict[str, Any]:
    """Remove the keyword-only parameters of a function from `words`; return the removed ones by name."""
    parameters = signature(function).parameters.values()
    names = [parameter.name for parameter in parameters if parameter.kind is Parameter.KEYWORD_ONLY]
    return {name: words.pop(name) for name in names if name in words}


def watchers(*, progress: Watcher | None = None, compiling: Compiling | None = None) -> None:
    """Declare the keywords that watch a run, for `takes` and `taken`: this function is never called."""


def takes(*sources: Callable[..., object]) -> Callable[[Verb], Verb]:
    """Return a decorator that shows the keyword-only parameters of these functions in a function's signature.

    In the shown signature they take the place of the function's own `**words`, followed by `**overrides`. Only `help()`
    and the like are affected.
    """

    def shown(function: Verb) -> Verb:
        own = dict(signature(function).parameters)
        rest = next(name for name, parameter in own.items() if parameter.kind is Parameter.VAR_KEYWORD)
        del own[rest]
        for source in sources:
            for name, parameter in signature(source).parameters.items():
                if parameter.kind is Parameter.KEYWORD_ONLY:
                    own.setdefault(name, parameter)
        overrides = Parameter("overrides", Parameter.VAR_KEYWORD)
        function.__signature__ = Signature([*own.values(), overrides])  # type: ignore[attr-defined]
        return function

    return shown
