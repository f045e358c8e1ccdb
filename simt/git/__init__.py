"""Files of a git repository, read as data: nothing that a repository names is run, asked or fetched."""
