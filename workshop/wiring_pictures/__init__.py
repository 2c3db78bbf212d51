"""The drawings of docs/build-one.md: which wire goes where, and how high the camera is."""
