"""The command line: `tilekeeper NAME` is the click command in NAME.py."""
