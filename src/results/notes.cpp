// SPDX-License-Identifier: MIT
#include "notes.h"

#include "../machine/system/cpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlane::results {
namespace {

struct Meaning {
    Noise noise;
    bool leaves_trust;
    std::string_view sentence;
};

constexpr Meaning meanings[] = {
#define HASHLANE_CAUSE(cause, noise, leaves_trust, sentence) {Noise::noise, leaves_trust, sentence},
#include "notes.def"
#undef HASHLANE_CAUSE
};
static_assert(least_visits == 4, "the sentences name it");

const Meaning &meaning_of(Cause cause) { return meanings[static_cast<std::size_t>(cause)]; }

std::string finding_text(const Row &row, const NoiseFinding &finding)
{
    std::string text;
    if (finding.cpu && row.location.threads > 1)
        text = fmt::format("CPU {}: ", *finding.cpu);
    text += sentence_of(finding.cause);
    if (finding.cause == Cause::emulated)
        text += finding.emulator + std::string(": timings mean nothing");
    return text;
}

// Threads that share a CPU preempt each other: the user asked for that, and it is no defect. Other
// causes are as bad as in every row.
bool is_only_turns(const Row &row, Cause cause)
{
    return noise_of(cause) == Noise::busy && row.quality.trustworthy;
}

std::string taken_text(const Row &row, const std::vector<int> &taken)
{
    return fmt::format("{} {} taken away: {} of {} samples ended on another one and are left out",
                       taken.size() == 1 ? "CPU" : "CPUs",
                       machine::format_cpu_list(taken) + (taken.size() == 1 ? " was" : " were"),
                       row.sampling.discarded_moved, row.sampling.kept + row.sampling.discarded);
}

std::string joined(std::vector<std::string> parts)
{
    std::erase(parts, "");
    return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace

Noise noise_of(Cause cause) { return meaning_of(cause).noise; }
bool leaves_trust(Cause cause) { return meaning_of(cause).leaves_trust; }
std::string_view sentence_of(Cause cause) { return meaning_of(cause).sentence; }

bool shares_a_cpu(const Row &row)
{
    const std::vector<int> &cpus = row.location.cpus;
    return std::set<int>(cpus.begin(), cpus.end()).size() < cpus.size();
}

std::string note_of(const Row &row, const NoiseFinding &finding, const std::vector<int> &taken_cpus)
{
    const bool takes_turns = row.sampling.kept != 0 && shares_a_cpu(row);
    return joined(
        {taken_cpus.empty() ? "" : taken_text(row, taken_cpus),
         takes_turns ? "threads share a CPU; each one's rate is scaled by its processor "
                       "time"
                     : "",
         takes_turns && is_only_turns(row, finding.cause) ? "" : finding_text(row, finding)});
}

std::string cycle_note_of(const Row &row, const std::string &why)
{
    const Row::Sampling &sampling = row.sampling;
    if (sampling.discarded_uncounted == 0)
        return why;
    return joined(
        {why, fmt::format("{} of {} samples are left out: no core cycles could be "
                          "counted",
                          sampling.discarded_uncounted, sampling.kept + sampling.discarded)});
}

} // namespace hashlane::results
