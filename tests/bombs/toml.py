"""Bombs in TOML: machines, plans of sweeps and searches, pipelines, counts, memories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.bombs import Table

_PLAN: Final = 'program = "dot"\nmachine = "fpga4"\nthreads = 8\noracle = false\nmax_cycles = 100\n'
bomb: Final = Table("TOML", "x.toml", "machine show x.toml")


@bomb("E0408")
def nested_arrays() -> str:
    return f"name = {'[' * 100_000}{']' * 100_000}\n"


@bomb("E0408", is_cheap=True)
def nested_tables() -> str:
    return f"name = {'{a=' * 60_000}1{'}' * 60_000}\n"


@bomb("E0400")
def dots() -> str:
    return f"{'.'.join('a' * 100_000)} = 1\n"


@bomb("E0401")
def dots_of_tables() -> str:
    return "".join(f"[{'.'.join('a' * 30)}.b{n}]\n" for n in range(3500))


@bomb("E0401")
def many_dots() -> str:
    return "".join(f"{'.'.join('a' * 30)}.b{n} = 1\n" for n in range(3500))


@bomb("E0400")
def digits() -> str:
    return f"warps = {'9' * 200_000}\n"


@bomb("E0407")
def based_on_itself() -> str:
    return 'base = "x.toml"\n'


@bomb("E0407", is_cheap=True)
def chain_of_bases() -> Mapping[str, str]:
    files = {f"x{n}.toml": f'base = "x{n + 1}.toml"\n' for n in range(3000)}
    return {"x.toml": 'base = "x0.toml"\n', **files, "x3000.toml": 'base = "fpga4"\n'}


@bomb("E0403")
def huge_machine() -> str:
    return 'base = "fpga4"\nwarps = 999999999999\nregisters = 99999999\n[local]\nwords = 9223372036854775807\n'


@bomb("E0774", is_cheap=True, command="sweep x.toml -o x.sqlite")
def plan_of_a_range() -> str:
    return f'{_PLAN}[sweep]\nbanks = "1..9223372036854775807"\n'


@bomb("E0761", command="sweep x.toml -o x.sqlite")
def plan_of_factors() -> str:
    return f'{_PLAN}[sweep]\nbanks = "1..{"9" * 4000}*2"\n'


@bomb("E0774", command="sweep x.toml -o x.sqlite")
def plan_of_a_product() -> str:
    keys = ("threads", "define.n", "define.m", "seed")
    return f"{_PLAN}[sweep]\n" + "".join(f'"{key}" = "1..60000"\n' for key in keys)


@bomb("E0774", command="sweep x.toml -o x.sqlite")
def plan_of_random_points() -> str:
    return f'{_PLAN}mode = "random"\ncount = 9000000000\n[sweep]\nseed = "1..90000"\n"define.n" = "1..90000"\n'


@bomb("E0774", command="explore x.toml -o x.sqlite")
def search_of_a_product() -> str:
    space = "".join(f'"{key}" = "1..60000"\n' for key in ("threads", "define.n", "define.m", "seed"))
    return f'{_PLAN}[sweep]\n{space}[explore]\nminimise = ["cycles"]\nbudget = 9223372036854775807\n'


@bomb("E0662", is_cheap=True, command="run x.toml")
def pipeline_of_a_product() -> str:
    heads = (".".join(["launch"] * depth) for depth in range(1, 5))
    return "".join(f"[[{head}]]\nrepeat = 1024\n" for head in heads) + 'kernel = "dot"\n'


@bomb("E0662", is_cheap=True, command="run x.toml")
def pipeline_of_mistakes() -> str:
    heads = (".".join(["launch"] * depth) for depth in range(1, 5))
    return "".join(f"[[{head}]]\nrepeat = 1024\n" for head in heads) + 'kernel = "dot"\nswap = 3\n'


@bomb("E0662", is_cheap=True, command="run x.toml")
def deep_pipeline() -> str:
    heads = (".".join(["launch"] * depth) for depth in range(1, 24))
    return "".join(f"[[{head}]]\nrepeat = 1\n" for head in heads) + 'kernel = "dot"\n'
