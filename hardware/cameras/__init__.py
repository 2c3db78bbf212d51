"""Cameras: a port, the kinds that can be named, and one file per kind."""
