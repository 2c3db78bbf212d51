#!/bin/sh
# Whether an archive is a release signed with a key that this table trusts: exit status 0, or 1 and a
# sentence. The keys are in /etc/tilekeeper/allowed_signers, the household's own file, or if there is none
# in the one that came with the release in use; only root can write either.
#
# Usage: verify.sh ARCHIVE SIGNATURE
set -eu
archive=$1 signature=$2
trusted=${TILEKEEPER_ROOT:-}/etc/tilekeeper/allowed_signers # a prefix in tests alone
[ -e "$trusted" ] || trusted=$(dirname "$(readlink -f "$0")")/allowed_signers

refuse() {
    echo "tilekeeper: $1" >&2
    exit 1
}

[ -s "$signature" ] || refuse "$(basename "$archive") isn't signed"
command -v ssh-keygen >/dev/null || refuse "ssh-keygen is missing, which checks signatures: sudo apt-get install openssh-client"
grep -qs '^[^#]' "$trusted" || refuse "no key for signing releases is known here ($trusted)"
why=$(ssh-keygen -Y verify -f "$trusted" -I tilekeeper -n tilekeeper-release -s "$signature" <"$archive" 2>&1) ||
    refuse "$(basename "$archive") isn't what was signed, or wasn't signed as a release with a key that is trusted here ($trusted; $(echo "$why" | tr -d '\r' | tail -n 1))"
