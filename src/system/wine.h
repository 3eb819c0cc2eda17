// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_WINE_H
#define HASHLANE_SRC_SYSTEM_WINE_H

#include <string>

namespace hashlane {

/// "8.0" if Wine replaces Windows, otherwise empty. The processor and its cycles are then real;
/// everything that the system reports and does, placement above all, is Wine's.
std::string wine_version();

} // namespace hashlane

#endif
