// SPDX-License-Identifier: MIT
//
// The processor time that a tree of cgroups allows, below proc/ and sys/fs/cgroup/.
#include "machine/system/cpus.h"
#include "tree.h"

#include <cmath>

namespace hashlane::fuzz::cgroups_target {
namespace {

void run(Input &input)
{
    const Folder root;
    write_tree(root, input);
    if (const std::optional<double> quota = machine::cpu_quota(root.path()))
        require(std::isfinite(*quota) && *quota > 0, "a quota that is no number of CPUs");
    machine::is_cpu_quota_visible(root.path());
}

const Target target("cgroups", run, mutate_lines);

} // namespace
} // namespace hashlane::fuzz::cgroups_target
