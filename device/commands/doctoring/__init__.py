"""What only the command `doctor` does: looks at a device that no table has, tries its parts."""
