"""What a person looks at: summaries, annotated listings, reports of stops, HTML; all made from a `Result`."""
