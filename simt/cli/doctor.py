"""`simt doctor`: what is installed, whether the compile cache works, and how long compiling takes."""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
from importlib import metadata
from typing import Any

import click

from simt.children import run_unheard
from simt.cli.options import command, json_option
from simt.cli.output import json_text, write_output
from simt.version import __version__

_PACKAGES = ("numpy", "numba", "llvmlite", "bitarray", "click", "rich", "pydantic", "jinja2")
# The extras of pyproject.toml that a user may want, with what each is for.
EXTRAS = {
    "plots": "pictures: -o FILE.svg, .png or .pdf",
    "opencl": "kernels in OpenCL C",
    "search": "simt explore --sampler nsga2 or tpe",
    "vcd": "simt trace -o FILE.vcd, for viewers of waveforms",
    "git": "simt diff FILE@REVISION",
    "parquet": "simt sweep export -o FILE.parquet",
    "dask": "simt sweep --dask, on several computers",
    "frames": "Result.frame() and the like, in Python",
}
_REQUIREMENT = re.compile(r"""([\w.-]+).*;.*\bextra == ['"]([\w-]+)['"]""")
_ENGINES = ("cycle", "functional")

# Runs in a process of its own, with an empty cache: compile both engines by running the smallest kernel.
_MEASURE = """
import time
import simt
program = simt.assemble(".threads 1\\n ret\\n")
for engine in ("cycle", "functional"):
    start = time.perf_counter()
    simt.run(program, "fpga4", engine=engine)
    print(engine, time.perf_counter() - start)
"""


@command()
@click.option("--measure", is_flag=True, help="Compile both engines into an empty cache and say how long it takes.")
@json_option
@click.pass_context
def doctor(ctx: click.Context, measure: bool, as_json: bool) -> None:
    """Show versions, extras, the compile cache, and whether the cache works. Exit status 1 if there is a problem.

    An extra that is missing is not a problem: it is named with what it is for, and `pip install 'simt[NAME]'` adds it.
    """
    report: dict[str, Any] = {"schema": "simt.doctor/1", "versions": _versions(), "extras": _extras(),
                              "settings": _settings()}  # fmt: skip
    try:
        report["cache"] = _cache()
    except Exception as error:  # the user wants the report, whatever is broken
        report["cache"] = {"error": f"{type(error).__name__}: {error}"}
    if measure:
        report["compile_seconds"] = _measure()
    problems = _problems(report)
    report["problems"] = problems
    write_output(None, json_text(report) if as_json else _text(report), is_text=not as_json)
    ctx.exit(1 if problems else 0)


def _versions() -> dict[str, str | None]:
    return {"simt": __version__, "python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}}


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _extras() -> dict[str, dict[str, str | None]]:
    """Return the versions of the packages of each extra, None for a missing one; {} if simt is not installed."""
    try:
        requirements = metadata.requires("simt") or []
    except metadata.PackageNotFoundError:
        return {}
    pairs = [(match[2], match[1]) for text in requirements if (match := _REQUIREMENT.match(text))]
    return {extra: {name: _version(name) for of, name in pairs if of == extra} for extra in EXTRAS}


def _settings() -> dict[str, Any]:
    """Return the machine, and the environment variables that change what simt or numba does."""
    names = sorted(name for name in os.environ if name.startswith(("NUMBA_", "SIMT_")))
    return {
        "platform": platform.platform(),
        "executable": sys.executable,
        "cores": os.cpu_count(),
        "environment": {name: os.environ[name] for name in names},
    }


def _cache() -> dict[str, Any]:
    """Return the folders and files of the compiled engines; damaged files are removed."""
    from numba.core import config

    from simt.core.engine.cache import files, folders, mend, place
    from simt.core.engine.entry import compile_needed
    from simt.core.engine.fitted import FITTED
    from simt.core.engine.kinds import KINDS
    from simt.launch import kept

    state: dict[str, Any] = {
        "jit": not config.DISABLE_JIT,
        "threads": config.NUMBA_NUM_THREADS,
        "bounds_checks": bool(config.BOUNDSCHECK),
    }
    if not state["jit"]:
        return state
    folder, damaged = place(), [*mend(), *kept.mend()]
    state["folder"] = str(folder or folders()[0])
    state["writable"] = folder is not None
    state["removed"] = [str(path) for path in damaged if not path.exists()]
    state["damaged"] = [str(path) for path in damaged if path.exists()]
    for count, total, paths in (
        ("files", "bytes", files()),
        ("fitted", "fitted_bytes", files(FITTED)),
        ("kernels", "kernel_bytes", kept.kept_files()),
    ):
        sizes = [path.stat().st_size for path in paths]
        state[count], state[total] = len(sizes), sum(sizes)
    state["compiled"] = {engine: not compile_needed(engine) for engine in _ENGINES}
    state["kinds"] = {kind.name: kind.is_compiled for kind in KINDS.values()}
    return state


def _measure() -> dict[str, float] | str:
    """Return the seconds to compile each engine, or the last line of the error."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        done = run_unheard([sys.executable, "-c", _MEASURE], environment=environment)
    if done.returncode:
        return (done.stderr.decode(errors="replace").strip() or "no output").splitlines()[-1]
    rows = (line.split() for line in done.stdout.decode().splitlines())
    return {name: round(float(seconds), 3) for name, seconds in rows}


def _problems(report: dict[str, Any]) -> list[str]:
    problems = [f"{name} is not installed" for name, version in report["versions"].items() if version is None]
    cache = report["cache"]
    if "error" in cache:
        problems.append(f"the engines cannot be loaded: {cache['error']}")
    elif not cache["jit"]:
        problems.append("NUMBA_DISABLE_JIT is set: the engines run as plain Python, thousands of times slower")
    elif not cache["writable"]:
        problems.append(
            f"{cache['folder']} cannot be written to, so every run compiles what is not there; set NUMBA_CACHE_DIR to "
            "a folder that can be"
        )
    problems += [
        f"{path} is damaged, so what it holds may be compiled by every run; remove it"
        for path in cache.get("damaged", ())
    ]
    if isinstance(report.get("compile_seconds"), str):
        problems.append(f"compiling fails: {report['compile_seconds']}")
    return problems


def _text(report: dict[str, Any]) -> str:
    settings, cache = report["settings"], report["cache"]
    lines = ["versions"]
    lines += [f"  {name:<10} {version or 'missing'}" for name, version in report["versions"].items()]
    if report["extras"]:
        lines += ["", "extras: pip install 'simt[NAME]'"]
        lines += [
            f"  {name:<10} {_of_extra(packages):<22} {EXTRAS[name]}" for name, packages in report["extras"].items()
        ]
    lines += ["", "machine", f"  {settings['platform']}, {settings['cores']} cores", f"  {settings['executable']}"]
    lines += [f"  {name}={value}" for name, value in settings["environment"].items()]
    lines += ["", "compile cache"]
    if "folder" in cache:
        writable = "writable" if cache["writable"] else "not writable"
        lines.append(f"  {cache['folder']} ({writable})")
        lines.append(f"  {cache['files']} files, {cache['bytes'] / 1e6:.1f} MB")
        if cache.get("fitted"):
            lines.append(f"  {cache['fitted']} of them fitted to machines, {cache['fitted_bytes'] / 1e6:.1f} MB")
        if cache.get("kernels"):
            lines.append(f"  {cache['kernels']} files of compiled kernels, {cache['kernel_bytes'] / 1e6:.1f} MB")
        lines += [f"  {path} was damaged and is removed; what it held is compiled again" for path in cache["removed"]]
        for engine, compiled in cache["compiled"].items():
            lines.append(f"  {engine} engine: {'compiled' if compiled else 'will be compiled at its first run'}")
        known = cache.get("kinds", {})
        missing = [name for name, is_compiled in known.items() if not is_compiled]
        others = f"; `simt warm` compiles the others: {', '.join(missing)}" if missing else ""
        lines.append(f"  {len(known) - len(missing)} of {len(known)} kinds of engine are compiled{others}")
    if "threads" in cache:
        checks = "on" if cache["bounds_checks"] else "off"
        lines.append(f"  numba threads {cache['threads']} (an engine uses one), bounds checks {checks}")
    if isinstance(report.get("compile_seconds"), dict):
        lines += [
            f"  {engine} engine: {seconds:.1f} s to compile" for engine, seconds in report["compile_seconds"].items()
        ]
    lines += ["", *(f"problem: {text}" for text in report["problems"])] if report["problems"] else ["", "all good"]
    return "\n".join(lines) + "\n"


def _of_extra(packages: dict[str, str | None]) -> str:
    return ", ".join(f"{name} {version or 'missing'}" for name, version in packages.items())
