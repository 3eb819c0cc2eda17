// SPDX-License-Identifier: MIT
//
// Like with like.
#ifndef HASHLANE_SRC_FLEET_GROUPS_H
#define HASHLANE_SRC_FLEET_GROUPS_H

#include "node_file.h"

#include <compare>
#include <string>
#include <vector>

namespace hashlane {

/// Machines of one make, which should be set alike.
struct MachineKind {
    std::string cpu_model;
    std::string cpu_identity; ///< family, model, stepping
    std::string core_kinds;   ///< "P-core, E-core"
    auto operator<=>(const MachineKind &) const = default;
};

/// What moreover changes speed, so that only nodes alike in it are compared: whether SMT is on, and
/// the program.
struct GroupKey {
    MachineKind kind;
    std::string smt;
    std::string version;
    auto operator<=>(const GroupKey &) const = default;
};

MachineKind kind_of(const NodeFile &node);
GroupKey group_key_of(const NodeFile &node);

/// What belongs to one key: positions in the list of nodes.
template <class Key> struct Alike {
    Key key;
    std::vector<std::size_t> members;
};

/// In the order of the keys.
std::vector<Alike<MachineKind>> by_kind(const std::vector<NodeFile> &nodes);
std::vector<Alike<GroupKey>> by_group(const std::vector<NodeFile> &nodes);

} // namespace hashlane

#endif
