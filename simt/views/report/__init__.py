"""One self-contained HTML file that shows a run: source beside timeline, ledgers, zoom and hover, no network."""

from __future__ import annotations

from simt.views.report.build import Report, build_report

__all__ = ["Report", "build_report"]
