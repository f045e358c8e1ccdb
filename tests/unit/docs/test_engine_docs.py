"""docs/engine.md: every name and file in backticks is in the sources, its kinds are all there are, its Python runs."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from isa.reporting.diagnostics import SimtError
from simt.core.engine.kinds import KINDS, kind_of
from simt.core.engine.names import CORELESS
from simt.core.engine.points import POINTS
from simt.core.state.layout import Core
from simt.machine import Machine
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "engine.md").read_text()
PROSE = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
QUOTED = set(re.findall(r"`([^`\n]+)`", PROSE))
CORE = ROOT / "simt" / "core"
OF_OTHERS = {"__pycache__", "None", "False", "ILLEGAL", "max_cycles", "NUMBA_CACHE_DIR"}


def sources() -> str:
    """Everything that the page may name something of."""
    files = [*CORE.rglob("*.py"), *(ROOT / "simt" / "machine").glob("*.py"), *(ROOT / "tests").rglob("*.py")]
    return "\n".join(path.read_text() for path in files)


def test_files_are_there() -> None:
    named = {name for name in QUOTED if re.fullmatch(r"[\w/]+(\.py|/)", name)}
    assert len(named) > 20
    places = (ROOT, CORE, CORE / "engine")
    assert [name for name in sorted(named) if not any((place / name).exists() for place in places)] == []
    folders = re.findall(r"^\| `(\w+)/` \|", PAGE, re.MULTILINE)
    assert sorted(folders) == sorted(path.parent.name for path in CORE.glob("*/__init__.py"))


def test_names_are_there() -> None:
    text = sources()
    words = {word for name in QUOTED for word in re.findall(r"[A-Za-z_]\w+(?=\W|$)", name) if "/" not in name}
    names = {word for word in words if "_" in word or word[0].isupper()} - OF_OTHERS
    assert len(names) > 40
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", text)] == []


def test_groups_are_those_of_a_core() -> None:
    table = PAGE.split("| group | holds | None where |")[1].split("\n\n")[0]
    groups = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(groups) == sorted(Core._fields)


def test_calls_of_the_loop_are_in_its_order() -> None:
    table = PAGE.split("| call | figure 3 | contract | what to know |")[1].split("\n\n")[0]
    calls = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    loop = (CORE / "loops" / "cycle.py").read_text().split("def run_cycles")[1]
    places = [loop.index(f"{name}(core") for name in calls]
    assert places == sorted(places)


def machines() -> Iterator[Machine]:
    """The machines with each combination of the keys that decide on optional groups, as far as they go together."""
    policies, slots, files = ("first_thread", "mask_stack"), (1, 2), ("auto", "eight_banks", "collectors")
    dependences, memories = ("one_in_flight", "scoreboard"), ("none", "simple", "dram")
    for policy, count, file, rule, memory in product(policies, slots, files, dependences, memories):
        keys = {
            "branch.policy": policy, "vliw.slots": count, "register_file.organisation": file,
            "issue.dependences": rule, "memory.policy": memory, "front_end.stages": 0 if file == "collectors" else 3,
        }  # fmt: skip
        with contextlib.suppress(SimtError):
            yield Machine.load("fpga4", keys)


def test_kinds_are_counted() -> None:
    engines = {False: ("cycle", "functional", "check"), True: ("device", "groups", "check_groups")}
    needed = {kind_of(engine, machine).name for machine in machines() for engine in engines[machine.is_device]}
    assert needed == set(KINDS) - set(CORELESS)
    rows = re.findall(r"^\| `(\w+)`[^|]*\|[^|]*\| (\d+) \|$", PAGE, re.MULTILINE)
    assert {name: int(count) for name, count in rows} == Counter(kind.engine for kind in KINDS.values())
    assert {name for name, _ in rows} == set(POINTS)


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    block = next(code for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "import isa" in code)
    code = "\n".join(line.removeprefix("   ") for line in block.splitlines())
    exec(compile(code, str(Path("docs/engine.md")), "exec"), {})
    assert capsys.readouterr().out == "equal on every cycle\n"
