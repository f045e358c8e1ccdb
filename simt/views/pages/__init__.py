"""Pages and fragments of HTML: one template engine, one style sheet and one security policy for all of them."""

from __future__ import annotations

from simt.views.pages.engine import fragment, macro, page, picture

__all__ = ["fragment", "macro", "page", "picture"]
