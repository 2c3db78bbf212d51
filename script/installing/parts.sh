# shellcheck shell=bash
# shellcheck disable=SC2034
# What of a checkout goes where. Sourced by script/install-pi, script/release and containers.sh.

program=(engine vision hardware device pyproject.toml requirements README.md LICENSE) # a release's sources
system=(systemd docs/install.md)                                                      # what the system gets of it
installer=(script/install-pi script/installing)                                       # what goes back to a release, too
installing=("${program[@]}" "${system[@]}" script)                                    # all that it takes to install
