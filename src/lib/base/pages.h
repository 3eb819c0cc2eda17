// SPDX-License-Identifier: MIT
//
// Memory from the system itself, which the handler of a signal may ask for, too.
#pragma once

#include <cstddef>

namespace hashlane {

/// Returns zeros, at the beginning of a page; null if there is no memory.
void *new_pages(std::size_t bytes);
void delete_pages(void *pages, std::size_t bytes);

/// The child of a fork gets zeros in place of these pages, where the system can do that (Linux from
/// 4.14 on).
void wipe_pages_on_fork(void *pages, std::size_t bytes);

} // namespace hashlane
