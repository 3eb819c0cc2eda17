#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Adds two kernels to a copy of the tree, one with a known tag and one with a new tag, builds the
# program, and expects to see both listed, verified and measured, with nothing changed but their
# files and their lines in the two lists (docs/add-a-kernel.md). Then it breaks one of them and
# expects the program to refuse it.
#
#   tests/core/add_a_kernel_test.sh BUILD_FOLDER
#
# The copy is built with the options of BUILD_FOLDER, a built program of the same tree. Of its objects
# those are taken that read none of the changed files: they would come out the same.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
built=$(cd "${1:?the build folder is missing}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
toy=$tree/tests/core/toy/chain_portable_toy.cpp
program=$scratch/build/hashlane
manifest=src/core/kernels.def
isas=src/core/isas.def

fail() {
    printf 'add_a_kernel_test: %s\n' "$*" >&2
    exit 1
}

option() { sed -n "s/^$1:[A-Z]*=//p" "$built/CMakeCache.txt"; }

# The objects of the other build that read neither list.
unaffected_objects() {
    [ -f "$built/build.ninja" ] || return 0
    "$(option CMAKE_MAKE_PROGRAM)" -C "$built" -t deps | awk -v lists="/($manifest|$isas)\$" '
        /: #deps .*\(VALID\)$/ { object = $1; sub(/:$/, "", object); next }
        $0 ~ lists { object = "" }
        /^$/ { if (object != "") print object; object = "" }'
}

# A compiler launcher that copies an object instead, where that is the same.
write_launcher() {
    unaffected_objects >"$scratch/unaffected"
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
exec "\$@"
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

or_show_log() { "$@" || { cat "$scratch/log" >&2 && fail "the tree with the new kernels: cannot $1"; }; }

expect_both_in() {
    local id
    for id in sha256-chain.portable-toy.x1 sha256-chain.toy.x1; do
        grep -qF "$id" "$1" || { cat "$1" >&2 && fail "$id is not $2"; }
    done
}

mkdir "$tree"
tar -C "$source" --exclude=./build --exclude=./.git -c . | tar -C "$tree" -x
cp -R "$tree" "$scratch/before"

# A known tag: one file, one line.
cp "$toy" "$tree/src/sha256/"
echo 'HASHLANE_KERNEL(sha256_chain, portable_toy, 1, tuned, compiler_order, "a known tag")' \
    >>"$tree/$manifest"

# A new tag: one file, one line, and one more line.
sed -e 's/portable_toy/toy/' "$toy" >"$tree/src/sha256/chain_toy.cpp"
echo 'HASHLANE_KERNEL(sha256_chain, toy, 1, tuned, compiler_order, "a new tag")' >>"$tree/$manifest"
echo 'HASHLANE_ISA(toy, any, no_features, "")' >>"$tree/$isas"

write_launcher
or_show_log configure
or_show_log build

"$program" list --filter toy >"$scratch/list"
expect_both_in "$scratch/list" listed
"$program" verify --filter toy >"$scratch/verify" || fail "verify: $(cat "$scratch/verify")"
expect_both_in "$scratch/verify" verified
"$program" run --quiet --filter toy --min-time 0.01 --repetitions 1 --out "$scratch/run" >/dev/null
grep '"name"' "$scratch/run" >"$scratch/measured"
expect_both_in "$scratch/measured" measured

changed=$({ diff -rq --no-dereference "$scratch/before" "$tree" || true; } |
    sed -E "s|^Only in $tree/(.*): (.*)|\1/\2|; s|^Files .* and $tree/(.*) differ|\1|" | sort | xargs)
[ "$changed" = "$isas $manifest src/sha256/chain_portable_toy.cpp src/sha256/chain_toy.cpp" ] ||
    fail "other files changed: $changed"

# A wrong kernel: its schedule takes another word.
sed -e 's/portable_toy/toy/' -e 's/w\[t - 15\]/w[t - 14]/' "$toy" >"$tree/src/sha256/chain_toy.cpp"
or_show_log build
status=0
"$program" verify --filter toy >"$scratch/verify" 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "verify accepts a wrong kernel (exit code $status): $(cat "$scratch/verify")"
grep -q 'sha256-chain.portable-toy.x1 *right' "$scratch/verify" ||
    fail "verify does not accept the right kernel beside it: $(cat "$scratch/verify")"
