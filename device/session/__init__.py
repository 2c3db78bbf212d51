"""The session: what every input means in every state of a table. Pure functions and frozen values.

`step.py` is the way in; docs/architecture.md says which file is about what. It holds no device,
reads no clock and writes nothing: effects say what to do. Tests: tests/device.
"""
