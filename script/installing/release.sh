# shellcheck shell=bash
# A release: a virtual environment below /opt/tilekeeper/releases with the program of this checkout,
# and next to it what the system gets of it. Built, tried, then used; the one before stays. Sourced by
# script/install-pi.

python=/usr/bin/python3

# Version, sources and Python: two checkouts that say the same differ in nothing.
release_id() {
    local version hash
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$checkout/pyproject.toml" | head -n 1)
    hash=$(cd "$checkout" && find "${program[@]}" "${system[@]}" "${installer[@]}" -type f -not -path '*/__pycache__/*' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-10)
    printf '%s-%s-%s' "$version" "$hash" "$(python_tag)"
}

python_tag() { "$python" -c 'import sys; print("py%d.%d" % sys.version_info[:2])' 2>/dev/null || echo py3; }

build_release() {
    local id release
    id=$(release_id)
    release=$home/releases/$id
    if [ -e "$release/share/tilekeeper/complete" ]; then
        say "Release $id is there already"
        return
    fi
    say "Release $id: built in $release, and not used before it has been tried"
    [ -n "$dry" ] || trap 'rm -rf "$home/building" "$building"' EXIT
    building=$release
    run rm -rf "$home/building" "$release"
    run install -d -m 755 "$home/releases" "$home/building/sources" "$home/building/tried"
    run cp -a --no-preserve=ownership "${program[@]/#/$checkout/}" "$home/building/sources"
    run cp "$checkout"/script/installing/check_{packages,release}.py "$home/building"
    run "$python" -m venv --system-site-packages "$release"
    [ -n "$wheels" ] || note "Python packages: up to 80 MB are fetched"
    install_python_packages "$release/bin/python" ||
        die "pip couldn't install the Python packages (see above): is there a network? The release in use stays as it is; run this again"
    run install -d -m 755 "$release/share/tilekeeper"
    run install -m 644 "$checkout"/systemd/* "$checkout/docs/install.md" "$release/share/tilekeeper"
    run chmod 755 "$release"/share/tilekeeper/*.sh
    copy_installer "$release/share/tilekeeper/installer"
    try_release "$release"
    run sync -f "$release" # all of it is on the card before it says that it is
    run touch "$release/share/tilekeeper/complete"
    building=''
    run rm -rf "$home/building"
}

# numpy, pygame and aiohttp stay Debian's. All else is the release's own, even what Debian has in the same
# version: apt may remove that.
install_python_packages() {
    # Raspberry Pi OS sets pip to an index of 32-bit packages and stubs: not here.
    before_pip=(run env PIP_CONFIG_FILE=/dev/null PYTHONNOUSERSITE=1 "TMPDIR=$home/building")
    pip_options=(--quiet)
    [ -z "$wheels" ] || pip_options+=(--no-index --find-links "$wheels")
    install_locked "$1" build || return
    pip_options+=(--ignore-installed)
    install_locked "$1" "${table_files[@]}" || return
    install_sources "$1" "$home/building/sources"
}

# That the lock goes with Debian's packages, where its libraries come from, that all of it can be imported, and a score reckoned by it.
try_release() {
    local release=$1 position='{"id": "try", "variant": "classic", "tiles": {"G8": "C", "H8": "A", "I8": "T"}}'
    local pi=() score
    ! on_a_pi || pi=(--pi)
    say "Release $(basename "$release") is tried"
    run chown -R tilekeeper: "$home/building/tried"
    { run "${as_table[@]}" "$release/bin/python" -I "$home/building/check_packages.py" hall &&
        run "${as_table[@]}" "$release/bin/python" -I "$home/building/check_release.py" "${pi[@]}"; } ||
        die "the new release can't be used (see above); the one in use stays as it is"
    run "${as_table[@]}" "$release/bin/tilekeeper" --version
    if [ -n "$dry" ]; then
        note "\$ tilekeeper score --json, for a play whose score is known"
        return
    fi
    score=$("${as_table[@]}" "$release/bin/tilekeeper" score --json <<<"$position") || true
    [[ $score == *'"score": 10'* || $score == *'"score":10'* ]] ||
        die "the new release reckons wrongly ($score); the one in use stays as it is"
}

# As the service's user, in a directory of its own: lgpio leaves a pipe in it.
as_table=(
    setpriv --reuid tilekeeper --regid tilekeeper --init-groups
    env "HOME=$home/building/tried" "LG_WD=$home/building/tried" PYTHONNOUSERSITE=1 PYGAME_HIDE_SUPPORT_PROMPT=1
    "STATE_DIRECTORY=$home/building/tried" "CONFIGURATION_DIRECTORY=$home/building/tried"
)

# Where newer versions are looked for and fetched from: what this checkout was cloned from, else the
# address that the project names. Nothing is looked for where there is none, or none that can be trusted. An
# update changes nothing of it.
keep_origin() {
    local origin
    case $checkout/ in "$home"/fetched/*) return ;; esac
    origin=$(git config --file "$checkout/.git/config" --get remote.origin.url 2>/dev/null ||
        sed -n 's/^Repository = "\(.*\)"$/\1/p' "$checkout/pyproject.toml")
    case $origin in
    https://* | http://localhost[:/]*) ;; # the latter for trials
    *)
        [ ! -e "$home/origin" ] || run rm -f "$home/origin"
        return 0
        ;;
    esac
    [ "$origin" != "$(cat "$home/origin" 2>/dev/null)" ] || return 0
    say "Newer versions are looked for at $origin"
    command -v git >/dev/null || note "git is missing for that: sudo apt-get install git"
    [ -z "$dry" ] || return 0
    printf '%s\n' "$origin" >"$home/origin"
    grep -qs '^[^#]' "$root/etc/tilekeeper/allowed_signers" "$checkout/systemd/allowed_signers" ||
        note "the table can look for them, but not install them: no key for signing releases is known (docs/install.md)"
}

# copy_installer FOLDER: what goes back to the release before, without a checkout.
copy_installer() {
    run install -d -m 755 "$1/script" "$1/systemd"
    run cp -R "${installer[@]/#/$checkout/}" "$1/script"
    run install -m 755 "$checkout/systemd/report.sh" "$1/systemd"
}

# point NAME TARGET: a link below /opt/tilekeeper, replaced whole.
point() {
    run ln -sfn "$2" "$home/$1.new"
    run mv -T "$home/$1.new" "$home/$1"
}

in_use() { readlink "$home/current" 2>/dev/null || true; }

# use_release DIRECTORY: links, what the system gets of it, restart; back again if it doesn't start, or if
# the power is cut on the way (tilekeeper-mend.service).
use_release() {
    local release=$1 before
    before=$(in_use)
    if [ "$before" = "$release" ]; then
        put_into_system "$release"
        start_service && return
        did_not_start
    fi
    say "From now on $(basename "$release") is used${before:+, and $(basename "$before") kept for 'rollback'}"
    begin_switch "$before" "$release"
    [ -z "$before" ] || point previous "$before"
    point current "$release"
    changed=yes
    put_into_system "$release"
    if start_service; then
        end_switch
        return
    fi
    [ -e "$switch" ] || did_not_start
    say "It didn't start: back to $(basename "$before")"
    back_to_before_switch
    die "release $(basename "$release") didn't start, and $(basename "$before") is in use again: 'journalctl -u tilekeeper -n 50' says why"
}

did_not_start() {
    die "the table is installed but didn't start: 'journalctl -u tilekeeper -n 50' says why, 'tilekeeper doctor' what is missing"
}

# While one release takes the other's place, there is a folder with the links as they were, and an
# installer that puts them back.
switch=${home:-}/switching

# begin_switch BEFORE AFTER
begin_switch() {
    local before=$1 after=$2 before_that
    [ -e "$before" ] || return 0 # the first release, or the other is gone
    run rm -rf "$switch.new"
    copy_installer "$switch.new"
    run ln -s "$before" "$switch.new/current"
    run ln -s "$after" "$switch.new/after"
    before_that=$(readlink "$home/previous" 2>/dev/null || true)
    [ -z "$before_that" ] || run ln -s "$before_that" "$switch.new/previous"
    run sync -f "$switch.new"
    run mv -T "$switch.new" "$switch"
    [ -n "$dry" ] || trap 'back_to_before_switch' EXIT # a full card, or Ctrl+C
}

end_switch() {
    [ -n "$dry" ] || trap - EXIT
    [ -e "$switch" ] || return 0
    run sync -f "$home"
    run mv -T "$switch" "$switch.new"
    run rm -rf "$switch.new"
}

back_to_before_switch() {
    trap - EXIT
    undo_switch
    end_switch
    start_service || true
}

# Every link and file as it was; what of it is done already is done again.
undo_switch() {
    local before before_that
    before=$(readlink "$switch/current")
    before_that=$(readlink "$switch/previous" || true)
    point current "$before"
    if [ -n "$before_that" ]; then point previous "$before_that"; else run rm -f "$home/previous"; fi
    changed=yes
    put_into_system "$before"
}

# A switch that was cut off is undone, and the table says so.
mend() {
    local before after
    if [ ! -e "$switch" ]; then
        run rm -rf "$switch.new"
        return
    fi
    before=$(readlink "$switch/current")
    after=$(basename "$(readlink "$switch/after")")
    say "The switch to $after was cut off: $(basename "$before") is in use again"
    undo_switch
    ! systemd_runs || run systemctl daemon-reload
    report interrupted "${after%%-*}"
    end_switch # with the script that runs here
}

# report WORD VERSION: what came of it, for the table's screen.
report() { [ ! -d "$root/run/tilekeeper" ] || run "$checkout/systemd/report.sh" "$@" || true; }

roll_back() {
    local before version
    before=$(readlink "$home/previous" 2>/dev/null) && [ -e "$before/share/tilekeeper/complete" ] ||
        die "there is no release to go back to in $home"
    [ -e "$before/lib/python${before##*-py}" ] && [ "py${before##*-py}" = "$(python_tag)" ] ||
        die "$(basename "$before") was made for another Python than this system's: run script/install-pi in its place"
    use_release "$before"
    version=$(basename "$before")
    report back "${version%%-*}"
    print_end
}

remove_old_releases() {
    local release
    for release in "$home"/releases/*; do
        [ -e "$release" ] && [ "$release" != "$(in_use)" ] &&
            [ "$release" != "$(readlink "$home/previous" 2>/dev/null)" ] || continue
        say "Release $(basename "$release") is older than the last but one"
        run rm -rf "$release"
    done
}
