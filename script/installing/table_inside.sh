# shellcheck shell=bash
# A table in a container, looked at as its root: whether it runs, and whether it keeps its games. Sourced
# by try_inside.sh and try_package_inside.sh, which say which `python` is the table's.

log=/root/try.log
unit=tilekeeper.service
failed=0

# check SENTENCE COMMAND…: what the command prints on its last line stands behind the sentence.
check() {
    local sentence=$1 began=$SECONDS output
    shift
    if output=$("$@" 2>>"$log"); then
        printf 'ok      %s (%d s%s)\n' "$sentence" $((SECONDS - began)) "${output:+: ${output##*$'\n'}}"
    else
        printf 'FAILED  %s (%s)\n' "$sentence" "${output##*$'\n'}"
        failed=1
    fi
}

show() { systemctl show --value --property "$1" $unit; }

# within SECONDS COMMAND…: until it holds.
within() {
    local until=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $until ] || return 1
        sleep 0.5
    done
}

runs() { [ "$(show ActiveState)/$(show SubState)" = active/running ]; }
another_process() { runs && [ "$(show MainPID)" != "$1" ] && [ "$(show MainPID)" != 0 ] && runs; }
history_of() { runuser -u "$1" -- tilekeeper history --json 2>/dev/null; }

# A game of which one play was laid.
keeps_game() {
    systemctl stop $unit
    (cd / && umask 007 && setpriv --reuid tilekeeper --regid tilekeeper --init-groups "$python" -) <<'END' &&
import time
from pathlib import Path
from device.storage.journal import Journal
from engine.events import Played
from engine.records.record import GameRecord, write_record
from engine.records.record import write_event
from engine.squares import Square
journal = Journal(Path("/var/lib/tilekeeper/games.sqlite"), time.time)
number = journal.begin(write_record(GameRecord("classic", "en", ("Ann", "Ben"))))
play = Played("Ann", {Square(7 + n, 7): letter for n, letter in enumerate("QUIZ")})
journal.append(number, 0, write_event(play))
journal.close()
END
        systemctl start $unit && runs && history_of ann >/root/game && grep -q QUIZ <(runuser -u ann -- tilekeeper history 1) && cat /root/game
}

same_game() { history_of ann | diff - /root/game; }
