#!/usr/bin/env bash
# Downloads the wheels that this release needs at a table, each with a hash from requirements/, for
# script/install-pi --wheels. The release in use runs it without rights when it fetches this one.
#
# Usage: script/installing/fetch_packages.sh PYTHON FOLDER      FOLDER is made
set -euo pipefail
# shellcheck source=script/installing/locked.sh
. "$(dirname "$0")/locked.sh"
mkdir -p "$2"
pip_options=(--quiet --dest "$2")
PIP_CONFIG_FILE=/dev/null fetch_locked "$1" build "${table_files[@]}"
