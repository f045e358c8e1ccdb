"""A notebook with the outcome of every verb and with mistakes, executed: no output is longer than a screen."""

from __future__ import annotations

import ast
from typing import Any

import pytest

import simt
from simt.views.kit.text import MOST_COLUMNS, MOST_LINES

nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
from nbformat.v4 import new_code_cell, new_notebook  # noqa: E402  # after what it needs

FIRST = """\
import simt
open("gate.toml", "w").write('[[case]]\\nkernel = "transpose"\\nmachine = "fpga4"\\n')
open("board.csv", "w").write("microkernel,instruction,cycles\\nchain,add.f32,13\\nchain,add.u33,7\\n")
racy = simt.assemble(".kernel racy\\n.threads 8\\n.local x f32[8]\\nst.local [r0 + x], r1\\nret\\n");
"""
OUTCOMES = (
    'simt.Launch("transpose", "fpga4")',
    'simt.asm("transpose")',
    'simt.calibrate("fpga4")',
    'simt.calibrate("fpga4", readings="board.csv")',
    'simt.calibration_plan("fpga4")',
    'simt.check("transpose", "fpga4")',
    'simt.check(racy, "fpga4")',
    'simt.compare("transpose", "fpga4", axes={"banks": [2, 4]}, jobs=1)',
    'simt.copy_kernel("transpose")',
    'simt.diff("transpose", "transpose_padded", "fpga4")',
    'simt.disasm(simt.asm("transpose"))',
    'simt.experiment("issue-width")',
    "simt.explain()",
    'simt.explain("bank_conflict")',
    'simt.explore("transpose", {"banks": [2, 4]}, jobs=1)',
    'simt.gate("gate.toml")',
    'simt.init("begun")',
    "simt.kernels()",
    'simt.kernels("transpose")',
    'simt.model("transpose", "fpga4", models="all")',
    'simt.model_analysis("transpose", "fpga4")',
    'simt.model_counts(simt.model("transpose", "gtx280").counts, "gtx280", models="all")',
    'simt.model_figures("gtx280")',
    'simt.model_measured("transpose", "fpga4")',
    'simt.model_paper("mm_local", "gtx280")',
    'simt.model_parameters("gtx280")',
    'simt.model_sensitivity("transpose", "fpga4")',
    'simt.report("transpose", "fpga4")',
    'simt.run("transpose", "fpga4")',
    'simt.run_pipeline("scan.toml")',
    'simt.sweep("transpose", {"banks": [2, 4]}, jobs=1)',
    'simt.trace("transpose", "fpga4", cycles="0:100")',
    'simt.tune("transpose", {"banks": [2, 4]}, jobs=1)',
    'simt.warm("plain")',
    'simt.why("transpose", "fpga4")',
)
MISTAKES = (
    'simt.run("transposed")',
    'simt.run("transpose", bankz=8)',
    'simt.assemble(".kernel k\\n.threads 4\\n" + "moof\\n" * 9)',
    'simt.trace("transpose", "fpga4", cycles="9000:")',
)
FRAME = "height:560px"
NO_OUTCOMES = {"analyse", "assemble", "assemble_file", "disassemble", "find_program", "load_program", "pack", "show"}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """The outputs of every cell, by its text."""
    cells = [new_code_cell(text) for text in (FIRST, *OUTCOMES)]
    cells += [new_code_cell(text, metadata={"tags": ["raises-exception"]}) for text in MISTAKES]
    notebook = new_notebook(cells=cells)
    folder = str(tmp_path_factory.mktemp("notebook"))
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": folder}}).execute()
    return {cell.source: cell.outputs for cell in notebook.cells}


def test_every_verb_has_a_cell() -> None:
    calls = [node for text in OUTCOMES for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)]
    verbs = {name for name in simt.__all__ if name == "Launch" or name[0].islower()} - NO_OUTCOMES
    assert {call.attr for call in calls} - {"counts"} == verbs


@pytest.mark.filterwarnings("ignore")  # of the kernel's own libraries
@pytest.mark.parametrize("text", OUTCOMES)
def test_an_outcome_is_a_screen(outputs: dict[str, list[Any]], text: str) -> None:
    (output,) = outputs[text]
    assert output.output_type == "execute_result"
    data = output["data"]
    if "image/png" in data:
        return
    if (html := data.get("text/html")) is None:
        lines = data["text/plain"].split("\n")
        assert len(lines) <= MOST_LINES
        assert max(map(len, lines)) <= MOST_COLUMNS
        return
    assert html.count("<div") == html.count("</div>") == 1
    page = html.partition("<iframe")[2]
    assert (FRAME in page) == ("simt.report" in text)
    assert html.count("<tr>") <= MOST_LINES


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_a_message(outputs: dict[str, list[Any]], text: str) -> None:
    (output,) = outputs[text]
    assert output.output_type == "error"
    lines = "\n".join(output.traceback).split("\n")
    assert lines[0].startswith("error[E0")
    assert lines[-1] == f"  = line 1 of the cell: {text if len(text) <= 60 else text[:57] + '...'}"
    assert len(lines) <= MOST_LINES
    assert not any("Traceback" in line for line in lines)


def test_what_is_found_is_in_the_fragment(outputs: dict[str, list[Any]]) -> None:
    def html(start: str) -> str:
        return next(output["data"]["text/html"] for text, (output,) in list(outputs.items())[1:] if start in text)

    assert "C002" in html("simt.check(racy")
    assert "race on x[0]" in html("simt.check(racy")
    assert "st.local [r0 + x], r1" in html("simt.check(racy")
    assert "no races, no uninitialised reads, none out of bounds" in html('simt.check("transpose"')
    why = simt.why("transpose", "fpga4")
    assert why.first is not None
    assert f">{why.first.limit.name}</td>" in html("simt.why")
    assert f">{why.changes[0].settings}</td>" in html("simt.why")
    assert f"{why.run.cycles} cycles" in html("simt.why")
    difference = simt.diff("transpose", "transpose_padded", "fpga4")
    assert f"{difference.before.cycles} -&gt; {difference.after.cycles} cycles" in html("simt.diff")
    assert f">{difference.changed[0].total:+}</td>" in html("simt.diff")
    (copied,) = outputs['simt.kernels("transpose")']
    assert "simt run transpose" in copied["data"]["text/plain"]
    assert "every cycle of" in html("simt.report").partition("<iframe")[0]


def test_outside_of_notebooks_the_text_is_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    why = simt.why("transpose", "fpga4")
    simt.show(why)
    from simt.views.run.why import why_text

    assert capsys.readouterr().out == why_text(why)
    simt.show(simt.explain("bank_conflict"))
    assert capsys.readouterr().out == str(simt.explain("bank_conflict")).rstrip("\n") + "\n"
    simt.show(simt.report("transpose", "fpga4"))
    assert capsys.readouterr().out.startswith("<Report on transpose, fpga4: every cycle of ")
