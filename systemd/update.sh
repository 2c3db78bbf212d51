#!/bin/sh
# Updates the table to VERSION: fetched from where it was installed from into a folder of root's own,
# and installed as by hand, so that one that doesn't start gives way to the one before. What came of
# it lies in the service's runtime directory, for the table that runs then.
#
# Usage: update.sh VERSION
set -eu
version=$1
home=/opt/tilekeeper
fetched=$home/fetched

# tell WORD: as the table's own user, whose directory it is.
tell() {
    setpriv --reuid tilekeeper --regid tilekeeper --init-groups sh -c '
        umask 007
        printf "%s\n" "$1" >/run/tilekeeper/.updated.new
        mv /run/tilekeeper/.updated.new /run/tilekeeper/updated' tell "$1 $version"
}

fail() {
    echo "tilekeeper: $2" >&2
    tell "$1"
    exit 1
}

in_use=$(basename "$(readlink $home/current)")
case $version in
'' | *[!0-9.]*) fail failed "$version is no version" ;;
esac
newest=$(printf '%s\n%s\n' "${in_use%%-*}" "$version" | sort -V | tail -n 1)
[ "$newest" = "$version" ] && [ "${in_use%%-*}" != "$version" ] ||
    fail failed "version $version isn't newer than $in_use, which is in use"
origin=$(cat $home/origin)

fetch() {
    rm -rf $fetched
    GIT_TERMINAL_PROMPT=0 git clone --quiet --depth 1 --branch "$1" -- "$origin" $fetched
}
fetch "v$version" || fetch "$version" ||
    fail network "version $version can't be fetched from $origin: is there a network?"
grep -qxF "version = \"$version\"" $fetched/pyproject.toml ||
    fail failed "what $origin calls $version is another version"
$fetched/script/install-pi || fail failed "version $version can't be used (see above)"
tell done
