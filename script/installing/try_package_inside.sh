#!/usr/bin/env bash
# What script/try-package has done inside the container, as its root: a line a check, exit status 1
# if one failed. The packages are in /srv/before and /srv/now.
set -uo pipefail
cd /home/ann/tilekeeper || exit 1
python=/usr/lib/tilekeeper/bin/python
# shellcheck source=script/installing/table_inside.sh
. script/installing/table_inside.sh
settings=/etc/tilekeeper/tilekeeper.toml

# apt WORD…: what it prints goes into the log, and /tmp/apt has it too.
apt() { apt-get -y -q --no-install-recommends -o Dpkg::Use-Pty=0 "$@" 2>&1 | tee /tmp/apt >>"$log"; }
version() { dpkg-query -W -f '${Version}' tilekeeper 2>/dev/null; }
folder_of() { [ -e "/srv/$1" ] && realpath /srv/"$1"/*.deb; }

# installs WHICH [OPTION…]: that package, and the table runs with it and calls itself that.
installs() {
    local package
    package=$(folder_of "$1")
    apt install "${@:2}" "$package" && runs && [ "$(version)" = "$(dpkg-deb -f "$package" Version)" ] &&
        [[ $(tilekeeper --version 2>/dev/null) == *"$(version)"* ]] &&
        echo "$(version), Python $("$python" -c 'import platform; print(platform.python_version())'), $(du -sm /usr/lib/tilekeeper | cut -f 1) MB, system $(du -smx / | cut -f 1) MB"
}

compiled() { # for this Python, as the service's user can't
    [ -e "$(find /usr/lib/tilekeeper/lib/python3/site-packages/device/cli/__pycache__ -name "main.cpython-3*.pyc")" ]
}

checks_itself() { # what the installer has a release show
    (cd / && runuser -u tilekeeper -- "$python" -I -) <script/installing/check_release.py >>"$log" 2>&1
}

asked() {
    local status=0
    usermod -aG tilekeeper ann
    runuser -u ann -- tilekeeper doctor --json >/tmp/doctor || status=$?
    [ $status -le 1 ] && [ -s /tmp/doctor ] && echo "$(wc -l </tmp/doctor) lines, exit status $status"
}

verifies() { systemd-analyze verify --man=no --recursive-errors=no $unit tilekeeper-radio@off.service; }
exposed() { systemd-analyze security $unit | tail -n 1 | grep -o '[0-9][0-9.]* [A-Z]*'; }
switches_radios() { systemctl start tilekeeper-radio@on.service; }

keeps_settings() {
    printf '[screen]\ncelebrate = false\n' >$settings
    systemctl restart $unit && runs && cp $settings /root/settings
}
as_it_was() { same_game && cmp $settings /root/settings; }

# changes TO [OPTION…]: the game goes on with the other package; how long the table was off.
changes() {
    local before began
    before=$(show MainPID) began=$(date +%s)
    installs "$@" >/tmp/installed && another_process "$before" && as_it_was &&
        echo "$(version), off for $(off_since "$began") s"
}

off_since() {
    journalctl -u $unit --no-pager --since "@$1" --output json --output-fields JOB_TYPE,JOB_RESULT |
        "$python" -I -c '
import json, sys
at = {line["JOB_TYPE"]: int(line["__REALTIME_TIMESTAMP"]) for line in map(json.loads, sys.stdin) if "JOB_RESULT" in line}
print(round((at["start"] - at["stop"]) / 1e6))'
}

refuses_older() { ! apt install "$(folder_of before)" && runs && as_it_was; }

stays_disabled() { # since an administrator has said so
    systemctl --quiet disable --now $unit
    apt install --reinstall "$(folder_of now)" && ! runs && ! systemctl --quiet is-enabled $unit || return 1
    systemctl --quiet enable --now $unit && runs && as_it_was
}

installer_gives_way() {
    ! SUDO_USER=ann script/install-pi >/tmp/refused 2>&1 && ! script/install-pi uninstall --purge >>/tmp/refused 2>&1 &&
        [ ! -e /opt/tilekeeper ] && runs && as_it_was && grep -m 1 apt /tmp/refused
}

no_updater() { ! systemctl cat tilekeeper-update@1.1.0.service tilekeeper-rollback.service 2>/dev/null && ! getent passwd tilekeeper-fetch; }

removes() {
    apt remove tilekeeper && ! systemctl is-active --quiet $unit && [ ! -e /usr/lib/tilekeeper ] && [ ! -e /usr/bin/tilekeeper ] &&
        [ ! -e /usr/lib/systemd/system/$unit ] && [ -s /var/lib/tilekeeper/games.sqlite ] && cmp $settings /root/settings
}

purges() {
    apt purge tilekeeper && ! getent passwd tilekeeper && ! getent group tilekeeper || return 1
    # dpkg's and apt's own records, and the trial's.
    find / -xdev \( -path /home -o -path /srv -o -path /proc -o -path /tmp -o -path '/var/log' -o -path /var/cache/apt -o -path /root \) -prune \
        -o -name '*tilekeeper*' -print | grep -v container.conf | grep -vx /etc/systemd/system/tilekeeper.service.d >/tmp/left
    [ ! -s /tmp/left ] || { paste -sd ' ' /tmp/left && return 1; }
}

leaves_desktop() {
    ln -sf /dev/null /etc/systemd/system/display-manager.service
    systemctl --quiet set-default graphical.target
    apt install "$(folder_of now)" && ! runs && ! systemctl --quiet is-enabled $unit && grep -o 'a desktop starts at boot.*tilekeeper. is set up' /tmp/apt
    local status=$?
    rm /etc/systemd/system/display-manager.service
    systemctl --quiet set-default multi-user.target
    apt purge tilekeeper && return $status
}

gives_way_to_installer() {
    mkdir -p /opt/tilekeeper/current
    ! apt install "$(folder_of now)" && [ -z "$(version)" ] && grep -o 'tilekeeper: script/install-pi has.*twice' /tmp/apt
    local status=$?
    rm -r /opt/tilekeeper
    return $status
}

case ${1:-} in
play)
    apt update
    check "install: to a running table" installs before
    [ $failed = 0 ] || { tail -n 20 "$log"; exit 1; }
    check "it was compiled" compiled
    check "its packages go together" checks_itself
    check "the units are clean" verifies
    check "systemd-analyze security $unit" exposed
    check "the table is asked how it is, by a user of its group" asked
    check "its unit for the radios starts" switches_radios
    check "no updater and no roll-back but apt's" no_updater
    check "a game is kept, and seen by that user" keeps_game
    check "so are settings" keeps_settings
    check "upgrade: the game goes on, settings stay" changes now
    check "the version before is refused" refuses_older
    check "downgrade, if asked: the game goes on" changes before --allow-downgrades
    check "and forward again" changes now
    check "what is disabled stays so" stays_disabled
    check "script/install-pi gives way to it" installer_gives_way
    check "removal: games and settings stay" removes
    check "install again: the same game" eval 'installs now && as_it_was'
    ;;
leave)
    check "starts at boot, with the same game" eval 'within 60 runs && as_it_was'
    check "purge: nothing stays" purges
    check "with a desktop only the command is set up" leaves_desktop
    check "it gives way to script/install-pi" gives_way_to_installer
    ;;
esac
exit $failed
