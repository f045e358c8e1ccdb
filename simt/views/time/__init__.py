"""Views over cycles: timelines, pictures of them, the state of a launch at a cycle."""
