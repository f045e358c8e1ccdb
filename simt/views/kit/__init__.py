"""Shared tools of all views: figures, panels, colours, text, windows of cycles."""
