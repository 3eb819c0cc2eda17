// SPDX-License-Identifier: MIT
#include "this_core.h"

#include "../compiler/x86.h"

#include <windows.h>

namespace hashlane {
namespace {

#if HASHLANE_X86_64

// A tenth of a millisecond, about: a thread that is taken off its core stays off for longer.
constexpr int absence_bits = 18;

// Windows counts the ticks of the time-stamp counter during which a thread was on a core; the
// rest of them it was not. Nothing is subtracted where it does not count, as under Wine.
std::uint64_t absences()
{
    ULONG64 present = 0;
    if (QueryThreadCycleTime(GetCurrentThread(), &present) == 0)
        return 0;
    return (x86::rdtscp() - present) >> absence_bits;
}

#else

std::uint64_t absences() { return 0; }

#endif

} // namespace

ThisCore::ThisCore() : counter_problem_("no counter interface on this system") {}
ThisCore::~ThisCore() = default;
std::optional<std::uint64_t> ThisCore::counted_cycles() { return std::nullopt; }
std::uint64_t ThisCore::preemptions() { return absences(); }
std::uint64_t ThisCore::throttle_events() { return 0; }

} // namespace hashlane
