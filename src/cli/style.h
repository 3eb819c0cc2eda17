// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_STYLE_H
#define HASHLANE_SRC_CLI_STYLE_H

#include "settings.h"

namespace hashlane {

/// For standard output as it is: colour and width of the terminal, if it is one.
Style style_for(const OutputSettings &output);

} // namespace hashlane

#endif
