// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_FLEET_NODE_FILES_H
#define HASHLANE_SRC_FLEET_NODE_FILES_H

#include "node_file.h"

#include <string>
#include <vector>

namespace hashlane {

class ThreadPool;

/// A file that says nothing of a node's speed.
struct BadNodeFile {
    std::string problem; ///< names the file
    /// The node that it was written for, by the file's name; empty where that is none, or where the
    /// file is of another sort.
    std::string node;
};

struct NodeFiles {
    std::vector<NodeFile> nodes; ///< in the order of their paths; names may be there twice
    std::vector<BadNodeFile> bad;
    std::vector<std::string> remarks;
};

/// Of a folder the files whose names end in ".json", not those in its folders. A file that is
/// named twice is read once.
NodeFiles read_node_files(const std::vector<std::string> &paths, ThreadPool &pool);

} // namespace hashlane

#endif
