"""`simt disasm`: assembly text from an assembled program; it assembles to the same words."""

from __future__ import annotations

from simt.cli.options import argument, command, json_option, output_option
from simt.cli.output import json_text, write_output


@command()
@argument("program", "FILE")
@output_option("Write the text to FILE.")
@json_option
def disasm(program: str, output: str | None, as_json: bool) -> None:
    """Turn PROGRAM back into assembly text.

    PROGRAM is a .json or .hex file that `simt asm` wrote, or - for standard input.
    """
    from simt.verbs.asm import disasm as verb
    from simt.verbs.asm import load_words

    parsed = load_words(program)
    text = verb(parsed)
    if not as_json:
        write_output(output, text)
        return
    from isa.forms.disassembler import disassembly

    statements = disassembly(parsed).statements
    words = [
        {"address": address, "word": f"{word:#018x}", "text": statement}
        for address, (word, statement) in enumerate(zip(parsed.words, statements, strict=True))
    ]
    data = {"schema": "simt.disassembly/1", "name": parsed.name, "hash": parsed.hash, "words": words}
    write_output(output, json_text(data | {"text": text}))
