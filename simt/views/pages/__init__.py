"""Pages and fragments of HTML: one template engine, one style sheet and one security policy for all of them."""
