"""What the program needs from the system: files, signals, systemd, a terminal."""
