#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds tests/consumer in each way that docs/library/build-systems.md names: with what `cmake --install` installs,
# found by CMake and by pkg-config, and with the source, by add_subdirectory(), by FetchContent and by Meson.
#
#   tests/consumer/consumer_test.sh BUILD_FOLDER
set -euo pipefail
built=$(cd "${1:?the build folder is missing}" && pwd)
cd "$(dirname "$0")"
source=$(cd ../.. && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    printf 'consumer_test: %s\n' "$*" >&2
    exit 1
}

quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2 && fail "failed: $*"; }; }

# build_and_run NAME OPTION…: nothing else is linked but the C library.
build_and_run() {
    local folder=$scratch/$1 program
    quietly cmake -S . -B "$folder" -G Ninja -Wno-dev -DCMAKE_BUILD_TYPE=Release "${@:2}"
    quietly cmake --build "$folder"
    for program in "$folder/consumer" "$folder/consumer_static"; do
        quietly "$program"
        ! ldd "$program" | grep -F libstdc++ || fail "$1: $program links the C++ runtime"
    done
}

# A compiler launcher that takes the kernels as they were built: compiling them again takes minutes.
cat >"$scratch/launcher" <<END
#!/usr/bin/env bash
for ((i = 1; i < \$#; ++i)); do
    [ "\${!i}" != -o ] || { next=\$((i + 1)) && object=\${!next}; }
done
known=$built/\$object
[ -e "\$known" ] || known=$built/\${object#*hashlane*/}
[[ "\$object" != *hashlane_kernels.dir* || ! -e "\$known" ]] || exec cp "\$known" "\$object"
exec "\$@"
END
chmod +x "$scratch/launcher"

prefix=$scratch/prefix
quietly cmake --install "$built" --prefix "$prefix"
config=$(find "$prefix" -name hashlane-config.cmake)
build_and_run found -DCMAKE_PREFIX_PATH="$prefix"
build_and_run not_installed -Dhashlane_DIR="$built"

if command -v pkg-config >/dev/null; then
    libraries=$(cd "$(dirname "$config")/../.." && pwd)
    read -ra flags < <(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --cflags --libs hashlane)
    quietly cc main.c -o "$scratch/by_pkg_config" "${flags[@]}"
    LD_LIBRARY_PATH=$libraries quietly "$scratch/by_pkg_config"
else
    echo "consumer_test: not tried by pkg-config, which is not installed"
fi

build_and_run added -DHASHLANE_SOURCE="$source" -DCMAKE_CXX_COMPILER_LAUNCHER="$scratch/launcher"
[ ! -e "$scratch/added/hashlane/hashlane" ] || fail "a part of another project builds the program"
build_and_run fetched -DHASHLANE_FETCHED="$source" -DCMAKE_CXX_COMPILER_LAUNCHER="$scratch/launcher"

# configure NAME OPTION…: what the library is compiled with as a part of another project.
configure() {
    quietly cmake -S . -B "$scratch/$1" -G Ninja -DHASHLANE_SOURCE="$source" "${@:2}"
    [ ! -e "$scratch/$1/compile_commands.json" ] || fail "$1: compile_commands.json is not the user's"
}
# expect_flag NAME FILE FLAG
expect_flag() {
    grep -A 9 "^build .*/$2.*\.o:" "$scratch/$1/build.ninja" | grep '^  FLAGS = ' | grep -qF -e "$3" ||
        fail "$1: $2 is compiled without $3"
}
configure no_build_type
expect_flag no_build_type unity_api ' -O2 '
configure debugged -DCMAKE_BUILD_TYPE=Debug
expect_flag debugged unity_api ' -O2 '
configure sanitized -DCMAKE_CXX_FLAGS=-fsanitize=address,undefined -DCMAKE_C_FLAGS=-fsanitize=address,undefined
expect_flag sanitized keccak/chain_avx512 ' -fno-tree-pta '

echo 'set(CMAKE_CXX_COMPILER_VERSION 11.4)' >"$scratch/old.cmake"
! cmake -S "$source" -B "$scratch/old" -G Ninja -DCMAKE_PROJECT_hashlane_INCLUDE="$scratch/old.cmake" >"$scratch/log" 2>&1 ||
    fail "an old compiler is taken"
grep -q 'hashlane needs GCC 12 or Clang 16' "$scratch/log" || fail "an old compiler is not named"

mkdir "$scratch/old_cmake"
printf '#!/bin/sh\necho cmake version 3.22.1\n' >"$scratch/old_cmake/cmake"
chmod +x "$scratch/old_cmake/cmake"
! (cd "$source" && PATH=$scratch/old_cmake:$PATH speaker=./dev bash -c '. tools/common && configure release') 2>"$scratch/log" ||
    fail "an old CMake passes"
grep -q '^./dev: CMake 3.22.1 is too old: hashlane needs 3.25' "$scratch/log" || fail "an old CMake is not named"

# A forgery would be accepted where the result of a verification is not looked at.
cat >"$scratch/ignores.c" <<'END'
#include <hashlane/hashlane.h>
void check(const uint8_t *mac);
void check(const uint8_t *mac) { hashlane_kmac_verify(HASHLANE_KMAC256, mac, 32, NULL, 0, NULL, 0, mac, 32); }
END
! cc -Werror -c -I"$source/include" "$scratch/ignores.c" -o "$scratch/ignores.o" 2>"$scratch/log" || fail "nobody warns"
grep -q unused-result "$scratch/log" || fail "the warning is another one"
# A program has the kernels of what it calls, and the forms. expect_size FUNCTION FIRST_BYTE MOST
expect_size() {
    local bytes
    cat >"$scratch/small.c" <<END
#include <hashlane/hashlane.h>
int main(void) { uint8_t digest[32]; $1("abc", 3, digest); return digest[0] != $2; }
END
    quietly cc -O2 -s -Wl,--gc-sections -I"$source/include" "$scratch/small.c" "$built/libhashlane.a" -pthread \
        -o "$scratch/small"
    quietly "$scratch/small"
    bytes=$(stat -c %s "$scratch/small")
    [ "$bytes" -le "$3" ] || fail "a program that calls $1 alone has $bytes bytes"
}
# Code for a debugger is larger.
if grep -q '^CMAKE_BUILD_TYPE:STRING=Release' "$built/CMakeCache.txt"; then
    expect_size hashlane_sha256 0xba 350000
    expect_size hashlane_sha3_256 0x3a 370000
fi

# Links of the source, so that no file appears in it.
if command -v meson >/dev/null; then
    mkdir -p "$scratch/meson/subprojects/hashlane"
    ln -s "$source"/* "$scratch/meson/subprojects/hashlane"
    cp ../../packaging/meson/meson.build "$scratch/meson/subprojects/hashlane"
    cp main.c "$scratch/meson"
    cat >"$scratch/meson/meson.build" <<END
project('consumer', 'c', default_options: ['buildtype=release'])
executable('consumer', 'main.c', dependencies: dependency('hashlane', fallback: 'hashlane'))
END
    CMAKE_CXX_COMPILER_LAUNCHER=$scratch/launcher quietly meson setup "$scratch/by_meson" "$scratch/meson"
    quietly meson compile -C "$scratch/by_meson"
    quietly "$scratch/by_meson/consumer"
else
    echo "consumer_test: not tried by Meson, which is not installed"
fi
