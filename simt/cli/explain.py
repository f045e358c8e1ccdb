"""`simt explain`: the page of an error code, a stop or a reason of the ledgers, or the list of them."""

from __future__ import annotations

import click

from simt.cli.options import argument, json_option
from simt.cli.output import json_text, screen_columns, write_output
from simt.cli.panels import PanelledCommand
from simt.cli.reporting import STATUSES, usage_errors


class _Explain(PanelledCommand):
    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of exit statuses for click."""
        with formatter.section("Exit statuses of every verb"):
            formatter.write_dl([(str(status), text) for status, text in STATUSES.items()])


@click.command(cls=_Explain)
@argument("name", required=False, metavar="[CODE|REASON]")
@json_option
def explain(name: str | None, as_json: bool) -> None:
    """Explain an error code, a stop or a reason of the ledgers; without a name, list them.

    \b
      simt explain E0501
      simt explain bank_conflict
      simt explain deadlock
    """
    from isa.explanations import Explanation
    from simt.verbs.explain import explain as verb
    from simt.views.studies.fitting import refilled

    with usage_errors():
        page = verb(name)
    if as_json:
        data = {"code": page.name, "text": str(page)} if isinstance(page, Explanation) else page.to_dict()
        write_output(None, json_text(data))
        return
    width = screen_columns() if name else None
    write_output(None, str(page) if width is None else refilled(str(page), width), is_text=True)
