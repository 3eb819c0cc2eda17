// SPDX-License-Identifier: MIT
#include "groups.h"

#include <fmt/format.h>

#include <map>

namespace hashlane {
namespace {

template <class KeyOf> auto sorted_out(const std::vector<NodeFile> &nodes, const KeyOf &key_of)
{
    using Key = decltype(key_of(nodes.front()));
    std::map<Key, std::vector<std::size_t>> members;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        members[key_of(nodes[i])].push_back(i);
    std::vector<Alike<Key>> all;
    for (auto &[key, indices] : members)
        all.push_back({key, std::move(indices)});
    return all;
}

} // namespace

MachineKind kind_of(const NodeFile &node)
{
    return {node.cpu_model, node.cpu_identity, fmt::format("{}", fmt::join(node.core_kinds, ", "))};
}

GroupKey group_key_of(const NodeFile &node)
{
    const auto smt = node.settings.find("smt");
    return {kind_of(node), smt == node.settings.end() ? "" : smt->second, node.version};
}

std::vector<Alike<MachineKind>> by_kind(const std::vector<NodeFile> &nodes)
{
    return sorted_out(nodes, kind_of);
}

std::vector<Alike<GroupKey>> by_group(const std::vector<NodeFile> &nodes)
{
    return sorted_out(nodes, group_key_of);
}

} // namespace hashlane
