"""`simt explain`: the page of an error code, a stop or a reason of the ledgers, or the list of them."""

from __future__ import annotations

import click

from simt.cli.options import argument, json_option
from simt.cli.output import json_text, screen_columns, write_output
from simt.cli.reporting import usage_errors

_WORDS = "\nWhy a warp or an issue slot waited, and what the lanes of an instruction did:\n\n"


@click.command()
@argument("name", required=False, metavar="[CODE|REASON]")
@json_option
def explain(name: str | None, as_json: bool) -> None:
    """Explain an error code, a stop, or a reason why cycles went; without one, list them.

    \b
      simt explain E0501
      simt explain bank_conflict
      simt explain deadlock
    """
    from isa.explanations import explanations
    from simt.result.stops import STOP_CODES
    from simt.verbs.explain import find_page
    from simt.views.studies.fitting import refilled

    if name is None:
        pages = explanations("isa", "simt")
        if as_json:
            write_output(None, json_text({page.name: page.title for page in pages.values()}))
            return
        stops = {code: f" ({kind})" for kind, code in STOP_CODES.items()}
        codes = [f"{page.name:5}  {page.title}{stops.get(page.name, '')}\n" for page in pages.values() if page.is_code]
        words = [f"{page.name:13}  {page.title}\n" for page in pages.values() if not page.is_code]
        write_output(None, "".join([*codes, _WORDS, *words]), is_text=True)
        return
    with usage_errors():
        page = find_page(name)
    if as_json:
        write_output(None, json_text({"code": page.name, "text": str(page)}))
        return
    width = screen_columns()
    write_output(None, str(page) if width is None else refilled(str(page), width), is_text=True)
