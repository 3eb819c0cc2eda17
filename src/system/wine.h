// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_WINE_H
#define HASHLANE_SRC_SYSTEM_WINE_H

#include <string>

namespace hashlane {

/// "8.0" where Wine stands in for Windows, else empty. The processor is the real one then, and so
/// are its cycles; what the system tells and does, placement above all, is Wine's.
std::string wine_version();

} // namespace hashlane

#endif
