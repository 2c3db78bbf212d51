"""The subcommands of `tilekeeper`, a file each; `device.cli` lists them."""
