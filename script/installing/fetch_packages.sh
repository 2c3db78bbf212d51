#!/usr/bin/env bash
# Fetches the wheels that a table needs of this release, each with a hash that it has in requirements/,
# for script/install-pi --wheels: run without rights by the release that fetches this one.
#
# Usage: script/installing/fetch_packages.sh PYTHON FOLDER      FOLDER is made
set -euo pipefail
# shellcheck source=script/installing/locked.sh
. "$(dirname "$0")/locked.sh"
mkdir -p "$2"
pip_options=(--quiet --dest "$2")
PIP_CONFIG_FILE=/dev/null fetch_locked "$1" build "${table_files[@]}"
