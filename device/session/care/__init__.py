"""The device and what is connected to it: camera, sticks, network, updates."""
