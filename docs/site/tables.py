"""Tables that are data of the sources: machine keys, machines, instructions, codes, reasons, views, exports."""

from __future__ import annotations

from click.testing import CliRunner

from docs.site.text import block, code, paragraphs, plain, table
from isa.explanations import Explanation, explanations
from isa.table.table import INSTRUCTIONS
from simt.cli.isa import isa
from simt.machine import Machine
from simt.machine.keys import Key, keys, sections
from simt.machine.loading import presets
from simt.result.stops import STOP_CODES
from simt.views.exports import EXPORTS
from simt.views.time.timelines import VIEWS


def machine_keys() -> str:
    """Every key with its unit, range, default, short names and source, by the table of the machine file."""
    parts, section = [], None
    for key in keys().values():
        if key.section != section:
            section = key.section
            title = f"## {code(f'[{section}]')}" if section else "## Keys that stand in no table"
            parts.append(f"{title}\n\n{paragraphs(sections()[section].__doc__ or '') if section else ''}\n")
        parts.append(_key(key))
    return "\n".join(parts)


def _key(key: Key) -> str:
    values = f"{plain(key.type)}: {plain(key.bounds)}" if key.bounds else plain(key.type)
    facts = [
        f"**Values** {values}",
        f"**Unit** {plain(key.unit)}",
        f"**Default** {plain(key.derivation) if key.derivation else code(key.default_text)}",
        f"**Short** {', '.join(map(code, key.aliases))}" if key.aliases else "",
        f"**Source** {plain(key.source)}",
    ]
    lines = "\n".join(f"- {fact}" for fact in facts if fact)
    return f"### `{key.name}`\n\n{plain(key.doc)}\n\n{lines}\n"


def machines() -> str:
    """The shipped machines."""
    found = (Machine.load(name) for name in presets())
    return table(("machine", "description"), [(code(each.name), plain(each.description)) for each in found])


def instructions() -> str:
    """Every instruction as `simt isa NAME` shows it, by unit."""
    parts = []
    for unit in dict.fromkeys(spec.unit for spec in INSTRUCTIONS.values()):
        parts.append(f"## Unit {code(unit)}\n")
        for spec in INSTRUCTIONS.values():
            if spec.unit == unit:
                printed = CliRunner().invoke(isa, [spec.name])
                assert printed.exit_code == 0
                parts.append(f"### `{spec.name}`\n\n{block(printed.stdout)}")
    return "\n".join(parts)


def _explained(page: Explanation, name: str) -> str:
    return f"## {name}\n\n**{plain(page.title)}**\n\n{paragraphs(page.body)}\n"


def codes() -> str:
    """The pages of `simt explain` on errors, warnings and stops."""
    kinds = {value: kind for kind, value in STOP_CODES.items()}
    return "\n".join(
        _explained(page, f"{page.name} ({kinds[page.name]})" if page.name in kinds else page.name)
        for page in explanations("isa", "simt").values()
        if page.is_code
    )


def reasons() -> str:
    """The pages of `simt explain` on words of the ledgers."""
    found = (page for page in explanations("isa", "simt").values() if not page.is_code)
    return "\n".join(_explained(page, code(page.name)) for page in found)


def views() -> str:
    """The views over time."""
    rows = [(code(name), plain(view.description), "yes" if view.takes_warp else "") for name, view in VIEWS.items()]
    return table(("view", "shows", "of one warp: `--warp N`"), rows)


def exports() -> str:
    """The formats of traces for other viewers."""
    rows = [
        (code(each.name), ", ".join(map(code, each.suffixes)), plain(each.description), plain(each.viewer))
        for each in EXPORTS.values()
    ]
    return table(("format", "file names", "what", "viewer"), rows)
