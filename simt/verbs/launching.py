"""Launches from the arguments of a verb's function: a kernel, a machine, and the other keyword arguments, its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from isa.reporting.diagnostics import ArgumentError, SimtError
from simt.launch.how import How
from simt.launch.kernels import AnyKernel
from simt.launch.naming import load_named
from simt.launch.prepared import PreparedLaunch, prepare_launch
from simt.launch.words import Words, is_whole
from simt.verbs.keywords import AnyMachine, check_words, choose, taken, watchers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from simt.launch.oracle import Oracle
    from simt.launch.sizes import Size
    from simt.memory.storage.layout import Key
    from simt.memory.storage.manager import StorageManager
    from simt.result.result import Result


LEAD = 1000  # cycles kept before the window: an instruction selected in them may still be in a unit when it begins


@runtime_checkable
class LaunchChoice(Protocol):
    """A launch that is prepared when it is needed, such as the launch of a command line."""

    def launch(self) -> PreparedLaunch:
        """Return the launch. Raises the errors of `simt.Launch`."""


AnyLaunch: TypeAlias = "AnyKernel | PreparedLaunch | LaunchChoice"


def prepare(
    kernel: AnyKernel, machine: AnyMachine = None, *, set: Mapping[str, object] | None = None,  # noqa: A002
    here: bool = False, defines: Mapping[str, int | float | str] | None = None,
    include_paths: Sequence[str | Path] = (), inputs: Mapping[str, ArrayLike | str | Path] | None = None,
    global_size: Size | None = None, local_size: Size | None = None, threads: int | None = None,
    offset: Size | None = None, oracle: str | Path | Oracle | bool | None = None, seed: int = 1,
    pack: bool | None = None, strict: bool = True, storage: StorageManager | str | Path | None = None,
    bind: Mapping[str, str | Key] | None = None,
    **overrides: object,
) -> PreparedLaunch:  # fmt: skip
    """Return the launch of a kernel on a machine. Parameters and errors are as for `simt.Launch`."""
    words = Words(
        defines=defines or {}, include_paths=include_paths, inputs=inputs or {}, global_size=global_size,
        local_size=local_size, threads=threads, offset=offset, oracle=oracle, seed=seed, pack=pack, strict=strict,
        storage=storage, bind=bind or {},
    )  # fmt: skip
    loaded = load_named(kernel, words.defines, words.include_paths)
    chosen, origins = choose(loaded.machine or None if machine is None else machine, set, overrides, here=here)
    return prepare_launch(loaded, loaded.launch_inputs(words, chosen), chosen, origins, words)


def launch_of(
    verb: Callable[..., object], kernel: AnyLaunch, machine: AnyMachine, words: Mapping[str, Any]
) -> PreparedLaunch:
    """Return the launch that the arguments of a verb's function describe.

    verb: the function, for messages. A kernel that is a launch already has its machine and words. Raises the errors of
    `simt.Launch`.
    """
    if isinstance(kernel, PreparedLaunch | LaunchChoice):
        refuse_words("a Launch", machine=machine, **words)
        return kernel if isinstance(kernel, PreparedLaunch) else kernel.launch()
    check_words(verb, words)
    return prepare(kernel, machine, **words)


def recorded(
    verb: Callable[..., object], kernel: AnyLaunch | Result, machine: AnyMachine, words: dict[str, Any], *,
    core: int | None, max_cycles: int | None, window: range | None, lead: int | None,
) -> tuple[PreparedLaunch | None, Result]:  # fmt: skip
    """Run a kernel and record its events; return the launch and the run. For a `Result`, return None and the result.

    - verb, kernel, machine, words: as for `launch_of`. `progress` and `compiling` are taken out of the words.
    - core: the core that will be shown, which must exist; None for any.
    - max_cycles: the limit of the run in cycles; None for the default.
    - window: the cycles to record, with `lead` cycles before them, by default `LEAD`; None: the last cycles, up to the
      number that is kept.

    Raises the errors of `simt.Launch`, and `ArgumentError` for words beside a `Result` and for a core that does not
    exist.
    """
    from simt.result.result import Result

    if isinstance(kernel, Result):
        refuse_words("a Result", machine=machine, max_cycles=max_cycles, **words)
        return None, kernel
    if lead is not None and (not is_whole(lead) or lead < 0):
        raise ArgumentError(f"`lead` is a number of cycles from 0 up, not {lead}")
    watching = taken(words, watchers)
    launch = launch_of(verb, kernel, machine, words)
    check_core(launch.machine.name, launch.machine.cores, core)
    how = How.of(max_cycles=max_cycles)
    record: bool | range = True
    if window is not None and window.start < how.max_cycles:
        record = range(max(0, window.start - (LEAD if lead is None else lead)), min(window.stop, how.max_cycles))
    return launch, launch.execute(replace(how, record=record), **watching)


def refuse_words(what: str, **words: Any) -> None:
    """Raise `ArgumentError` for a word that is not None, because `what`, a launch or a result, has its own words."""
    for name, value in words.items():
        if value is not None:
            raise ArgumentError(f"{what} has its machine and its words already: leave out `{name}`")


@contextmanager
def after_run(result: Result) -> Iterator[None]:
    """Attach the result of a run to an error that is raised after the run."""
    try:
        yield
    except SimtError as error:
        error.result = result
        raise


def check_core(name: str, cores: int, core: int | None) -> None:
    """Raise `ArgumentError` if a machine of this name has no core of this number. None stands for any core."""
    if core is not None and not 0 <= core < cores:
        have = f"cores 0 to {cores - 1}" if cores > 1 else "one core, number 0"
        raise ArgumentError(f"there is no core {core}: {name} has {have}")


def shown_core(result: Result, core: int | None) -> Result:
    """Return the result of one core.

    core: None for the core that trapped, or for core 0 if no core did. A result of one core is returned as it is, for
    None and for its own number. Raises `ArgumentError` if there is no such core.
    """
    if result.shown is not None:
        if core not in (None, result.shown):
            raise ArgumentError(f"this is the result of core {result.shown} alone, which has no core {core}")
        return result
    check_core(result.machine.name, len(result.cores), core)
    return result.of_core(result.core.number if core is None else core)
