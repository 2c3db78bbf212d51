# shellcheck shell=bash
# Which of the Debian packages in debian-packages are missing here; installs none. Sourced by
# script/set-up and script/install-pi.

package_list=$(dirname "${BASH_SOURCE[0]}")/debian-packages

# Or in an image of Raspberry Pi OS that is made elsewhere.
on_a_pi() { [ -e "${root:-}/etc/rpi-issue" ] || grep -qs 'Raspberry Pi' "${root:-}/proc/device-tree/model"; }

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

# apt is asked for all names at once: where its cache can't be kept, each question takes a second.
known_to_apt() {
    [ -n "${apt_names:-}" ] || apt_names=$(apt-cache pkgnames 2>/dev/null)
    grep -qxF -- "$1" <<<"$apt_names"
}

# missing_packages WHO…: the missing ones of these, one a line, by the name that apt knows, else
# by the one that came last.
missing_packages() {
    local who names name
    while read -r who names; do
        case " $* " in *" $who "*) ;; *) continue ;; esac
        for name in $names; do installed "$name" && continue 2; done
        for name in $names; do
            if known_to_apt "$name"; then
                echo "$name"
                continue 2
            fi
        done
        echo "${names##* }"
    done <"$package_list"
}
