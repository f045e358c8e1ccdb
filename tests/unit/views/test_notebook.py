"""simt.views.notebook.register: what IPython is told, and `simt.show`."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from types import SimpleNamespace
from typing import Any

import pytest

import simt
from simt.views.notebook import register as notebook
from simt.views.run.summary import summary


class Formatter:
    """As IPython's: a function by the name of a class."""

    def __init__(self) -> None:
        self.drawn: dict[str, Any] = {}

    def for_type_by_name(self, module: str, name: str, draw: Any) -> None:
        self.drawn[f"{module}.{name}"] = draw


@pytest.fixture
def ipython(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    formatters = defaultdict(Formatter)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    shown: list[object] = []
    module = SimpleNamespace(get_ipython=lambda: shell, display=SimpleNamespace(display=shown.append), shown=shown)
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", module.display)
    return SimpleNamespace(shell=shell, shown=shown)


def test_values_are_drawn_by_the_names_of_their_classes(ipython: SimpleNamespace) -> None:
    notebook.register_formatters()
    result = simt.run(simt.load_program("fft128"), "fpga4")
    html = ipython.shell.display_formatter.formatters["text/html"].drawn
    for value in (result, result.program, result.machine, result.ledgers):
        kind = type(value)
        page = html[f"{kind.__module__}.{kind.__qualname__}"](value)
        assert page.startswith("<div")
        assert page.rstrip().endswith("</div>")
        assert page.count("<tr>") <= 40
        assert page.count("<tr>") == page.count("</tr>")
    assert "184" in html["isa.program.program.Program"](result.program)
    assert "warp_size 4" in html["simt.machine.machine.Machine"](result.machine)
    plain = ipython.shell.display_formatter.formatters["text/plain"].drawn
    printed: list[str] = []
    plain["simt.result.result.Result"](result, SimpleNamespace(text=printed.append), False)
    assert printed == [summary(result).rstrip()]


def test_names_from_files_are_escaped() -> None:
    program = simt.assemble(".kernel k\n.threads 4\nret\n")
    object.__setattr__(program, "name", "<b>&")
    assert "<b>&lt;b&gt;&amp;" not in notebook.program_html(program)
    assert "&lt;b&gt;&amp;" in notebook.program_html(program)


def test_show_displays_in_a_notebook_and_prints_elsewhere(
    ipython: SimpleNamespace, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = simt.Machine.load("fpga4")
    simt.show(machine)
    assert ipython.shown == [machine]
    monkeypatch.delitem(sys.modules, "IPython")
    simt.show(machine)
    assert capsys.readouterr().out == f"{machine!r}\n"


def test_importing_simt_registers_only_where_a_notebook_runs() -> None:
    code = "import sys, simt; print('simt.views.notebook.register' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
    fake = (
        "import sys, types; m = types.ModuleType('IPython'); m.get_ipython = lambda: None; sys.modules['IPython'] = m\n"
    )
    found = subprocess.run([sys.executable, "-c", fake + code], capture_output=True, text=True, check=True).stdout
    assert found == "True\n"
