# shellcheck shell=bash
# What script/install-pi refuses, each with one sentence, before anything is changed. Sourced by it;
# `root` is where the system is looked at.

refuse_wrong_system() {
    local id version name bits machine
    id=$(os_release ID)
    version=$(os_release VERSION_ID)
    name=$(os_release PRETTY_NAME)
    bits=$(getconf LONG_BIT)
    machine=$(dpkg --print-architecture 2>/dev/null || echo unknown)
    case $id-$version in
    debian-12 | debian-13) ;;
    raspbian-*) die "this is the 32-bit Raspberry Pi OS: write the 64-bit one (Raspberry Pi OS Lite, 64-bit) to the card, and run this there" ;;
    *) die "this is ${name:-an unknown system}, and only Raspberry Pi OS or Debian 12 (Bookworm) and 13 (Trixie) are known to work" ;;
    esac
    case $bits-$machine in
    64-arm64 | 64-amd64) ;;
    *) die "this system is $bits-bit ($machine): write the 64-bit Raspberry Pi OS Lite to the card, and run this there" ;;
    esac
}

os_release() { (. "$root/etc/os-release" 2>/dev/null && printf '%s' "${!1:-}"); }

refuse_desktop() {
    starts_desktop || return 0
    [ -z "$instead_of_desktop" ] || return 0
    die "a desktop starts at boot here, and it would hold the screen: run this with --instead-of-desktop to have the table in its place ('uninstall' brings the desktop back)"
}

starts_desktop() {
    [ "$(systemctl get-default 2>/dev/null)" = graphical.target ] &&
        [ -e "$root/etc/systemd/system/display-manager.service" ]
}

# dpkg owns that one's files, and both would have one screen, one user and the same games.
refuse_package() {
    ! installed tilekeeper ||
        die "tilekeeper is installed here as a Debian package, and apt alone updates and removes it: sudo apt install, with the new package's file; or sudo apt remove tilekeeper, and run this again (games and settings stay)"
}

# An older version replaces a newer one only if that is asked for.
refuse_older() {
    local in_use offered
    in_use=$(basename "$(in_use)")
    offered=$(release_id)
    [ -n "$in_use" ] && [ -z "$older" ] || return 0
    [ "$(printf '%s\n%s\n' "${in_use%%-*}" "${offered%%-*}" | sort -V | tail -n 1)" = "${offered%%-*}" ] ||
        die "this is version ${offered%%-*}, and $in_use is in use, which is newer: 'rollback' goes back to the release before, --older installs this one all the same"
}

# What apt still has to bring, and a release (its Python packages, and pip's downloads meanwhile).
refuse_no_room() {
    local need=0 free
    [ -e "$home/releases/$(release_id)/share/tilekeeper/complete" ] || need=$release_megabytes
    [ ${#missing[@]} -eq 0 ] || need=$((need + packages_megabytes))
    free=$(df -Pm "$root/opt" 2>/dev/null || df -Pm "$root/")
    free=$(awk 'NR == 2 { print $4 }' <<<"$free")
    [ "$free" -ge "$need" ] ||
        die "only $free MB are free, and this needs $need MB: take a bigger card, or remove what isn't needed"
}
