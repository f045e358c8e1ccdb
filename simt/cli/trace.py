"""`simt trace`: run a kernel with its event record kept, and show it over time: in text, as picture, as export."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from simt.cli.echo import echo, is_colored
from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import command, core_option, json_option, option, output_option, picture_options
from simt.cli.output import json_text, note_written, screen_columns, suffix_of, write_output
from simt.cli.reporting import progress_shown
from simt.cli.usage import refuse_useless
from simt.files import check_output
from simt.views.exports import EXPORTS
from simt.views.kit.figure import PICTURES
from simt.views.kit.window import ViewError, range_before_run
from simt.views.time.timelines import ACCESS, ALL, VIEWS

if TYPE_CHECKING:
    from simt.verbs.trace import Trace
    from simt.views.run.access_view import AccessView
    from simt.views.time.terminal import Style

_TEXT = "txt"
_PLAIN_WIDTH = 100  # columns without a terminal
# The commands on lines of standard input.
Asked = tuple[int, int | None, int | None]  # a cycle, a warp and a lane; None for all
_KEYS = "Enter next, b back, a cycle, w WARP, l LANE (alone: all), q quit"


@command(
    epilog="Exit status: 0 good, 2 usage, machine or file error, 3 assembly error, 4 trap, deadlock or cycle limit "
    "(what ran is shown all the same), 130 interrupted."
)
@option("--view views", "VIEW...", f"{', '.join(VIEWS)} or {ALL}; may be repeated, or several with commas between; or "
        f"{ACCESS} alone.  [default: masks wherever lanes can part, else warps]")  # fmt: skip
@option("--at", str, f"With --view {ACCESS}: the line with the access, LINE or FILE:LINE, or its address, 'pc 12' or "
        "'pc 0xc'.  "
        "[default: the line that loses most issue slots]", metavar="LINE")  # fmt: skip
@option("--cycles", "A:B", "Show cycles A to B - 1; also A:, :B, A:+N, -N: for the last N, :-N for all but those.")
@option("--state", int, "Show registers, flags, masks and changed words of memory after this cycle; -1 is the last.",
        metavar="CYCLE")  # fmt: skip
@option("--lane", int, "With --state: show this lane of the warp.", metavar="N")
@option("--step", bool, "With --state: go on to other cycles, forth and back, as you type.")
@core_option
@option("--warp-number", int, "Show this warp only.  [default: all; masks: 0]", metavar="N")
@output_option(
    "Write to FILE instead: .svg, .png, .pdf, .txt, or a trace for another program's viewer (docs/traces.md)."
)
@picture_options("output", "form")
@option("--format form", "NAME", "Format of FILE, if its suffix does not say: "
        f"{', '.join((_TEXT, *PICTURES, *EXPORTS))}, or a suffix.")  # fmt: skip
@option("--wrap", bool, "Give every cycle a column, in several blocks of lines if necessary.")
@option("--ascii is_ascii", bool, "Letters instead of glyphs.")
@json_option
@launch_options(is_compared=False)
def trace(
    kernel: KernelChoice, views: tuple[str, ...], at: str | None, cycles: str | None, state: int | None,
    lane: int | None, step: bool, core: int | None, warp_number: int | None, output: str | None, form: str | None,
    wrap: bool, is_ascii: bool, as_json: bool,
) -> None:  # fmt: skip
    """Run KERNEL and show it over time: masks, warps, issue slots, units, local memory, DRAM, stack, ready bits.

    \b
      simt trace article/example1 -m article32 -D filler=5
      simt trace fft128.s --view warps --view units --cycles 300:400
      simt trace fft128.s --view all -o fft128.svg
      simt trace fft128.s -o fft128.kanata
      simt trace fft128.s --state 300 --warp-number 2
      simt trace transpose.s --view access --at 25

    KERNEL, its inputs and the machine are chosen as for `simt run`; the result is not compared with the oracle's.
    A window that is wider than the terminal is shown in bins of several cycles; --wrap shows every cycle. Of a device
    one core is shown (--core), with the warps of all its places for work-groups.
    """
    from simt.verbs.trace import format_of
    from simt.verbs.trace import trace as verb

    is_access = _is_access(views, at, is_wrapped=wrap)
    _check_state_options(
        state is not None, view=bool(views), cycles=cycles is not None, format=form is not None, wrap=wrap,
        ascii=is_ascii, lane=lane is not None, step=step,
    )  # fmt: skip
    if state is not None:
        _trace_state(kernel, (state, warp_number, lane), core, output, is_stepped=step, as_json=as_json)
        return
    if output is None and form is not None:
        raise click.UsageError("--format says how the file of -o is written: give -o FILE too")
    kind = None if output is None else format_of(output, form)
    if _is_export(kind) and cycles is not None and range_before_run(cycles) is None:
        message = f"the cycles of an export are kept as they come: count them from the beginning, A:B, not {cycles}"
        raise click.UsageError(message)
    _check_options(kind, bool(views), warp_number is not None, wrap, is_ascii, as_json, output)
    if is_access:
        _trace_access(kernel, at, (cycles, core, warp_number), (kind, output), is_ascii=is_ascii, as_json=as_json)
        return
    style = _style(wrap, is_ascii, kind)
    kernel.show(
        verb, lambda shown: _show(shown, kind, output, as_json, style, is_quiet=kernel.is_quiet), views=views,
        cycles=cycles, core=core, warp_number=warp_number, lead=0 if cycles is not None and _is_export(kind) else None,
    )  # fmt: skip


trace.help = inspect.cleandoc(trace.help or "") + "\n\n\b\nThe views:\n"
trace.help += "\n".join(f"  {name:<7} {view.description}" for name, view in VIEWS.items())

trace.help += f"\n  {ACCESS:<7} the lanes of one access (--at) by word and transaction, or by bank"

# --- options ----------------------------------------------------------------------------------------------------------


def _is_access(views: Sequence[str], at: str | None, *, is_wrapped: bool) -> bool:
    """Return whether one access is to be shown. Raises `click.UsageError` for options that do not go with it."""
    names = [name.strip() for text in views for name in text.split(",")]
    if ACCESS not in names:
        if at is not None:
            raise click.UsageError(f"--at belongs to --view {ACCESS}: give that too")
        return False
    if set(names) != {ACCESS}:
        raise click.UsageError(f"--view {ACCESS} shows one access, the others cycles: leave out {ACCESS} or the others")
    refuse_useless({"--wrap": is_wrapped}, f"the view {ACCESS}")
    return True


def _is_export(kind: str | None) -> bool:
    """Return whether a format is for another program, which shows all cycles that were kept."""
    return kind is not None and kind not in (_TEXT, *PICTURES)


def _check_options(
    kind: str | None, has_views: bool, has_warp: bool, wrap: bool, is_ascii: bool, as_json: bool, output: str | None
) -> None:
    """Refuse options that would change nothing, and a file that cannot be written, before the run."""
    is_text, is_export = kind in (None, _TEXT), _is_export(kind)
    has_no_text, has_no_views = not is_text or (as_json and kind is None), is_export and not as_json
    useless = {
        "--wrap": wrap and has_no_text, "--ascii": is_ascii and has_no_text, "--view": has_views and has_no_views,
        "--warp-number": has_warp and has_no_views,
    }  # fmt: skip
    refuse_useless(useless, "JSON" if kind is None else f"the format {kind}")
    if output == "-" and is_export:
        raise click.UsageError(f"{kind} is written to a file, not to standard output")
    if output == "-" and as_json:
        raise click.UsageError("--json and -o - both write to standard output")
    if output is not None:
        check_output(output)


def _style(wrap: bool, is_ascii: bool, kind: str | None) -> Style:
    """Return the style that the terminal, or a text file, can show."""
    from simt.views.time.terminal import Style, can_encode, has_all_colors

    if kind == _TEXT:
        return Style(_PLAIN_WIDTH, is_ascii, is_wrapped=wrap)
    width = screen_columns() or _PLAIN_WIDTH
    plain = is_ascii or not can_encode(getattr(sys.stdout, "encoding", None))
    return Style(width, plain, is_colored(sys.stdout), wrap, has_all_colors())


def _show(trace: Trace, kind: str | None, output: str | None, as_json: bool, style: Style, *, is_quiet: bool) -> None:
    """Write the requested file, and the text for standard output."""
    stop = trace.result.stop
    if output not in (None, "-") and stop is not None and stop.kind == "interrupted" and not is_quiet:
        echo(f"writing {output} (Ctrl-C again to drop it)", err=True)
    if _is_export(kind):
        with progress_shown("instruction", is_quiet=is_quiet) as progress:
            trace.save(str(output), kind, progress)
    _write(trace, lambda: trace.text(style), kind, output, as_json=as_json, is_quiet=is_quiet)


def _write(
    shown: Trace | AccessView, text: Callable[[], str], kind: str | None, output: str | None, *, as_json: bool,
    is_quiet: bool,
) -> None:  # fmt: skip
    """Write a picture or a text to its file, unless it is an export; without a file, the text or JSON."""
    if kind in PICTURES:
        write_output(output, shown.picture(str(kind)))
    elif kind == _TEXT or (kind is None and not as_json):
        write_output(output, text())
    if output not in (None, "-") and not is_quiet:
        note_written(str(output))
    if as_json:
        write_output(None, shown.to_json())


# --- one access -------------------------------------------------------------------------------------------------------


def _trace_access(
    kernel: KernelChoice, at: str | None, where: tuple[str | None, int | None, int | None],
    target: tuple[str | None, str | None], *, is_ascii: bool, as_json: bool,
) -> None:  # fmt: skip
    """Show one access. where: cycles, core and warp. target: the kind of the file, and the file."""
    from simt.verbs.trace import trace as verb
    from simt.views.time.terminal import can_encode

    cycles, core, warp = where
    kind, output = target
    if kernel.words.storage is not None:
        raise click.UsageError(
            f"--view {ACCESS} repeats the launch, which changes the storage manager: leave out --storage"
        )

    def show(traced: Trace) -> None:
        view = traced.access(at)
        plain = is_ascii or (output in (None, "-") and not can_encode(getattr(sys.stdout, "encoding", None)))
        text = partial(view.text, is_ascii=plain, color=not output and is_colored(sys.stdout))
        _write(view, text, kind, output, as_json=as_json, is_quiet=kernel.is_quiet)

    kernel.show(verb, show, cycles=cycles, core=core, warp_number=warp)


# --- the state after a cycle, and a step at a time from there, back and forth -----------------------------------------


def _check_state_options(is_state: bool, **given: bool) -> None:
    """Refuse the options of views over time together with --state, and --lane or --step without --state.

    given: whether each option was given, by name. Raises `click.UsageError`.
    """
    for name, is_given in given.items():
        flag = "--" + name.replace("_", "-")
        if is_given and is_state and name not in ("lane", "step"):
            message = f"{flag} shows cycles over time, --state the state after one: leave out one of them"
            raise click.UsageError(message)
        if is_given and not is_state and name in ("lane", "step"):
            raise click.UsageError(f"{flag} belongs to --state: give --state CYCLE too")


def _trace_state(
    kernel: KernelChoice, request: Asked, core: int | None, output: str | None, *, is_stepped: bool, as_json: bool
) -> None:
    """Show the state after a cycle. is_stepped: whether to read further cycles from standard input afterwards.

    Raises `click.UsageError`.
    """
    if is_stepped and (as_json or output):
        raise click.UsageError("--step asks for the next cycle on the terminal: leave out --json and -o, or --step")
    if is_stepped and kernel.name == "-":
        raise click.UsageError("--step reads from standard input, and so does the kernel -: name a file")
    if kernel.words.storage is not None:
        raise click.UsageError("--state repeats the launch, which changes the storage manager: leave out --storage")
    from simt.verbs.trace import trace as verb

    suffix = suffix_of(output, (".txt", ".json"), "a state is")

    def show(traced: Trace) -> None:
        view = traced.state(*request)
        if as_json or suffix == ".json":
            write_output(output, json_text(view.to_dict()))
        else:
            write_output(output, view.text(color=not output and is_colored(sys.stdout)))
        if is_stepped:
            _step((view.cycle, *request[1:]), traced)

    kernel.show(verb, show, core=core)


def _step(request: Asked, traced: Trace) -> None:
    """Read cycles from standard input, line by line, and show each, until `q` or the end of the input."""
    echo(_KEYS, err=True)
    for line in sys.stdin:
        wanted = _wanted(request, line.split())
        if line.strip() == "q":
            return
        if wanted is None:
            echo(_KEYS, err=True)
            continue
        try:
            view = traced.state(*wanted)
        except ViewError as error:
            echo(str(error), err=True)
            continue
        request = view.cycle, *wanted[1:]
        echo(view.text(color=is_colored(sys.stdout)), nl=False)


def _wanted(request: Asked, words: list[str]) -> Asked | None:
    """Return the request of a line of words; None for a line that `_KEYS` does not describe.

    request: the last request.
    """
    numbers = [int(word) if len(word) < 20 and word.removeprefix("-").isdecimal() else None for word in words]
    cycle, warp, lane = request
    match words:
        case [] | ["n"]:
            return cycle + 1, warp, lane
        case ["b"] | ["p"]:
            return max(0, cycle - 1), warp, lane
        case ["w"]:
            return cycle, None, None
        case ["l"]:
            return cycle, warp, None
        case ["w", _] if numbers[1] is not None:
            return cycle, numbers[1], lane
        case ["l", _] if numbers[1] is not None:
            return cycle, warp or 0, numbers[1]
        case [_] if numbers[0] is not None:
            return numbers[0], warp, lane
    return None
