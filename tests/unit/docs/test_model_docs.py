"""docs/model.md tells the truth: its file of counts, its Python, its tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isa.explanations import explanations
from simt.models import KEYS, MODELS, load_counts, load_parameters
from simt.models.classes import CLASSES
from simt.models.kernels import KERNELS
from simt.models.paper import predict
from simt.models.readings import Broadcast, GlobalClock, Kernel, Reading, Rounding, Transfers
from simt.validate.holdout import SALT, held_out
from tests.pages import Page

PAGE = Page("docs/model.md")


def test_the_file_of_counts_is_good_for_every_model(tmp_path: Path) -> None:
    (tmp_path / "counts.toml").write_text(PAGE.block("toml"))
    counts = load_counts(tmp_path / "counts.toml")
    assert counts.kernel == "product"
    assert counts.total.instructions["float_mul"] == 256
    for model in MODELS.values():
        assert model.predict(counts, load_parameters("gtx280"), None).seconds > 0


def test_the_file_of_parameters(tmp_path: Path) -> None:
    text = PAGE.block("", "base = ")
    (tmp_path / "mine.toml").write_text(text)
    assert load_parameters(tmp_path / "mine.toml").values["departure_uncoalesced"] == 10


def test_the_python(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python("saxpy")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(MODELS)
    PAGE.run_python("spent")
    assert "3712 cycles in lines 56 to 74: latency of memory, at 57" in capsys.readouterr().out


def test_the_table_of_check_values_is_what_the_model_says() -> None:
    rows = {
        "MM_Global": ("mm_global_rows", ["64", "128", "256"]),
        "MM_Local": ("mm_local", ["8x8", "16x16"]),
        "PPS_Br": ("pps_br", ["64", "128", "256"]),
        "PPS_Conf": ("pps_conf", ["64", "128", "256"]),
    }
    columns = [("gtx280", Kernel.R2), ("gtx280", Kernel.R4), ("hd5870", Kernel.R2), ("hd5870", Kernel.R4)]
    for title, (kernel, groups) in rows.items():
        (row,) = re.findall(rf"^\| {title} {', '.join(groups)} \|(.*)\|$", PAGE.text, re.MULTILINE)
        for cell, (device, reading) in zip(row.split("|"), columns, strict=True):
            for printed, group in zip(cell.split(), groups, strict=True):
                seconds = predict(
                    KERNELS[kernel].counts(group=group), load_parameters(device), Reading(reading)
                ).seconds
                assert f"{1e3 * seconds:.{len(printed.partition('.')[2])}f}" == printed


def test_every_name_is_on_the_page() -> None:
    words = set(re.findall(r"[\w-]+", PAGE.text))
    assert words >= set(MODELS) | set(CLASSES)
    for kind in (Kernel, Transfers, Rounding, GlobalClock):
        assert words >= set(kind) - {Reading().global_clock}
    assert Broadcast.FREE in words
    documented = {key for key in KEYS if "." not in key}
    assert documented <= words


def test_explain_lists_the_readings() -> None:
    for kind in (Kernel, Transfers, Rounding, GlobalClock, Broadcast):
        for member in kind:
            assert str(member) in explanations("simt")["E0808"].body


def test_the_rule_of_the_holdout() -> None:
    section = PAGE.text[PAGE.text.index("## What is held out") :]
    assert f'SHA-256("{SALT}" + name)' in section
    (names,) = re.findall(r"11 are held out: (.*?)\. Of", section, re.DOTALL)
    listed = re.findall(r"`([\w/]+)`", names)
    assert len(listed) == 11
    assert all(map(held_out, [*listed, "gcn64", "pps_conf"]))
