"""The site: `sphinx-build -W docs build/site`; docs/site/ is what it adds to Sphinx."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from simt.version import __version__

project = "simt"
version = release = __version__
author = "the authors of simt"
extensions = ["myst_parser", "sphinx_copybutton", "docs.site.extension"]
exclude_patterns = ["site/**"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
python_maximum_signature_line_length = 90
toc_object_entries = False
# A button copies what a reader types: commands without their prompt and their output, other blocks as they stand.
copybutton_prompt_text = "$ "
html_theme = "furo"
html_title = f"simt {__version__}"
html_static_path = ["site/static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
