#!/usr/bin/env bash
# Installs the table at a card's first start, and restarts the machine: run by
# tilekeeper-first-boot.service until it has worked. The screen says how it goes; its output
# lies in tilekeeper-install.txt on the card's partition "bootfs", where any computer reads it.
set -uo pipefail
folder=$(cd "$(dirname "$0")/../../.." && pwd)
log=$(dirname "$folder")/tilekeeper-install.txt
screen=${TILEKEEPER_SCREEN:-/dev/tty1}

# Another process writes there: this one would get the console as its own, and end with it.
on_screen() { [ ! -c "$screen" ] || printf '%s\r\n' "$@" | tee "$screen" >/dev/null; }

timeout 900 cloud-init status --wait >/dev/null 2>&1 || true # it may be installing packages itself
systemctl --quiet stop getty@tty1.service # a login would stand in between
on_screen '' '' \
    'tilekeeper is being installed. This takes ten to thirty minutes; then the table comes up by itself.' \
    'tilekeeper s’installe. Cela dure de dix à trente minutes, puis la table apparaît toute seule.'

if bash "$folder/script/install-pi" --instead-of-desktop 2>&1 | tee "$log"; then
    # The user named in Raspberry Pi Imager sees the games.
    for who in $(getent group sudo | cut -d : -f 4 | tr , ' '); do usermod -aG tilekeeper "$who"; done
    systemctl --quiet disable tilekeeper-first-boot.service
    rm -f /etc/systemd/system/tilekeeper-first-boot.service
    systemctl --no-block reboot # for the groups and the board's watchdog
    exit
fi
on_screen '' "$(tail -n 1 "$log")" \
    'It did not work yet, and is tried again in half a minute. The whole story: tilekeeper-install.txt on the card.' \
    'Cela n’a pas encore marché ; nouvel essai dans une demi-minute. Tout est dans tilekeeper-install.txt sur la carte.'
exit 1
