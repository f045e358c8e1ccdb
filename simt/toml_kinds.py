"""The kinds of TOML files that people write, and the message for a file of the wrong kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from isa.table.units import UNITS

OTHER_KIND = "E0654"


class Kind(NamedTuple):
    """A kind of TOML file.

    - what: the words for it in messages.
    - signs: top-level keys. Every file of this kind has at least one of them.
    - verb: the command that takes a file of this kind, with `{file}` for its name.
    """

    what: str
    signs: tuple[str, ...]
    verb: str


KINDS: dict[str, Kind] = {
    "machine": Kind(
        "the description of a machine",
        (*UNITS, "scheduler", "issue", "costs", "retire", "warps", "options", "vliw", "register_file", "front_end",
         "issue_width", "host", "interconnect", "ideal", "clock_mhz", "groups_per_core", "constants"),
        "simt run KERNEL -m {file}",
    ),
    "device": Kind(
        "the parameters of a device for the models",
        ("bandwidth_gbs", "global_latency", "local_latency", "issue_cycles", "processing_elements", "segment_bytes",
         "departure_coalesced", "departure_uncoalesced", "lanes", "cost", "max_warps", "max_groups", "max_threads",
         "memory_mhz", "shader_mhz", "barrier_cycles", "divergence"),
        "simt model paper KERNEL -d {file}",
    ),
    "counts": Kind("the counts of a kernel for the models", ("work_items",), "simt model counts {file}"),
    "plan": Kind("the plan of a sweep", ("sweep", "set", "programs"), "simt sweep {file}"),
    "search": Kind("the plan of a search", ("explore",), "simt explore {file}"),
    "channel": Kind(
        "the description of a channel of DRAM", ("tCK", "tRCD", "tRAS", "CL", "bus_width"),
        "simt memory run TRACE --config {file}",
    ),
    "part": Kind(
        "the description of an FPGA part",
        ("lut_inputs", "luts", "flip_flops", "slices", "ramb18", "dsp", "dsp_kind"),
        "simt explore KERNEL --part {file}",
    ),
    "gate": Kind("a gate of kernels", ("case",), "simt gate {file}"),
    "pipeline": Kind("a pipeline of kernels", ("launch",), "simt run {file}, or one of its launches, {file}:1"),
    "system": Kind("the description of a memory system", ("client", "storage", "grant"), "simt memory clients {file}"),
}  # fmt: skip


def kind_of(tree: Mapping[str, object]) -> str:
    """Return the kind of a TOML file, a name in `KINDS`, by its keys: the kind that has most of them as `signs`.

    Return "" if no key is a sign of any kind.
    """
    signs = {name: sum(sign in tree for sign in kind.signs) for name, kind in KINDS.items()}
    best = max(signs, key=lambda name: (signs[name], name == "search"))  # the plan of a search has a plan's keys, too
    return best if signs[best] else ""


def unknown_keys(table: Mapping[str, object], known: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the keys of a table that are not known, each with advice: the key that was meant, or all known keys."""
    names = list(known)
    for key in table:
        if key not in names:
            yield key, did_you_mean(key, names, f"the keys here are {', '.join(names)}")


def mistaken(tree: Mapping[str, object], expected: str, file: str) -> tuple[str, str] | None:
    """Return the message and the help for a file of the wrong kind, else None.

    A file with a sign of the expected kind, or with no sign at all, is left to the reader of the expected kind.

    expected: a name of KINDS, or the description of another kind.
    """
    kind = kind_of(tree)
    own = KINDS.get(expected)
    if not kind or (own is not None and any(sign in tree for sign in own.signs)):
        return None
    message = f"{quote(file)} is {KINDS[kind].what}, not {own.what if own else expected}"
    return message, KINDS[kind].verb.format(file=file)


def refuse_mistaken(tree: Mapping[str, object], expected: str, file: str, error: type[SimtError]) -> None:
    """Raise an error of the class `error` if `mistaken` finds that a file is of the wrong kind."""
    if (other := mistaken(tree, expected, file)) is not None:
        raise error(other[0], code=OTHER_KIND, help=other[1])
