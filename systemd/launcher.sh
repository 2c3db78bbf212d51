#!/bin/sh
# The command `tilekeeper` of a table: the release in use, over the service's games and settings.
# A user who isn't in the group tilekeeper sees a message to that effect, and gets their own instead.
if [ -z "${STATE_DIRECTORY:-}" ]; then
    # The doctor asks the table there, or says why it may not.
    export RUNTIME_DIRECTORY="${RUNTIME_DIRECTORY:-/run/tilekeeper}"
    if [ -x /var/lib/tilekeeper ]; then
        export STATE_DIRECTORY=/var/lib/tilekeeper
        export CONFIGURATION_DIRECTORY="${CONFIGURATION_DIRECTORY:-/etc/tilekeeper}"
        umask 0002 # the service has to be able to change what is made there
    else
        echo "tilekeeper: $(id -un) isn't in the group tilekeeper, so this is without the table's games and settings. To see them: sudo usermod -aG tilekeeper $(id -un), then log in again." >&2
    fi
fi
export PYTHONNOUSERSITE=1
exec /opt/tilekeeper/current/bin/tilekeeper "$@"
