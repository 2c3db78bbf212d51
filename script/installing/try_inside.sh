#!/usr/bin/env bash
# What script/try-install has done inside the container, as its root: a line a check, exit status 1
# if one failed. All waiting ends by itself.
set -uo pipefail
cd /home/ann/tilekeeper || exit 1
python=/opt/tilekeeper/current/bin/python
# shellcheck source=script/installing/table_inside.sh
. script/installing/table_inside.sh
dropin=/etc/systemd/system/$unit.d/trial.conf

install_pi() { env SUDO_USER=ann script/install-pi "$@" >>"$log" 2>&1; }
in_use() { basename "$(readlink /opt/tilekeeper/current)"; }

changes_nothing() {
    runuser -u ann -- script/install-pi --dry-run >/tmp/dry && grep -q 'apt-get install' /tmp/dry &&
        [ ! -e /opt/tilekeeper ] && ! getent passwd tilekeeper && wc -l </tmp/dry
}

installs() { install_pi && runs && echo "$(in_use), $(du -sm /opt/tilekeeper | cut -f 1) MB, system $(du -smx / | cut -f 1) MB"; }

again() {
    local before
    before=$(show MainPID)
    install_pi && [ "$(show MainPID)" = "$before" ]
}

killed() {
    local before
    before=$(show MainPID)
    kill -KILL "$before"
    within 30 another_process "$before" && same_game
}

asked() { # next to the running table, by a user of its group
    local status=0
    runuser -u ann -- tilekeeper doctor --json >/tmp/doctor || status=$?
    [ $status -le 1 ] && [ -s /tmp/doctor ] && echo "$(wc -l </tmp/doctor) lines, exit status $status"
}

shared() { # what ann makes there, the service can change, and the other way round
    find /var/lib/tilekeeper /var/log/tilekeeper -newermt @0 \( ! -group tilekeeper -o ! -perm -g=r \) | tee -a "$log" | grep -q . && return 1
    systemctl stop $unit && history_of ann >/dev/null && systemctl start $unit && runs &&
        (cd / && setpriv --reuid tilekeeper --regid tilekeeper --init-groups /opt/tilekeeper/current/bin/python -c '
import time
from pathlib import Path
from device.storage.journal import Journal
Journal(Path("/var/lib/tilekeeper/games.sqlite"), time.time).keep_clock(1, "")')
}

refused_to_others() { ! runuser -u ann -- systemctl poweroff && ! runuser -u nobody -- systemctl poweroff && sleep 5 && runs; }

# with_dropin LINE…: the service as it is, but for these lines.
with_dropin() {
    printf '%s\n' '[Service]' "$@" >$dropin
    systemctl daemon-reload
    systemctl reset-failed $unit
    systemctl restart $unit
}

without_dropin() {
    rm -f $dropin
    systemctl daemon-reload
    systemctl reset-failed $unit
    systemctl restart $unit && runs
}

waits_in_peace() {
    local process restarts cpu
    process=$(show MainPID) restarts=$(show NRestarts) cpu=$(show CPUUsageNSec)
    sleep 190
    runs && [ "$(show MainPID)/$(show NRestarts)" = "$process/$restarts" ] && echo "$((($(show CPUUsageNSec) - cpu) / 1900000000)) % of a core, $(awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$process/status") MB resident"
}

# Pictures are read all the while, and the watchdog waits five seconds only.
reads_in_peace() {
    local pictures=/var/lib/tilekeeper/trial seconds
    mkdir -p $pictures/seen
    chown -R tilekeeper: $pictures # as which root draws there
    (cd $pictures && SDL_VIDEODRIVER=dummy timeout 150 tilekeeper demo --headless --fast --output $pictures/seen >>"$log" 2>&1)
    for n in $(seq -w 150); do cp $pictures/seen/camera.png $pictures/$n.png; done
    rm -r $pictures/seen
    chown -R tilekeeper: $pictures
    with_dropin WatchdogSec=5 Restart=no ExecStart= \
        "ExecStart=/opt/tilekeeper/current/bin/tilekeeper play --camera folder:$pictures" || true
    within 200 ended
    seconds=$((($(show ExecMainExitTimestampMonotonic) - $(show ExecMainStartTimestampMonotonic)) / 1000000))
    echo "150 pictures in $seconds s, $(show Result)"
    [ "$(show Result)" = success ] && [ "$seconds" -ge 10 ]
}

ended() { [[ $(show ActiveState) == @(inactive|failed) ]]; }

# The loop stops turning after ten seconds; everything else of the process goes on.
hangs() {
    local before
    cat >/opt/hangs.py <<'END'
import time
from device.cli.main import main
from device.system.service import ServiceManager
began, alive = time.monotonic(), ServiceManager.alive
def hang(self):
    if time.monotonic() > began + 10:
        time.sleep(3600)
    alive(self)
ServiceManager.alive = hang
main()
END
    with_dropin ExecStart= "ExecStart=/opt/tilekeeper/current/bin/python /opt/hangs.py play --appliance" || return 1
    before=$(show MainPID)
    within 20 runs && within 70 another_process "$before" &&
        journalctl -u $unit --no-pager | grep -o 'Watchdog timeout.*' | tail -n 1 &&
        { journalctl -u $unit --no-pager | grep -q 'hangs.py.*in hang' || grep -rq 'hangs.py.*in hang' /var/log/tilekeeper; }
}

updates() {
    local before
    before=$(in_use)
    printf '\n# another release\n' >>engine/__init__.py
    install_pi && runs && [ "$(in_use)" != "$before" ] && [ "$(basename "$(readlink /opt/tilekeeper/previous)")" = "$before" ] && same_game && in_use
}

refuses_broken() { # its libraries can't be imported
    local before
    before=$(in_use)
    cp device/table/loop.py /tmp/loop.py
    echo 'import nothing_of_that_name' >>device/table/loop.py
    ! install_pi && runs && [ "$(in_use)" = "$before" ] && [ "$(find /opt/tilekeeper/releases -mindepth 1 -maxdepth 1 | wc -l)" = 2 ]
    local status=$?
    cp /tmp/loop.py device/table/loop.py
    return $status
}

needs_network() { # for a new release
    local before
    before=$(in_use)
    printf '\n# not to be had\n' >>engine/__init__.py
    ! unshare --net env PIP_RETRIES=0 script/install-pi >>"$log" 2>&1 && tail -n 1 "$log" | grep -q 'is there a network' &&
        runs && [ "$(in_use)" = "$before" ]
    local status=$?
    sed -i '$d' engine/__init__.py
    return $status
}

comes_back() { # it can be imported, but doesn't start
    local before before_that
    before=$(in_use) before_that=$(readlink /opt/tilekeeper/previous)
    cp device/system/service.py /tmp/sd_notify.py
    sed -i 's/self._notify("READY=1")/raise SystemExit("no first picture")/' device/system/service.py
    if install_pi; then return 1; fi
    within 20 runs && [ "$(in_use)" = "$before" ] && same_game &&
        [ "$(readlink /opt/tilekeeper/previous)" = "$before_that" ]
    local status=$?
    cp /tmp/sd_notify.py device/system/service.py
    return $status
}

rolls_back() {
    local before
    before=$(in_use)
    install_pi rollback && runs && [ "$(in_use)" != "$before" ] && same_game
}

# publish VERSION [CHANGE…]: a newer version where the checkout came from, as script/release makes it.
publish() {
    local version=$1 there=/srv/www/tilekeeper/releases/download/v$1 change archive
    shift
    rm -rf /srv/work /srv/www/tilekeeper.git "$there"
    mkdir -p "$there"
    cp -r /home/ann/tilekeeper /srv/work
    (
        cd /srv/work || exit 1
        # shellcheck source=/dev/null
        . script/installing/parts.sh
        # shellcheck source=/dev/null
        . script/installing/signing.sh
        rm -rf .git
        sed -i "s/^version = .*/version = \"$version\"/" pyproject.toml
        for change in "$@"; do "$change"; done
        git init --quiet . && git add -A &&
            git -c user.name=ann -c user.email=ann@example.org commit --quiet -m "$version" && git tag "v$version"
        archive=$there/tilekeeper-$version-card.zip
        git archive --format=zip --output "$archive" --prefix=tilekeeper/ HEAD "${installing[@]}"
        sign /root/key "$archive"
    ) || return 1
    git clone --quiet --bare /srv/work /srv/www/tilekeeper.git && git -C /srv/www/tilekeeper.git update-server-info
}
does_not_start() { sed -i 's/self._notify("READY=1")/raise SystemExit("no first picture")/' device/system/service.py; }
needs_tree() { echo 'every  tree' >>script/installing/debian-packages; }

# As the table begins it, with the rights that the service has.
press_update() {
    sandbox_of /etc/systemd/system/$unit
    systemd-run --quiet --pipe --wait --uid=tilekeeper "${sandbox[@]}" \
        systemctl start --no-block "tilekeeper-update@$1.service"
}

# As the table begins it; again, and the table is where it was.
rolls_back_by_press() {
    local before began=@$EPOCHSECONDS
    before=$(in_use)
    sandbox_of /etc/systemd/system/$unit
    systemd-run --quiet --pipe --wait --uid=tilekeeper "${sandbox[@]}" systemctl start tilekeeper-rollback.service
    journalctl -u tilekeeper-rollback.service --since "$began" --no-pager --all >>"$log"
    within 20 runs && [ "$(in_use)" != "$before" ] && same_game
}

# As if the power had gone while one release took the other's place.
mends() {
    local before share
    before=$(in_use)
    share=$(readlink -f /opt/tilekeeper/current)/share/tilekeeper
    systemctl stop $unit
    cp -R "$share/installer" /opt/tilekeeper/switching
    ln -s "$(readlink /opt/tilekeeper/current)" /opt/tilekeeper/switching/current
    ln -s "$(readlink /opt/tilekeeper/previous)" /opt/tilekeeper/switching/after
    ln -s "$(readlink /opt/tilekeeper/previous)" /opt/tilekeeper/switching/previous
    ln -sfn "$(readlink /opt/tilekeeper/previous)" /opt/tilekeeper/current
    : >/etc/systemd/system/tilekeeper-update@.service
    systemctl start tilekeeper-mend.service && systemctl start $unit
    journalctl -u tilekeeper-mend.service --no-pager --all >>"$log"
    within 20 runs && [ "$(in_use)" = "$before" ] && same_game && [ ! -e /opt/tilekeeper/switching ] &&
        [ -s /etc/systemd/system/tilekeeper-update@.service ]
}

update_ended() { [[ $(systemctl show --value --property ActiveState "tilekeeper-update@$1.service") == @(inactive|failed) ]]; }

# has_updated VERSION: pressed and waited for; the units' output is kept.
has_updated() {
    local began=@$EPOCHSECONDS
    press_update "$1" || return 1
    sleep 1
    within 900 update_ended "$1"
    journalctl -u "tilekeeper-update@$1.service" -u "tilekeeper-fetch@$1.service" -u tilekeeper-packages.service --since "$began" --no-pager --all >/tmp/update.log
    cat /tmp/update.log >>"$log"
    [[ $(in_use) == "$1"-* ]]
}

# stays_with SENTENCE VERSION: that one is refused, the table has logged it, and runs on as it was.
stays_with() {
    local before process
    before=$(in_use) process=$(show MainPID)
    ! has_updated "$2" && grep -q "$1" /tmp/update.log && [ "$(in_use)" = "$before" ] && [ "$(show MainPID)" = "$process" ] && runs && same_game &&
        within 20 logged "$2: refused" && grep -o "tilekeeper: .*$1.*" /tmp/update.log | head -n 1
}

logged() { grep -rq "a change to version $1" /var/log/tilekeeper; } # in the table's own log

looks_for_releases() { # and has no key yet
    apt-get install -y -q git >>"$log" 2>&1
    ssh-keygen -q -t ed25519 -N '' -f /root/key && ssh-keygen -q -t ed25519 -N '' -f /root/other-key || return 1
    publish 1.1.0 needs_tree || return 1
    setsid python3 -m http.server 8399 --bind 127.0.0.1 --directory /srv/www </dev/null >/dev/null 2>&1 &
    git init --quiet . && git config --file .git/config remote.origin.url http://localhost:8399/tilekeeper.git
    install_pi && [ "$(cat /opt/tilekeeper/origin)" = http://localhost:8399/tilekeeper.git ] && systemctl restart $unit && runs || return 1
    (cd / && setpriv --reuid tilekeeper --regid tilekeeper --init-groups env HOME=/var/lib/tilekeeper /opt/tilekeeper/current/bin/python -c '
from device.system.updates import newer_version
print(newer_version())') | grep -qx 1.1.0 || return 1
    ! runuser -u ann -- systemctl start tilekeeper-update@1.1.0.service || return 1
    ! runuser -u tilekeeper -- systemctl start tilekeeper-fetch@1.1.0.service || return 1
    ! press_update 1.1 2>/dev/null || return 1
    stays_with 'no key for signing releases is known' 1.1.0
}

trusts_key() {
    # shellcheck source=/dev/null
    (. script/installing/signing.sh && line_of /root/key) >/etc/tilekeeper/allowed_signers
}

updates_by_press() {
    trusts_key && ! dpkg -s tree 2>/dev/null && has_updated 1.1.0 && runs && same_game && dpkg -s tree >/dev/null &&
        [ "$(cat /opt/tilekeeper/origin)" = http://localhost:8399/tilekeeper.git ] && within 20 logged '1.1.0: done' &&
        [ "$(ls -A /var/lib/tilekeeper-fetch 2>/dev/null)" = '' ] && in_use
}

# As it would be if what fetches had been taken over: it changes the archive after its own check.
spoils_after_check() {
    local dropin=/etc/systemd/system/tilekeeper-fetch@.service.d/trial.conf status=0
    mkdir -p "${dropin%/*}"
    printf '%s\n' '[Service]' "ExecStartPost=/bin/sh -c 'echo >>/var/lib/tilekeeper-fetch/tilekeeper-1.2.0-card.zip'" >$dropin
    systemctl daemon-reload
    stays_with 'tilekeeper-1.2.0-card.zip isn.t what was signed.*all stays' 1.2.0 || status=1
    rm -r "${dropin%/*}"
    systemctl daemon-reload
    return $status
}

refuses() { # WHAT SENTENCE
    local archive=/srv/www/tilekeeper/releases/download/v1.2.0/tilekeeper-1.2.0-card.zip
    publish 1.2.0 || return 1
    case $1 in
    archive) printf x | dd of=$archive bs=1 seek=100000 conv=notrunc 2>/dev/null ;;
    signature) sed -i '3s/./A/5' $archive.sig ;;
    unsigned) rm $archive.sig ;;
    key) ssh-keygen -q -Y sign -f /root/other-key -n tilekeeper-release <$archive >$archive.sig ;;
    namespace) ssh-keygen -q -Y sign -f /root/key -n file <$archive >$archive.sig ;;
    esac
    stays_with "$2" 1.2.0
}

refuses_by_hand() { # and so an older one, which is signed well
    local update=/opt/tilekeeper/current/share/tilekeeper/update.sh before archive=/root/tilekeeper-1.0.5-card.zip
    before=$(in_use)
    publish 1.0.5 && cp /srv/www/tilekeeper/releases/download/v1.0.5/* /root || return 1
    ! $update $archive 2>/tmp/output && grep "version 1.0.5 isn't newer" /tmp/output >&2 &&
        echo >>$archive && ! $update $archive 2>/tmp/output && tail -n 1 /tmp/output && [ "$(in_use)" = "$before" ] && runs
}

installs_older() { # since root says so; and goes back
    local before
    before=$(in_use)
    cp /srv/www/tilekeeper/releases/download/v1.0.5/* /root && /opt/tilekeeper/current/share/tilekeeper/update.sh /root/tilekeeper-1.0.5-card.zip --older >>"$log" 2>&1 &&
        [[ $(in_use) == 1.0.5-* ]] && runs && same_game && install_pi rollback && [ "$(in_use)" = "$before" ] && runs
}

comes_back_by_itself() { # a press for one that doesn't start
    local before
    before=$(in_use)
    publish 1.2.0 does_not_start && ! has_updated 1.2.0 || return 1
    within 20 runs && [ "$(in_use)" = "$before" ] && same_game && [ "$(systemctl show --value --property Result tilekeeper-update@1.2.0.service)" = exit-code ] && in_use
}

says_upgrade() { # as after an upgrade of the distribution
    local library
    library=$(find /opt/tilekeeper/current/lib -maxdepth 1 -name 'python3.*')
    mv "$library" "${library%/*}/python3.9"
    ! systemctl restart $unit 2>/dev/null
    within 10 journalctl -u $unit --no-pager --grep 'was made for python3.9' --quiet >/dev/null
    local status=$?
    mv "${library%/*}/python3.9" "$library"
    systemctl reset-failed $unit
    systemctl restart $unit && runs && return $status
}

verifies() {
    local name
    for name in $unit tilekeeper-update@1.1.0.service tilekeeper-fetch@1.1.0.service tilekeeper-packages.service tilekeeper-radio@off.service tilekeeper-rollback.service tilekeeper-mend.service; do
        systemd-analyze verify --man=no --recursive-errors=no "$name" || return 1
    done
}

exposed() { systemd-analyze security "$1" | tail -n 1 | grep -o '[0-9][0-9.]* [A-Z]*'; }

# sandbox_of UNIT: what that unit may not, for systemd-run, in $sandbox.
sandbox_of() { mapfile -t sandbox < <(sed -nE 's/^(Ambient|Capability|LockP|NoNew|Private|Protect|Restrict|SystemCall)/--property=\1/p' "$1"); }

sandboxed() { # the process that runs, as the kernel sees it
    local process
    process=$(show MainPID)
    [ "$(awk '/^(Seccomp|NoNewPrivs|CapBnd|CapEff):/ { printf "%s ", $2 }' "/proc/$process/status")" = '0000000000000000 0000000000000000 1 2 ' ] &&
        ! nsenter --target "$process" --mount touch /etc/trial 2>/dev/null &&
        awk '/^(Seccomp_filters|CapBnd)/ { printf "%s %s ", $1, $2 }' "/proc/$process/status"
}

# What the table starts, and what is drawn with: each as the service itself runs it.
works_sandboxed() {
    cat >/opt/trial.sh <<'END'
set -e
cd /run/tilekeeper
python=/opt/tilekeeper/current/bin/python
$python - <<'DRAWN'
import os
import threading
import pygame
from PIL import Image, ImageDraw
os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 5)
picture = Image.new("RGB", (300, 80), "white")
ImageDraw.Draw(picture).text((20, 20), "TILES", fill="black", font_size=40)
picture.save("trial.png")
pygame.display.init()
DRAWN
tesseract trial.png stdout --psm 7 | grep TILES
SDL_VIDEODRIVER=offscreen $python -c '
import pygame
pygame.display.init()
import ctypes
pygame.display.set_mode((320, 240), pygame.OPENGL | pygame.DOUBLEBUF)
gl = ctypes.CDLL("libGL.so.1")
gl.glGetString.restype = ctypes.c_char_p
print(gl.glGetString(0x1F01).decode())
gl.glBegin(4) # a triangle: Mesa compiles how
for corner in ((0, 0), (1, 0), (0, 1)):
    gl.glVertex2f(*map(ctypes.c_float, corner))
gl.glEnd()
gl.glFinish()
pygame.display.flip()'
grep -q . /proc/meminfo
busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager CanPowerOff
if touch /etc/trial || unshare --user true || mount -t tmpfs none /mnt; then exit 1; fi
echo all of it >/run/tilekeeper/trial
END
    rm -f /run/tilekeeper/trial
    with_dropin 'ExecStartPre=/bin/bash /opt/trial.sh' || true
    journalctl -u $unit --no-pager -n 60 >>"$log"
    runs && cat /run/tilekeeper/trial
}

uninstalls() {
    install_pi uninstall && [ ! -e /opt/tilekeeper ] && [ ! -e /etc/systemd/system/$unit ] && [ ! -e /usr/local/bin/tilekeeper ] &&
        [ ! -e /etc/polkit-1/rules.d/50-tilekeeper.rules ] && [ -s /var/lib/tilekeeper/games.sqlite ] && ! systemctl is-active --quiet $unit
}

purges() { install_pi uninstall --purge && ! id tilekeeper 2>/dev/null && [ ! -e /var/lib/tilekeeper ] && [ ! -e /etc/tilekeeper ]; }

case ${1:-} in
play)
    check "a dry run changes nothing" changes_nothing
    check "installs to a running table" installs
    [ $failed = 0 ] || { tail -n 20 "$log"; exit 1; }
    check "again: nothing to do" again
    check "the units are clean" verifies
    for name in $unit tilekeeper-update@1.1.0.service tilekeeper-fetch@1.1.0.service tilekeeper-packages.service tilekeeper-radio@off.service tilekeeper-rollback.service tilekeeper-mend.service; do
        check "systemd-analyze security $name" exposed "$name"
    done
    check "the table runs with no rights and few system calls" sandboxed
    check "what it starts and draws with works there" works_sandboxed
    check "the service as it was" without_dropin
    check "a game is kept, and seen by a user of the group" keeps_game
    check "the table is asked how it is" asked
    check "games can be shared with the group" shared
    check "killed by -9: there again with the same game" killed
    check "others may not switch it off" refused_to_others
    check "190 s at rest: the watchdog leaves it alone" waits_in_peace
    check "while pictures are read too" reads_in_peace
    check "the loop hangs: restarted, and logged where" hangs
    check "the service as it was" without_dropin
    check "an update, the game goes on" updates
    check "a release that can't work is never used" refuses_broken
    check "without a network the release in use stays" needs_network
    check "one that doesn't start gives way to the one before" comes_back
    check "rolls back" rolls_back
    check "rolls back, and forth, by a press" eval 'rolls_back_by_press && rolls_back_by_press'
    check "a change of releases that was cut off is undone" mends
    check "without a key that is trusted a press updates nothing" looks_for_releases
    check "a press updates it to what was signed, with a Debian package that this needs, the game goes on" updates_by_press
    check "a spoiled archive is refused" refuses archive "isn't what was signed"
    check "a spoiled signature" refuses signature "isn't what was signed"
    check "one of another key" refuses key "isn't what was signed"
    check "one that was made for something else" refuses namespace "isn't what was signed"
    check "one that isn't signed" refuses unsigned "isn't signed"
    check "what is spoiled after it was fetched, by root's own check" eval 'publish 1.2.0 && spoils_after_check'
    check "by hand an older one and a spoiled one are refused" refuses_by_hand
    check "an older one is installed if root says so" installs_older
    check "a press for one that doesn't start: the one before is there again" comes_back_by_itself
    check "an upgraded distribution is named" says_upgrade
    ;;
leave)
    check "starts at boot, with the same game" eval 'within 60 runs && same_game'
    check "uninstalled, games stay" uninstalls
    check "purged" purges
    ;;
esac
exit $failed
