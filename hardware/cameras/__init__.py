"""Cameras: a port, the kinds that can be named, and a file a kind."""
