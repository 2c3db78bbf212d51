#!/bin/bash
# Updates the table to a release that was signed with a key that it trusts (verify.sh). The archive is
# copied to a folder that only root can write, checked there, and that copy is unpacked and installed as
# by hand, so a release that doesn't start gives way to the one before.
#
# Usage: update.sh VERSION                              for tilekeeper-update@.service: a unit without rights
#                                                       fetches it, and the table gets the outcome
#        update.sh ARCHIVE.zip [--unsigned] [--older]   by hand; ARCHIVE.zip.sig lies in the same folder
#   --unsigned   its signature isn't checked
#   --older      also if it isn't newer than the release in use
set -euo pipefail
umask 022
unset CDPATH
root=${TILEKEEPER_ROOT:-} # a prefix in tests alone
here=$(dirname "$(readlink -f "$0")")
home=$root/opt/tilekeeper
fetched=$home/fetched
left=$root/var/lib/tilekeeper-fetch # by tilekeeper-fetch@.service
most_bytes=200000000
version='' archive='' unsigned='' older=''

for argument in "$@"; do
    case $argument in
    --unsigned) unsigned=yes ;;
    --older) older=yes ;;
    *[!0-9.]*) archive=${archive:-$argument} ;;
    *) version=${version:-$argument} ;;
    esac
done
if [ -n "$version" ] && [ -n "$archive$unsigned$older" ] || [ -z "$version$archive" ] || [ "$archive" != "${archive#-}" ]; then
    sed -n '/^# Usage/,/^set /{s/^# \{0,1\}//;/^set /d;p}' "$0" >&2
    exit 2
fi

[ -n "$root" ] || [ "$(id -u)" -eq 0 ] || { echo "tilekeeper: this changes the system, so it needs root: sudo $0 $*" >&2 && exit 1; }

report() { [ -z "$version" ] || "$here/report.sh" "$1" "$version"; }

fail() {
    echo "tilekeeper: $2" >&2
    report "$1"
    exit 1
}

refuse_older() {
    local offered=$1 in_use newest
    in_use=$(basename "$(readlink "$home/current")")
    newest=$(printf '%s\n%s\n' "${in_use%%-*}" "$offered" | sort -V | tail -n 1)
    [ -n "$older" ] || { [ "$newest" = "$offered" ] && [ "${in_use%%-*}" != "$offered" ]; } ||
        fail failed "version $offered isn't newer than $in_use, which is in use${archive:+: --older installs it all the same}"
}

# A unit of its own does it, and says by its exit status how it ended.
fetch() {
    local unit=tilekeeper-fetch@$version.service
    ! systemctl start "$unit" || return 0
    case $(systemctl show --value --property ExecMainStatus "$unit") in
    10) fail network "version $version can't be fetched (see $unit): is there a network?" ;;
    11) fail refused "version $version isn't signed with a key that is trusted here (see $unit)" ;;
    *) fail failed "version $version couldn't be fetched (see $unit)" ;;
    esac
}

# take FILE NAME: a copy that only root can change. Links and what is no file are left.
take() {
    if [ ! -f "$1" ] || [ -L "$1" ]; then return 0; fi
    [ "$(stat -c %s "$1")" -le $most_bytes ] || fail failed "$1 is too large"
    cp -- "$1" "$fetched/$2"
}

check_signature() {
    local why
    if [ -n "$unsigned" ]; then
        echo "tilekeeper: the signature of $name isn't checked, since --unsigned was given" >&2
        return
    fi
    why=$("$here/verify.sh" "$fetched/$name" "$fetched/$name.sig" 2>&1) ||
        fail refused "${why#tilekeeper: }: all stays as it is${archive:+. --unsigned installs it all the same}"
}

unpack() {
    /usr/bin/python3 -I -m zipfile -e "$fetched/$name" "$fetched" >&2 ||
        fail failed "$name can't be unpacked"
    offered=$(sed -n 's/^version = "\([0-9A-Za-z.]*\)"$/\1/p' "$fetched/tilekeeper/pyproject.toml" | head -n 1)
    [ -n "$offered" ] && [ -z "$version" -o "$version" = "$offered" ] ||
        fail failed "what is called $name is version '$offered'"
}

# A unit of its own does it, since this one has no network.
fetch_debian_packages() {
    [[ $("${install[@]}" packages --dry-run) == *'apt-get install'* ]] || return 0
    systemctl start tilekeeper-packages.service ||
        fail network "Debian packages that version $version needs can't be had (see tilekeeper-packages.service)"
}

exec 8>"$root/run/tilekeeper-update.lock" # two at once would unpack each other's archive
flock -n 8 || fail failed "another update is at work: wait until it has ended"
[ -z "$version" ] || refuse_older "$version"
rm -rf "$fetched"
install -d -m 700 "$fetched"
if [ -n "$version" ]; then
    name=tilekeeper-$version-card.zip
    fetch
    archive_at=$left/$name
else
    name=$(basename "$archive")
    archive_at=$archive
fi
take "$archive_at" "$name"
take "$archive_at.sig" "$name.sig"
[ -f "$fetched/$name" ] || fail failed "there is no archive $archive_at"
check_signature
unpack
refuse_older "$offered"
install=(bash "$fetched/tilekeeper/script/install-pi")
options=(${older:+--older})
if [ -n "$version" ]; then
    install -d "$fetched/wheels"
    if [ ! -L "$left/wheels" ]; then
        for wheel in "$left"/wheels/*.whl; do take "$wheel" "wheels/$(basename "$wheel")"; done
    fi
    fetch_debian_packages
    options+=(--wheels "$fetched/wheels")
fi
"${install[@]}" install "${options[@]}" || fail failed "version $offered can't be used (see above)"
rm -rf "$fetched/wheels"
[ -z "$version" ] || systemctl clean --what=state "tilekeeper-fetch@$version.service" || true
report done
