// SPDX-License-Identifier: MIT
//
// For macOS and other systems that have no counters to open, and count no thread's switches.
#include "this_core.h"

namespace hashlane {

ThisCore::ThisCore() : counter_problem_("no counter interface on this system") {}
ThisCore::~ThisCore() = default;
std::optional<std::uint64_t> ThisCore::counted_cycles() { return std::nullopt; }
std::uint64_t ThisCore::preemptions() { return 0; }
std::uint64_t ThisCore::throttle_events() { return 0; }

} // namespace hashlane
