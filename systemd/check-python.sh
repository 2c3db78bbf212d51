#!/bin/sh
# Says what is wrong when the system's Python is no longer the one that this release was made for,
# as after an upgrade of the whole distribution: in the journal, and on the screen (standard input
# is its console).
release=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
if "$release/bin/python" -c 'import device.cli.main' 2>/dev/null; then
    exit 0
fi
made_for=$(basename "$release"/lib/python3.*)
now=$("$release/bin/python" --version 2>&1) || now="no Python"
if [ "python$(echo "${now#Python }" | cut -d . -f 1,2)" = "$made_for" ]; then
    sentence="tilekeeper: release $(basename "$release") is damaged: run script/install-pi again in the folder you installed it from."
else
    sentence="tilekeeper: this release was made for $made_for, and the system has $now now: run script/install-pi again in the folder you installed it from. All games are kept."
fi
echo "$sentence" >&2
if [ -t 0 ]; then printf '\r\n%s\r\n' "$sentence" >&0; fi
exit 1
