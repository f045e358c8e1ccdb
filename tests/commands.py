"""A command of simt, run in this process."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner, Result

from simt.cli.main import cli


def invoke(*words: object, status: int | None = None, **options: Any) -> Result:
    """Run a command, which has to end by itself with `status`, if given. options: of `CliRunner.invoke`."""
    result = CliRunner().invoke(cli, list(map(str, words)), catch_exceptions=False, **options)
    assert status in (None, result.exit_code), result.output
    assert "Traceback" not in result.output
    assert "internal error" not in result.output
    return result
