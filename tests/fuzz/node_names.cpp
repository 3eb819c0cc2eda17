// SPDX-License-Identifier: MIT
//
// Folded names of nodes, as Slurm and ClusterShell write them.
#include "cluster/fleet/node_names.h"
#include "target.h"

#include <set>

namespace hashlane::fuzz::node_names_target {
namespace {

void run(Input &input)
{
    const std::string list = input.rest();
    // A list of a million names takes a second. Two ranges multiply.
    const std::size_t most_digits = std::ranges::count(list, '[') > 1 ? 2 : 3;
    std::size_t digits = 0;
    for (const char c : list) {
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        if (digits > most_digits)
            return;
    }
    try {
        const std::vector<std::string> names = cluster::expand_nodes(list);
        const std::set<std::string> set(names.begin(), names.end());
        require(set.size() == names.size(), "a name twice");
        require(!set.contains(""), "an empty name");
        const std::vector<std::string> again = cluster::expand_nodes(cluster::fold_nodes(names));
        require(std::set<std::string>(again.begin(), again.end()) == set,
                "other names after they were folded");
    } catch (const std::invalid_argument &refused) {
        require(std::string_view(refused.what()) != "", "no reason");
    }
}

const Target target("node_names", run, mutate_list);

} // namespace
} // namespace hashlane::fuzz::node_names_target
