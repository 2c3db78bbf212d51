"""Newer versions of the program: searched for, offered in the menu, started by a press."""
