"""Whatever an oracle does wrong is E0604 with its file and line, in every verb that runs one, and no traceback."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import Result

import simt
from tests.commands import invoke

KERNEL = """\
.kernel k
.threads 4
.local x f32[4]
    ld.local  r1, [thread_id + x]
    mul.f32   r1, r1, 2.0
    st.local  [thread_id + x], r1
    ret
"""
ORACLE = """\
import io
import sys
import numpy as np

class Leave(BaseException):
    pass

class Bad:
    def __array__(self, *arguments, **names): raise Leave("array")
    def __int__(self): raise Leave("int")
    def __repr__(self): raise Leave("repr")

class Mute(Exception):
    def __str__(self): raise Leave("str")

def deep(n): return deep(n + 1)

def raised(error): raise error

TOLERANCE = 1e-6

def inputs(program, rng):
    return {"x": [1, 2, 3, 4]}

def expected(program, inputs):
    return {"x": 2 * inputs["x"]}

def operations(program):
    return 4
"""
WRONG = {
    "key of inputs": ("inputs", "{1: [1, 2, 3, 4]}"),
    "key of expected": ("expected", "{('x', 'y'): inputs['x']}"),
    "ragged inputs": ("inputs", "{'x': [[1, 2], [3]]}"),
    "ragged results": ("expected", "{'x': [[1, 2], [3]]}"),
    "texts": ("inputs", "{'x': 'abcd'}"),
    "objects": ("expected", "{'x': [object()] * 4}"),
    "complex numbers": ("expected", "{'x': 1j * inputs['x']}"),
    "records": ("inputs", "{'x': np.zeros(4, 'i4, f4')}"),
    "dates": ("expected", "{'x': np.zeros(4, 'M8[s]')}"),
    "too many": ("inputs", "{'x': np.broadcast_to(np.float32(0), (1 << 45,))}"),
    "too many results": ("expected", "{'x': np.broadcast_to(np.float32(0), (1 << 45,))}"),
    "memory": ("inputs", "{'x': np.zeros(1 << 60)}"),
    "large numbers": ("inputs", "{'x': [10 ** 400] * 4}"),
    "its own array": ("inputs", "{'x': Bad()}"),
    "its own results": ("expected", "{'x': Bad()}"),
    "another array": ("inputs", "{'y': [1, 2, 3, 4]}"),
    "another result": ("expected", "{'y': inputs['x']}"),
    "no dictionary": ("inputs", "Bad()"),
    "nothing": ("expected", "{}"),
    "SystemExit": ("inputs", "sys.exit(3)"),
    "GeneratorExit": ("expected", "raised(GeneratorExit())"),
    "StopIteration": ("inputs", "raised(StopIteration())"),
    "BaseException": ("expected", "raised(Leave('now'))"),
    "mute": ("inputs", "raised(Mute())"),
    "recursion": ("expected", "deep(0)"),
    "closed output": ("inputs", "[sys.stdout.close()]"),
    "closed errors": ("inputs", "[sys.stderr.close()]"),
    "detached output": ("inputs", "[sys.stdout.detach()]"),
    "another output": ("expected", "setattr(sys, 'stdout', None) or {'x': 2 * inputs['x']}"),
    "another stderr": ("inputs", "setattr(sys, 'stderr', io.StringIO()) or {'x': [1, 2, 3, 4]}"),
    "operations": ("operations", "Bad()"),
    "operations without end": ("operations", "10 ** 5000"),
    "negative operations": ("operations", "-1"),
    "a launch of one": ("launch", "(4,)"),
    "a launch of its own": ("launch", "Bad()"),
    "a launch of texts": ("launch", "('4', Bad())"),
}
LOADED = {
    "syntax": "def inputs(:\n", "exit": "import sys\nsys.exit(0)\n", "base": "raise GeneratorExit\n",
    "tolerance": f"{ORACLE}TOLERANCE = 10 ** 400\n", "list": f"{ORACLE}TOLERANCE = [1]\n", "none": "x = 1\n",
    "closes": "import sys\nsys.stdout.close()\n", "NUL": "x = '\0'\n", "deep": f"x = {'(' * 500}{')' * 500}\n",
    "module": f"{ORACLE}def __getattr__(name): raise Leave(name)\n", "class": f"{ORACLE}class inputs: pass\n",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.s").write_text(KERNEL)


def write(function: str, value: str) -> int:
    """An oracle of which one function returns this; the line of the function."""
    lines = ORACLE.splitlines()
    heads = [number for number, line in enumerate(lines) if line.startswith(f"def {function}(")]
    head = heads[0] if heads else len(lines)
    argument = "program, rng" if function == "inputs" else "program, inputs" if function == "expected" else "program"
    lines[head : head + 2] = [f"def {function}({argument}):", f"    return {value}"]
    Path("k.py").write_text("\n".join(lines) + "\n")
    return head + 1


def call(command: str) -> Result:
    streams = sys.stdout, sys.stderr
    result = invoke(*command.split())
    assert (sys.stdout, sys.stderr) == streams
    assert "Traceback" not in result.output
    assert "internal error" not in result.output
    return result


@pytest.mark.parametrize("kind", WRONG)
def test_a_function_that_misbehaves(kind: str) -> None:
    function, value = WRONG[kind]
    line = write(function, value)
    result = call("run k.s --json")
    assert result.exit_code == 2, result.output
    (told,) = [json.loads(each) for each in result.stderr.splitlines() if each.startswith("{")]
    assert (told["code"], told["file"]) == ("E0604", "k.py")
    assert told["message"].startswith(f"`{function}` of the oracle k.py ")
    is_raised = " fails: " in told["message"]  # then the line is that which raises
    assert told["line"] > 0 if is_raised else told["line"] == line


@pytest.mark.parametrize("kind", WRONG)
def test_a_sweep_keeps_it_as_a_reason(kind: str) -> None:
    write(*WRONG[kind])
    result = call("sweep k.s --set banks=2,4")
    assert result.exit_code == 1, result.output
    assert "2 points: oracle\n  `" in result.stdout
    assert " of the oracle k.py " in result.stdout


@pytest.mark.parametrize("command", ["trace k.s", "report k.s", "compare k.s", "model k.s -m fpga4 --oracle k.py"])
@pytest.mark.parametrize("kind", ["key of inputs", "ragged inputs", "texts", "SystemExit", "closed output"])
def test_the_other_verbs_too(command: str, kind: str) -> None:
    write(*WRONG[kind])
    result = call(command)
    told = result.stdout if "compare" in command else result.stderr  # a point that has no result is in its table
    assert result.exit_code == (1 if "compare" in command else 2), result.output
    assert "`inputs` of the oracle k.py " in told
    if "compare" not in command:
        assert "error[E0604]: `inputs` of the oracle k.py " in told
        assert re.search(r"^ *--> k\.py:[0-9]+:[0-9]+$", told, re.MULTILINE)


@pytest.mark.parametrize("kind", LOADED)
def test_a_file_that_misbehaves_when_it_is_loaded(kind: str) -> None:
    Path("k.py").write_text(LOADED[kind])
    result = call("run k.s")
    if kind in ("module", "class"):  # nothing of these is asked for, or it fails when it is called
        assert result.exit_code == (0 if kind == "module" else 2)
        return
    assert result.exit_code == 2
    assert re.search(r"^error\[E0604\]: .*the oracle k\.py", result.stderr, re.MULTILINE)
    if kind not in ("tolerance", "none", "NUL"):  # which fail at no line
        assert re.search(r"^ *--> k\.py:[0-9]+:[0-9]+$", result.stderr, re.MULTILINE)


@pytest.mark.parametrize("where", ["inputs", "expected"])
def test_ctrl_c_in_an_oracle_is_the_users(where: str) -> None:
    write(where, "raised(KeyboardInterrupt())")
    result = call("run k.s")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.endswith("interrupted\n")
    # In a thread of a sweep, where no Ctrl-C arrives, it is the oracle's own.
    assert "fails: KeyboardInterrupt" in call("sweep k.s --set banks=2").stdout


def test_what_an_oracle_prints_is_no_output_of_the_command() -> None:
    write("inputs", "print('hello') or np.seterr(all='raise') and {'x': [1, 2, 3, 4]}")
    result = call("run k.s --json")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("{")
    assert "hello\n" in result.stderr


def test_in_python_it_is_an_exception() -> None:
    write("inputs", "sys.exit()")
    with pytest.raises(simt.OracleError, match=r"`inputs` of the oracle k\.py fails: SystemExit"):
        simt.run("k.s", "fpga4")


def test_an_oracle_that_computes_in_place_changes_no_input() -> None:
    """A sweep asks for the expected results before the run, and a run after it."""
    write("expected", "inputs['x'].__imul__(2) is None or {'x': inputs['x']}")
    assert "check    passed" in call("run k.s").stdout
    (row,) = simt.sweep("k.s", {"banks": [2]}).results
    assert (row["status"], row["max_relative_error"]) == ("done", 0.0)
