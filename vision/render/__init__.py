"""Drawn boards: for training the reader, for the virtual table, for tests."""
