#!/bin/sh
# report.sh WORD VERSION: what came of an update or a roll-back, for the table to read and show
# (device/system/updates.py). Written as the table's own user, whose directory it is.
exec setpriv --reuid tilekeeper --regid tilekeeper --init-groups sh -c '
    umask 007
    printf "%s\n" "$1" >"$2/.updated.new"
    mv "$2/.updated.new" "$2/updated"' report "$1 $2" "${TILEKEEPER_ROOT:-}/run/tilekeeper"
