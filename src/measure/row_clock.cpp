// SPDX-License-Identifier: MIT
#include "row_clock.h"

#include <algorithm>
#include <fmt/format.h>

namespace hashlane {
namespace {

bool stopped_during_most(const std::vector<ThreadSamples> &visit)
{
    std::ptrdiff_t all = 0, uncounted = 0;
    for (const ThreadSamples &thread : visit) {
        const std::vector<Sample> &taken = thread.samples.taken;
        all += std::ssize(taken);
        uncounted += std::ranges::count(taken, SampleVerdict::uncounted, &Sample::verdict);
    }
    return 2 * uncounted > all;
}

// Their contention bursts are not in core cycles either.
void leave_out(std::vector<ThreadSamples> &threads)
{
    for (ThreadSamples &thread : threads)
        for (Sample &sample : thread.samples.taken) {
            sample.verdict = SampleVerdict::uncounted;
            sample.burst_cycles = 0;
        }
}

} // namespace

ClockRequest RowClock::for_next_visit(const ClockRequest &requested) const
{
    return counter_failed_ ? ClockRequest{false, CycleSource::chain, 0} : requested;
}

void RowClock::add_visit(const std::vector<UsedClock> &clocks, std::vector<ThreadSamples> &visit,
                         std::vector<ThreadSamples> &before)
{
    counter_failed_ = counter_failed_ || stopped_during_most(visit);
    const UsedClock &least_trusted = *std::ranges::max_element(clocks, {}, &UsedClock::source);
    const bool counts = counts_core_cycles(least_trusted.source);
    if (before.empty()) {
        used_ = least_trusted;
    } else if (counts == counts_core_cycles(used_.source)) {
        if (least_trusted.source > used_.source)
            used_ = least_trusted;
    } else if (counts) {
        leave_out(before);
        used_ = least_trusted;
    } else {
        leave_out(visit);
    }
}

std::string RowClock::note(const Row::Sampling &sampling) const
{
    if (sampling.discarded_uncounted == 0)
        return used_.note;
    const std::string uncounted =
        fmt::format("{} of {} samples are left out: no core cycles could be counted",
                    sampling.discarded_uncounted, sampling.kept + sampling.discarded);
    return used_.note.empty() ? uncounted : used_.note + "; " + uncounted;
}

} // namespace hashlane
