// SPDX-License-Identifier: MIT
#include "host.h"

namespace hashlane {

std::filesystem::path linux_root() { return "/"; }

} // namespace hashlane
