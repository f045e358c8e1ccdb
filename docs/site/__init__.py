"""The tools that make docs/ a site: `sphinx-build -W docs build/site` (docs/conf.py).

A page stays plain Markdown. `<!-- made: NAME -->` stands where text made from the sources goes (`made.py`), a link to a
file that a command of the page writes becomes a link to the written file (`session.py`).
"""
