"""`simt asm`."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from simt.cli.main import cli
from tests.commands import invoke

KERNEL = """\
.kernel tiny
.threads 8
.equ n 4
.local x f32[n]
.param scale f32 = 1.0
    mov r1, n
    add.f32 r2, r1, scale
loop:
    sub.u32 r1, r1, 1 -> loop if nz
    ret
"""


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.s").write_text(KERNEL)


simt = partial(invoke, "asm")


def test_the_listing_goes_to_stdout() -> None:
    result = simt("tiny.s", status=0)
    assert "sub.u32 r1, r1, 1 -> loop if nz" in result.output


def test_json() -> None:
    data = json.loads(simt("tiny.s", "--json").output)
    assert (data["schema"], data["name"], data["threads"], len(data["words"])) == ("simt.program/3", "tiny", 8, 4)
    assert data == json.loads(simt("tiny.s", "-o", "t.json", "--json").stdout) == json.loads(Path("t.json").read_text())


def test_files_by_suffix() -> None:
    for suffix in ("lst", "hex", "json"):
        result = simt("tiny.s", "-o", f"t.{suffix}")
        assert (result.exit_code, result.stdout) == (0, "")
        assert re.fullmatch(rf"wrote t\.{suffix}: \d+ k?B\n", result.stderr)
        assert simt("tiny.s", "-o", f"t.{suffix}", "-q").output == ""
    assert simt("tiny.s", "-q").output == ""
    assert "ret" in simt("tiny.s", "-q", "--listing").output
    assert Path("t.lst").read_text() == simt("tiny.s").output == simt("tiny.s", "-o", "t.hex", "--listing").stdout
    lines = Path("t.hex").read_text().splitlines()
    assert lines[:3] == ["// name = tiny", "// threads = 8", "// local_words = 4"]
    assert lines[3] == "// constant 0 = 3f800000"
    assert all(len(line) == 16 for line in lines if not line.startswith("//"))


def test_the_same_kernel_gives_the_same_bytes() -> None:
    simt("tiny.s", "-o", "a.json")
    simt("tiny.s", "-o", "b.json")
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()


def test_defines_replace_symbols() -> None:
    assert json.loads(simt("tiny.s", "-D", "n=16", "--json").output)["local_words"] == 16
    assert json.loads(simt("tiny.s", "-D", "n", "--json").output)["local_words"] == 1
    result = simt("tiny.s", "-D", "n=", status=2)
    assert "'n=' is neither NAME=VALUE nor NAME" in result.stderr


def test_standard_input() -> None:
    assert json.loads(simt("-", "--json", input=KERNEL).output)["name"] == "tiny"
    result = simt("-", input="  foo r1\n")
    assert (result.exit_code, result.stdout) == (3, "")
    assert " --> <stdin>:1:3\n" in result.stderr


def test_include_paths() -> None:
    Path("parts").mkdir()
    Path("parts/end.inc").write_text("    ret\n")
    Path("user.s").write_text('.threads 1\n.include "end.inc"\n')
    assert simt("user.s").exit_code == 3
    assert simt("user.s", "-I", "parts").exit_code == 0
    assert simt("user.s", "-I", "nowhere").exit_code == 2


def test_a_shipped_kernel_by_name() -> None:
    assert json.loads(simt("fft128", "--json").output)["name"] == "fft128"
    assert json.loads(simt("fft128.s", "--json").output)["name"] == "fft128"


def test_a_file_comes_before_a_shipped_kernel() -> None:
    Path("fft128.s").write_text(KERNEL)
    assert json.loads(simt("fft128.s", "--json").output)["name"] == "tiny"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ftt128.s", "there is no kernel `ftt128.s`\n  = help: did you mean the shipped kernel `fft128.s`?"),
        ("zzz", "there is no kernel `zzz`\n  = help: give the path of a file, or one of the shipped kernels"),
        (".", "`.` is a folder, not a kernel"),
        ("", "there is no kernel ``"),
        ("x" * 5000, "there is no kernel `xxx"),
    ],
)
def test_a_kernel_that_is_not_there(name: str, message: str) -> None:
    result = simt(name, status=2)
    assert f"error[E0650]: {message}" in result.stderr


def test_a_graph_in_a_folder_that_is_not_there() -> None:
    result = simt("tiny.s", "--cfg", "-o", "nowhere/g.svg")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0652]: cannot write nowhere/g.svg: there is no folder nowhere\n  = help: make it: mkdir -p nowhere\n",
    )


def test_outputs_that_cannot_be_written() -> None:
    result = simt("tiny.s", "-o", "nowhere/t.json")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0652]: cannot write nowhere/t.json: there is no folder nowhere\n  = help: make it: mkdir -p nowhere\n",
    )
    result = simt("tiny.s", "-o", "t.bin")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0653]: a program is written as .lst, .hex, .json, not t.bin\n",
    )


def test_a_failed_assembly_leaves_the_old_file() -> None:
    Path("t.hex").write_text("old")
    Path("bad.s").write_text("  foo\n")
    assert simt("bad.s", "-o", "t.hex").exit_code == 3
    assert Path("t.hex").read_text() == "old"
    assert sorted(path.name for path in Path().iterdir()) == ["bad.s", "t.hex", "tiny.s"]


def test_a_link_stays_a_link_and_permissions_stay() -> None:
    Path("real.hex").write_text("old")
    Path("real.hex").chmod(0o640)
    Path("link.hex").symlink_to("real.hex")
    simt("tiny.s", "-o", "link.hex")
    assert Path("link.hex").is_symlink()
    assert Path("real.hex").read_text().startswith("// name = tiny")
    assert Path("real.hex").stat().st_mode & 0o777 == 0o640


# --- the control-flow graph -------------------------------------------------------------------------------------------

SHAPES = """\
.kernel shapes
.threads 8
    mov r1, lane_id              ; a comment
top: and.b32 r2, r1, 1 -> odd if nz
    shr.u32 r1, r1, 1
    jmp join
odd: mov r3, 1
join:
    sub.u32 r1, r1, 1 -> top if nz
    ret
"""
ASCII_DRAWING = """\
shapes: 7 instructions in 6 blocks, 8 edges, 1 loop, reducible

        block 0  0                            entry, post-dominator 1
              0      3  mov r1, lane_id
           to 1 (fallthrough)
           v
+-----> block 1  1  top:                      dominator 0, post-dominator 4, loop depth 1 (header)
|             1      4  and.b32 r2, r1, 1 -> odd if nz
| +----    to 2 (fallthrough), 3 (taken); lanes meet again in 4, at 5
| |        v
| |     block 2  2-3                          dominator 1, post-dominator 4, loop depth 1
| |           2      5  shr.u32 r1, r1, 1
| |           3      6  jmp join
| | +--    to 4 (taken)
| | |
| +-+-> block 3  4  odd:                      dominator 1, post-dominator 4, loop depth 1
|   |         4      7  mov r3, 1
|   |      to 4 (fallthrough)
|   |      v
|   +-> block 4  5  join:                     dominator 1, post-dominator 5, loop depth 1
|             5      9  sub.u32 r1, r1, 1 -> top if nz
+------    to 5 (fallthrough), 1 (taken); lanes meet again in 5, at 6
           v
        block 5  6                            dominator 4, post-dominator exit
              6     10  ret
           to exit (ret)
"""


@pytest.fixture
def shapes() -> str:
    Path("shapes.s").write_text(SHAPES)
    return "shapes.s"


def test_cfg_in_the_terminal(shapes: str) -> None:
    result = CliRunner(charset="ascii").invoke(cli, ["asm", shapes, "--cfg"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output == ASCII_DRAWING
    drawn = simt(shapes, "--cfg").output
    assert drawn.translate(str.maketrans("│─┌└├┬┴┼▶↓", "|-++++++>v")) == ASCII_DRAWING
    assert "─▶ block 1  1  top: " in drawn
    assert simt(shapes, "--cfg", "-o", "-").output == drawn


def test_cfg_of_an_irreducible_loop_and_dead_code() -> None:
    Path("two.s").write_text(
        "  and r1, lane_id, 1 -> b if nz\na: mov r2, 2\nb: add.u32 r2, r2, 1 -> a if nz\n"
        "  jmp end\ndead: bar\nend: jmp end\n"
    )
    result = simt("two.s", "--cfg")
    assert result.output.endswith(
        "\n\n"
        "irreducible: blocks 1, 2 make a cycle that is entered at 1 and 2\n"
        "endless: no path leads from block 5 to the end\n"
        "unreachable: block 4\n"
    )
    assert "post-dominator 2, irreducible\n" in result.output


def test_cfg_files_by_suffix(shapes: str) -> None:
    for suffix in ("txt", "dot", "json"):
        result = simt(shapes, "--cfg", "-o", f"g.{suffix}")
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr.startswith(f"wrote g.{suffix}: ")
    assert Path("g.txt").read_text(encoding="utf-8") == simt(shapes, "--cfg").output
    lines = Path("g.dot").read_text().splitlines()
    assert lines[0] == 'digraph "shapes" {'
    assert '  b1 -> b3 [color="#0072b2", label="taken"];' in lines
    assert '  b5 -> exit [color="#777777", label="ret"];' in lines
    assert lines[-1] == "}"
    data = json.loads(Path("g.json").read_text())
    assert data == json.loads(simt(shapes, "--cfg", "--json").output)
    assert (data["schema"], data["reducible"], data["exit"]) == ("simt.control_flow/1", True, 6)
    assert data["blocks"][1] == {
        "number": 1,
        "first": 1,
        "last": 1,
        "labels": ["top"],
        "immediate_dominator": 0,
        "immediate_post_dominator": 4,
        "loop_depth": 1,
        "reconvergence": 4,
    }
    assert data["loops"] == [{"header": 1, "latches": [4], "blocks": [1, 2, 3, 4], "parent": None, "depth": 1}]


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_cfg_pictures_have_the_same_bytes_each_time(suffix: str, shapes: str) -> None:
    pytest.importorskip("matplotlib")
    for name in ("a", "b"):
        assert simt(shapes, "--cfg", "-o", f"{name}.{suffix}").exit_code == 0
    data = Path(f"a.{suffix}").read_bytes()
    assert data == Path(f"b.{suffix}").read_bytes()
    assert data.startswith(b"\x89PNG" if suffix == "png" else b"<?xml")
    if suffix == "svg":
        assert b"lanes meet again in 4" in data


def test_cfg_without_matplotlib(monkeypatch: pytest.MonkeyPatch, shapes: str) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = simt(shapes, "--cfg", "-o", "g.svg")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0701]: a .svg picture needs matplotlib, which is not installed\n"
        "  = help: pip install 'simt[plots]', or -o FILE.txt, -o FILE.dot for Graphviz\n",
    )
    for suffix in ("txt", "dot"):
        assert simt(shapes, "--cfg", "-o", f"g.{suffix}").exit_code == 0


def test_cfg_of_a_graph_too_large_for_a_picture() -> None:
    pytest.importorskip("matplotlib")
    Path("long.s").write_text("a:\n" + "  sub.u32 r1, r1, 1 -> a if nz\n" * 300 + "  ret\n")
    result = simt("long.s", "--cfg", "-o", "g.svg")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0260]: the control-flow graph has 301 blocks, a picture shows at most 150\n"
        "  = help: -o FILE.dot writes it for Graphviz, -o FILE.txt as text\n",
    )
    assert not Path("g.svg").exists()
    assert simt("long.s", "--cfg").exit_code == 0


def test_cfg_names_the_file_of_an_included_line() -> None:
    Path("part.inc").write_text("    add.u32 r2, r2, 1\n")
    Path("whole.s").write_text('    mov.b32 r2, 5\n.include "part.inc"\n    ret\n')
    lines = simt("whole.s", "--cfg").output.splitlines()
    assert "        0      1  mov.b32 r2, 5" in lines
    assert "        1         part.inc:1: add.u32 r2, r2, 1" in lines


def test_cfg_of_pops_that_do_not_nest() -> None:
    Path("odd.s").write_text(" push_mask end\n add.u32 r1, lane_id, 1 -> end if nz\n pop_mask\nend:\n ret\n")
    assert "to where the stack says (pop)" in simt("odd.s", "--cfg").output
    simt("odd.s", "--cfg", "-o", "odd.dot")
    assert "  b2 -> pop2 [" in Path("odd.dot").read_text()
    data = json.loads(simt("odd.s", "--cfg", "--json").output)
    assert {"source": 2, "target": data["exit"], "kind": "popped"} in data["edges"]
    pytest.importorskip("matplotlib")
    simt("odd.s", "--cfg", "-o", "odd.svg")
    assert ">pop<" in Path("odd.svg").read_text()


def test_cfg_mistakes(shapes: str) -> None:
    result = simt(shapes, "--cfg", "-o", "g.hex")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0653]: a control-flow graph is written as .txt, .dot, .svg, .png, .pdf, .json, not g.hex\n",
    )
    result = simt(shapes, "-o", "g.svg")
    assert (result.exit_code, result.stderr) == (
        2,
        "error[E0653]: a program is written as .lst, .hex, .json, not g.svg\n"
        "  = help: --cfg writes the control-flow graph as .svg\n",
    )
    result = simt(shapes, "--cfg", "--listing", status=2)
    assert "give --cfg or --listing, not both" in result.stderr
    assert simt(shapes, "--cfg", "-o", "nowhere/g.dot").stderr.startswith("error[E0652]")


PACKED = """\
.threads 8
.local x f32[8]
    ld.local r1, [thread_id + x]
    mul.f32 r1, r1, r1
    add.u32 r2, thread_id, 1
    st.local [thread_id + x], r1
    ret
"""


def test_vliw_packs_a_scalar_kernel() -> None:
    Path("p.s").write_text(PACKED)
    assert simt("p.s", "--vliw", "3", "-o", "p.json").exit_code == 0
    assert len(json.loads(Path("p.json").read_text())["words"]) == 5
    assert "{ ld.local" in invoke("disasm", "p.json").output


def test_the_schedule_explains_each_bundle_and_block() -> None:
    Path("p.s").write_text(PACKED)
    output = simt("p.s", "--vliw", "3", "--show-schedule").output
    assert output.splitlines()[0] == "p: 5 instructions in 3 bundles of up to 3 (lds, alu, fpu), 5 words, 3 registers"
    assert "5 operations in 3 bundles, at least 3" in output
    assert "bounds: lds 2, alu 2, fpu 1, dependences 3, together 3; dependences binding" in output
    assert output.splitlines()[-1].endswith("alu slot, r1") or output.splitlines()[-1].endswith("r1")
    data = json.loads(simt("p.s", "--vliw", "3", "--show-schedule", "--json").output)
    assert (data["schema"], data["bundles"], data["blocks"][0]["within_10_percent"]) == ("simt.schedule/1", 3, True)


def test_bundles_in_the_source_are_for_the_slots_of_vliw() -> None:
    Path("b.s").write_text("{ mul.f32 r1, r1, r1 | add.u32 r2, r2, 1 }\nret\n")
    assert simt("b.s", "--vliw", "3").exit_code == 0
    assert "E0222" in simt("b.s", "--vliw", "2").output
    assert "E0221" in simt("b.s").output
    assert "E0341" in simt("b.s", "--vliw", "3", "--show-schedule").output


@pytest.mark.parametrize("option", ["--show-schedule", "--registers=8", "--threads=8", "--assume-in-bounds"])
def test_options_of_the_packer_need_vliw(option: str) -> None:
    assert simt("tiny.s", option).exit_code == 2
