# shellcheck shell=bash
# How the files of a release are signed, and whether tables will take the signature. Sourced by
# script/release; systemd/verify.sh is what a table asks.

# sign KEY FILE…: writes FILE.sig for each. KEY: as ssh-keygen takes it, so also a public key whose
# private half an agent or a security key holds.
sign() {
    local key=$1 file
    shift
    for file in "$@"; do
        ssh-keygen -q -Y sign -f "$key" -n tilekeeper-release <"$file" >"$file.sig" || return
    done
}

# trusted_by VERIFY FILE: whether a table whose release has this verify.sh and its allowed_signers accepts
# FILE.sig. Keys that this machine itself trusts don't count.
trusted_by() { TILEKEEPER_ROOT=/nonexistent sh "$1" "$2" "$2.sig"; }

# line_of KEY: its line in allowed_signers.
line_of() {
    local kind key
    read -r kind key _ < <(if [[ $1 == *.pub ]]; then cat "$1"; else ssh-keygen -y -f "$1"; fi)
    printf 'tilekeeper namespaces="tilekeeper-release" %s %s\n' "$kind" "$key"
}
