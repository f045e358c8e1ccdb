"""The path of every warp through a program, for one work-group or many together."""
