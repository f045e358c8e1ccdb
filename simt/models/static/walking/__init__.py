"""Every warp's way through a program, of one work-group or of many together."""
