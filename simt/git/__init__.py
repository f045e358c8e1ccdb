"""Files as a repository of git has them, read as data: nothing that a repository names is run, asked or fetched."""
