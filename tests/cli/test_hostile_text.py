"""What a terminal obeys in names and comments of others does not leave, and no cell of a CSV file is a formula."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from pathlib import Path

import pytest

import simt
from simt.cli.echo import echo, neutral
from simt.cli.main import cli
from simt.experiments.report import Table
from simt.exploration import SweepResults
from simt.exploration.records.export import export_bytes
from simt.files import csv_text
from tests.commands import invoke
from tests.paths import ROOT

HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eback\u2066\x7f\x08\rx"
NAME = "k\x1b[2J\x9b1m\u202e"  # a file's
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
KERNEL = f"""\
; {HOSTILE}
.kernel k
.threads 4
.local x u32[4]
.macro twice r ; {HOSTILE}
    add.u32   \\r, \\r, \\r ; {HOSTILE}
.endm
    ld.local  r1, [thread_id + x] ; {HOSTILE}
    twice r1 ; {HOSTILE}
    st.local  [thread_id + x], r1
    ret
"""
MACHINE = f'base = "fpga4"\nname = {json.dumps(HOSTILE)}\ndescription = {json.dumps(HOSTILE)}\n'
COMMANDS = {
    "asm": ("asm K", "asm K --json", "asm K --cfg", "asm K --vliw 3 --show-schedule", "asm K -o -", "asm bad.s"),
    "disasm": ("disasm k.json", "disasm k.json --json", "disasm bad.s"),
    "run": ("run K -m M", "run K --view source", "run K --view instructions", "run K --json", "run trap.s",
        "run bad.s"),
    "trace": ("trace K -m M", "trace K --json", "trace K -o x.vcd", "trace K --view access"),
    "check": ("check K -m M", "check K --json", "check trap.s", "check bad.s"),
    "why": ("why K -m M", "why K --json", "why trap.s", "why bad.s"),
    "diff": ("diff K K -m M", "diff K K --json", "diff K --to-machine M", "diff bad.s K", f"diff K {NAME}"),
    "gate": ("gate", "gate --json", "gate --markdown", "gate --update", "gate K", "gate bad_gate.toml",
        f"gate --only {NAME}"),
    "report": ("report K -m M -o x.html", "report K"),
    "sweep": (
        "sweep K --set banks=2 -m M", "sweep K --set machine=M,fpga4 -o new.sqlite", "sweep show k.sqlite",
        "sweep show k.sqlite --json", "sweep export k.sqlite -o -", "sweep show k.sqlite --value program",
        "sweep trap.s --set banks=2",
    ),
    "explore": ("explore K --set banks=2,4 -m M", "explore K --set banks=2,4 --json", "explore trap.s --set banks=2"),
    "tune": ("tune K --set banks=2,4 -m M", "tune K --set banks=2,4 --json", "tune K --set banks=2,4 --csv -",
        "tune trap.s --set banks=2,4"),
    "model": ("model K -m M", "model analysis K -m M", "model K -m M --json", "model counts counts.toml"),
    "compare": ("compare K -m M", "compare K -m M --json", "compare trap.s"),
    "calibrate": ("calibrate -m M", "calibrate -m M --json", "calibrate -m M --readings board.csv",
        "calibrate -m M --readings board.csv --json", f"calibrate --readings {NAME}.csv"),
    "machine": ("machine show M", "machine diff M fpga8", "machine diff M fpga8 --json", "machine show bad.toml"),
    "isa": (f"isa {NAME}",),
    "memory": ("memory map K", "memory map k.json", f"memory map {NAME}", "memory run K --config ddr2-400-5e",
        "memory run K --config M", f"memory run K --config {NAME}", "memory clients M", f"memory clients {NAME}",
        "memory clients clients.toml", "memory clients clients.toml --json", "memory bench M"),
    "explain": (f"explain {NAME}",),
    "experiment": (f"experiment {NAME}",),
    "warm": (f"warm {NAME}",),
    "doctor": (),
    "init": (f"init {NAME}", f"init {NAME}", f"init other{NAME} --json"),
    "kernels": (f"kernels {NAME}",),
    "completion": (f"completion {NAME}",),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kernel and a machine, as hostile in their names as in what they hold, and files made of them."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / f"{NAME}.s").write_text(KERNEL, newline="")
    (folder / f"{NAME}.toml").write_text(MACHINE)
    client = f'[[client]]\nname = {json.dumps(HOSTILE)}\nkind = "host"\ndirection = "in"\naddress = 0\nbytes = 512\n'
    system = f'name = {json.dumps(HOSTILE)}\nchannel = "ddr2-400-5e"\nclocks = 500\n{client}'
    (folder / "clients.toml").write_text(system)
    case = f"[[case]]\nkernel = {json.dumps(f'{NAME}.s')}\n"
    (folder / "gate.toml").write_text(f'limit = 99\n{case}name = "k"\nset = {{ name = {json.dumps(HOSTILE)} }}\n')
    (folder / "bad_gate.toml").write_text(f"{case}machine = {json.dumps(HOSTILE)}\nlimit = {json.dumps(HOSTILE)}\n")
    (folder / "bad.s").write_text(f' add.u33 r1, r1, 1 ; {HOSTILE}\n .include "{HOSTILE}"\n {HOSTILE}\n', newline="")
    (folder / "trap.s").write_text(KERNEL.replace("thread_id + x]", "thread_id + 4096]"), newline="")
    (folder / "bad.toml").write_text(MACHINE + f"{json.dumps(HOSTILE)} = 1\n")
    board = (
        f'microkernel,instruction,cycles,source\nchain,add.u32,9,"{HOSTILE}"\nchain,"{HOSTILE}",9,\n"{HOSTILE}",,9,\n'
    )
    (folder / "board.csv").write_text(board, newline="")
    (folder / "counts.toml").write_text(f"name = {json.dumps(HOSTILE)}\nwork_items = {json.dumps(HOSTILE)}\n")
    return folder


@pytest.mark.parametrize("verb", COMMANDS)
def test_what_a_terminal_obeys_does_not_leave(verb: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    if not Path("k.json").exists():
        simt.sweep(f"{NAME}.s", {"machine": [f"{NAME}.toml", "fpga4"]}, output="k.sqlite")
        invoke("asm", f"{NAME}.s", "-o", "k.json")
    for command in COMMANDS[verb]:
        names = {"K": f"{NAME}.s", "M": f"{NAME}.toml", "machine=M,fpga4": f"machine={NAME}.toml,fpga4"}
        result = invoke(*[names.get(word, word) for word in command.split(" ")])
        assert result.exit_code in (0, 1, 2, 3, 4, 5), (command, result.output)
        for text in (result.stdout, result.stderr):
            found = OBEYED.search(text)
            assert found is None, (command, text[max(0, found.start() - 60) : found.end() + 20])
        if "--json" in command:
            json.loads(result.stdout)
    for page in folder.glob("*.html"):
        assert not OBEYED.search(page.read_text())


def test_every_verb_is_tried() -> None:
    assert list(COMMANDS) == [verb for verb in ("asm", "disasm", *COMMANDS) if verb in cli.list_commands(None)][2:]  # type: ignore[arg-type]
    assert set(COMMANDS) == set(cli.list_commands(None))  # type: ignore[arg-type]


def test_there_is_no_other_way_out() -> None:
    found = [path.name for path in (ROOT / "simt" / "cli").glob("*.py") if "click.echo(" in path.read_text()]
    assert found == ["echo.py"]


@pytest.mark.parametrize("is_colored", [False, True])
def test_text_stays_and_what_is_obeyed_is_escaped(is_colored: bool) -> None:
    for text in ("plain\n\ttabbed", "caf\u00e9 \u2580 \u4e2d \U0001f600", ""):
        assert neutral(text, is_colored=is_colored) == text
    for text, shown in (
        ("\x1b[2J", "\\u001b[2J"), ("\x9b1A", "\\u009b1A"), ("a\rb", "a\\u000db"), ("\u202ex", "\\u202ex"),
        ("\x1b]0;t\x07", "\\u001b]0;t\\u0007"), ("\x1b[8m", "\\u001b[8m"), ("\udcff", "\\udcff"), ("\x7f", "\\u007f"),
    ):  # fmt: skip
        assert neutral(text, is_colored=is_colored) == shown
        assert json.loads(f'"{shown}"') == text


def test_our_styles_stay_where_there_are_colours() -> None:
    from isa.reporting.diagnostics import Diagnostic, render
    from simt.views.kit.text import _STYLES, paint
    from simt.views.time.terminal import Style, _ink, _on_paper

    ours = [paint("x", style, True) for style in _STYLES]
    for style in (Style(is_colored=True), Style(is_colored=True, has_all_colors=True)):
        ours += [_ink("#12ab00", style), _on_paper("#ffffff", style)]
    ours += [
        "\x1b[49m",
        *(render([Diagnostic("E1", kind, "m", "f", 1, 1, 2, "s")], True) for kind in ("error", "note")),
    ]
    for text in ours:
        assert neutral(text, is_colored=True) == text
        assert "\x1b" not in neutral(text)


def test_bytes_leave_as_they_are(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    echo(b"\x89PNG\r\n\x1b", nl=False)
    assert capfdbinary.readouterr().out == b"\x89PNG\r\n\x1b"


# --- spreadsheets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-cmd|'/c calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "=", "-", "--5"])
def test_a_cell_that_a_spreadsheet_computes_is_guarded(text: str) -> None:
    (row,) = csv.reader(io.StringIO(csv_text([[text, "a,=b"]]), newline=""))
    assert row == [f"'{text}".replace("\r", "\n"), "a,=b"]
    assert Table("t", (text,), [[text]]).to_csv() == csv_text([[text], [text]])


def test_numbers_are_numbers() -> None:
    rows = [["-5", "+1e3", "-.5", -5, -2.5e-3, None, True, "a-b", "5-", "", "-inf"]]
    assert csv_text(rows) == "-5,+1e3,-.5,-5,-0.0025,,True,a-b,5-,,-inf\n"


def test_an_exported_sweep_is_guarded(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    simt.sweep("fft128", {"banks": [2]}, output=file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE results SET reason = '=cmd()'")
    assert ",'=cmd()," in export_bytes(SweepResults.load(file), ".csv").decode()
