"""What all views draw and write with: figures, panels, colours, text, windows of cycles."""
