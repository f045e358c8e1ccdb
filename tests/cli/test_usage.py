"""Mistakes in the command line: a code, the word that is wrong, and a way out, in the style of all other errors."""

from __future__ import annotations

import json

import pytest

from tests.commands import invoke

# The words, what is reported, the word that is underlined ("" for the end of the line), the help.
MISTAKES = [
    ("mashine", "E0671", "there is no command `mashine`", "mashine", "did you mean `machine`?"),
    ("memory rum", "E0671", "there is no command `rum`", "rum", "did you mean `run`?"),
    ("run", "E0674", "`KERNEL` is missing", "", "`simt run --help` shows what it takes"),
    ("run dot --seed", "E0674", "`--seed` needs a value", "--seed", "`simt run --help` shows what it takes"),
    ("run dot --sede=3", "E0672", "there is no option `--sede`", "--sede=3", "did you mean `--seed`?"),
    ("run dot --seed x", "E0673", "`--seed`: 'x' is not a whole number", "x", "`simt run --help` shows what it takes"),
    ("run dot --view sumary", "E0673",
     "`--view`: 'sumary' is not one of 'summary', 'source', 'instructions', 'lanes'", "sumary",
     "did you mean `summary`?"),
    ("run dot --no-check", "E0672", "there is no option `--no-check`", "--no-check", "did you mean `--no-oracle`?"),
    ("asm dot --no-check", "E0672", "there is no option `--no-check`", "--no-check",
     "`simt asm --help` shows what it takes"),
    ("run dot --oracle o.py --no-oracle", "E0670", "--oracle and --no-oracle exclude each other", "--oracle",
     "`simt run --help` shows what it takes"),
    ("warm plain bundels", "E0670", "there is no kind of engine `bundels`", "bundels", "did you mean `bundles`?"),
    ("isa mul.u33", "E0670", "there is no instruction `mul.u33`", "mul.u33", "did you mean `mul.u32`?"),
    ("run dot fir", "E0670", "`fir` is more than `simt run` takes", "fir", "the form is `simt run [OPTIONS] KERNEL`"),
    ("run dot --seed -1", "E0673", "`--seed`: -1 is not a number from 0 up", "--seed",
     "`simt run --help` shows what it takes"),
    ("memory bench --clocks 0", "E0673", "`--clocks`: 0 is not a number from 1 to 8388608", "--clocks",
     "`simt memory bench --help` shows what it takes"),
    ("sweep -q --cout 'a b'", "E0672", "there is no option `--cout`", "--cout",
     "did you mean `--count`?"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "code", "message", "word", "advice"), MISTAKES)
def test_a_mistake_has_a_code_a_place_and_a_way_out(
    words: str, code: str, message: str, word: str, advice: str
) -> None:
    arguments = [word.strip("'") for word in words.replace("a b", "a_b").split()]
    shown = invoke(*[argument.replace("a_b", "a b") for argument in arguments])
    line = f"simt {words}"
    column = line.index(f" {word}") + 2 if word else len(line) + 1
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == (
        f"error[{code}]: {message}\n --> command line:1:{column}\n  |\n1 | {line}\n"
        f"  | {' ' * (column - 1)}{'^' * max(len(word), 1)}\n  = help: {advice}\n"
    )


def test_a_mistake_about_no_word_underlines_the_command() -> None:
    shown = invoke("diff", "dot").stderr
    assert "\n1 | simt diff dot\n  | ^^^^^^^^^\n" in shown


def test_a_mistake_in_json() -> None:
    [line] = invoke("isa", "--jsn", "--json").stderr.splitlines()
    assert json.loads(line) == {
        "code": "E0672", "severity": "error", "message": "there is no option `--jsn`", "file": "command line",
        "line": 1, "column": 10, "help": "did you mean `--json`?",
    }  # fmt: skip


def test_a_hostile_word_stays_a_word() -> None:
    shown = invoke("run", "dot", "--a\x1b[2J\nb" * 100).stderr
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) < 1000
