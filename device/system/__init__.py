"""What the program needs of the system: files, signals, systemd, a terminal."""
