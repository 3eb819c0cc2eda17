// SPDX-License-Identifier: MIT
//
// Names of nodes as Slurm and ClusterShell fold them: "n[1-3,10]", "rack[1-2]n[01-16]". Leading
// zeros are part of a name: "n01" is not "n1".
#pragma once

#include <string>
#include <vector>

namespace hashlane::cluster {

/// The maximum number of nodes read from a list.
constexpr std::size_t most_nodes = 1000000;

/// Expands a list to its names, each once, in the list's order. Throws a std::invalid_argument with
/// the problem of the list.
std::vector<std::string> expand_nodes(const std::string &list);

/// Returns the text that `nodeset -f` writes; empty for no names.
std::string fold_nodes(const std::vector<std::string> &names);

/// Returns the name without its domain and the leading zeros of its numbers.
std::string bare_node_name(const std::string &name);

/// Numbers in names by their value: n2 before n10.
bool node_comes_before(const std::string &a, const std::string &b);

} // namespace hashlane::cluster
