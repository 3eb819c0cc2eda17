// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_EXPECTED_NODES_H
#define HASHLANE_SRC_CLI_EXPECTED_NODES_H

#include "../fleet/absent.h"

#include <string>

namespace hashlane {

/// --expect: a file of names, one or a folded list a line, with comments behind '#'; else a number;
/// else a folded list. Throws a CommandError.
ExpectedNodes parse_expected_nodes(const std::string &text);

} // namespace hashlane

#endif
