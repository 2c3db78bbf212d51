# shellcheck shell=bash
# What the system gets: Debian packages, the user, unit, rights and command of the release in use;
# and how all of it is taken away again. Sourced by script/install-pi.

changed='' # whether the service has to be reloaded

# What is put where, of a release's share/tilekeeper: file, mode, place.
placed() {
    cat <<END
tilekeeper-mend.service 644 /etc/systemd/system/tilekeeper-mend.service
sysusers.conf 644 /etc/sysusers.d/tilekeeper.conf
tmpfiles.conf 644 /etc/tmpfiles.d/tilekeeper.conf
polkit.rules 644 /etc/polkit-1/rules.d/50-tilekeeper.rules
tilekeeper.service 644 /etc/systemd/system/tilekeeper.service
tilekeeper-update@.service 644 /etc/systemd/system/tilekeeper-update@.service
tilekeeper-fetch@.service 644 /etc/systemd/system/tilekeeper-fetch@.service
tilekeeper-packages.service 644 /etc/systemd/system/tilekeeper-packages.service
tilekeeper-radio@.service 644 /etc/systemd/system/tilekeeper-radio@.service
tilekeeper-rollback.service 644 /etc/systemd/system/tilekeeper-rollback.service
launcher.sh 755 /usr/local/bin/tilekeeper
END
    ! on_a_pi || watchdog_is_set || echo board-watchdog.conf 644 "$own_watchdog"
}

own_watchdog=/etc/systemd/system.conf.d/50-tilekeeper.conf

# Whether anybody but us says how long the board's watchdog waits, be it not at all.
watchdog_is_set() {
    local files=() folder
    for folder in etc run usr/local/lib usr/lib; do
        files+=("${root:-}/$folder/systemd/system.conf" "${root:-}/$folder/systemd/system.conf.d"/*.conf)
    done
    { grep -lsE '^[[:space:]]*RuntimeWatchdogSec=' "${files[@]}" || true; } | grep -qvF "$own_watchdog"
}

# Those of a Raspberry Pi are taken elsewhere too, where apt has them.
wanted_packages() {
    local name
    missing_packages every python table
    while read -r name; do
        if on_a_pi || known_to_apt "$name"; then echo "$name"; fi
    done < <(missing_packages pi)
}

install_packages() {
    local name
    if [ ${#missing[@]} -eq 0 ]; then
        say "Debian packages: all are there"
        return
    fi
    say "Debian packages: ${missing[*]}"
    run apt-get update -q -o APT::Update::Error-Mode=any ||
        die "apt can't fetch its lists (see above): is there a network? Nothing has been changed"
    if [ -z "$dry" ]; then # names are only certain with a fresh list
        apt_names=''
        mapfile -t missing < <(wanted_packages)
    fi
    for name in python3-lgpio python3-picamera2; do
        known_to_apt "$name" || installed "$name" || without_pi_package "$name"
    done
    # Where the power was cut as packages were put in place, apt asks for this first.
    run env DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true
    run env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
        die "apt couldn't install these (see above): mend that and run this again; the release in use stays as it is"
}

without_pi_package() {
    if on_a_pi && [ -z "$dry" ]; then
        die "apt doesn't know $1, which only the archive of Raspberry Pi OS has: use Raspberry Pi OS Lite (64-bit), or put back the file raspi.list or raspi.sources in /etc/apt/sources.list.d"
    fi
    note "apt doesn't know $1: no matter on a PC, where no pins and no ribbon camera are"
}

make_user() {
    local before
    say "The user tilekeeper, and the groups that own its devices"
    before=$(id tilekeeper 2>/dev/null || true)
    put sysusers.conf 644 /etc/sysusers.d/tilekeeper.conf "$checkout/systemd"
    run systemd-sysusers /etc/sysusers.d/tilekeeper.conf
    [ "$before" = "$(id tilekeeper 2>/dev/null || true)" ] || changed=yes
}

# put FILE MODE PLACE DIRECTORY: from there, if it isn't the same.
put() {
    local place=$root$3
    if cmp -s "$4/$1" "$place"; then return; fi
    run install -D -m "$2" "$4/$1" "$place.new" # no half a unit, whenever the power is cut
    run sync "$place.new"
    run mv -T "$place.new" "$place"
    changed=yes
}

put_into_system() {
    local from=$1/share/tilekeeper file mode place
    say "Unit, rights and the command tilekeeper"
    [ -z "$dry" ] || from=$checkout/systemd
    while read -r file mode place; do
        if [ -e "$from/$file" ]; then
            put "$file" "$mode" "$place" "$from"
        elif [ -e "$root$place" ]; then # of a release before this file
            run rm -f "$root$place"
            changed=yes
        fi
    done < <(placed)
    # Earlier releases put one in place next to the system's own.
    if [ -e "${root:-}$own_watchdog" ] && watchdog_is_set; then run rm -f "$own_watchdog"; fi
    run systemd-tmpfiles --create /etc/tmpfiles.d/tilekeeper.conf
    run systemctl --quiet enable tilekeeper.service
    [ ! -e "$from/tilekeeper-mend.service" ] || run systemctl --quiet enable tilekeeper-mend.service
}

systemd_runs() { [ -d "${root:-}/run/systemd/system" ]; }

start_service() {
    if ! systemd_runs && [ -z "$dry" ]; then
        note "systemd doesn't run here: the table starts when this system boots"
        return
    fi
    if [ -z "$changed" ] && systemctl is-active --quiet tilekeeper.service; then
        say "The table runs, and nothing of it has changed"
        return
    fi
    say "The table is started; a game under way goes on where it was"
    run systemctl daemon-reload
    run systemctl reset-failed tilekeeper.service 2>/dev/null || true
    run systemctl restart tilekeeper.service
}

put_desktop_aside() {
    if [ -z "$instead_of_desktop" ] || ! starts_desktop; then return; fi
    say "At boot the table starts in place of the desktop"
    run install -d -m 755 "$home"
    run touch "$home/instead-of-desktop"
    run systemctl --quiet set-default multi-user.target
    note "the desktop that runs now ends at the next boot: sudo reboot"
}

# The user who installs may see the games.
join_group() {
    local who=${SUDO_USER:-root}
    if [ "$who" = root ] || id -nG "$who" | grep -qw tilekeeper; then return; fi
    say "$who comes into the group tilekeeper, and sees its games after logging in again"
    run usermod -aG tilekeeper "$who"
}

print_end() {
    [ -z "$dry" ] || return 0
    say "Done: $(basename "$(in_use)") is in use"
    note "'tilekeeper doctor' says what is there and what is missing; 'systemctl status tilekeeper' how the table is"
}

uninstall() {
    local file mode place
    say "The table is taken away"
    if systemd_runs || [ -n "$dry" ]; then
        run systemctl --quiet disable --now tilekeeper.service 2>/dev/null || true
        # What it switched off for a tournament.
        run systemctl --quiet start tilekeeper-radio@on.service 2>/dev/null || true
    else
        run systemctl --quiet disable tilekeeper.service 2>/dev/null || true
    fi
    if [ -e "$home/instead-of-desktop" ]; then
        say "The desktop starts at boot again"
        run systemctl --quiet set-default graphical.target
    fi
    while read -r file mode place; do
        [ ! -e "$root$place" ] || run rm -f "$root$place"
    done < <(placed)
    [ ! -e "$root$own_watchdog" ] || run rm -f "$root$own_watchdog"
    run rm -rf "$home" /var/lib/tilekeeper-fetch /var/cache/tilekeeper-fetch /var/lib/tilekeeper-radio
    if systemd_runs || [ -n "$dry" ]; then
        run systemctl daemon-reload
        run systemctl --no-block start getty@tty1.service
    fi
    if [ -z "$purge" ]; then
        say "Games stay in /var/lib/tilekeeper, settings in /etc/tilekeeper ('uninstall --purge' takes them too)"
    else
        purge_all
    fi
    note "Debian packages stay: others may use them"
}

purge_all() {
    say "Games, settings and logs are deleted for good, and the user tilekeeper"
    run rm -rf /var/lib/tilekeeper /etc/tilekeeper /var/log/tilekeeper /var/cache/tilekeeper /run/tilekeeper
    ! id tilekeeper >/dev/null 2>&1 || run userdel tilekeeper 2>/dev/null # "group not removed": it has members
    ! getent group tilekeeper >/dev/null || run groupdel tilekeeper
    ! id tilekeeper-fetch >/dev/null 2>&1 || run userdel tilekeeper-fetch
}
