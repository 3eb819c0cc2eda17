// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_FLEET_READ_NODE_H
#define HASHLANE_SRC_FLEET_READ_NODE_H

#include "../compare/bad_file.h"
#include "node_file.h"

namespace hashlane {

/// Whether it can be the name of a host, which may be put into lists for other programs without
/// quotes: letters, digits, '.', '-' and '_', at most 255, the first a letter or digit.
bool is_node_name(const std::string &name);

/// A file that is not whole: empty, or JSON that ends too early. It says no less of its node than
/// that its measurement was cut off.
class CutFile : public BadFile {
public:
    using BadFile::BadFile;
};

/// Throws a BadFile when `text` is no node file, a CutFile when it is the beginning of what may be
/// one.
NodeFile node_file_of(const std::string &text, const std::string &path);

} // namespace hashlane

#endif
