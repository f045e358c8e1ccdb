"""The catalogue of shipped kernels and pipelines. The comment at the top of a file describes its kernel.

A file in assembly begins with `; NAME: ` and a description, followed by `; Shows:`, `; Mapping:` and `; Sizes:`
(programs/README.md). A file in OpenCL C begins with a comment, a file in Python with its docstring, and a pipeline with
`# NAME: ...`. An exercise has a gate. The gate has the machine on which the exercise runs, and the number of cycles
that a solution may take.
"""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from simt.launch.programs import EXERCISES, OPENCL, PYTHON, SOLUTIONS, companion, programs_folder

_SENTENCE = re.compile(r"(.+?)(?:(?<!\.)\.(?=\s|$)|$)", re.DOTALL)
_LABEL = re.compile(r"([A-Z][a-z]+): +(.+)")
_SYMBOL = re.compile(r"^(?:\.equ|#define)[ \t]+(\w+)[ \t]+(-?\w+)[ \t]*(?:;.*|//.*|/\*.*)?$", re.MULTILINE)
_INCLUDE = re.compile(r'^[ \t]*[.#]include[ \t]+"([^"]+)"', re.MULTILINE)
_KERNEL = {OPENCL: re.compile(r"^(?:__)?kernel void (\w+)", re.MULTILINE), PYTHON: re.compile(r"^@kernel.*\ndef (\w+)",
           re.MULTILINE)}  # fmt: skip
_LAUNCHED = re.compile(r'^kernel = "([^"]+)"', re.MULTILINE)
# Folders by the machine that their kernels are written for; all others are for the paper's.
_MACHINES = {
    "article/avx": "avx512", "article/gcn": "gcn64", "article/": "article32", "divergent/": "article32",
    "divergent/march": "article_core", "opencl/": "gtx280_core", "python/": "gtx280_core",
}  # fmt: skip
# What the first kernel of a file needs, and that machine does not have.
_KEYS = {"python/warp_": "options.shuffle", "python/compact": "options.ballot"}


@dataclass(frozen=True)
class ShippedKernel:
    """A shipped file, which has a kernel, several kernels, or a pipeline.

    name: its name in a command, such as `fft128`, `divergent/while` or `opencl/mm.cl`. path: the file.
    """

    name: str
    path: Path

    @cached_property
    def source(self) -> str:
        """The text of the file."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def header(self) -> str:
        """The text of the comment at the top of the file, without comment marks and without the kernel's name."""
        if self.path.suffix == PYTHON:
            return ast.get_docstring(ast.parse(self.source)) or ""
        if self.path.suffix == OPENCL:
            return " ".join(self.source.partition("/*")[2].partition("*/")[0].split())
        mark = self.source[:1]
        lines = self.source.split("\n")
        end = next((k for k, line in enumerate(lines) if not line.startswith(mark)), len(lines))
        text = textwrap.dedent("\n".join(line[1:] for line in lines[:end])).strip("\n")
        return text.removeprefix(f"{self.name.removesuffix('.toml')}: ")

    @property
    def parts(self) -> Mapping[str, str]:
        """The header by its labels (`Shows`, `Sizes`), each text on one line; "" is the label of what comes first."""
        found = {"": ""}
        for line in self.header.split("\n"):
            if match := _LABEL.match(line):
                found[match[1]] = match[2]
            else:
                found[list(found)[-1]] += f" {line}"
        return {label: " ".join(text.split()) for label, text in found.items()}

    @property
    def summary(self) -> str:
        """The first sentence of the header, which says what the kernel computes."""
        match = _SENTENCE.match(self.parts[""])
        return match[1] if match else ""

    @property
    def symbols(self) -> Mapping[str, str]:
        """The symbols at its top (`.equ`, `#define`) that are numbers or names, with their values."""
        return {} if self.path.suffix == PYTHON else dict(_SYMBOL.findall(self.source))

    @property
    def kernels(self) -> tuple[str, ...]:
        """The kernels of a file in a language, () for any other."""
        pattern = _KERNEL.get(self.path.suffix)
        return tuple(pattern.findall(self.source)) if pattern else ()

    @property
    def gate(self) -> Path | None:
        """The gate of an exercise and of its solution, with the goal in cycles; None for any other kernel."""
        return companion(self.path, ".toml") if self.name.startswith((f"{EXERCISES}/", f"{SOLUTIONS}/")) else None

    @property
    def machine(self) -> str:
        """A preset that can run it; "" for the default one, and for a pipeline, which names its own."""
        if self.path.suffix == ".toml":
            return ""
        if self.gate:
            return str(tomllib.loads(self.gate.read_text(encoding="utf-8"))["machine"])
        fitting = [prefix for prefix in _MACHINES if self.name.startswith(prefix)]
        is_far = re.search(r"^\.(?:buffer|include \"mm)", self.source, re.MULTILINE)
        return _MACHINES[max(fitting, key=len)] if fitting else "gtx280_core" if is_far else ""

    @property
    def command(self) -> str:
        """A command that runs the kernel. A kernel in Python has no inputs: its command only compiles it."""
        return self.command_of(self.name)

    def command_of(self, name: str) -> str:
        """Return `command` for a file of this name, such as a copy."""
        kernel = f"::{self.kernels[0]}" if len(self.kernels) > 1 else ""
        machine = f" -m {self.machine}" if self.machine else ""
        masks = " -D masks=1" if "masks" in self.symbols else ""
        keys = "".join(f" -s {key}=true" for prefix, key in _KEYS.items() if self.name.startswith(prefix))
        return f"simt {'asm' if self.path.suffix == PYTHON else 'run'} {name}{kernel}{machine}{keys}{masks}"

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """The file and its companions: included files, an oracle, the kernels of a pipeline with their companions.

        For an exercise, they are also its kernel in every language and its gate.
        """
        others = [self.path.with_suffix(suffix) for suffix in (".s", OPENCL)] if self.gate else []
        kernels = [self.path, *(path for path in others if path.is_file())]
        found = [file for kernel in kernels for file in self._files(kernel)]
        return tuple(dict.fromkeys([*found, *([self.gate] if self.gate else [])]))

    def _files(self, path: Path) -> Iterator[Path]:
        yield path
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".toml":
            for name in dict.fromkeys(_LAUNCHED.findall(text)):
                yield from self._files(path.parent / (name if Path(name).suffix else f"{name}.s"))
        elif path.suffix != PYTHON:
            for name in _INCLUDE.findall(text):
                yield from self._files(path.with_name(name))
        if path.suffix != ".inc" and (oracle := companion(path, PYTHON)).is_file():
            yield oracle


def shipped_kernels() -> dict[str, ShippedKernel]:
    """Return all shipped kernels and pipelines by name: kernels without a folder first, then by folder."""
    top = programs_folder()
    patterns = ("*.s", "*.toml", "*/*.s", f"*/*{OPENCL}", f"python/*{PYTHON}")
    named = {}
    found = [path for pattern in patterns for path in sorted(top.glob(pattern))]
    for path in sorted(found, key=lambda path: path.parent):
        place = path.relative_to(top)
        name = place.with_suffix("") if path.suffix == ".s" else place
        named[name.as_posix()] = ShippedKernel(name.as_posix(), path)
    return named
