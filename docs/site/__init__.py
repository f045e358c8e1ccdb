"""What makes docs/ a site: `sphinx-build -W docs build/site` (docs/conf.py).

A page stays plain Markdown. `<!-- made: NAME -->` stands where text made from the sources goes (`made.py`), a link to a
file that a command of the page writes is a link to what the command wrote (`session.py`).
"""
