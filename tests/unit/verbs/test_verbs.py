"""The function of each verb gives what its command prints, by the same code; mistakes are exceptions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import ArgumentError
from simt.verbs.explore import search
from simt.verbs.shown import structured
from simt.verbs.tune import launches
from simt.views.kit.text import MOST_COLUMNS, MOST_LINES, screenful
from simt.views.run.summary import summary
from tests.commands import invoke

SPACE = {"banks": [2, 4], "warp": [4, 8]}
pytestmark = pytest.mark.usefixtures("empty_folder")


def printed(*arguments: str, status: int = 0) -> Any:
    result = invoke(*arguments, "--json", status=status)
    return json.loads(result.stdout)


def plain(data: object) -> Any:
    return json.loads(json.dumps(data))


def is_a_screenful(shown: object) -> bool:
    lines = repr(shown).split("\n")
    return len(lines) <= MOST_LINES and max(map(len, lines)) <= MOST_COLUMNS


def test_run() -> None:
    result = simt.run("fft128", "fpga4", vliw=3, **{"local.banks": 8})
    assert result.to_dict() == printed("run", "fft128", "-m", "fpga4", "--vliw", "3", "-s", "local.banks=8")
    assert result.check is not None
    assert result.check.passed
    made = result.prepared
    assert made is not None
    assert (Path(made.kernel).name, Path(made.oracle).name, made.packed, result.seed) == ("fft128.s", "fft128.py", 3, 1)
    assert made.machine == "fpga4 with local.banks=8, vliw.slots=3"
    assert repr(result).endswith("check passed; fft128.s, inputs of fft128.py (seed 1), packed for 3 slots>")
    assert summary(result) == invoke("run", "fft128", "--vliw", "3", "--banks", "8").stdout


def test_run_takes_the_inputs_that_are_given(tmp_path: Path) -> None:
    signal = np.arange(128, dtype=np.float32)
    np.save(tmp_path / "re.npy", signal)
    result = simt.run("fft128", inputs={"re": signal}, set={"local.banks": 8})
    assert result.to_dict() == printed("run", "fft128", "--in", "re=re.npy", "-s", "local.banks=8")
    assert simt.run("fft128", inputs={"re": "re.npy"}, banks=8).to_dict() == result.to_dict()
    assert result.check is not None
    assert result.check.passed


def test_a_program_is_taken_as_it_is_unless_it_is_asked_otherwise() -> None:
    program = simt.load_program("fft128")
    machine = simt.Machine.load("fpga4", {"vliw": 3})
    bare = simt.run(program, machine)
    assert (bare.check, bare.seed, bare.prepared and bare.prepared.packed) == (None, None, 0)
    assert not bare.local["re"].any()
    asked = simt.run(program, machine, oracle=True, pack=True)
    assert asked.to_dict() == simt.run("fft128", machine).to_dict()
    assert simt.run("fft128", oracle=False).check is None


def test_the_surroundings_count_when_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "simt.toml").write_text("[machine.local]\nbanks = 8\n")
    monkeypatch.setenv("SIMT_SET", "lds.latency=9")
    assert simt.run("fft128").machine == simt.Machine.load("fpga4")
    here = simt.run("fft128", here=True, warp=8)
    assert here.to_dict() == printed("run", "fft128", "--warp", "8")
    assert (here.machine.name, here.machine.local.banks, here.machine.lds.latency) == ("fpga8", 8, 9)


def test_sweep(tmp_path: Path) -> None:
    found = simt.sweep("fft128", SPACE, output="a.sqlite")
    told = printed("sweep", "fft128", "--set", "banks=2,4", "--set", "warp=4,8", "-o", "b.sqlite")
    assert {**found.to_dict(), "file": "b.sqlite"} == told
    rows = printed("sweep", "show", "b.sqlite")["rows"]
    assert plain(found.records()) == rows
    assert found.table["cycles"].tolist() == [row["cycles"] for row in rows]
    assert is_a_screenful(found)
    assert found._repr_html_().count("<tr>") == 5
    again = simt.sweep(output="a.sqlite")
    assert (again.before, plain(again.records())) == (4, rows)


def test_explore() -> None:
    found = simt.explore("fft128", SPACE, minimise="cycles,luts")
    words = ["--set", "banks=2,4", "--set", "warp=4,8", "--minimise", "cycles,luts"]
    assert plain(found.to_dict()) == printed("explore", "fft128", *words)
    assert found.table.dtype.names[:4] == ("place", "program", "local.banks", "warp_size")
    assert is_a_screenful(found)


def test_compare() -> None:
    found = simt.compare(["fft128", "fir"], ["fpga4", "fpga8"], {"banks": [2, 4]}, counts="both")
    words = ["-m", "fpga4", "-m", "fpga8", "--set", "banks=2,4", "--counts", "both"]
    assert plain(found.to_dict()) == printed("compare", "fft128", "fir", *words)
    assert len(found.table) == 16
    assert abs(found.table["error"]).max() < 0.2
    assert is_a_screenful(found)
    machine = simt.Machine.load("fpga4")
    assert simt.compare("fft128", machine).to_dict() == simt.compare("fft128", "fpga4").to_dict()
    assert "oracle: cannot read the oracle ." in str(simt.compare("fft128", oracle=""))


def test_model() -> None:
    found = simt.model("fft128", "fpga4", models="all", banks=8)
    assert plain(found.to_dict()) == printed("model", "fft128", "-m", "fpga4", "-s", "banks=8", "--model", "all")
    assert found.table["model"].tolist() == ["refined", "paper", "hong-kim", "roofline", "bounds"]
    assert is_a_screenful(found)
    result = simt.run("fft128", "fpga4", banks=8)
    assert simt.model(result).cycles == simt.model_measured("fft128", "fpga4", banks=8).cycles
    words = ["paper", "mm_local", "-d", "hd5870", "--local-size", "8x16", "--model", "all", "-s", "bandwidth_gbs=100"]
    paper = simt.model_paper("mm_local", "hd5870", local_size="8x16", models="all", bandwidth_gbs=100)
    assert plain(paper.to_dict()) == printed("model", *words)


def test_calibrate() -> None:
    found = simt.calibrate("fpga4", banks=8)
    assert plain(found.to_dict()) == printed("calibrate", "-m", "fpga4", "--banks", "8")
    assert found.agrees
    assert set(found.table["verdict"]) <= {"equal", "open", "unseen"}
    assert is_a_screenful(found)


def test_trace(tmp_path: Path) -> None:
    found = simt.trace("fft128", views=["warps", "units"], cycles="300:400", banks=8)
    words = ["--view", "warps,units", "--cycles", "300:400", "--banks", "8"]
    assert plain(found.to_dict()) == printed("trace", "fft128", *words)
    assert is_a_screenful(found)
    png = found._repr_png_()
    assert png is not None
    assert png.startswith(b"\x89PNG")
    found.save("a.kanata")
    invoke("trace", "fft128", "--cycles", "300:400", "--banks", "8", "-o", "b.kanata")
    assert (tmp_path / "a.kanata").read_text().startswith("Kanata\t0004")
    recorded = simt.run("fft128", record=True)
    assert simt.trace(recorded, cycles="0:50").to_dict() == simt.trace("fft128", cycles="0:50").to_dict()


def test_report(tmp_path: Path) -> None:
    made = simt.report("fft128", cycles="300:400", output="a.html")
    assert invoke("report", "fft128", "--cycles", "300:400", "-o", "b.html").exit_code == 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes() == made.encode()
    assert len(repr(made)) < 200


def test_asm_and_disasm(tmp_path: Path) -> None:
    from isa.forms.objfile import dump_program

    program = simt.asm("fft", defines={"n": 64}, vliw=2)
    shown = invoke("asm", "fft", "-D", "n=64", "--vliw", "2", "--json")
    assert dump_program(program) == shown.stdout
    (tmp_path / "fft.json").write_text(shown.stdout)
    assert simt.disasm(program) == simt.disasm("fft.json") == invoke("disasm", "fft.json").stdout


def test_sides_of_a_difference() -> None:
    found = simt.diff("dot", simt.Launch("dot", banks=8))
    assert found.machine == {"local.banks": (4, 8)}
    assert str(found) == str(simt.diff(simt.run("dot"), simt.run("dot", banks=8)))
    assert is_a_screenful(found)
    assert found.page().startswith(b"<!DOCTYPE html>")


def test_a_program_is_packed_if_it_is_asked() -> None:
    program = simt.asm("dot")
    packed = simt.asm(program, vliw=2)
    assert packed == simt.asm("dot", vliw=2) == simt.pack(program, 2).program
    assert simt.asm("dot", vliw=2, pack=False) == simt.asm(program) == program


def test_a_mistake_that_shows_after_the_run_has_the_run(tmp_path: Path) -> None:
    with pytest.raises(simt.SimtError) as late:
        simt.trace("dot", cycles="999999:")
    assert late.value.result.cycles == simt.run("dot").cycles
    (tmp_path / "late.py").write_text(
        "def inputs(program, rng):\n    return {}\ndef expected(program, inputs):\n    raise ValueError(1)\n"
    )
    with pytest.raises(simt.OracleError) as refused:
        simt.report("dot", oracle="late.py")
    assert "the oracle failed" in refused.value.result.html
    with pytest.raises(simt.OracleError) as refused:
        simt.diff("dot", "fir", oracle="late.py")
    assert refused.value.result.ratio > 0


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "code", "words"),
    [
        (lambda: simt.run("fft129"), "E0650", "did you mean the shipped kernel `fft128.s`?"),
        (lambda: simt.run("fft128", "fpga5"), "E0406", "there is no machine `fpga5`"),
        (lambda: simt.run("fft128", bankz=8), "E0401", "did you mean `banks`?"),
        (lambda: simt.run("fft128", input={}), "E0670", "did you mean `inputs`?"),
        (lambda: simt.run("fft128", inputs={"ree": 1}), "E0601", "did you mean `re`?"),
        (lambda: simt.run("fft128", oracle="none.py"), "E0604", "the oracle none.py is not there"),
        (lambda: simt.run("fft128", local_size=8, threads=8), "E0670", "give one of them"),
        (lambda: simt.run("fft128", threads=4096), "E0501", "needs 4096 threads"),
        (lambda: simt.run(simt.load_program("fft128"), defines={"n": 4}), "E0670", "is assembled already"),
        (lambda: simt.sweep("fft128", {"bankz": [2]}), "E0760", "did you mean `banks`?"),
        (lambda: simt.sweep("plan.toml", {"banks": [2]}), "E0670", "a plan has its kernels and keys in the file"),
        (lambda: simt.sweep(), "E0670", "a sweep needs kernels"),
        (lambda: simt.explore("fft128", SPACE, minimise="tyme"), "E0775", "time"),
        (lambda: simt.compare(()), "E0820", "there is nothing to compare"),
        (lambda: simt.compare("fft128", counts="guessed"), "E0670", "measured, static or both"),
        (lambda: simt.compare(suite="half"), "E0670", "development, held-out, all"),
        (lambda: simt.compare(suite="all", axes={"banks": [2]}), "E0670", "leave out `axes`"),
        (lambda: simt.compare("fir", suite="all", banks=8), "E0670", "leave out `kernels` and `banks`"),
        (lambda: simt.compare(suite="all", include_paths=["."]), "E0670", "leave out `include_paths`"),
        (lambda: simt.compare("fir", kind="dram"), "E0670", "`kind` and `generated` go with `suite`"),
        (lambda: simt.compare("fir", generated=0), "E0670", "`kind` and `generated` go with `suite`"),
        (lambda: simt.compare("fir", {"banks": [2, 4]}, over="banks"), "E0670", "`over` goes with plot=\"crossover\""),
        (lambda: simt.compare("fir", plot="stak"), "E0670", "did you mean `stack`?"),
        (lambda: simt.model("fft128", "fpga4", models="refind"), "E0809", "did you mean `refined`?"),
        (lambda: simt.model_paper("mm_lokal"), "E0809", "mm_local"),
        (lambda: simt.model("fft129"), "E0650", "fft128"),
        (lambda: simt.model("fft128", trip_count={"l": 1}), "E0670", "did you mean `trip_counts`?"),
        (lambda: simt.model("fft128", "fpga4", trip_counts={"l": 1.5}), "E0670", "takes a whole number, not 1.5"),
        (lambda: simt.trace("fft128", views="warp"), "E0705", "did you mean `warps`?"),
        (lambda: simt.trace("fft128", cycles="7"), "E0703", "is not a window of cycles"),
        (lambda: simt.trace("fft128", core=3), "E0670", "there is no core 3"),
        (lambda: simt.trace(simt.run("dot", record=True), core=3), "E0670", "there is no core 3: fpga4 has one core"),
        (lambda: simt.trace("dot", lead=5), "E0670", "`lead` goes with `cycles`"),
        (lambda: simt.trace("dot", cycles="5:9", lead=-1), "E0670", "`lead` is a number of cycles from 0 up, not -1"),
        (lambda: simt.trace(simt.run("dot", record=True), cycles="5:9", lead=5), "E0670", "`lead` goes with `cycles`"),
        (lambda: simt.trace("dot", cycles="-9:", lead=5), "E0670", "`lead` goes with cycles that are counted from"),
        (lambda: simt.sweep("dot", SPACE, jobs=2, dask="tcp://x:1"), "E0670", "has workers of its own"),
        (lambda: simt.run("dot", keep_objects=True), "E0670", "the launch has no storage manager: give storage too"),
        (lambda: simt.run("dot", include_paths=["nowhere"]), "E0670", "there is no folder `nowhere`"),
        (lambda: simt.asm("opencl/blur.cl", include_paths=["nowhere"]), "E0670", "there is no folder `nowhere`"),
        (lambda: simt.asm("dot", include_paths=["nowhere"]), "E0670", "there is no folder `nowhere`"),
        (lambda: simt.sweep("dot", SPACE, include_paths=["nowhere"]), "E0670", "there is no folder `nowhere`"),
        (lambda: simt.explore("dot", SPACE, include_paths=["nowhere"]), "E0670", "there is no folder `nowhere`"),
        (lambda: simt.tune("dot", SPACE, include_paths=["nowhere"]), "E0670", "there is no folder `nowhere`"),
        (lambda: simt.compare("dot", include_paths=["nowhere"]), "E0670", "there is no folder `nowhere`"),
        (lambda: simt.assemble("ret", include_paths=["nowhere"]), "E0670", "there is no folder `nowhere`"),
        (lambda: simt.sweep("fir", {"banks": [2, 4]}, random_seed=2), "E0774", "belongs to a random sweep"),
        (lambda: simt.sweep("fir", {"banks": [2, 4]}, named=["fir"]), "E0670", "`named` is for a sweep that goes on"),
        (lambda: simt.explore("fir", SPACE, sampler="exhaustive", random_seed=2), "E0777", "and has no seed"),
        (lambda: simt.tune("fir", SPACE, sampler="exhaustive", random_seed=2), "E0777", "and has no seed"),
        (lambda: simt.tune(launches("fir", SPACE), seed=3), "E0670", "already: leave out `seed`"),
        (lambda: simt.explore(search("fir", SPACE), SPACE), "E0670", "already: leave out `axes`"),
        (lambda: simt.compare("fir", threads=8, local_size=8), "E0670", "give one of them"),
        (lambda: simt.diff(simt.run("dot"), simt.run("fir"), max_cycles=9), "E0670", "already: leave out `max_cycles`"),
        (lambda: simt.trace("fft128", cycle="0:5"), "E0670", "did you mean `cycles`?"),
        (lambda: simt.trace(simt.run("fft128")), "E0707", "has no event record"),
        (lambda: simt.trace("fft128").save("a.kanatta"), "E0653", "did you mean .kanata?"),
        (lambda: simt.report("fft128", output="no/such.html"), "E0652", "cannot write"),
        (lambda: simt.asm("fft129"), "E0650", "there is no kernel"),
        (lambda: simt.disasm("none.json"), "E0651", "cannot read"),
        (lambda: simt.experiment("divergance"), "E0743", "did you mean `divergence`?"),
        (lambda: simt.experiment("hmgpu", clockz=3), "E0741", "did you mean `clocks`?"),
        (lambda: simt.trace(simt.run("dot", record=True), max_cycles=9), "E0670", "already: leave out `max_cycles`"),
        (lambda: simt.trace(simt.run("dot", record=True), banks=8), "E0670", "already: leave out `banks`"),
        (lambda: simt.report(simt.run("dot"), "fpga8"), "E0670", "already: leave out `machine`"),
        (lambda: simt.model(simt.run("dot"), seed=2), "E0670", "already: leave out `seed`"),
        (lambda: simt.model(simt.run("dot"), max_steps=2), "E0670", "already: leave out `max_steps`"),
        (lambda: simt.why(simt.Launch("dot"), banks=8), "E0670", "a Launch has its machine and its words already"),
        (lambda: simt.diff(simt.run("dot"), simt.Launch("fir"), banks=8), "E0670", "already: leave out `banks`"),
        (lambda: simt.run_pipeline("scan.toml", keep_objects=True), "E0670", "a pipeline has no storage manager"),
        (lambda: simt.trace(core_two(), core=1), "E0670", "the result of core 2 alone, which has no core 1"),
        (lambda: simt.run_pipeline("scan.toml").arrays["none"], "E0601", "has no array `none`"),
        (lambda: simt.asm("dot", "fpga4"), "E0670", "are for kernels in languages, not for assembly"),
        (lambda: simt.asm(simt.asm("dot"), local_size=4), "E0670", "are for kernels in languages"),
        (lambda: simt.explain("bank_conflic"), "E0670", "did you mean `bank_conflict`?"),
        (lambda: simt.explain("bank"), "E0670", "did you mean `bank_conflict`?"),
        (lambda: simt.explain("E670"), "E0670", "did you mean `E0670`?"),
        (lambda: simt.explain("E9999"), "E0670", "`simt explain` lists them"),
    ],
)  # fmt: skip
def test_mistakes_are_exceptions_with_the_words_of_the_command(call: Any, code: str, words: str) -> None:
    with pytest.raises(simt.SimtError) as caught:
        call()
    assert caught.value.code == code
    assert words in str(caught.value)


def core_two() -> simt.Result:
    return simt.run("mm_global", "gtx280", defines={"n": 32}, record=True).of_core(2)


def test_what_is_no_kernel_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="a kernel is a name, a path, a Program or a marked function, not bytes"):
        simt.run(b"fft128")  # type: ignore[arg-type]
    assert issubclass(ArgumentError, simt.SimtError)


# --- tables -----------------------------------------------------------------------------------------------------------


def test_columns_have_the_type_of_their_values() -> None:
    rows = [
        {"n": 1, "x": 1.5, "hole": None, "text": "a", "yes": True, "none": None},
        {"n": 2, "x": 2, "hole": 3, "text": None, "yes": False, "none": None},
    ]
    table = structured(rows)
    assert [table.dtype[name].kind for name in table.dtype.names] == ["i", "f", "f", "U", "b", "U"]
    assert table["x"].tolist() == [1.5, 2.0]
    assert np.isnan(table["hole"][0])
    assert table["text"].tolist() == ["a", ""]
    assert len(structured([])) == 0


def test_a_screenful_says_what_is_left_out() -> None:
    shown = screenful("\n".join(["x" * 200, *map(str, range(50))]) + "\n").split("\n")
    assert (len(shown), len(shown[0])) == (MOST_LINES, MOST_COLUMNS)
    assert shown[-1] == "... 28 more lines: print() shows them"


def test_a_run_without_time_names_its_instructions() -> None:
    assert repr(simt.run("dot", engine="functional")).startswith("<Result dot on fpga4: 2006 instructions, completed,")
