"""How often anything but the core of the simulator asks whether it has a device before it.

A plain processor is a device of one core, so that nearly everything is written once. What counts as asking, outside of
`simt/core` and the language of kernels, whose `Device` is another thing: a line that names `is_device` or
`needs_device`; that compares the policy of global memory with none; that takes `places_by`, which is empty for one
work-group alone, as a truth; that asks whether there is a `.device`; or that looks at the type of an engine's output.
What does not count: imports, the definitions of these questions, words that go with the number of cores ("core",
"cores"), and `simt/machine/checks.py` and `capabilities.py`, where a machine judges its own keys.
"""

from __future__ import annotations

import re
from pathlib import Path

import simt

MOST = 15
ELSEWHERE = ("simt/core/", "simt/compiler/", "simt/lang/", "simt/machine/checks.py", "simt/machine/capabilities.py")
ASKING = re.compile(
    r"\b(is_device|needs_device|has_device|on_device)\b"
    r"|\.device is (not )?None|memory\.policy (==|!=) \"none\""
    r"|\b(if|elif|not|and|or) (\w+\.)*places_by\b|places_by (if|else|and|or|is)\b|places_by:$"
    r"|isinstance\([^)]*(Output|Device)"
)
DEFINITION = re.compile(r"^ *def (is|needs)_device\(.*?\n\n", re.MULTILINE | re.DOTALL)


def asking() -> list[str]:
    """The lines that ask, each with its file."""
    root = Path(simt.__file__).parent
    found = []
    for path in sorted([*root.rglob("*.py"), *(root.parent / "isa").rglob("*.py")]):
        name = path.relative_to(root.parent).as_posix()
        if name.startswith(("simt/core/", "simt/compiler/", "simt/lang/")) or name in (
            "simt/machine/checks.py",
            "simt/machine/capabilities.py",
        ):
            continue
        text = DEFINITION.sub(lambda found: "\n" * found[0].count("\n"), path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            if ASKING.search(line.partition("  #")[0]) and not re.match(r"\s*(from|import) ", line):
                found.append(f"{name}:{number}: {line.strip()}")
    return found


def test_few_places_ask_for_a_device() -> None:
    found = asking()
    assert len(found) <= MOST, "\n" + "\n".join(found)


def test_the_question_is_seen() -> None:
    for line in ("if machine.is_device:", "if result.device is None:", "if places_by:", "x if self.places_by else y"):
        assert ASKING.search(line)
    for line in ("cores = len(result.cores)", "places_by=places_by,", "for core in self.cores:"):
        assert not ASKING.search(line)
