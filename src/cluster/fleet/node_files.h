// SPDX-License-Identifier: MIT
//
// All nodes of a fleet: read from their files, each once, and sorted like with like.
#pragma once

#include "../../machine/system/threads.h"
#include "node_file.h"

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// A file without information on a node's speed.
struct BadNodeFile {
    std::string problem; ///< names the file
    /// The node that it was written for, by the file's name; empty if that is none, or if the file
    /// is of another sort.
    std::string node;
};

struct NodeFiles {
    std::vector<NodeFile> nodes; ///< in the order of their paths; names may be there twice
    std::vector<BadNodeFile> bad;
    std::vector<std::string> remarks;
    /// The evidence for two machines with one name, by that name: set by make_unique().
    std::map<std::string, std::string> shared_names = {};
    std::vector<std::string> failures = {}; ///< paths that are not there, folders without a file
};

/// Reads files, and of a folder the files whose names end in ".json", not those in its folders. A
/// file that is named twice is read once.
NodeFiles read_node_files(const std::vector<std::string> &paths, machine::ThreadPool &pool);

/// Keeps the newest file of each node, or an older one with a wrong result of the same machine, and
/// orders the nodes by their names. Remarks name the dropped files.
void make_unique(NodeFiles &files);

/// The age that a file may have.
struct Freshness {
    double now = 0; ///< seconds since 1970
    double most_age_seconds = 0;
};

/// Finds files of another night than the newest tenth of them, those hours before the others, and
/// those of an earlier job than nine tenths. Remarks name files that are half a day newer than
/// these or, if that is known, than now, and times that are none.
void find_stale(NodeFiles &files, const std::optional<Freshness> &freshness = {});

/// Returns the evidence that the file is older than that; empty if it is not.
std::string why_too_old(const NodeFile &node, const Freshness &freshness);

/// Machines of one make, which should have the same settings.
struct MachineKind {
    std::string cpu_model;
    std::string cpu_identity; ///< family, model, stepping
    std::string core_kinds;   ///< "P-core, E-core"
    DeviceSet devices = {};   ///< that it should have; set by expect_devices()
    std::string memory = {};  ///< "1007" GiB, if most have another size; set by expect_memory()
    auto operator<=>(const MachineKind &) const = default;
};

/// Other properties that change speed, so that only nodes that agree in them are compared: whether
/// SMT is on, and the program.
struct GroupKey {
    MachineKind kind;
    std::string smt;
    std::string version;
    auto operator<=>(const GroupKey &) const = default;
};

MachineKind kind_of(const NodeFile &node);
/// Returns the kind without devices and memory.
MachineKind processor_of(MachineKind kind);
GroupKey group_key_of(const NodeFile &node);

} // namespace hashlane::cluster
