"""Write docs/tour.ipynb, executed: `python -m benches.tour` (nbclient, ipykernel).

tests/unit/docs/test_tour.py executes it again and sees that no output is longer than a screen.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import nbclient
import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

PATH = Path(__file__).parents[1] / "docs" / "tour.ipynb"

INTRODUCTION = """\
# A tour in twelve cells

A run, where its cycles went, the same on other machines, and what models predict. Each function does what the command
of its name does ([docs/python.md](python.md)); `print(...)` of a table shows all of it, `.table` is a numpy array.
"""

CELLS = (
    """
    import simt

    result = simt.run("fft128", "fpga4")  # a kernel and a machine by name; checked by the oracle beside the kernel
    result
    """,
    """
    result.ledgers.issue  # issue slots by what became of them: they sum to the cycles
    """,
    """
    simt.trace("fft128", "fpga4", cycles="300:400")  # the warps over a hundred cycles
    """,
    """
    banks = simt.sweep("fft128", {"banks": [1, 2, 4, 8], "vliw": [1, 3]})  # a grid of machines
    banks
    """,
    """
    best = banks.table[banks.table["cycles"].argmin()]
    {name: best[name].item() for name in ("local.banks", "vliw.slots", "cycles")}
    """,
    """
    simt.run("fft128", "fpga4", vliw=3, banks=8)  # that one again: it is packed for three slots
    """,
    """
    simt.model("fft128", "fpga4", models="all")  # predictions from counts: nothing is run
    """,
    """
    change = simt.compare(["transpose", "transpose_padded"], axes={"banks": [1, 2, 4, 8, 16]})
    change
    """,
    """
    change.figure("sweep")  # predicted against simulated cycles, over the banks
    """,
    """
    print(simt.explain("retire_port"))
    """,
    '''
    import numpy as np

    from simt.lang import Global, f32, global_id, kernel


    @kernel
    def polynomial(x: Global[f32], y: Global[f32]):
        """A kernel of one's own, in Python (docs/languages.md)."""
        i = global_id()
        y[i] = (x[i] + 3) * x[i] + 1


    x, y = np.linspace(0, 1, 64, dtype=np.float32), np.zeros(64, np.float32)
    simt.run(polynomial, "fpga4", inputs={"x": x, "y": y}, global_size=64)
    ''',
    """
    polynomial(x, y, global_size=64)  # the same in plain Python, which changes y
    y[:4]
    """,
)


def build() -> nbformat.NotebookNode:
    """The notebook without outputs."""
    cells = [new_markdown_cell(INTRODUCTION), *(new_code_cell(dedent(text).strip()) for text in CELLS)]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same every time
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def execute(notebook: nbformat.NotebookNode) -> None:
    """Run every cell. Raises `nbclient.exceptions.CellExecutionError`."""
    nbclient.NotebookClient(notebook, timeout=300, record_timing=False).execute()


if __name__ == "__main__":
    made = build()
    execute(made)
    made["metadata"].pop("language_info", None)  # the version of the interpreter that ran it
    PATH.write_text(nbformat.writes(made) + "\n", encoding="utf-8")
