"""The games on a USB stick, in the forms that others read, for a table without a network."""
