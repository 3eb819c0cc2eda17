#!/bin/sh
# SPDX-License-Identifier: MIT
#
# example_test.sh HASHLANE SOURCE-TREE EXAMPLE: builds examples/plugin/EXAMPLE by the command in its source,
# and verifies the kernels. 77: there is no compiler to build it with.
set -eu
program=$1 tree=$2 example=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

file=examples/plugin/$example
command=$(sed -n 's,^[^a-z]*\(\(cc\|rustc\) .*examples/plugin/.* -o \)[a-z0-9_]*\.so$,\1,p' "$tree/$file")
[ -n "$command" ] || { echo "$file states no command that builds it"; exit 1; }
compiler=${command%% *}
"$compiler" --version >/dev/null 2>&1 || { echo "skipped: there is no $compiler"; exit 77; }
case $example-$(uname -m) in
*.S-x86_64) ;;
*.S-*) echo "skipped: it is for x86-64"; exit 77 ;;
esac

cd "$tree"
# shellcheck disable=SC2086 # the words of a command
$command "$folder/plugin.so"
"$program" verify --plugin "$folder/plugin.so" --filter plugin: | tee "$folder/verdict"
grep -q ' right$' "$folder/verdict" || grep -q ' not run: ' "$folder/verdict"
