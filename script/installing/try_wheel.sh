#!/usr/bin/env bash
# Whether an installed tilekeeper answers, from a folder that has nothing to do with any checkout:
# its version, a score, words, an evening on the virtual table, a picture of it read, and a game that
# is kept from that picture.
#
# Usage: script/installing/try_wheel.sh BIN VERSION      BIN: the environment's folder of commands
set -euo pipefail
bin=$(cd "$1" && pwd) version=$2
away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT
cd "$away"
unset PYTHONPATH
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy PYGAME_HIDE_SUPPORT_PROMPT=1 LC_ALL=C.UTF-8
export HOME=$away XDG_STATE_HOME=$away/state XDG_CONFIG_HOME=$away/config

die() {
    printf 'try_wheel: %s\n' "$*" >&2
    exit 1
}

# answers WHAT COMMAND…: what it prints holds WHAT, exit status 0.
answers() {
    local what=$1 output
    shift
    output=$("$@" 2>&1 </dev/null) || die "$* ends with status $?: $output"
    [[ $output == *"$what"* ]] || die "$* doesn't print '$what': $output"
    printf '    %s\n' "${*/#$bin\//}"
}

play='{"id": "try", "variant": "classic", "tiles": {"G8": "C", "H8": "A", "I8": "T"}}'
printf '%s\n' "$play" >plays.jsonl
cat >short.txt <<'EVENING'
game classic
sides Ann Ben
words CAMERA
lay Ann 8D CAMERA
press Ann
pass Ben
pass Ann
pass Ben
wait 1
EVENING

answers "$version" "$bin/tilekeeper" --version
answers '"score":10' "$bin/tilekeeper" score --json plays.jsonl
answers 'QUIZ' "$bin/tilekeeper" judge QUIZ
LANGUAGE=fr answers 'Emploi' "$bin/tilekeeper" --help
answers 'first-light' "$bin/tilekeeper" demo --list
answers 'exactly what was laid' "$bin/tilekeeper" demo --headless --fast --evening short.txt --output shots
answers 'C A M E R A' "$bin/tilekeeper" read shots/camera.png
mkdir pictures && cp shots/camera.png pictures
answers 'Ann: CAMERA +26.' "$bin/tilekeeper" play --headless --camera folder:pictures --sides Ann,Ben --journal games.sqlite
answers 'Ann 26, Ben 0' "$bin/tilekeeper" history --journal games.sqlite
"$bin/python" - <<'SHIPPED' || die "files of the program are missing"
from importlib.resources import files

for name in ("hall.css", "hall-messages.schema.json"):
    assert (files("device") / "data" / name).is_file(), name
assert (files("device") / "themes" / "family.css").is_file()
SHIPPED
