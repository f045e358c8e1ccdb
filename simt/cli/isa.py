"""`simt isa`: the instruction table, or one instruction in full with its encoding and its cases."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import did_you_mean, listed, quote
from simt.cli.options import argument, command, json_option, target_options
from simt.cli.output import json_text, write_output
from simt.views.kit.text import aligned

if TYPE_CHECKING:
    from isa.table.spec import InstructionSpec
    from simt.cli.options import MachineChoice
    from simt.machine import Machine

_TIMES = ("count", "lanes", "latency")  # keys of a unit
_MAX_BEGUN = 6  # names of instructions in an answer to a part of one


@command()
@argument("name", "INSTRUCTION", required=False)
@target_options
@json_option
def isa(name: str | None, machine: MachineChoice | None, as_json: bool) -> None:
    """The instruction set: the table, or the instruction NAME in full.

    \b
      simt isa
      simt isa add.u32
      simt isa -m fpga4

    NAME is a mnemonic or an alias. With a machine the table has the instructions that it can execute, and says what the
    others need; a page of one instruction says whether it can, and how long its unit takes.
    """
    from isa.table.table import INSTRUCTIONS, MNEMONICS, table_hash
    from simt.cli.usage import Mistake

    if name is not None and name.lower() not in MNEMONICS:
        begun = _begun_by(name.lower())
        advice = f"did you mean {begun}?" if begun else did_you_mean(name, MNEMONICS, "`simt isa` lists them")
        raise Mistake(f"there is no instruction {quote(name)}", help=advice)
    has = None if machine is None else machine.resolve()[0]
    if name is not None:
        spec = MNEMONICS[name.lower()]
        write_output(None, json_text(_entry(spec, has)) if as_json else _page(spec, has), is_text=not as_json)
        return
    specs = list(INSTRUCTIONS.values())
    if as_json:
        data = {"schema": "simt.isa/1", "hash": table_hash(), "machine": has and has.name}
        write_output(None, json_text(data | {"instructions": [_entry(spec, has) for spec in specs]}))
    else:
        write_output(None, _table(specs) if has is None else _table_on(specs, has), is_text=True)


def _begun_by(word: str) -> str:
    """Return, as text, the instructions whose name without its type begins with `word`, such as `add.u32`.

    "" if there is none, or more than six.
    """
    from isa.table.table import INSTRUCTIONS

    words = [name for name, spec in INSTRUCTIONS.items() if spec.bytes >= 4]  # parts of words would hide the others
    names = [f"`{name}`" for name in words if "." in name and name.partition(".")[0].startswith(word)]
    return listed(names) if word and 0 < len(names) <= _MAX_BEGUN else ""


def _table(specs: list[InstructionSpec]) -> str:
    rows = [("instruction", "operands", "unit", "carry", "needs", "result")]
    rows += [(spec.name, spec.syntax, spec.unit, _carry(spec), spec.requires, spec.result) for spec in specs]
    return "\n".join(aligned(rows, range(6), indent="")) + "\n"


def _table_on(specs: list[InstructionSpec], machine: Machine) -> str:
    """Return the table of the instructions that a machine can execute, and below it the needs of the other
    instructions.
    """
    from simt.machine.capabilities import CAPABILITIES, provides

    able = [spec for spec in specs if provides(machine, spec.requires)]
    lines = [_table(able), f"{machine.name} executes {len(able)} of {len(specs)} instructions"]
    for need in dict.fromkeys(spec.requires for spec in specs if spec not in able):
        names = [spec.name for spec in specs if spec.requires == need]
        shown = ", ".join(names if len(names) <= _MAX_BEGUN else [*names[: _MAX_BEGUN - 1], "..."])
        lines.append(f"  {len(names):>3} need {CAPABILITIES[need].flag.replace('-s ', '')}  {shown}")
    return "\n".join(lines) + "\n"


def _on(spec: InstructionSpec, machine: Machine) -> str:
    """Return whether a machine can execute an instruction, and the keys of the unit that does."""
    from simt.machine.capabilities import CAPABILITIES, provides
    from simt.machine.choosing import way_to

    if not provides(machine, spec.requires):
        lack = CAPABILITIES[spec.requires].lack.format(machine)
        return f"{machine.name} cannot: it {lack}; a machine that can: {way_to(spec.requires)}"
    unit = getattr(machine, spec.unit, None)
    facts = [f"{spec.unit}.{key} = {value}" for key in _TIMES if (value := getattr(unit, key, None)) is not None]
    return f"{machine.name} can" + (f"; {', '.join(facts)}" if facts else "")


def _carry(spec: InstructionSpec) -> str:
    return ("r" if spec.reads_carry else "") + ("w" if spec.writes_carry else "")


def _page(spec: InstructionSpec, machine: Machine | None) -> str:
    from simt.machine.capabilities import CAPABILITIES

    lines = [f"{spec.name} {spec.syntax}".rstrip(), "", f"  {spec.result}", ""]
    facts = {
        "unit": spec.unit,
        "immediate": f"{spec.type}, for {_slots(spec)}" if spec.constant_slots else "",
        "doubles": f"{', '.join(spec.doubles)}: two registers, the one that is named and the next"
        if spec.doubles
        else "",
        "jump": "may jump on its result: -> label if z, nz, n, nn, c or nc" if spec.may_jump else "",
        "carry": {"": "", "r": "read", "w": "written", "rw": "read and written"}[_carry(spec)],
        "needs": CAPABILITIES[spec.requires].kind if spec.requires else "",
        "aliases": ", ".join(spec.aliases),
        "example": spec.example,
        "machine": "" if machine is None else _on(spec, machine),
    }
    lines += [f"  {name:<10} {text}" for name, text in facts.items() if text]
    lines += ["", "encoding", ""]
    lines += [f"  {bits:>7}  {field:<9}  {doc}" for bits, field, doc in _encoding(spec)]
    if spec.cases:
        lines += ["", "cases by lane; the other lanes of the warp have no thread" if spec.across else "cases", ""]
        lines += _cases(spec)
    if spec.kernel:
        registers = ", ".join(f"{name} = {value}" for name, value in spec.expect.items())
        body = [line[4:] if line.startswith("    ") else line for line in spec.kernel.strip("\n").split("\n")]
        lines += ["", f"kernel that leaves {registers}", "", *("  " + line for line in body if line.strip())]
    return "\n".join(lines) + "\n"


def _cases(spec: InstructionSpec) -> list[str]:
    """Return the cases as lines, a column for each value; a case of several lanes has a line for each."""
    names = list(spec.cases[0])
    width = 21 if spec.doubles else 15
    rows = [[_value(case[name], name) for name in names] for case in spec.cases if not spec.across]
    for case in spec.cases if spec.across else ():
        by_lane = zip(*(case[name] for name in names), strict=True)
        rows += [[str(lane), *map(_value, values, names)] for lane, values in enumerate(by_lane)]
    names = ["lane", *names] if spec.across else names
    return ["  " + "".join(f"{cell:<{width}}" for cell in row).rstrip() for row in (names, *rows)]


def _slots(spec: InstructionSpec) -> str:
    bank = "s" if "sa" in spec.fields else "r"
    names = {"a": f"{bank}a", "b": f"{bank}b", "c": "rc" if "rc" in spec.fields else "offset"}
    return listed([names[slot] for slot in spec.constant_slots])


def _encoding(spec: InstructionSpec) -> list[tuple[str, str, str]]:
    """Return the fields of the word that the instruction uses, highest bit first: bits, name, meaning."""
    from isa.table.spec import field_mask
    from isa.table.table import FIELD_DOCS, FIELDS

    rows = []
    named = {*spec.fields, *spec.high.values()}
    for name, (high, low) in sorted(FIELDS.items(), key=lambda entry: -entry[1][0]):
        if name == "const" and not spec.constant_slots:  # a truth table stands in its place
            continue
        if spec.used_mask & field_mask((high, low)) and (name in named or name not in _OPERAND_FIELDS):
            doc = f"{spec.opcode:#04x}" if name == "opcode" else FIELD_DOCS[name]
            rows.append((f"{high}" if high == low else f"{high}-{low}", name, doc))
    return rows


_OPERAND_FIELDS = (
    "rd", "ra", "rb", "rc", "otherwise", "sd", "sa", "sb", "table", "far", "far_push", "far_otherwise",
)  # fmt: skip


def _value(value: int | float, name: str) -> str:
    """Return a case's value: decimal for flags and small numbers, hexadecimal for bits, floats as they are."""
    if isinstance(value, float) or name in ("carry", "carry_out") or 0 <= value < 65536:
        return str(value)
    return f"{value:#010x}"


def _entry(spec: InstructionSpec, machine: Machine | None) -> dict[str, Any]:
    """Return one instruction for --json, with whether a machine can execute it.

    Floats of the cases are {"f32": text, "bits": word} or, of doubles, {"f64": text, "bits": 64 bits}: JSON has no NaN.
    """
    from simt.machine.capabilities import provides

    return {
        **{name: getattr(spec, name) for name in _FACTS},
        **({} if machine is None else {"executable": provides(machine, spec.requires)}),
        "encoding": [{"bits": bits, "field": field} for bits, field, _ in _encoding(spec)],
        "cases": [
            {name: _case_json(value, _DATA.get(name) in spec.doubles) for name, value in case.items()}
            for case in spec.cases
        ],
        "kernel": spec.kernel,
        "expect": dict(spec.expect),
    }


_FACTS = (
    "name", "opcode", "unit", "syntax", "type", "doubles", "across", "aliases", "may_jump", "constant_slots",
    "reads_carry", "writes_carry", "requires", "result", "example",
)  # fmt: skip
_DATA = {"a": "ra", "b": "rb", "c": "rc", "r": "rd"}  # a case's values by field


def _case_json(value: int | float | list[int | float], is_double: bool) -> object:
    if isinstance(value, list):
        return [_case_json(one, is_double) for one in value]
    if isinstance(value, float) and is_double:
        return {"f64": str(value), "bits": int.from_bytes(struct.pack(">d", value), "big")}
    if isinstance(value, float):
        return {"f32": str(value), "bits": int.from_bytes(struct.pack(">f", value), "big")}
    return value
