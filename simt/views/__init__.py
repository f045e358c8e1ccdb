"""Summaries, annotated listings, reports of stops and HTML, all made from a `Result`."""
