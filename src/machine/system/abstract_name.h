// SPDX-License-Identifier: MIT
//
// Names that one process of a machine has at a time: those of Linux's sockets without a file.
// Unlike a file in /tmp such a name is seen where each job has a /tmp of its own, no umask hides it
// from other users, and nothing can lie in its place. A container with a network of its own has
// names of its own.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace hashlane::machine {

#if defined(__linux__)
constexpr bool has_abstract_names = true;
#else
constexpr bool has_abstract_names = false; ///< and the functions are not there
#endif

/// Returns a descriptor that has the name until it is closed; nothing if another one has it. Throws
/// a std::system_error if the system refuses one.
std::optional<int> take_abstract_name(const std::string &name);

/// Returns for how long the process that has the name has been running; nothing if that is not
/// known.
std::optional<std::chrono::seconds> age_of_owner(const std::string &name);

} // namespace hashlane::machine
