# shellcheck shell=bash
# How the packages of requirements/ get into an environment: exactly those, each with a hash that it
# has there, and nothing else is fetched. Sourced by script/set-up, lock, release, install-pi,
# train-reader, watch-evenings and fetch_packages.sh.

requirements=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/requirements

# locked_files EXTRA: the files of requirements/ that an environment is made of. On a Raspberry Pi
# numpy, pygame and aiohttp stay Debian's.
locked_files() {
    local files=(build program)
    on_a_pi || files+=(pc)
    case $1 in
    '') ;;
    page) on_a_pi || files+=(page) ;;
    hall) files+=(hall) ;;
    dev)
        files+=(hall dev)
        on_a_pi || files+=(page)
        ;;
    *) return 1 ;;
    esac
    printf '%s\n' "${files[@]}"
}

# What a table's release needs as well as `build`: numpy, pygame and aiohttp are Debian's there.
table_files=(program hall)

# Words before pip's own call, and options of pip's.
before_pip=() pip_options=()

# install_locked PYTHON FILE…
install_locked() {
    local python=$1 file given=()
    shift
    for file in "$@"; do given+=(--requirement "$requirements/$file.txt"); done
    pip_install "$python" --no-deps --require-hashes --only-binary=:all: "${given[@]}"
}

# fetch_locked PYTHON FILE…: downloads their wheels; pip_options has the folder.
fetch_locked() {
    local python=$1 file given=()
    shift
    for file in "$@"; do given+=(--requirement "$requirements/$file.txt"); done
    "$python" -m pip download --disable-pip-version-check --no-deps --require-hashes --only-binary=:all: \
        "${pip_options[@]}" "${given[@]}"
}

# install_sources PYTHON FOLDER, or --editable FOLDER, or a wheel: build.txt has what builds it.
install_sources() {
    local python=$1
    shift
    pip_install "$python" --no-deps --no-index --no-build-isolation "$@"
}

pip_install() {
    local python=$1
    shift
    "${before_pip[@]}" "$python" -m pip install --disable-pip-version-check "${pip_options[@]}" "$@"
}
