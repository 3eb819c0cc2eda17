// SPDX-License-Identifier: MIT
#include "moved_samples.h"

#include "../system/cpu_list.h"
#include "row.h"

#include <algorithm>
#include <fmt/format.h>

namespace hashlane {

bool mark_moved(Samples &samples, int cpu)
{
    bool any = false;
    for (Sample &sample : samples.taken)
        if (sample.cpu && *sample.cpu != cpu) {
            sample.verdict = SampleVerdict::moved;
            sample.burst_cycles = 0; // it says nothing of this CPU
            any = true;
        }
    return any;
}

void tell_taken_cpus(Row &row, const std::set<int> &taken)
{
    if (taken.empty())
        return;
    row.location.pinned = false;
    row.location.taken_cpus.assign(taken.begin(), taken.end());
    row.quality.noise = std::max(row.quality.noise, Noise::preempted);
    if (row.key_range) // its rate is of all that was computed
        row.quality.trustworthy = false;
    const std::string cpus = format_cpu_list(row.location.taken_cpus);
    const std::string told =
        fmt::format("{} taken away: {} of {} samples ended on another one and are left out",
                    taken.size() == 1 ? "CPU " + cpus + " was" : "CPUs " + cpus + " were",
                    row.sampling.discarded_moved, row.sampling.kept + row.sampling.discarded);
    std::string &note = row.quality.note;
    note = note.empty() ? told : told + "; " + note;
}

} // namespace hashlane
