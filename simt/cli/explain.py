"""`simt explain`: the page of an error code, a stop or a reason of the ledgers, or the list of them."""

from __future__ import annotations

import click

from simt.cli.options import json_option
from simt.cli.output import json_text, write_output

_WORDS = "\nWhy a warp or an issue slot waited, and what the lanes of an instruction did:\n\n"


@click.command()
@click.argument("name", required=False, metavar="[CODE|REASON]")
@json_option
def explain(name: str | None, as_json: bool) -> None:
    """Explain an error code, a stop, or a reason why cycles went; without one, list them.

    \b
      simt explain E0501
      simt explain bank_conflict
      simt explain deadlock
    """
    from isa.diagnostics import quote, suggest
    from isa.explanations import explanations
    from simt.result.stops import STOP_CODES

    pages = explanations("isa", "simt")
    if name is None:
        if as_json:
            write_output(None, json_text({page.name: page.title for page in pages.values()}))
            return
        stops = {code: f" ({kind})" for kind, code in STOP_CODES.items()}
        codes = [f"{page.name:5}  {page.title}{stops.get(page.name, '')}\n" for page in pages.values() if page.is_code]
        words = [f"{page.name:13}  {page.title}\n" for page in pages.values() if not page.is_code]
        write_output(None, "".join([*codes, _WORDS, *words]))
        return
    word = name.lower()
    page = pages.get(name.upper()) or pages.get(STOP_CODES.get(word, word))
    if page is None:
        guess = suggest(name, [*pages, *STOP_CODES])
        hint = f"Did you mean {guess}?" if guess else "`simt explain` lists them."
        raise click.UsageError(f"There is no code or reason {quote(name)}. {hint}")
    write_output(None, json_text({"code": page.name, "text": str(page)}) if as_json else str(page))
