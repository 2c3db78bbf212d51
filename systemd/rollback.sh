#!/bin/bash
# Goes back to the release before this one, and tells the table what came of it; for
# tilekeeper-rollback.service. One that doesn't start gives way to this one again.
set -euo pipefail
unset CDPATH
here=$(dirname "$(readlink -f "$0")")
home=${TILEKEEPER_ROOT:-}/opt/tilekeeper
before=$(basename "$(readlink "$home/previous")")

bash "$here/installer/script/install-pi" rollback || {
    "$here/report.sh" stayed "${before%%-*}"
    exit 1
}
