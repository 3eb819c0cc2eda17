# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# For tests that add files to a copy of the tree and build the program from it, sourced with
# "$1" = a folder with a built program of the same tree, whose options the copy is built with. Of its
# objects those are taken that read none of the changed lists: they would come out the same.
set -euo pipefail
test=$(basename "$0" .sh)
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
built=$(cd "${1:?the build folder is missing}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
program=$scratch/build/hashlane
mkdir "$tree"
tar -C "$source" --exclude=./build --exclude=./.git -c . | tar -C "$tree" -x
cp -R "$tree" "$scratch/before"

fail() {
    printf '%s: %s\n' "$test" "$*" >&2
    exit 1
}

option() { sed -n "s/^$1:[A-Z]*=//p" "$built/CMakeCache.txt"; }

# The objects of the other build that read none of these files.
unaffected_objects() {
    [ -f "$built/build.ninja" ] || return 0
    "$(option CMAKE_MAKE_PROGRAM)" -C "$built" -t deps | awk -v lists="/($(IFS='|' && echo "$*"))\$" '
        /: #deps .*\(VALID\)$/ { object = $1; sub(/:$/, "", object); next }
        $0 ~ lists { object = "" }
        /^$/ { if (object != "") print object; object = "" }'
}

# A compiler launcher that copies an object instead, where that is the same; the others are compiled
# without optimisation, with a precompiled header of their own.
write_launcher() {
    unaffected_objects "$@" | grep -v '\.gch$' >"$scratch/unaffected"
    cat >"$scratch/launcher" <<END
#!/usr/bin/env bash
for ((i = 1; i < \$#; ++i)); do
    if [ "\${!i}" = -o ]; then
        next=\$((i + 1))
        object=\${!next}
    fi
done
if grep -qxF -- "\${object:-}" "$scratch/unaffected"; then
    exec cp "$built/\$object" "\$object"
fi
exec "\$@" -O0 -U_FORTIFY_SOURCE
END
    chmod +x "$scratch/launcher"
}

configure() {
    local option options=()
    while IFS= read -r option; do
        options+=("-D$option")
    done < <(grep -E '^\w+:(BOOL|FILEPATH|PATH|STRING|UNINITIALIZED)=' "$built/CMakeCache.txt")
    cmake -S "$tree" -B "$scratch/build" -G "$(option CMAKE_GENERATOR)" -Wno-dev "${options[@]}" \
        -DHASHLANE_BUILD_TESTS=OFF -DCMAKE_CXX_COMPILER_LAUNCHER="$scratch/launcher" >"$scratch/log" 2>&1
}

build() { cmake --build "$scratch/build" --target hashlane_cli >>"$scratch/log" 2>&1; }

or_show_log() { "$@" || { cat "$scratch/log" >&2 && fail "the tree with what was added: cannot $1"; }; }

# The program lists, verifies and measures all ids that were added, which a filter finds.
expect_listed_verified_measured() {
    local filter=$1 id
    shift
    "$program" list --filter "$filter" >"$scratch/listed"
    "$program" verify --filter "$filter" >"$scratch/verified" || fail "verify: $(cat "$scratch/verified")"
    "$program" run --quiet --filter "$filter" --min-time 0.01 --repetitions 1 --out "$scratch/run" >/dev/null
    grep '"name"' "$scratch/run" >"$scratch/measured"
    for id in "$@"; do
        for what in listed verified measured; do
            grep -qF "$id" "$scratch/$what" || { cat "$scratch/$what" >&2 && fail "$id is not $what"; }
        done
    done
}

expect_changed() {
    local changed
    changed=$({ diff -rq --no-dereference "$scratch/before" "$tree" || true; } |
        sed -E "s|^Only in $tree/(.*): (.*)|\1/\2|; s|^Files .* and $tree/(.*) differ|\1|" | sort | xargs)
    [ "$changed" = "$*" ] || fail "other files changed: $changed"
}

# After a kernel was made wrong.
expect_refused() {
    local filter=$1 right=$2 status=0
    "$program" verify --filter "$filter" >"$scratch/verified" 2>&1 || status=$?
    [ "$status" -eq 2 ] ||
        fail "verify accepts a wrong kernel (exit code $status): $(cat "$scratch/verified")"
    grep -q "$right *right" "$scratch/verified" ||
        fail "verify does not accept the right kernel beside it: $(cat "$scratch/verified")"
}
