// SPDX-License-Identifier: MIT
//
// "Did you mean": the known word that a mistyped one is nearest to.
#ifndef HASHLANE_SRC_CLI_SUGGEST_H
#define HASHLANE_SRC_CLI_SUGGEST_H

#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cli {

/// Returns " (did you mean 'run'?)" for "rnu", or nothing if no known word is near. An insertion, a
/// removal, a replacement, and an exchange of two neighbours are one mistake each; a third of the
/// letters may be mistaken.
std::string did_you_mean(std::string_view typed, const std::vector<std::string> &known);

} // namespace hashlane::cli

#endif
