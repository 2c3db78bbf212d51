# shellcheck shell=bash
# Debian systems in directories, and machines in containers made of them: for the scripts that try
# how tilekeeper gets onto one. Sourced by script/try-install, try-package, try-first-boot, try-image, try-readme.

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
roots=${TILEKEEPER_ROOTS:-/var/tmp/tilekeeper-roots} # made once, and kept
certificates=/etc/ssl/this-machines.crt # in the root, where no package overwrites it, as it would Debian's own
unit=()
[ -d /run/systemd/system ] || unit=(--keep-unit) # no systemd here to give a container one of its own
failed=0
# shellcheck source=script/installing/parts.sh
. "$checkout/script/installing/parts.sh"

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }
die() {
    printf 'tilekeeper: %s\n' "$*" >&2
    exit 1
}

# needs PROGRAM…: root, debootstrap, systemd-nspawn, and those.
needs() {
    local program
    [ "$(id -u)" -eq 0 ] || die "this makes a system in a directory, so it needs root: sudo $0"
    for program in debootstrap systemd-nspawn nsenter "$@"; do
        command -v "$program" >/dev/null || die "$program is missing: apt-get install debootstrap systemd-container fdisk dosfstools mtools qemu-user-static"
    done
}

# check SENTENCE COMMAND…: what the command prints on its last line stands behind the sentence.
check() {
    local sentence=$1 began=$SECONDS output
    shift
    if output=$("$@" 2>&1); then
        printf 'ok      %s (%d s%s)\n' "$sentence" $((SECONDS - began)) "${output:+: ${output##*$'\n'}}"
    else
        printf 'FAILED  %s (%s)\n' "$sentence" "${output##*$'\n'}"
        failed=1
    fi
}

# within SECONDS COMMAND…: until it holds.
within() {
    local until=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $until ] || return 1
        sleep 0.5
    done
}

# pristine NAME RELEASE ARCHITECTURE PACKAGE…: a system of these alone, in $pristine.
pristine() {
    local name=$1 release=$2 architecture=$3
    shift 3
    pristine=$roots/$name
    [ ! -e "$pristine" ] || return 0
    mkdir -p "$roots"
    rm -rf "$pristine.part"
    debootstrap --variant=minbase --arch="$architecture" ${1:+--include="$(IFS=, && echo "$*")"} \
        "$release" "$pristine.part" >"$roots/$name.log" || die "debootstrap failed: see $roots/$name.log"
    rm -f "$pristine.part"/var/cache/apt/archives/*.deb
    mv "$pristine.part" "$pristine"
}

# more_than BASE PACKAGE…: the pristine system BASE with these too, in $pristine.
more_than() {
    local base=$roots/$1 name root
    name=$(IFS=+ && echo "$*")
    shift
    pristine=$roots/$name
    [ ! -e "$pristine" ] || return 0
    root=$pristine.part
    rm -rf "$root"
    cp -a "$base" "$root"
    like_here
    systemd-nspawn --quiet --register=no "${unit[@]}" --directory "$root" --pipe --resolv-conf=off \
        sh -c "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $* && apt-get clean" \
        </dev/null >"$roots/$name.log" 2>&1 || die "apt-get failed: see $roots/$name.log"
    mv "$root" "$pristine"
}

# root_runs [ARGUMENT…] COMMAND…: in $root, which isn't booted, as its root. ARGUMENTs: of systemd-nspawn.
root_runs() {
    systemd-nspawn --quiet --register=no "${unit[@]}" --directory "$root" --pipe --resolv-conf=off \
        --setenv="PIP_CERT=$certificates" --setenv=LANG=C.UTF-8 --setenv=DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}

# What a system has that boots to a service.
booting=(systemd systemd-sysv dbus udev polkitd libpam-systemd ca-certificates)

# copy_root NAME: $root is a copy of $pristine that may be written. Behind a gateway with a
# certificate of its own it trusts what this machine trusts.
copy_root() {
    root=$roots/$1
    rm -rf "$root"
    cp -a "$pristine" "$root"
    like_here
}

like_here() {
    cp --parents /etc/ssl/certs/ca-certificates.crt "$root"
    install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root$certificates"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    # Debian's installer writes it: without it a bare Debian 12 doesn't know localhost.
    [ -e "$root/etc/hosts" ] || printf '127.0.0.1\tlocalhost\n' >"$root/etc/hosts"
}

# copy_checkout FOLDER [PART…]: what installs, and these, as it stands here, not what else lies about.
copy_checkout() {
    local folder=$1
    shift
    mkdir -p "$folder"
    git -C "$checkout" ls-files -z --cached --others --exclude-standard -- "${installing[@]}" "$@" |
        tar -C "$checkout" --null --ignore-failed-read -cf - -T - | tar -C "$folder" --no-same-owner -xf -
}

# All that is another here than on a Raspberry Pi: no first console, no screen, no sound.
without_screen() {
    # Its login would hang up the table's console; the one on a Pi's is in conflict with the table's unit.
    ln -sf /dev/null "$root/etc/systemd/system/console-getty.service"
    mkdir -p "$root/etc/systemd/system/tilekeeper.service.d"
    printf '%s\n' '[Service]' TTYPath=/dev/console TTYVHangup=no \
        'Environment=SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy' \
        >"$root/etc/systemd/system/tilekeeper.service.d/container.conf"
}

# sandbox_of UNIT: what that unit may not, for systemd-run, in $sandbox.
sandbox_of() { mapfile -t sandbox < <(sed -nE 's/^(Ambient|Capability|LockP|NoNew|Private|Protect|Restrict|SystemCall)/--property=\1/p' "$1"); }

# boot [ARGUMENT…]: of systemd-nspawn. $root comes up within $patience seconds, and that is when
# systemd calls itself one of $up. Its time zone is its own.
patience=60
up='running|degraded'
boot() {
    SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --register=no "${unit[@]}" \
        --directory "$root" --timezone=off "$@" --boot </dev/null >"$root.boot.log" 2>&1 &
    nspawn=$!
    within "$patience" is_up || die "the container didn't come up: see $root.boot.log"
}

is_up() { [[ $(inside 20 systemctl is-system-running 2>/dev/null) =~ ^($up)$ ]]; }

# inside SECONDS COMMAND…: in the container, as its root.
inside() {
    local most=$1 leader
    shift
    leader=$(pgrep -P "$nspawn") || return 1 # another one after each reboot
    timeout --kill-after=5 "$most" nsenter --target "$leader" --mount --uts --ipc --net --pid \
        env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        TERM=dumb LANG=C.UTF-8 "PIP_CERT=$certificates" "$@"
}

is_off() { ! kill -0 "$nspawn" 2>/dev/null; }

shut_down() {
    [ -n "${nspawn:-}" ] && ! is_off || return 0
    local leader
    leader=$(pgrep -P "$nspawn" || true)
    kill -TERM "$nspawn" 2>/dev/null || true
    within 20 is_off || kill -KILL $leader "$nspawn" 2>/dev/null || true
}
trap shut_down EXIT
