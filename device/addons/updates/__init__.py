"""Newer versions of the program: looked for, offered in the menu, begun by a press."""
