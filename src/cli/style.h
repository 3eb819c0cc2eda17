// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_STYLE_H
#define HASHLANE_SRC_CLI_STYLE_H

#include "settings.h"

namespace hashlane {

/// Colour and width for standard output: those of the terminal, if it is one.
Style style_for(const OutputSettings &output);

} // namespace hashlane

#endif
