#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Adds a workload to a copy of the tree, with three kernels, builds the program, and expects to see
# them listed, verified and measured, with nothing changed but the files and the lines of
# docs/contributing/add-a-workload.md. Then it breaks one of the kernels and expects the program to refuse it.
#
#   tests/workloads/add_a_workload_test.sh BUILD_FOLDER
# shellcheck source=tests/lib/core/copied_tree.sh
source "$(dirname "$0")/../lib/core/copied_tree.sh"
toy=$tree/tests/workloads/toy
manifest=src/lib/core/kernels.def
workloads=src/lib/core/workloads.def

# The workload: one line, one file.
cat >>"$tree/$workloads" <<'END'
HASHLANE_WORKLOAD(sha256_double, sha256_double, Sha256Chain, .name = "sha256-double",
                  .title = "d = SHA256(SHA256(d))", .cost_of = "hash", .rate = "MH/s",
                  .rate_digits = 2, .unit_bytes = 96)
END
cp "$toy/sha256_double.cpp" "$tree/src/workloads/"

# Its kernels: one file and one line each.
add_kernel() { # FILE COUNT
    sed -e "s/double_ref_/double_$1_/" -e "s/2 \\* iterations/$2/" "$toy/double_ref.cpp" >"$tree/src/lib/sha256/double_$1.cpp"
}
add_kernel ref '2 * iterations'
add_kernel portable '2 * iterations'
add_kernel portable_toy '2 * iterations'
cat >>"$tree/$manifest" <<'END'
HASHLANE_KERNEL(sha256_double, portable_toy, 1, tuned, compiler_order, "twice a chain's")
HASHLANE_KERNEL(sha256_double, portable, 1, baseline, compiler_order, "twice a chain's")
HASHLANE_KERNEL(sha256_double, ref, 1, reference, compiler_order, "twice a chain's")
END

write_launcher "$manifest" "$workloads"
or_show_log configure
or_show_log build
expect_listed_verified_measured sha256-double sha256-double.ref.x1 sha256-double.portable.x1 \
    sha256-double.portable-toy.x1
expect_changed "$manifest" "$workloads" src/lib/sha256/double_portable.cpp \
    src/lib/sha256/double_portable_toy.cpp src/lib/sha256/double_ref.cpp src/workloads/sha256_double.cpp

# A wrong kernel: a hash too many.
add_kernel portable_toy '2 * iterations + 1'
or_show_log build
expect_refused sha256-double sha256-double.ref.x1
