// SPDX-License-Identifier: MIT
#include "notes.h"

#include "../machine/system/cpus.h"
#include "../machine/system/lists.h"

#include <fmt/format.h>

namespace hashlane::results {
namespace {

constexpr Meaning meanings[] = {
#define HASHLANE_CAUSE(cause, noise, leaves_trust, sentence) {Noise::noise, leaves_trust, sentence},
#include "notes.def"
#undef HASHLANE_CAUSE
};
static_assert(least_visits == 4, "the sentences name it");

std::string sentences_of(std::vector<std::string> parts)
{
    std::erase(parts, "");
    return machine::joined(parts, "; ");
}

} // namespace

const Meaning &meaning_of(Cause cause) { return meanings[static_cast<std::size_t>(cause)]; }

bool shares_a_cpu(const Row &row) { return key_of(row).cpus < row.location.cpus.size(); }

std::string note_of(const Row &row, const NoiseFinding &finding, const std::vector<int> &taken_cpus)
{
    const Row::Sampling &sampling = row.sampling;
    std::string taken, turns, found;
    if (!taken_cpus.empty())
        taken = fmt::format("{} {} taken away: {} of {} samples ended on another one and are left "
                            "out",
                            taken_cpus.size() == 1 ? "CPU" : "CPUs",
                            machine::format_cpu_list(taken_cpus) +
                                (taken_cpus.size() == 1 ? " was" : " were"),
                            sampling.discarded_moved, sampling.kept + sampling.discarded);
    if (sampling.kept != 0 && shares_a_cpu(row))
        turns = "threads share a CPU; each one's rate is scaled by its processor time";
    if (finding.cpu && row.location.threads > 1)
        found = fmt::format("CPU {}: ", *finding.cpu);
    found += meaning_of(finding.cause).sentence;
    if (finding.cause == Cause::emulated)
        found += fmt::format("{}: timings mean nothing", finding.emulator);
    // Threads that share a CPU preempt each other: the user asked for that, and it is no defect.
    // Other causes are as bad as in every row.
    if (!turns.empty() && meaning_of(finding.cause).noise == Noise::busy && row.quality.trustworthy)
        found.clear();
    return sentences_of({taken, turns, found});
}

std::string cycle_note_of(const Row &row, const std::string &why)
{
    const Row::Sampling &sampling = row.sampling;
    if (sampling.discarded_uncounted == 0)
        return why;
    return sentences_of(
        {why, fmt::format("{} of {} samples are left out: no core cycles could be "
                          "counted",
                          sampling.discarded_uncounted, sampling.kept + sampling.discarded)});
}

} // namespace hashlane::results
