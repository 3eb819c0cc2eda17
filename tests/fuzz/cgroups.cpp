// SPDX-License-Identifier: MIT
//
// The processor time that a tree of cgroups allows, below proc/ and sys/fs/cgroup/.
#include "system/cpu_quota.h"
#include "tree.h"

#include <cmath>

namespace hashlane::fuzz {
namespace {

void run(Input &input)
{
    const Folder root;
    write_tree(root, input);
    if (const std::optional<double> quota = cpu_quota(root.path()))
        require(std::isfinite(*quota) && *quota > 0, "a quota that is no number of CPUs");
    is_cpu_quota_visible(root.path());
}

const Target target("cgroups", run);

} // namespace
} // namespace hashlane::fuzz
