#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Adds two kernels to a copy of the tree, one with a known tag and one with a new tag, builds the
# program, and expects to see both listed, verified and measured, with nothing changed but their
# files and their lines in the two lists (docs/contributing/add-a-kernel.md). Then it breaks one of them and
# expects the program to refuse it.
#
#   tests/lib/core/add_a_kernel_test.sh BUILD_FOLDER
# shellcheck source=tests/lib/core/copied_tree.sh
source "$(dirname "$0")/copied_tree.sh"
toy=$tree/tests/lib/core/toy/chain_portable_toy.cpp
manifest=src/lib/core/kernels.def
isas=src/lib/core/isas.def

# A known tag: one file, one line.
cp "$toy" "$tree/src/lib/sha256/"
echo 'HASHLANE_KERNEL(sha256_chain, portable_toy, 1, tuned, compiler_order, "a known tag")' \
    >>"$tree/$manifest"

# A new tag: one file, one line, and one more line.
sed -e 's/portable_toy/toy/' "$toy" >"$tree/src/lib/sha256/chain_toy.cpp"
echo 'HASHLANE_KERNEL(sha256_chain, toy, 1, tuned, compiler_order, "a new tag")' >>"$tree/$manifest"
echo 'HASHLANE_ISA(toy, any, no_features, "")' >>"$tree/$isas"

write_launcher "$manifest" "$isas"
or_show_log configure
or_show_log build
expect_listed_verified_measured toy sha256-chain.portable-toy.x1 sha256-chain.toy.x1
expect_changed "$isas" "$manifest" src/lib/sha256/chain_portable_toy.cpp src/lib/sha256/chain_toy.cpp

# A wrong kernel: its schedule takes another word.
sed -e 's/portable_toy/toy/' -e 's/w\[t - 15\]/w[t - 14]/' "$toy" >"$tree/src/lib/sha256/chain_toy.cpp"
or_show_log build
expect_refused toy sha256-chain.portable-toy.x1
