"""Plug-ins: programs that others have written and a household installs. Each runs in a process of
its own, is sent what spectators may see, and can't stop an evening."""
