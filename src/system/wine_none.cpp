// SPDX-License-Identifier: MIT
#include "wine.h"

namespace hashlane {

std::string wine_version() { return ""; }

} // namespace hashlane
