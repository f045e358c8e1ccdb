"""Files of one kind that are given where another is expected."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from isa.reporting.diagnostics import SimtError
from simt.diagnosis.gates.cases import _TOP as _GATE
from simt.diagnosis.gates.cases import read_gate
from simt.exploration.plans.plan import FIELDS
from simt.exploration.plans.reading import load_plan
from simt.exploration.search.search import load_search
from simt.exploration.silicon.parts import Part, find_part
from simt.launch.pipeline_file import _KEYS as _PIPELINE
from simt.launch.pipeline_file import read_pipeline
from simt.launch.programs import find_program
from simt.machine import Machine
from simt.machine.channel import KEYS as CHANNEL
from simt.machine.channel import load as load_channel
from simt.machine.loading import presets
from simt.memory.clients.description import _PRESETS as SYSTEMS
from simt.memory.clients.description import load_system
from simt.memory.clients.keys import SYSTEM
from simt.models.counts_file import _BLOCK, _LAUNCH, load_counts
from simt.models.devices import devices, load_parameters
from simt.models.parameters import KEYS as DEVICE
from simt.toml_kinds import KINDS, kind_of

TOPS = {
    "machine": set(Machine.model_fields),
    "device": {key.split(".")[0] for key in DEVICE},
    "counts": {*_LAUNCH, *_BLOCK, "kernel", "origin"},
    "plan": set(FIELDS),
    "search": {"explore"},
    "channel": set(CHANNEL),
    "part": {field.name for field in fields(Part)},
    "pipeline": set(_PIPELINE),
    "gate": set(_GATE),
    "system": {*SYSTEM, "name", "channel", "storage", "client"},
}
TEXTS = {
    "machine": 'base = "fpga8"\n[lds]\nbanks = 8\n',
    "device": 'base = "gtx280"\nbandwidth_gbs = 100\n',
    "counts": "work_items = 1024\nlocal_size = 64\n[instructions]\nint_add = 4\n",
    "plan": 'program = "fft128"\n[sweep]\nbanks = [2, 4]\n',
    "search": 'program = "fft128"\n[sweep]\nbanks = [2, 4]\n[explore]\nminimise = ["cycles"]\n',
    "channel": 'base = "ddr2-667-3-x16-32"\ntCK = 3\n',
    "part": 'base = "XC7A35T"\nluts = 1000\n',
    "pipeline": 'machine = "gtx280"\n[[launch]]\nkernel = "pps_br"\n',
    "gate": 'limit = "+2 %"\n[[case]]\nkernel = "dot"\n',
    "system": 'channel = "ddr2-667-3-x16-32"\n[[client]]\nname = "a"\nkind = "host"\n',
}
READERS: dict[str, Callable[[str], object]] = {
    "machine": Machine.load,
    "device": load_parameters,
    "counts": load_counts,
    "plan": load_plan,
    "search": load_search,
    "channel": load_channel,
    "part": find_part,
    "pipeline": read_pipeline,
    "gate": read_gate,
    "system": load_system,
    "a kernel": find_program,
}


@pytest.mark.parametrize("kind", KINDS)
def test_signs_are_keys_that_no_other_kind_has(kind: str) -> None:
    others = {key for name, keys in TOPS.items() if name != kind for key in keys}
    assert set(KINDS[kind].signs) <= TOPS[kind] - others


def test_shipped_files_are_of_their_kinds() -> None:
    found = {kind: {kind_of(tomllib.loads(path.read_text("utf-8"))) for path in paths} for kind, paths in (
        ("machine", presets().values()), ("device", devices().values()), ("system", SYSTEMS.glob("*.toml")),
    )}  # fmt: skip
    assert all(kinds <= {kind, ""} for kind, kinds in found.items()), found  # "": a base, a name and what both share
    assert all(kind in kinds for kind, kinds in found.items())
    assert {kind: kind_of(tomllib.loads(text)) for kind, text in TEXTS.items()} == {kind: kind for kind in TEXTS}
    assert kind_of({"name": "x", "base": "y"}) == ""


@pytest.mark.parametrize("expected", READERS)
def test_every_reader_names_the_kind_of_another_and_the_verb_that_takes_it(
    expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, text in TEXTS.items():
        Path("mine.toml").write_text(text, "utf-8")
        if {kind, expected} <= {"plan", "search"} or kind == expected:
            continue  # a search may be one of a sweep's plan, and a sweep says itself that a plan is a search's
        with pytest.raises(SimtError) as caught:
            READERS[expected]("mine.toml")
        report = str(caught.value)
        assert "E0654" in report, (expected, kind, report)
        assert f"`mine.toml` is {KINDS[kind].what}, not " in report
        assert KINDS[kind].verb.format(file="mine.toml") in report


def test_a_file_of_a_kind_with_a_mistake_keeps_its_readers_own_words(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXTS["machine"] + "[sweep]\nbanks = 2\n", "utf-8")
    with pytest.raises(SimtError, match="unknown machine key `sweep`"):
        Machine.load(file)
    (tmp_path / "channel.json").write_text(json.dumps({"warps": 4}), "utf-8")
    with pytest.raises(SimtError, match="is the description of a machine, not the description of a channel"):
        load_channel(str(tmp_path / "channel.json"))
