#!/usr/bin/env bash
# Chromium for the tests of the page: installed with apt where that may be done, otherwise one line says what is left out.
set -u

found() {
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null && return 0
    done
    return 1
}

say_skipped() {
    echo "The page's browser tests will be skipped: no Chromium, and $1."
    exit 0
}

found && exit 0
command -v apt-get >/dev/null || say_skipped "this system has no apt-get to install it with"
if [ "$(id -u)" -eq 0 ]; then
    as_root=()
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
else
    say_skipped "installing it needs root (apt-get install chromium)"
fi

echo "Installing Chromium for the page's tests …"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install=(apt-get install --yes --quiet --no-install-recommends chromium)
"${as_root[@]}" "${install[@]}" >"$log" 2>&1 \
    || { "${as_root[@]}" apt-get update --quiet >"$log" 2>&1 && "${as_root[@]}" "${install[@]}" >>"$log" 2>&1; } \
    || say_skipped "apt-get could not install it ($(tail -n 1 "$log"))"
found || say_skipped "apt-get installed no browser that runs"
