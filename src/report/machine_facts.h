// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_MACHINE_FACTS_H
#define HASHLANE_SRC_REPORT_MACHINE_FACTS_H

#include "../measure/result.h"
#include "facts.h"

namespace hashlane {

/// Processor, cores and what they share, limits, system and build.
Facts machine_facts(const Context &context);

} // namespace hashlane

#endif
