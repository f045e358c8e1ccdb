"""The data of a report on the variables of a compiled kernel, for its script."""

from __future__ import annotations

import json
from typing import Any

import simt
from isa.program.variables import names_at
from simt.launch.programs import programs_folder
from simt.result.result import Result
from simt.views.report import build_report
from tests.unit.views.test_report import block, recorded
from tests.unit.views.unpacking import unpack_text

KERNEL = programs_folder() / "opencl" / "floyd_warshall.cl"


def compiled() -> Result:
    return simt.run(KERNEL, "article32", record=True, max_cycles=300)


def texts(page: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(unpack_text(block(page, "texts")))
    return data


def test_the_script_has_each_variable_and_its_registers() -> None:
    result = compiled()
    data = texts(build_report(result).html)
    for pc in range(len(result.program.words)):
        names: dict[int, list[str]] = {}
        for variable in data["variables"]:
            for start, stop, registers, parts, _ in variable["stays"]:
                if start <= pc < stop:
                    for register, part in zip(registers, parts, strict=True):
                        if register >= 0:
                            names.setdefault(register, []).append(part)
        assert names == names_at(result.program.variables, pc)


def test_an_instruction_has_the_variables_in_its_registers_and_its_label() -> None:
    result = compiled()
    program = texts(build_report(result).html)["program"]
    [add] = [entry for entry in program if entry["text"] == "add.u32 r7, r7, r3"]
    assert add["names"] == "r3 first, r7 there"
    assert add["writes"] == [7]
    labels = {address: name for name, address in result.program.labels.items()}
    assert {pc: entry["label"] for pc, entry in enumerate(program) if "label" in entry} == {
        pc: name for pc, name in labels.items() if pc < len(program)
    }


def test_a_program_in_assembly_has_no_panes_and_no_variables() -> None:
    page = build_report(recorded()).html
    data = texts(page)
    assert 'id="beside"' not in page
    assert "variables" not in data
    assert not any({"names", "writes", "label"} & entry.keys() for entry in data["program"])


def test_a_compiled_program_has_panes() -> None:
    page = build_report(compiled()).html
    assert page.count('class="pane"') == 2
    assert page.count('id="beside"') == 1
