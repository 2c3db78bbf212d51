"""A table in a machine of its own: QEMU with real kernel interfaces on every wire, driven from
outside (docs/machine.md). Nothing of it is in the product."""
